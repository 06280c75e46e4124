"""The addresses: a question is put to the workers, its answer or its events are sent, what goes wrong has a status.

/                  the page
/api/v1/VERB       POST: a question, its fields as an object of JSON
/api/v1/variants   GET: the named puzzles
/api/v1/openapi.json, /api/v1/healthz (and /healthz)
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import aclosing
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from solvable.answer import Fields
from solvable.web import questions
from solvable.web.server import models
from solvable.web.server.doors import App, guarded
from solvable.web.server.limits import Limits
from solvable.web.server.pool import BusyError, Job, Pool, Told

if TYPE_CHECKING:
    from fastapi import FastAPI, Request
    from starlette.responses import Response

API = "/api/v1"
RETRY = 2  # seconds after which whoever was refused may come again
STREAM = "text/event-stream"
KEPT = "public, max-age=3600"
Found = TypeVar("Found")
Endpoint = Callable[..., Awaitable[Any]]


def application(pool: Pool, limits: Limits, site: Path | None = None) -> App:
    """Return the application: the page (that of the package, or a built site) and the API, guarded."""
    from fastapi import FastAPI
    from starlette.middleware.gzip import GZipMiddleware

    from solvable import __version__

    app = FastAPI(
        title="solvable", version=__version__, docs_url=None, redoc_url=None, openapi_url=None,
        description="Is it solvable, in how many ways, how, how best, and why? Lights Out and sliding tiles.",
    )  # fmt: skip
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    _add_questions(app, pool, limits)
    _add_catalogue(app, pool, limits)
    _add_health(app, pool)
    _add_document(app)
    _add_failures(app)
    _add_page(app, site)
    return guarded(app, limits)


def _add_questions(app: "FastAPI", pool: Pool, limits: Limits) -> None:
    """Add an address for each question."""
    for verb in questions.QUESTIONS:
        app.add_api_route(
            f"{API}/{verb}", _endpoint(verb, pool, limits), methods=["POST"], operation_id=verb, tags=["questions"],
            summary=models.COMMANDS[verb], responses=models.responses(verb), response_model=None,
        )  # fmt: skip


def _endpoint(verb: str, pool: Pool, limits: Limits) -> Endpoint:
    """Return what answers a question."""
    from fastapi import Request

    async def ask(fields: Any, request: Request) -> "Response":
        given = fields.model_dump(exclude_none=True)
        seconds = limits.time(given.get("time"))
        if verb in models.SLOW and not (verb == "hint" and "time" not in given):
            given["time"] = seconds
        job = Job(verb, given, seconds)
        if verb in models.SLOW and STREAM in request.headers.get("accept", ""):
            job.tells = job.is_slow = True
            return await _stream(pool, job, request)
        return _response(await _unless_gone(request, _last(pool, job)))

    ask.__annotations__["fields"] = models.body(verb)
    return ask


async def _unless_gone(request: "Request", work: Coroutine[None, None, Found]) -> Found | None:
    """Return what work gives; None, and it is called off, where the client has gone before."""
    found = asyncio.create_task(work)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({found, gone}, return_when=asyncio.FIRST_COMPLETED)
        return await found if found.done() else None
    finally:
        gone.cancel()
        if found.cancel():
            with contextlib.suppress(asyncio.CancelledError, BusyError):
                await found


async def _last(pool: Pool, job: Job) -> Told:
    async with aclosing(pool.ask(job)) as stream:
        async for told in stream:
            if told.is_last:
                return told
    raise BusyError(503)


async def _gone(request: "Request") -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(told: Told | None) -> "Response":
    from starlette.responses import Response

    if told is None:
        return Response(status_code=499)
    return Response(told.text, told.status, media_type="application/json")


async def _first(stream: AsyncIterator[Told]) -> Told:
    return await anext(stream)


async def _stream(pool: Pool, job: Job, request: "Request") -> "Response":
    """Return the events of a question; the first is there before a byte is sent, so that a refusal has a status."""
    from starlette.responses import StreamingResponse

    stream = pool.ask(job)
    first = await _unless_gone(request, _first(stream))

    async def events() -> AsyncIterator[bytes]:
        async with aclosing(stream):
            if first is not None:
                yield _event(first)
            async for told in stream:
                yield _event(told)

    if first is None or first.kind == "error":
        await stream.aclose()
        return _response(first)
    return StreamingResponse(events(), media_type=STREAM, headers={"x-accel-buffering": "no"})


def _event(told: Told) -> bytes:
    """Return an event; the answer is the event `done`."""
    kind = "done" if told.kind == "answer" else told.kind
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), told.text)


def _add_catalogue(app: "FastAPI", pool: Pool, limits: Limits) -> None:
    """Add the named puzzles, which are asked for once."""
    from starlette.responses import Response

    kept: list[bytes] = []

    async def variants() -> Response:
        if not kept:
            told = await _last(pool, Job("variants", {}, limits.seconds))
            if told.status != 200:
                return _response(told)
            kept.append(told.text)
        return Response(kept[0], media_type="application/json", headers={"cache-control": KEPT})

    told: dict[int | str, Fields] = {200: {"description": "The named puzzles."}, **models.problems()}
    app.add_api_route(f"{API}/variants", variants, summary="The named puzzles.", responses=told, operation_id="named")


def _add_health(app: "FastAPI", pool: Pool) -> None:
    """Add what a supervisor asks: whether the server is there, and how busy it is."""

    async def healthz() -> Fields:
        states = {"idle": len(pool.idle), "running": len(pool.running), "waiting": len(pool.waiting)}
        return {"status": "ending" if pool.is_closing else "ok", "compiled": pool.is_compiled, **states}

    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.add_api_route(f"{API}/healthz", healthz, summary="Whether the server is there, and how busy it is.")


def _add_document(app: "FastAPI") -> None:
    """Add the OpenAPI document, in which an answer has the schema that `answer.py` declares."""
    from starlette.responses import JSONResponse

    async def document() -> JSONResponse:
        told = app.openapi()
        told["components"]["schemas"] |= models.schemas()
        return JSONResponse(told, headers={"cache-control": KEPT})

    for path in ("/openapi.json", f"{API}/openapi.json"):
        app.add_api_route(path, document, include_in_schema=False)


def _add_failures(app: "FastAPI") -> None:
    """Add what is told of a wrong body, of too many questions, and of an address that is not there."""
    from fastapi import Request
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException
    from starlette.responses import JSONResponse

    async def wrong(request: Request, error: Any) -> JSONResponse:
        verb = request.url.path.rpartition("/")[2]
        return JSONResponse(models.problem(verb, error.errors(), error.body), 422)

    async def busy(request: Request, error: Any) -> JSONResponse:
        message = "too many questions wait" if error.status == 429 else "the server ends"
        return JSONResponse({"code": "busy", "message": message}, error.status, {"retry-after": str(RETRY)})

    async def other(request: Request, error: Any) -> JSONResponse:
        headers: Mapping[str, str] | None = error.headers
        return JSONResponse({"code": str(error.status_code), "message": str(error.detail)}, error.status_code, headers)

    async def unknown(verb: str) -> JSONResponse:
        if verb in questions.QUESTIONS:
            return JSONResponse({"code": "405", "message": "only POST asks a question"}, 405, {"allow": "POST"})
        return JSONResponse({"code": "unknown verb", "message": f"there is no question {verb[:40]}"}, 404)

    app.add_exception_handler(RequestValidationError, wrong)
    app.add_exception_handler(BusyError, busy)
    app.add_exception_handler(HTTPException, other)
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
    app.add_api_route(f"{API}/{{verb:path}}", unknown, methods=methods, include_in_schema=False)


def _add_page(app: "FastAPI", site: Path | None) -> None:
    """Add the page, as it is in the package or in a folder."""
    from starlette.staticfiles import StaticFiles

    app.mount("/", StaticFiles(directory=str(site or files("solvable.web") / "static"), html=True))
