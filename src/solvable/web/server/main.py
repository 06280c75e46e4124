"""Starts and stops the server.

On SIGINT or SIGTERM it accepts no more questions, ends running ones with the best answer so far, and leaves no process.
"""

import asyncio
import logging
import os
import signal
import socket
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from solvable.core.errors import require
from solvable.web.server.connections import Connections, protocol
from solvable.web.server.hosts import Hosts
from solvable.web.server.limits import Limits
from solvable.web.server.logs import log
from solvable.web.server.pool import Pool

if TYPE_CHECKING:
    from uvicorn import Server

SIGNALS = (signal.SIGINT, signal.SIGTERM)

SHUTDOWN_TIMEOUT_S = 2  # seconds for open streams to end
POLL_INTERVAL_S = 0.05  # seconds between two checks whether to stop


@dataclass(frozen=True, slots=True)
class Settings:
    """The address, the workers, the site to serve, and the accepted host names and proxies."""

    host: str
    port: int
    workers: int | None = None
    site: Path | None = None  # what `make site` built; None: the page of the package
    allowed: tuple[str, ...] = ()  # further host names to answer to
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For names the client


def serve(settings: Settings, ready: Callable[[str, bool], None]) -> bool:
    """Serve until asked to end; return whether by Ctrl-C.

    `ready` is called once the server listens, with its address and whether other machines can reach it.
    """
    for module in ("fastapi", "uvicorn"):
        require(module, "web")
    return asyncio.run(_serve(settings, ready))


async def _serve(settings: Settings, ready: Callable[[str, bool], None]) -> bool:
    listener = _bound(settings.host, settings.port)
    limits = Limits.of(settings.workers)
    pool = Pool(limits)
    ended: list[int] = []
    old = {number: signal.signal(number, lambda code, _: ended.append(code)) for number in SIGNALS}
    try:
        pool.open()  # first: its processes start while the libraries of the server are loaded
        server = _server(pool, limits, settings)
        task = asyncio.create_task(server.serve([listener]))
        while not (server.started or task.done()):
            await asyncio.sleep(POLL_INTERVAL_S)
        where, number, *_ = listener.getsockname()
        address = f"http://[{where}]:{number}" if ":" in where else f"http://{where}:{number}"
        log("started", address=address, workers=limits.workers)
        ready(address, not ip_address(where.partition("%")[0]).is_loopback)
        while not (server.should_exit or ended or task.done()):
            await asyncio.sleep(POLL_INTERVAL_S)
        server.should_exit = True
        pool.drain()
        await task
    finally:
        await pool.close()
        for number, handler in old.items():
            signal.signal(number, handler)
    log("ended")
    return signal.SIGINT in ended


def _bound(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise OSError that names the address."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=512)
    except OSError as error:
        number = error.errno or 0
        reason = (
            os.strerror(number) if number > 0 else error.strerror
        )  # without what Python adds; below 0 it is a name's
        raise OSError(error.errno, reason, f"{host}:{port}") from None
    listener.setsockopt(
        socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
    )  # else answers wait 40 ms for the client's delayed ACK
    return listener


def _server(pool: Pool, limits: Limits, settings: Settings) -> "Server":
    import uvicorn

    from solvable.web.server.app import application

    logging.getLogger("uvicorn").addHandler(Lines(logging.WARNING))
    config = uvicorn.Config(
        application(pool, limits, Hosts(settings.host, settings.allowed), settings.site),
        http=protocol(Connections(limits, settings.proxies)), ws="none", lifespan="off",
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S, timeout_keep_alive=int(limits.idle_seconds),
        log_config=None, access_log=False, server_header=False,
    )  # fmt: skip
    return uvicorn.Server(config)


class Lines(logging.Handler):
    """Log handler: warnings of the HTTP library, as lines of our log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        trace = "".join(traceback.format_exception(record.exc_info[1], limit=-5)) if record.exc_info else None
        log(record.levelname.lower(), message=record.getMessage(), **({"trace": trace} if trace else {}))
