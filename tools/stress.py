"""Many clients ask a server at once, a tenth with ill will: `python -m tools.stress --clients 200 --seconds 30`.

Starts `solvable serve` on the loopback, lets every client ask one question after another for so long, and prints, as
one line of JSON, how many honest questions were answered, how long they took, how often a client was asked to come
again, what the server's processes held before and after, and, on the server at rest, how long a worker is busy for a
client that has gone. Exit 1 where an honest question got no answer or a wrong one, the server ended, it holds more than
300 MB over its resting size, or a worker was busy for half a second.
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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.web.serving import Served, serving

HONEST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("solve", {"board": "lights:5x5#{seed}"}),
    ("check", {"board": "tiles:4x4#{seed}"}),
    ("solve", {"board": "tiles:3x3#{seed}"}),
    ("count", {"puzzle": "lights:5x5"}),
    ("parse", {"text": "1,2,3/4,5,6/8,7,0"}),
)
GROWTH = 300e6  # bytes over the resting size that are a leak
RESTING = 5.0  # seconds in which the server comes to rest
PATIENT = 40.0  # seconds after which a question is lost
WORKERS = 2
FREED = 0.5  # seconds until a worker is free whose client has gone
SLOW = 0.5  # seconds between the bytes of a slow body
REFUSALS = {429, 503}


@dataclass
class Seen:
    """What the clients saw."""

    statuses: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def request(verb: str, body: bytes, length: int | None = None) -> bytes:
    """Return a request as bytes."""
    head = f"POST /api/v1/{verb} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body


async def answered(port: int, data: bytes) -> tuple[int, Any]:
    """Return the status and the body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        await writer.drain()
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body or b"null")
    finally:
        writer.close()


async def honest(port: int, rng: Random, end: float, seen: Seen) -> None:
    """Ask what people ask, and come again when told to."""
    while (begun := time.monotonic()) < end:
        verb, fields = rng.choice(HONEST)
        filled = {name: value.format(seed=rng.randrange(10**6)) for name, value in fields.items()}
        try:
            async with asyncio.timeout(PATIENT):
                status, told = await answered(port, request(verb, json.dumps(filled).encode()))
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


async def hostile(port: int, rng: Random, end: float, seen: Seen) -> None:
    """Ask for too much, say it badly, slowly, or go away."""
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
    """Send a body part by part, and go away without reading the answer; return 0."""
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
    await asyncio.gather(*(kind(port, Random(number), end, seen) for number, kind in enumerate(kinds)))
    return seen


def storm(server: Served, clients: int, seconds: float) -> dict[str, Any]:
    """Let so many clients ask for so long; return what they saw and what the server held."""
    server.settled(60, WORKERS)
    for verb, fields in HONEST:  # a resting server has answered before
        server.ask(verb, **{name: value.format(seed=1) for name, value in fields.items()})
    before = server.memory()
    with ThreadPoolExecutor(1) as apart:  # the caller's thread may have an event loop of its own
        seen = apart.submit(asyncio.run, _all(int(server.address.rpartition(":")[2]), clients, seconds)).result()
    is_settled = server.settled(90, WORKERS)
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
    """Return how many seconds passed, at most, until a worker of a client that had gone was free again."""
    longest = 0.0
    place = ("127.0.0.1", int(server.address.rpartition(":")[2]))
    for number in range(times):
        server.settled(PATIENT, WORKERS + 1)  # with the one that stands by
        with socket.create_connection(place) as line:
            board = ("tiles:6x6#1", "tiles:100x100#1")[number % 2]
            line.sendall(request("solve", json.dumps({"board": board, "time": 50}).encode()))
            end = time.monotonic() + PATIENT
            while server.health()["running"] == 0 and time.monotonic() < end:
                time.sleep(0.02)
        begun = time.monotonic()
        server.settled(PATIENT, WORKERS)
        longest = max(longest, time.monotonic() - begun)
    return longest


def is_well(told: dict[str, Any]) -> bool:
    """Return whether the server stood it."""
    is_small = told["grown_mb"] * 1e6 <= GROWTH
    return bool(told["answered"] and told["is_there"] and is_small and not told["lost"] and not told["bugs"])


def main() -> int:
    """Run the storm that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "log", workers=WORKERS) as server:
        told = storm(server, options.clients, options.seconds)
        told["freed_ms"] = round(1000 * freed(server))
    print(json.dumps(told))
    return 0 if is_well(told) and told["freed_ms"] <= 1000 * FREED else 1


if __name__ == "__main__":
    sys.exit(main())
