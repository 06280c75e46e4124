"""A real server answers every question as the command line does, tells events, and bounds what it is asked."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.web.serving import PATIENT, Served, serving

import solvable
from solvable.core.answer import schema
from solvable.web import endpoints

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

WORKERS = 2
LONG = "tiles:6x6#1"  # no proof ends in any time


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server") / "log", workers=WORKERS) as served:
        yield served
        assert not [line for line in served.lines() if line["event"] in {"bug", "error"}]


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.slow
def test_every_question_has_an_address_and_every_command_its_answer(
    server: Served, cli: "Cli", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    board, puzzle = "lights:5x5#3", "lights:5x5"
    asked = {
        "check": {"board": board},
        "solve": {"board": board},
        "count": {"puzzle": puzzle},
        "quiet": {"puzzle": puzzle},
        "chase": {"board": board},
    }
    for verb, fields in asked.items():
        told = server.ask(verb, **fields)
        shown = cli(verb, *fields.values(), "--json")
        assert told.status_code == 200
        assert timeless(told.json()) == timeless(json.loads(shown.out))
        assert list(told.json()) == list(json.loads(shown.out))
    made = server.ask("new", puzzle="lights:4x4", count=2, seed="s").json()["answers"]
    assert [timeless(each) for each in made] == [
        timeless(json.loads(line))
        for line in cli("new", "lights:4x4", "--count", "2", "--seed", "s", "--json").out.splitlines()
    ]
    text = server.ask("convert", board=board, to="json").json()["text"]
    assert text.rstrip("\n") + "\n" == cli("convert", board, "--to", "json").out
    assert server.ask("verify", answer=server.ask("solve", board=board).json()).json()["verdict"] == "right"
    assert server.ask("verify", answer={"puzzle": puzzle, "nullity": 7}).json()["valid"] is False
    parsed = server.ask("parse", text="110/000/000").json()
    assert (parsed["family"], parsed["state"][:3]) == ("lights", [1, 1, 0])
    assert server.ask("scene", board=board).json()["cells"]
    assert server.ask("hint", board="1,2,3/4,5,6/7,0,8").json()["move"] == 8
    assert {each["id"] for each in server.ask("variants").json()["variants"]} >= {"lights:merlin", "lights:cube"}
    with server.client() as client:
        first, second = client.get("/variants"), client.get("/variants")
        third = client.get(f"{server.address}/variants.json")
    assert first.content == second.content == third.content
    assert len(first.json()["variants"]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["lights:4x5", "lights:5x5,torus,mod3", "lights:merlin", "tiles:3x3", "tiles:3x4"])
def test_random_boards_get_the_answers_of_the_command_line(
    server: Served, cli: "Cli", puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    rng = Random(puzzle)
    with server.client() as client:
        for _ in range(8):
            board = f"{puzzle}#{rng.randrange(10**9)}"
            for verb in ("check", "solve"):
                told = client.post(f"/{verb}", json={"board": board}).json()
                assert timeless(told) == timeless(json.loads(cli(verb, board, "--json").out))
            assert solvable.verify(told)


def test_an_unsolvable_board_is_an_answer(server: Served) -> None:
    told = server.ask("solve", board="1,2,3/4,5,6/8,7,0")
    assert (told.status_code, told.json()["verdict"]) == (200, "unsolvable")


@pytest.mark.parametrize(("lang", "message"), [("en", "'x' is not a lamp here"), ("zh", "灯")])
def test_a_wrong_board_is_told_where_and_what_was_expected(server: Served, lang: str, message: str) -> None:
    told = server.ask("solve", board="110/0x0/000", lang=lang)
    assert told.status_code == 422
    problem = told.json()
    assert (problem["line"], problem["column"]) == (1, 6)
    assert message in problem["message"] or lang == "zh"
    assert problem["expected"]
    assert problem["code"] == "{symbol} is not {what} here"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b'{"board": 5}',
        b"{}",
        b'{"board": "110/000/000", "extra": 1}',
        b'{"board": "110/000/000", "any": "yes"}',
        b'{"board": "110/000/000", "time": -1}',
        b'{"board": "110/000/000", "time": NaN}',
        b'{"board": "110/000/000", "time": Infinity}',
        b'{"board": "\\ud800"}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_body_that_is_no_question_is_refused(server: Served, body: bytes) -> None:
    with server.client() as client:
        told = client.post("/solve", content=body, headers={"content-type": "application/json"})
    assert told.status_code in {400, 422}
    assert told.json()["message"]


def test_what_is_not_there_is_not_found(server: Served) -> None:
    assert server.ask("nothing").status_code == 404
    with server.client() as client:
        assert client.get("/solve").status_code == 405
        assert client.get("/../../nothing").status_code == 404
        assert client.post("/solve", content="board=1").status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [
        {"board": "tiles:1000x1000#1", "time": 1},
        {"board": "lights:5x5,mod1000000000#1"},
        {"board": "lights:1000000x1000000#1"},
        {"board": "lights:3000x3000,king,mod6#1"},
        {"board": "tiles:2x2,goal=" + "9" * 5000},
    ],
    ids=["tiles", "modulus", "million", "dense", "goal"],
)
def test_what_is_too_big_is_bounded_or_refused_in_time(server: Served, fields: dict[str, Any]) -> None:
    told = server.ask("solve", **fields)  # who asks waits for PATIENT seconds at most
    assert told.status_code in {200, 413, 422}
    assert server.ask("solve", board="110/000/000").json()["length"] == 5


def test_more_boards_than_are_made_at_once_are_refused(server: Served) -> None:
    told = server.ask("new", puzzle="lights:5x5", count=1001)
    assert (told.status_code, told.json()["message"]) == (422, "at most 1000 boards at once")
    seeded = server.ask("new", puzzle="tiles:3x3#4").json()["answers"][0]["board"]
    assert seeded == server.ask("parse", text="tiles:3x3#4").json()["board"]


@pytest.mark.slow
def test_a_limit_of_time_gives_bounds(server: Served) -> None:
    told = server.ask("solve", board=LONG, time=2).json()
    assert told["verdict"] == "bounded"
    assert 0 < told["lower_bound"] <= told["length"]


def events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


@pytest.mark.slow
def test_a_solve_tells_its_events(server: Served) -> None:
    with (
        server.client() as client,
        client.stream(
            "POST", "/solve", json={"board": LONG, "time": 1}, headers={"accept": "text/event-stream"}
        ) as told,
    ):
        assert told.headers["content-type"].startswith("text/event-stream")
        found = list(events(told.iter_lines()))
    kinds = [kind for kind, _ in found]
    assert kinds[-1] == "done"
    assert {"bound", "better"} <= set(kinds)
    bounds = [each["lower_bound"] for kind, each in found if kind == "bound"]
    lengths = [each["length"] for kind, each in found if kind == "better"]
    assert bounds == sorted(set(bounds))
    assert lengths == sorted(set(lengths), reverse=True)
    assert found[-1][1]["length"] <= lengths[-1]
    assert solvable.verify(found[-1][1]).verdict != "wrong"
    with server.client() as client:
        wrong = client.post("/solve", json={"board": "?"}, headers={"accept": "text/event-stream"})
    assert wrong.status_code == 422


def at_work(server: Served) -> None:
    """Wait until a worker has a question."""
    end = time.monotonic() + PATIENT
    while server.health()["running"] == 0:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
@pytest.mark.parametrize("board", [LONG, "tiles:100x100#1"])
def test_a_client_that_goes_frees_its_worker(server: Served, accept: str, board: str) -> None:
    assert server.settled(PATIENT, WORKERS + 1)  # with the one that stands by
    body = json.dumps({"board": board, "time": 50}).encode()
    head = f"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\nContent-Type: application/json\r\n"
    where = httpx.URL(server.address)
    with socket.create_connection((where.host, where.port or 80)) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        at_work(server)
    assert server.settled(25, WORKERS - 1)  # of the 50 that it would take; `tools.stress` says how soon


def test_more_questions_than_workers_wait_their_turn(server: Served) -> None:
    body = json.dumps({"board": LONG, "time": 50}).encode()
    head = b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    where = httpx.URL(server.address)
    lines = [socket.create_connection((where.host, where.port or 80)) for _ in range(4)]
    for line in lines:
        line.sendall(head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    at_work(server)
    assert server.ask("solve", board="110/000/000").json()["length"] == 5  # one worker is kept for quick questions
    health = server.health()
    assert health["running"] + health["waiting"] >= 1
    for line in lines:
        line.close()
    assert server.settled(PATIENT, WORKERS)


@pytest.mark.slow
def test_a_long_body_is_refused_and_a_slow_one_too(server: Served) -> None:
    with server.client() as client:
        assert client.post("/solve", content=b" " * 1_000_001).status_code == 413
        assert client.post("/solve", content=(b" " * 100_000 for _ in range(20))).status_code == 413
    where = httpx.URL(server.address)
    with socket.create_connection((where.host, where.port or 80), timeout=PATIENT) as line:
        line.sendall(b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert line.recv(100).startswith(b"HTTP/1.1 408")


def test_headers_keep_others_out(server: Served) -> None:
    with server.client() as client:
        told = client.get("/healthz")
    assert told.headers["cache-control"] == "no-store"
    assert "default-src 'self'" in told.headers["content-security-policy"]
    assert "http" not in told.headers["content-security-policy"]
    assert told.headers["x-content-type-options"] == "nosniff"
    assert "server" not in told.headers
    assert "access-control-allow-origin" not in told.headers


def test_the_page_is_served_as_it_stands(server: Served) -> None:
    folder = Path(endpoints.__file__).parent / "static"
    kinds = {".js": "javascript", ".css": "text/css", ".html": "text/html", ".json": "json", ".svg": "svg"}
    files = [path for path in folder.rglob("*") if path.suffix in kinds]
    assert files
    with httpx.Client(base_url=server.address, trust_env=False) as client:
        for path in files:
            told = client.get(f"/{path.relative_to(folder).as_posix()}")
            assert told.content == path.read_bytes()
            assert kinds[path.suffix] in told.headers["content-type"]
            again = client.get(told.url, headers={"if-none-match": told.headers["etag"]})
            assert (again.status_code, told.headers["cache-control"]) == (304, "no-cache")
        assert client.get("/").status_code == (200 if (folder / "index.html").is_file() else 404)


def test_the_document_holds_the_schema_of_answers(server: Served) -> None:
    with server.client() as client:
        document = client.get("/openapi.json").json()
    answer = {key: value for key, value in schema().items() if key != "$schema"}
    assert document["components"]["schemas"]["Answer"] == answer
    verbs = {path.rpartition("/")[2] for path, methods in document["paths"].items() if "post" in methods}
    assert verbs == set(endpoints.QUESTIONS)
    for verb in verbs:
        body = document["components"]["schemas"][verb.capitalize()]
        question = endpoints.QUESTIONS[verb]
        assert body["additionalProperties"] is False
        assert set(body["properties"]) == {*question.needs.split(), *question.takes.split(), "lang"}


@pytest.mark.slow
def test_the_document_is_true(server: Served, tmp_path: Path) -> None:
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("schemathesis is not installed")
    command = [program, "run", f"{server.address}/api/v1/openapi.json", "--max-examples", "12", "--max-time", "8"]
    command += ["--generation-database", "none", "--seed", "1", "--phases", "examples,coverage,fuzzing"]
    command += ["--checks", "not_a_server_error,status_code_conformance,content_type_conformance"]
    environment = {**os.environ, "NO_COLOR": "1"}
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stdout[-6000:]


def test_the_log_is_lines_of_json_without_boards(server: Served) -> None:
    server.ask("solve", board="101/010/101")
    assert server.lines()[0]["event"] == "started"
    end = time.monotonic() + PATIENT
    while not any(
        (line.get("method"), line.get("path"), line.get("status")) == ("POST", "/api/v1/solve", 200)
        for line in server.lines()
    ):
        assert time.monotonic() < end
    assert "101/010/101" not in server.log.read_text()
