"""Limits the number of connections, closes idle ones, and answers what is not HTTP.

A connection must send a whole request head within `idle_seconds`, and must accept some of what is sent to it in the
same time. When a client reaches its limit of connections, its connection that has been idle longest is closed; when the
server reaches its own limit, one of the client with the most. If all are busy, the new connection is refused.

Errors that the HTTP library would answer by itself are answered here, with the headers of all other answers.
"""

import asyncio
import http
import json
from collections import Counter
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, Protocol

from solvable.web.server.limits import Limits
from solvable.web.server.logs import log
from solvable.web.server.middleware import SECURE, send_json
from solvable.web.server.scheduling import client_of

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.h11_impl import H11Protocol

ALWAYS = [(b"cache-control", b"no-store"), *SECURE]
TICK_S = 1.0  # seconds between two checks of a connection


class Open(Protocol):
    """A connection, as `Connections` sees it."""

    client_key: str

    def hang_up(self) -> None:
        """Close the idle connection."""


class Connections:
    """The open connections by client, and the idle ones, longest idle first."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self.proxies = [ip_network(each, strict=False) for each in proxies]
        self.waiting: dict[Open, None] = {}
        self.counts: Counter[str] = Counter()

    def add(self, connection: Open, address: str) -> int:
        """Add a connection, closing an idle one if there are too many; return 0, or the status of a refusal."""
        client = connection.client_key = client_of(address)
        status = 0
        if self.counts[client] >= self.limits.client_connections and not self._is_proxy(address):
            status = 0 if self._make_room(each for each in self.waiting if each.client_key == client) else 429
        elif self.counts.total() >= self.limits.connections:
            status = 0 if self._make_room(self.waiting) else 503
        self.counts[client] += 1
        return status

    def remove(self, connection: Open) -> None:
        """Remove a connection."""
        self.waiting.pop(connection, None)
        self.counts[connection.client_key] -= 1
        if not self.counts[connection.client_key]:
            del self.counts[connection.client_key]

    def _make_room(self, waiting: Iterable[Open]) -> bool:
        greediest = max(
            waiting, key=lambda each: self.counts[each.client_key], default=None
        )  # the first, so the oldest
        if greediest is None:
            return False
        del self.waiting[greediest]
        greediest.hang_up()
        return True

    def _is_proxy(self, address: str) -> bool:
        try:
            result = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(result in network for network in self.proxies)


def crowded(status: int) -> "ASGI3Application":
    """Return an application that refuses every request with this status."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        log("refused", status=status)
        body = json.dumps({"code": "busy", "message": "too many connections"}).encode()
        await send_json(send, status, body, (b"connection", b"close"), (b"retry-after", b"2"), *ALWAYS)

    return app


def protocol(connections: Connections) -> "type[H11Protocol]":
    """Return the protocol of a connection, for uvicorn."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    limits = connections.limits

    class Connection(H11Protocol):
        """A connection that is checked every TICK_S."""

        client_key = ""
        since: float | None = None  # time at which it became idle
        unsent = 0  # bytes not yet accepted by the client at the last check
        taken = 0.0  # time at which the client last accepted some
        timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            status = connections.add(self, self.client[0] if self.client else "")
            self._look()
            if status:
                self.app = crowded(status)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.timer is not None:
                self.timer.cancel()
            connections.remove(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._see()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._see()

        def _see(self) -> None:
            """Note whether the connection is idle."""
            if self.cycle is not None and not self.cycle.response_complete:
                self.since = None
                connections.waiting.pop(self, None)
            elif self.since is None:
                self.since = self.loop.time()
                connections.waiting[self] = None

        def _look(self) -> None:
            """Close the connection if it has been idle or stuck too long; else check again later."""
            self._see()
            now, unsent = self.loop.time(), self.transport.get_write_buffer_size()
            if not unsent or unsent < self.unsent:
                self.taken = now
            self.unsent = unsent
            if unsent and now - self.taken >= limits.idle_seconds:
                self.transport.abort()
            elif self.since is not None and not unsent and now - self.since >= limits.idle_seconds:
                self.hang_up()
            else:
                self.timer = self.loop.call_later(TICK_S, self._look)

        def hang_up(self) -> None:
            """Close the connection, with status 408 if a request has begun."""
            if self.conn.trailing_data[0]:
                self.refuse(408, "408", "the request took too long")
            else:
                self.timeout_keep_alive_handler()

        def send_400_response(self, msg: str) -> None:
            self.refuse(400, "400", "this is no HTTP request")

        def refuse(self, status: int, code: str, message: str) -> None:
            """Send an error for what is not a complete request, and close the connection."""
            log("refused", status=status)
            if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
                body = json.dumps({"code": code, "message": message}).encode()
                headers = [
                    (b"content-type", b"application/json"),
                    (b"content-length", str(len(body)).encode()),
                    (b"connection", b"close"),
                    *ALWAYS,
                ]
                reason = http.HTTPStatus(status).phrase.encode()
                events: list[h11.Event] = [h11.Response(status_code=status, headers=headers, reason=reason)]
                for event in [*events, h11.Data(data=body), h11.EndOfMessage()]:
                    self.transport.write(self.conn.send(event) or b"")
            if self.cycle is not None:  # cancels the work on the current request
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self.transport.close()

    return Connection
