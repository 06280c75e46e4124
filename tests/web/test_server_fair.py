"""Long questions hold up no short one, whoever asks them; the order of answers is counted, not their time."""

import json
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.web.serving import PATIENT, Served, serving
from tests.web.test_server import LONG, at_work
from tools.stress import request

SLOW = 40
HERE = "127.0.0.1"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on every address of the loopback")


@pytest.fixture(scope="module", params=[1, 2], ids=["one worker", "two"])
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("fair") / "log", workers=request.param) as served:
        yield served
        assert not [line for line in served.lines() if line["event"] in {"bug", "error"}]


def ask(server: Served, client: str, verb: str, **fields: Any) -> socket.socket:
    """A connection on which this question has been asked."""
    line = server.connect(client)
    line.sendall(request(verb, json.dumps(fields).encode()))
    return line


def answer(line: socket.socket) -> tuple[int, dict[str, Any]]:
    with line, line.makefile("rb") as reader:
        head, _, body = reader.read().partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def answered(lines: list[socket.socket]) -> list[socket.socket]:
    return select.select(lines, [], [], 0)[0]


@pytest.mark.slow
@pytest.mark.parametrize("slow", [lambda number: HERE, lambda number: f"127.0.1.{number + 1}"], ids=["one", "many"])
def test_short_questions_are_answered_before_forty_long_ones(server: Served, slow: Any) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(ask(server, slow(number), "solve", board=LONG, time=50)) for number in range(SLOW)]
        at_work(server)
        for client in (HERE, slow(0), "127.0.2.1"):
            status, told = answer(ask(server, client, "check", board="110/000/000"))
            assert (status, told["verdict"]) == (200, "solvable")
            status, told = answer(ask(server, client, "solve", board="110/000/000"))
            assert (status, told["length"]) == (200, 5)
            assert not answered(lines)
    assert server.settled(PATIENT, server.workers)


@pytest.mark.slow
def test_a_stream_is_no_long_question_for_that(server: Served) -> None:
    head = request("solve", b'{"board": "110/000/000"}').replace(b"\r\n", b"\r\nAccept: text/event-stream\r\n", 1)
    with ExitStack() as held:
        lines = [held.enter_context(ask(server, HERE, "solve", board=LONG, time=50)) for _ in range(SLOW)]
        at_work(server)
        with server.connect() as line, line.makefile("rb") as reader:
            line.sendall(head)
            assert b"event: done" in reader.read()
        assert not answered(lines)
    assert server.settled(PATIENT, server.workers)


@pytest.mark.slow
def test_what_proved_long_is_answered_in_its_turn(server: Served) -> None:
    lines = [ask(server, HERE, "solve", board=LONG, time=1) for _ in range(2 * server.workers + 3)]
    for line in lines:
        status, told = answer(line)
        assert (status, told["verdict"]) == (200, "bounded")


@pytest.mark.slow
def test_a_client_that_fills_the_queue_keeps_nobody_out(server: Served) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(ask(server, HERE, "solve", board=LONG, time=50)) for _ in range(250)]
        lines += [held.enter_context(ask(server, "127.0.1.1", "solve", board=LONG, time=50)) for _ in range(30)]
        refused = select.select(lines, [], [], PATIENT)[0]
        assert refused
        assert answer(refused[0])[0] == 429
        assert set(refused) <= set(lines[:250])
        assert answer(ask(server, "127.0.2.1", "check", board="110/000/000"))[0] == 200
    assert server.settled(PATIENT, server.workers)
