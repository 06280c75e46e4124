"""Questions over HTTP: reads and checks the body, queues the job, sends the answer or a stream of events.

Plain ASGI in front of the framework that serves everything else: a question passes no routing, no middleware and no
second validation of its fields, since `endpoints.checked` reports what is wrong with them. Polling for a disconnected
client starts only after DISCONNECT_POLL_DELAY_S, so most questions, which are answered sooner, do not pay for it.
"""

import asyncio
import json
from collections.abc import Coroutine, Mapping
from contextlib import aclosing

from solvable.core.answer import Fields
from solvable.core.errors import NotationError, PuzzleError
from solvable.messages import LANGUAGES
from solvable.web import endpoints, rpc
from solvable.web.server import models
from solvable.web.server.limits import Limits
from solvable.web.server.middleware import App, Message, Receive, Send, send_json
from solvable.web.server.pool import BusyError, Pool, Reply
from solvable.web.server.scheduling import Job, client_of
from solvable.web.server.worker import NOWHERE

API = "/api/v1"
STREAM = b"text/event-stream"
DISCONNECT_POLL_DELAY_S = 0.1  # seconds before we start polling for a client disconnect
RETRY_AFTER_S = 2  # seconds after which a refused client may try again
CLIENT_CLOSED_REQUEST = 499  # appears only in the log
TYPE = b"content-type"


class BodyError(Exception):
    """The body cannot be decoded as JSON, at no particular place."""


def asked(pool: Pool, limits: Limits, app: App) -> App:
    """Return an application that answers the questions and passes all other requests to `app`."""
    verbs = {f"{API}/{verb}": verb for verb in endpoints.QUESTIONS}

    async def ask(scope: Message, receive: Receive, send: Send) -> None:
        verb = verbs.get(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if verb is None:
            await app(scope, receive, send)
            return
        given: object = None
        try:
            headers = dict(scope["headers"])
            given = read((await receive()).get("body", b""), headers.get(TYPE, b""))
            job = job_of(verb, endpoints.checked(verb, given), limits, STREAM in headers.get(b"accept", b""))
            job.client = client_of(scope["client"][0]) if scope["client"] else ""
            if not await until_gone(receive, _answer(pool, job, send)):
                await send_json(send, CLIENT_CLOSED_REQUEST, b"")
        except PuzzleError as error:
            lang = given.get("lang") if isinstance(given, Mapping) else None
            await send_fields(send, 422, NOWHERE | rpc.failure(error, lang if lang in LANGUAGES else "en"))
        except BodyError:
            await send_fields(send, 400, {"code": "400", "message": "the body cannot be read"})
        except BusyError as error:
            await send_fields(send, error.status, busy_fields(error), (b"retry-after", str(RETRY_AFTER_S).encode()))

    return ask


def read(body: bytes, kind: bytes) -> object:
    """Return the JSON of a body of that content type; raise PuzzleError or BodyError.

    Content types that an HTML form can send are refused, so that forms on other sites cannot ask questions.
    """
    media, _, _ = kind.decode("latin-1").partition(";")
    main, _, sub = media.strip().lower().partition("/")
    if main != "application" or not (sub == "json" or sub.endswith("+json")):
        raise PuzzleError("the fields of a question are an object")
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        raise NotationError.at(error.doc, error.pos, "the body is not JSON", "an object of JSON") from None
    except (ValueError, RecursionError):  # not UTF-8, a number with too many digits, or too deeply nested
        raise BodyError from None


def job_of(verb: str, fields: Fields, limits: Limits, is_stream: bool) -> Job:
    """Return the job for a question, its time limited."""
    seconds = limits.time(fields.get("time"))
    if verb in models.SLOW and not (verb in ("hint", "review") and "time" not in fields):
        fields["time"] = seconds
    is_search = verb in models.SLOW
    return Job(verb, fields, seconds, with_events=is_stream and is_search, is_search=is_search)


async def until_gone(receive: Receive, work: Coroutine[None, None, None]) -> bool:
    """Run `work`, cancelling it when the client disconnects; return whether it was completed."""
    loop = asyncio.get_running_loop()
    watchers: list[asyncio.Task[None]] = []

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        end.reschedule(loop.time())

    look = loop.call_later(DISCONNECT_POLL_DELAY_S, lambda: watchers.append(loop.create_task(watch())))
    try:
        async with asyncio.timeout(None) as end:
            await work
    except TimeoutError:
        if not end.expired():
            raise
    finally:
        look.cancel()
        for watcher in watchers:
            watcher.cancel()
    return not end.expired()


async def _answer(pool: Pool, job: Job, send: Send) -> None:
    """Send the answer or the events. Nothing is sent before the first reply, so that a refusal has its own status."""
    is_begun = False
    async with aclosing(pool.ask(job)) as stream:
        async for reply in stream:
            if not job.with_events or (reply.kind == "error" and not is_begun):
                if reply.is_last:
                    await send_json(send, reply.status, reply.text)
                continue
            if not is_begun:
                is_begun = True
                headers = [(TYPE, STREAM + b"; charset=utf-8"), (b"x-accel-buffering", b"no")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": event(reply), "more_body": not reply.is_last})


def event(reply: Reply) -> bytes:
    """Return the server-sent event of a reply; the answer is the event `done`."""
    kind = "done" if reply.kind == "answer" else reply.kind
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), reply.text)


async def send_fields(send: Send, status: int, fields: Fields, *headers: tuple[bytes, bytes]) -> None:
    """Send an object as JSON."""
    await send_json(send, status, json.dumps(fields).encode(), *headers)


def busy_fields(error: BusyError) -> Fields:
    """Return the body of the answer to a question that is refused for lack of room."""
    return {"code": "busy", "message": "too many questions wait" if error.status == 429 else "the server ends"}
