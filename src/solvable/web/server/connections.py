"""Connections: how many there may be, how long each may keep the server waiting, and the answer to what is no request.

A connection must bring a whole request head within `idle_seconds`, whether it sends nothing or a byte now and then, and
must take some of what is sent to it in as long. When a client has as many connections as it may, that one of them makes
room that has waited longest for a request; when all have, one of the client that has most. If all are busy, the new
one is refused.

The answers that the HTTP library gives by itself are given here instead, with the headers that all answers have.
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
TICK_S = 1.0  # between two looks at a connection


class Open(Protocol):
    """A connection, as `Connections` sees it."""

    client_key: str

    def hang_up(self) -> None:
        """End the connection, which waits for a request."""


class Connections:
    """All that are open, by client, and those that wait for a request, the longest first."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self.proxies = [ip_network(each, strict=False) for each in proxies]
        self.waiting: dict[Open, None] = {}
        self.counts: Counter[str] = Counter()

    def add(self, connection: Open, address: str) -> int:
        """Count one more, ending another that waits if there are too many; return 0, or the status of a refusal."""
        client = connection.client_key = client_of(address)
        status = 0
        if self.counts[client] >= self.limits.client_connections and not self._is_proxy(address):
            status = 0 if self._make_room(each for each in self.waiting if each.client_key == client) else 429
        elif self.counts.total() >= self.limits.connections:
            status = 0 if self._make_room(self.waiting) else 503
        self.counts[client] += 1
        return status

    def remove(self, connection: Open) -> None:
        """Count one less."""
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
    """Return what answers each request of a connection that is one too many."""

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
        """A connection that is looked at every TICK_S."""

        client_key = ""
        since: float | None = None  # when it began to wait for a request
        unsent = 0  # bytes that its client had not taken at the last look
        taken = 0.0  # when it last took some
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
            """See whether it waits for a request."""
            if self.cycle is not None and not self.cycle.response_complete:
                self.since = None
                connections.waiting.pop(self, None)
            elif self.since is None:
                self.since = self.loop.time()
                connections.waiting[self] = None

        def _look(self) -> None:
            """End it if it has kept us waiting too long; else look again."""
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
            """End it; one that has begun a request is told why."""
            if self.conn.trailing_data[0]:
                self.refuse(408, "408", "the request took too long")
            else:
                self.timeout_keep_alive_handler()

        def send_400_response(self, msg: str) -> None:
            self.refuse(400, "400", "this is no HTTP request")

        def refuse(self, status: int, code: str, message: str) -> None:
            """Answer what is no whole request, and end the connection."""
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
            if self.cycle is not None:  # whoever answers it may stop
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self.transport.close()

    return Connection
