"""The server's beginning and end: kernels, memory, shutdown, and no process left behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import PATIENT, ROOT, serving
from tests.web.test_server import LONG, events

import solvable


def are_gone(numbers: list[int], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        states = [Path(f"/proc/{number}/stat") for number in numbers]
        if not any(state.exists() and state.read_text().rsplit(") ")[-1][0] != "Z" for state in states):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system tells nothing of processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_streams_end_with_the_server_and_no_process_stays(tmp_path: Path, number: int) -> None:
    with serving(tmp_path / "log") as server:
        family = server.family()
        assert len(family) >= 3  # one may still be starting
        found: list[tuple[str, dict[str, Any]]] = []

        def listen() -> None:
            question = {"board": LONG, "time": 50}
            headers = {"accept": "text/event-stream"}
            with server.client() as client, client.stream("POST", "/solve", json=question, headers=headers) as told:
                try:
                    for event in events(told.iter_lines()):
                        found.append(event)
                except Exception:
                    assert number == signal.SIGKILL

        thread = threading.Thread(target=listen)
        thread.start()
        end = time.monotonic() + PATIENT
        while not found and time.monotonic() < end:
            time.sleep(0.05)
        begun = time.monotonic()
        code = server.end(number)
        assert time.monotonic() - begun < 25  # half of what the question may take
        thread.join(PATIENT)
        assert are_gone(family, PATIENT)
        assert code == {signal.SIGTERM: 0, signal.SIGINT: 130, signal.SIGKILL: -9}[signal.Signals(number)]
        if number != signal.SIGKILL:
            kind, answer = found[-1]
            assert (kind, answer["verdict"]) == ("done", "bounded")
            assert [line["event"] for line in server.lines()][-1] == "ended"


def test_a_port_that_is_taken_is_an_error_of_input(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "solvable", "serve", "--port", str(port), "--lang", "en"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENT, check=False, env=environment)
    assert (run.returncode, run.stdout) == (2, "")
    assert f"127.0.0.1:{port}" in run.stderr


@pytest.mark.slow
def test_what_needs_more_memory_than_there_is_is_refused_and_the_server_stays(tmp_path: Path) -> None:
    with serving(tmp_path / "log", SOLVABLE_MEMORY="200M") as server:
        for verb, fields in (
            ("quiet", {"puzzle": "lights:64x2047", "all": True}),
            ("solve", {"board": "lights:700x700,knight,mod5#1", "time": 1}),
        ):
            assert server.ask(verb, **fields).status_code in {200, 422}
        assert server.ask("solve", board="110/000/000").json()["length"] == 5


@pytest.mark.slow
def test_kernels_answer(tmp_path: Path) -> None:
    expected = solvable.solve("tiles:4x4#5")
    with serving(tmp_path / "log") as server:
        answer = server.ask("solve", board="tiles:4x4#5").json()
    assert json.loads(json.dumps(answer["length"])) == expected["length"]
    assert solvable.verify(answer)


@pytest.mark.slow
def test_references_answer_if_numpy_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError('No module named numpy', name='numpy')\n")
    path = os.pathsep.join([str(ROOT / "src"), str(tmp_path)])
    with serving(tmp_path / "log", PYTHONPATH=path) as server:
        assert server.ask("solve", board="lights:5x5#1").json()["verdict"] == "solved"
