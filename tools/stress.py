"""A load test: many clients at a time, a tenth of them hostile: `python -m tools.stress --clients 200 --seconds 30`.

Starts `solvable serve` on the loopback, lets every client (each with a separate address if the system allows it) send
one request after another for that time, and prints, as one line of JSON, the number of honest requests answered, their
times, how often a client had to retry, and the memory of the server's processes before and after. Then, one after
another on the idle server:

    freed_ms            the longest time that a worker is busy for a client that has gone
    check_behind_ms     the longest time of a `check` behind 40 long ones of its own client, of another, of 40 others
    solve_behind_ms     the same for a short `solve`
    ended_s             the lifetime of 1,000 connections that send nothing, a header, or a body byte by byte
    check_beside_ms     the longest time of a `check` during these

Exit 1 if an honest request got no answer or a wrong one, the server ended, it uses more than 300 MB over its idle size,
a worker was busy for half a second, a `check` took a second, or a connection lasted ten.
"""

import argparse
import asyncio
import json
import socket
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tests.web.serving import Served, serving

T = TypeVar("T")
HONEST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("solve", {"board": "lights:5x5#{seed}"}),
    ("check", {"board": "tiles:4x4#{seed}"}),
    ("solve", {"board": "tiles:3x3#{seed}"}),
    ("count", {"puzzle": "lights:5x5"}),
    ("parse", {"text": "1,2,3/4,5,6/8,7,0"}),
)
GROWTH = 300e6  # bytes over the idle size that count as a leak
RESTING = 5.0  # seconds until the server is idle
PATIENT = 40.0  # seconds after which a request counts as lost
WORKERS = 2
FREED = 0.5  # seconds until a worker whose client has gone must be free
SLOW = 0.5  # seconds between the bytes of a slow body
LONG = ("tiles:6x6#1", 50)  # a board whose proof does not end, and its time limit in seconds
MANY_LONG = 40
SHORT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("check", {"board": "tiles:4x4#7"}),
    ("solve", {"board": "110/000/000"}),
)
ROUNDS = 5  # short requests sent one after another
BEHIND = 1.0  # seconds allowed for a `check`
DEAD = 1000  # connections without a request
ENDED = 10.0  # seconds allowed for them
REFUSALS = {429, 503}


@dataclass
class Seen:
    """The results of the clients."""

    statuses: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def request(verb: str, body: bytes, length: int | None = None) -> bytes:
    """Return a request as bytes."""
    head = f"POST /api/v1/{verb} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body


def source(number: int) -> tuple[str, int] | None:
    """Return the address of a client; on Linux each has its own."""
    return (f"127.1.{number >> 8}.{number % 256}", 0) if sys.platform == "linux" else None


async def answered(port: int, data: bytes, client: int = 1) -> tuple[int, Any]:
    """Return the status and the body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source(client))
    try:
        writer.write(data)
        await writer.drain()
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body or b"null")
    finally:
        writer.close()


async def honest(port: int, client: int, end: float, seen: Seen) -> None:
    """Send ordinary requests, and retry when the server answers so."""
    rng = Random(client)
    while (begun := time.monotonic()) < end:
        verb, fields = rng.choice(HONEST)
        filled = {name: value.format(seed=rng.randrange(10**6)) for name, value in fields.items()}
        try:
            async with asyncio.timeout(PATIENT):
                status, told = await answered(port, request(verb, json.dumps(filled).encode()), client)
        except (OSError, TimeoutError, ValueError, IndexError) as error:
            seen.lost.append(f"{verb}: {error!r}")
            continue
        seen.statuses[f"honest {status}"] += 1
        if status in REFUSALS:
            await asyncio.sleep(1)
        elif status == 200 and isinstance(told, dict):
            seen.times.append(time.monotonic() - begun)
        else:
            seen.lost.append(f"{verb}: {status}")


async def hostile(port: int, client: int, end: float, seen: Seen) -> None:
    """Send excessive, malformed or slow requests, or disconnect."""
    rng = Random(client)
    boards = ("tiles:1000x1000#1", "lights:5x5,mod1000000000#1", "lights:3000x3000,king#1")
    while time.monotonic() < end:
        kind = rng.choice(("big", "malformed", "long", "slow", "gone"))
        try:
            async with asyncio.timeout(PATIENT):
                if kind == "big":
                    status, _ = await answered(
                        port, request("solve", json.dumps({"board": rng.choice(boards)}).encode())
                    )
                elif kind == "malformed":
                    status, _ = await answered(port, request("solve", b'{"board": [[[' + b"[" * rng.randrange(10**5)))
                elif kind == "long":
                    status = await sent(port, b" " * 65536, 800, 0.0)
                elif kind == "slow":
                    status = await sent(port, b" ", 10, SLOW)
                else:
                    status = await sent(port, json.dumps({"board": "tiles:6x6#1", "time": 50}).encode(), 1, SLOW)
            seen.statuses[f"hostile {kind} {status}"] += 1
        except (OSError, TimeoutError, ValueError, IndexError) as error:
            seen.statuses[f"hostile {kind} {type(error).__name__}"] += 1


async def sent(port: int, part: bytes, times: int, pause: float) -> int:
    """Send a body part by part, and disconnect without reading the answer; return 0."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request("solve", b"", len(part) * times))
        for _ in range(times):
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
    finally:
        writer.close()
    return 0


async def _all(port: int, clients: int, seconds: float) -> Seen:
    seen, end = Seen(), time.monotonic() + seconds
    kinds = [hostile if number % 10 == 0 else honest for number in range(clients)]
    await asyncio.gather(*(kind(port, number, end, seen) for number, kind in enumerate(kinds, 1)))
    return seen


async def _behind(port: int, clients: list[int], asker: int) -> dict[str, float]:
    """Return the longest time of short requests of one client behind a long one of each of these clients."""
    board, seconds = LONG
    long = request("solve", json.dumps({"board": board, "time": seconds}).encode())
    waiting = [asyncio.create_task(answered(port, long, client)) for client in clients]
    await asyncio.sleep(0.2)
    longest: dict[str, float] = {}
    for _ in range(ROUNDS):
        for verb, fields in SHORT:
            begun = time.monotonic()
            status, _ = await answered(port, request(verb, json.dumps(fields).encode()), asker)
            took = time.monotonic() - begun if status == 200 else PATIENT
            longest[verb] = max(longest.get(verb, 0.0), took)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return longest


def behind(server: Served) -> dict[str, dict[str, int]]:
    """Return the milliseconds of short requests behind long ones, by request and by the clients of the long ones."""
    cases = {
        "own": ([1] * MANY_LONG, 1),
        "another's": ([1] * MANY_LONG, 2),
        "many's": ([number + 10 for number in range(MANY_LONG)], 2),
    }
    found: dict[str, dict[str, int]] = {f"{verb}_behind_ms": {} for verb, _ in SHORT}
    for name, (clients, asker) in cases.items():
        server.settled(PATIENT, server.workers + 1)
        for verb, took in apart(_behind(port_of(server), clients, asker)).items():
            found[f"{verb}_behind_ms"][name] = round(1000 * took)
    return found


async def _dead(port: int, first: bytes, more: bytes) -> tuple[float, float]:
    """Return the lifetime of connections without a request, and the longest time of a `check` during them."""
    lasted: list[float] = []

    async def one(number: int) -> None:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source(number % 10 + 1))
        except OSError:  # refused immediately
            return
        begun = time.monotonic()
        try:
            writer.write(first)
            ended = asyncio.create_task(reader.read())
            while not (await asyncio.wait([ended], timeout=SLOW))[0] and time.monotonic() - begun < 3 * ENDED:
                writer.write(more)
            ended.cancel()
        except OSError:
            pass
        finally:
            lasted.append(time.monotonic() - begun)
            writer.close()

    dead, slowest = [asyncio.create_task(one(number)) for number in range(DEAD)], 0.0
    verb, fields = SHORT[0]
    while not all(each.done() for each in dead):
        asked = time.monotonic()
        status, _ = await answered(port, request(verb, json.dumps(fields).encode()), 11)
        slowest = max(slowest, time.monotonic() - asked if status == 200 else PATIENT)
        await asyncio.sleep(SLOW)
    await asyncio.gather(*dead, return_exceptions=True)
    return max(lasted), slowest


def dead(server: Served) -> dict[str, Any]:
    """Return the lifetime of connections without a request, and their effect on others."""
    head = request("solve", b"", 100)
    cases = {"idle": (b"", b""), "slow head": (head[:20], b"x"), "slow body": (head, b" ")}
    found = {name: apart(_dead(port_of(server), *sent)) for name, sent in cases.items()}
    return {
        "ended_s": {name: round(lasted, 1) for name, (lasted, _) in found.items()},
        "check_beside_ms": {name: round(1000 * took) for name, (_, took) in found.items()},
    }


def port_of(server: Served) -> int:
    """Return the port on which a server listens."""
    return int(server.address.rpartition(":")[2])


def apart(work: Coroutine[None, None, T]) -> T:
    """Run a coroutine in a separate thread, since the caller's may already have an event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def storm(server: Served, clients: int, seconds: float) -> dict[str, Any]:
    """Let the clients send requests for `seconds`; return their results and the memory of the server."""
    server.settled(60, server.workers)
    for verb, fields in HONEST:  # warm up the server
        server.ask(verb, **{name: value.format(seed=1) for name, value in fields.items()})
    before = server.memory()
    seen = apart(_all(port_of(server), clients, seconds))
    is_settled = server.settled(90, server.workers)
    end = time.monotonic() + RESTING
    while (after := server.memory()) - before > GROWTH and time.monotonic() < end:
        time.sleep(0.2)
    times = sorted(seen.times)
    return {
        "answered": len(times),
        "median_ms": round(1000 * statistics.median(times), 1) if times else None,
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 1) if times else None,
        "statuses": dict(sorted(seen.statuses.items())),
        "lost": seen.lost[:10],
        "resting_mb": round(before / 1e6),
        "grown_mb": round((after - before) / 1e6),
        "is_there": is_settled and server.process.poll() is None,
        "bugs": [line for line in server.lines() if line["event"] in {"bug", "error"}][:5],
    }


def freed(server: Served, times: int = 10) -> float:
    """Return the longest time until a worker of a client that had gone was free again."""
    longest = 0.0
    place = ("127.0.0.1", port_of(server))
    for number in range(times):
        server.settled(PATIENT, server.workers + 1)  # including the spare worker
        with socket.create_connection(place) as line:
            board = ("tiles:6x6#1", "tiles:100x100#1")[number % 2]
            line.sendall(request("solve", json.dumps({"board": board, "time": 50}).encode()))
            end = time.monotonic() + PATIENT
            while server.health()["running"] == 0 and time.monotonic() < end:
                time.sleep(0.02)
        begun = time.monotonic()
        server.settled(PATIENT, server.workers)
        longest = max(longest, time.monotonic() - begun)
    return longest


def is_well(told: dict[str, Any]) -> bool:
    """Return whether the server passed."""
    is_small = told["grown_mb"] * 1e6 <= GROWTH
    return bool(told["answered"] and told["is_there"] and is_small and not told["lost"] and not told["bugs"])


def is_fair(told: dict[str, Any]) -> bool:
    """Return whether no client waited long behind others."""
    checks = [*told["check_behind_ms"].values(), *told["check_beside_ms"].values()]
    is_free: bool = told["freed_ms"] <= 1000 * FREED
    is_ended: bool = max(told["ended_s"].values()) <= ENDED
    return is_free and is_ended and max(checks) <= 1000 * BEHIND


def main() -> int:
    """Run the load test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=WORKERS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "log", workers=options.workers) as server:
        told = storm(server, options.clients, options.seconds)
        told["freed_ms"] = round(1000 * freed(server))
        told |= behind(server) | dead(server)
    print(json.dumps(told))
    return 0 if is_well(told) and is_fair(told) else 1


if __name__ == "__main__":
    sys.exit(main())
