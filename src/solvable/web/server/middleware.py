"""ASGI middleware: limits body size and time, checks the host name, adds security headers, logs requests.

A body is read completely before the application sees it, so that its cost is bounded. If it is too long, reading goes
on for a moment and the data is discarded, so that the client receives the answer rather than a reset connection.
"""

import asyncio
import json
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from solvable.web.server.hosts import Hosts
from solvable.web.server.limits import Limits
from solvable.web.server.logs import log

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

REFUSED_BODY_READ_S = 1.0  # seconds for which a refused body is read and discarded
PAGE_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The page's Content-Security-Policy; `tools/make_site.py` writes it into the static site's page."""
HEADERS = {
    "content-security-policy": f"{PAGE_POLICY}; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(), microphone=()",
}
SECURE = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class TooLongError(Exception):
    """The body is longer than it may be."""


def guarded(app: App, limits: Limits, hosts: Hosts) -> App:
    """Return `app` wrapped in these checks."""

    async def door(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        clock = asyncio.get_running_loop().time
        begun, status = clock(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message.get("headers", []))
                known = {name for name, _ in headers}
                if b"cache-control" not in known:
                    kept = b"no-store" if scope["path"].startswith("/api/") else b"no-cache"
                    headers.append((b"cache-control", kept))
                message["headers"] = headers + SECURE
            await send(message)

        try:
            if refusal := hosts.refusal(scope):
                await _refuse(sent, *refusal)
            else:
                await _let_in(app, limits, scope, receive, sent)
        except Exception:
            log("bug", trace=traceback.format_exc(limit=-5))
            if status:
                raise  # the answer has begun: all we can do is end the connection
            await _refuse(sent, 500, "500", "this is a mistake of the server")
        finally:
            milliseconds = round((clock() - begun) * 1000, 1)
            log("request", method=scope["method"], path=scope["path"][:80], status=status, ms=milliseconds)

    return door


async def _let_in(app: App, limits: Limits, scope: Message, receive: Receive, send: Send) -> None:
    """Read the body and pass the request to the application, or refuse it."""
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _body(scope, receive, limits.body)
    except TimeoutError:
        await _refuse(send, 408, "the body took too long", "the body took too long")
    except TooLongError:
        if b"expect" not in dict(scope["headers"]):  # else the client sends nothing before our "100 Continue"
            await _read_on(receive)
        await _refuse(send, 413, "too big", "the body is too long")
    else:
        if body is not None:
            await app(scope, _again(body, receive), send)


async def _body(scope: Message, receive: Receive, most: int) -> bytes | None:
    """Return the body, None if the client has disconnected; raise TooLongError, at once if Content-Length says so."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 12 or int(length) > most:
        raise TooLongError
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLongError
        if not message.get("more_body", False):
            return bytes(body)


async def _read_on(receive: Receive) -> None:
    """Read and discard the rest of the body for up to REFUSED_BODY_READ_S."""
    try:
        async with asyncio.timeout(REFUSED_BODY_READ_S):
            while (message := await receive())["type"] == "http.request" and message.get("more_body", False):
                pass
    except TimeoutError:
        return


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns the body once, then the messages after it."""
    is_given = False

    async def given() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return given


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    """Answer before the body is read, and close the connection."""
    await send_json(send, status, json.dumps({"code": code, "message": message}).encode(), (b"connection", b"close"))


async def send_json(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    """Send a whole answer, which is JSON."""
    about = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": about})
    await send({"type": "http.response.body", "body": body})
