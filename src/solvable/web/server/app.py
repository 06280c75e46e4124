"""The addresses: the page, the questions (`requests`), and what is known of the server; what goes wrong has a status.

/                  the page
/api/v1/VERB       POST: a question, its fields as an object of JSON
/api/v1/variants   GET: the named puzzles; also /variants.json, as on a site of files
/api/v1/openapi.json, /api/v1/healthz (and /healthz)
"""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable.core.answer import Fields
from solvable.web import endpoints
from solvable.web.server import models
from solvable.web.server.hosts import Hosts
from solvable.web.server.limits import Limits
from solvable.web.server.middleware import App, guarded
from solvable.web.server.pool import BusyError, Pool
from solvable.web.server.requests import API, RETRY_AFTER_S, asked, busy_fields
from solvable.web.server.scheduling import Job

if TYPE_CHECKING:
    from fastapi import FastAPI

KNOWN = ("healthz", "openapi.json")  # what is known of the server, under API
KEPT = "public, max-age=3600"


def application(pool: Pool, limits: Limits, hosts: Hosts, site: Path | None = None) -> App:
    """Return the application: the page (that of the package, or a built site) and the API, guarded."""
    from fastapi import FastAPI
    from starlette.middleware.gzip import GZipMiddleware

    from solvable import __version__

    app = FastAPI(
        title="solvable", version=__version__, docs_url=None, redoc_url=None, openapi_url=None,
        description="Is it solvable, in how many ways, how, how best, and why? Lights Out and sliding tiles.",
    )  # fmt: skip
    _add_catalogue(app, pool, limits)
    _add_health(app, pool)
    _add_document(app)
    _add_failures(app)
    _add_page(app, site)
    return guarded(GZipMiddleware(asked(pool, limits, app), minimum_size=1024, compresslevel=5), limits, hosts)


def _add_catalogue(app: "FastAPI", pool: Pool, limits: Limits) -> None:
    """Add the named puzzles, which are asked for once."""
    from starlette.responses import Response

    kept: list[bytes] = []

    async def variants() -> Response:
        if not kept:
            reply = await pool.last(Job("variants", {}, limits.seconds))
            if reply.status != 200:
                return Response(reply.text, reply.status, media_type="application/json")
            kept.append(reply.text)
        return Response(kept[0], media_type="application/json", headers={"cache-control": KEPT})

    statuses: dict[int | str, Fields] = {200: {"description": "The named puzzles."}, **models.problems()}
    app.add_api_route("/variants.json", variants, include_in_schema=False)
    app.add_api_route(
        f"{API}/variants", variants, summary="The named puzzles.", responses=statuses, operation_id="named"
    )


def _add_health(app: "FastAPI", pool: Pool) -> None:
    """Add what a supervisor asks: whether the server is there, and how busy it is."""

    async def healthz() -> Fields:
        states = {"idle": len(pool.idle), "running": len(pool.running), "waiting": len(pool.waiting)}
        return {"status": "ending" if pool.is_closing else "ok", **states}

    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.add_api_route(f"{API}/healthz", healthz, summary="Whether the server is there, and how busy it is.")


def _add_document(app: "FastAPI") -> None:
    """Add the OpenAPI document, in which an answer has the schema that `core/answer.py` declares."""
    from starlette.responses import JSONResponse

    async def document() -> JSONResponse:
        described = app.openapi()
        paths = models.paths(API)
        described["paths"] |= {path: described["paths"].get(path, {}) | methods for path, methods in paths.items()}
        described["components"] = {"schemas": models.schemas()}
        return JSONResponse(described, headers={"cache-control": KEPT})

    for path in ("/openapi.json", f"{API}/openapi.json"):
        app.add_api_route(path, document, include_in_schema=False)


def _add_failures(app: "FastAPI") -> None:
    """Add what is answered to too many questions, and of an address that is not there."""
    from fastapi import Request
    from starlette.exceptions import HTTPException
    from starlette.responses import JSONResponse

    async def busy(request: Request, error: Any) -> JSONResponse:
        return JSONResponse(busy_fields(error), error.status, {"retry-after": str(RETRY_AFTER_S)})

    async def other(request: Request, error: Any) -> JSONResponse:
        headers: Mapping[str, str] | None = error.headers
        return JSONResponse({"code": str(error.status_code), "message": str(error.detail)}, error.status_code, headers)

    async def unknown(verb: str) -> JSONResponse:
        if verb in endpoints.QUESTIONS:
            return JSONResponse({"code": "405", "message": "only POST asks a question"}, 405, {"allow": "POST"})
        if verb in KNOWN:
            return JSONResponse({"code": "405", "message": "this is only read"}, 405, {"allow": "GET"})
        return JSONResponse({"code": "unknown verb", "message": f"there is no question {verb[:40]}"}, 404)

    app.add_exception_handler(BusyError, busy)
    app.add_exception_handler(HTTPException, other)
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
    app.add_api_route(f"{API}/{{verb:path}}", unknown, methods=methods, include_in_schema=False)


def _add_page(app: "FastAPI", site: Path | None) -> None:
    """Add the page, as it is in the package or in a folder."""
    from starlette.staticfiles import StaticFiles

    app.mount("/", StaticFiles(directory=str(site or files("solvable.web") / "static"), html=True))
