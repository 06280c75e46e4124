"""Who is let in: names, connections that keep the server waiting, and the headers that every answer has."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import PATIENT, ROOT, Served, serving
from tools.stress import request

from solvable.web.server.hosts import Hosts, host_name
from solvable.web.server.middleware import HEADERS

IDLE = 1000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("doors") / "log") as served:
        yield served
        assert not [line for line in served.lines() if line["event"] in {"bug", "error"}]


def exchange(server: Served, data: bytes, client: str = "") -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of what is answered to these bytes, until the connection ends."""
    with server.connect(client) as line, line.makefile("rb") as reader:
        line.sendall(data)
        head, _, body = reader.read().partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    return (
        int(first.split()[1]),
        {name.lower(): value for name, _, value in (row.partition(": ") for row in rest)},
        body,
    )


def get(host: str, *more: str, path: str = "/healthz") -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", *more, "", ""]).encode()


def health(server: Served) -> int:
    return exchange(server, get("localhost"))[0]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("localhost.", 200),
        ("127.0.0.1", 200),
        ("127.0.0.1:1", 200),
        ("[::1]", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("evil.example:80", 421),
        ("localhost.evil.example", 421),
        ("localhost@evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("192.0.2.1", 421),
        ("[2001:db8::1]", 421),
        ("localhost:x", 421),
        ("", 400),
    ],
)
def test_only_its_own_names_are_answered_to(server: Served, host: str, status: int) -> None:
    for data in (get(host), get(host, path="/"), request("check", b"{}").replace(b"localhost", host.encode())):
        found, headers, body = exchange(server, data)
        assert found == (422 if data.startswith(b"POST") and status == 200 else status)
        assert headers["x-content-type-options"] == "nosniff"
        if found in {400, 421}:
            assert json.loads(body)["message"]


def test_a_request_names_its_host_once(server: Served) -> None:
    assert exchange(server, b"GET / HTTP/1.1\r\n\r\n")[0] == 400
    assert exchange(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")[0] == 400
    assert exchange(server, b"GET / HTTP/1.0\r\n\r\n")[0] == 400


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://localhost:9", 200), ("https://[::1]", 200), ("null", 200), ("http://evil.example", 403), ("x", 403)],
)
def test_pages_of_other_sites_get_no_answer(server: Served, origin: str, status: int) -> None:
    assert exchange(server, get("localhost", f"Origin: {origin}"))[0] == status


def test_a_web_socket_is_not_opened(server: Served) -> None:
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: eA==", "Sec-WebSocket-Version: 13")
    assert exchange(server, get("localhost", *upgrade))[0] == 200  # an ordinary answer
    assert exchange(server, get("evil.example", *upgrade))[0] == 421


def test_names_have_one_spelling() -> None:
    assert host_name("Bücher.example:80") == host_name("xn--bcher-kva.EXAMPLE.") == "xn--bcher-kva.example"
    assert host_name("[0:0:0:0:0:0:0:1]:5") == host_name("::1") == "::1"
    assert host_name("[::ffff:127.0.0.1]") == "127.0.0.1"
    assert [host_name(text) for text in ("", "a/b", "a b", "u@h", "[x", "a:b:c", "x" * 70 + ".example")] == [""] * 7


def scope(host: str, here: str) -> dict[str, Any]:
    return {"headers": [(b"host", host.encode())], "server": (here, 80)}


def test_the_address_of_a_connection_is_a_name() -> None:
    hosts = Hosts("0.0.0.0", ["lights.example"])
    assert hosts.refusal(scope("192.0.2.7:80", "192.0.2.7")) is None
    assert hosts.refusal(scope("0.0.0.0:80", "192.0.2.7")) is None
    assert hosts.refusal(scope("lights.example", "192.0.2.7")) is None
    assert (hosts.refusal(scope("192.0.2.8", "192.0.2.7")) or [0])[0] == 421


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "word"), [("en", "Warning"), ("zh", "警告")])
def test_who_serves_other_machines_is_warned_and_names_its_hosts(tmp_path: Path, lang: str, word: str) -> None:
    options = ["--host", "0.0.0.0", "--allow-host", "lights.example", "--allow-host", "x.example:8000"]
    with serving(tmp_path / "log", options=options, lang=lang, PYTHONUTF8="1") as server:
        assert word in server.log.read_text("utf-8")
        for host, status in (("lights.example", 200), ("x.example", 200), ("localhost", 200), ("evil.example", 421)):
            assert exchange(server, get(host))[0] == status


def test_who_serves_this_machine_is_not_warned(server: Served) -> None:
    assert "Warning" not in server.log.read_text("utf-8")


@pytest.mark.parametrize("options", [["--allow-host", "a b"], ["--allow-host", ""], ["--proxy", "example"]])
def test_what_names_no_host_is_an_error_of_input(options: list[str]) -> None:
    command = [sys.executable, "-m", "solvable", "serve", "--port", "0", *options, "--lang", "en"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENT, check=False, env=environment)
    assert (run.returncode, run.stdout) == (2, "")
    assert options[0] in run.stderr


def streamed(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\r\nAccept: text/event-stream\r\n", 1)


ASKED = {
    "200": (200, get("localhost")),
    "page": (200, get("localhost", path="/")),
    "304": (200, get("localhost", "If-None-Match: x", path="/style.css")),
    "404": (404, get("localhost", path="/nothing")),
    "NUL": (404, get("localhost", path="/a%00b")),
    "long path": (404, get("localhost", path="/" + "a" * 5000)),
    "405": (405, get("localhost", path="/api/v1/solve")),
    "method": (405, get("localhost").replace(b"GET", b"BREW", 1)),
    "421": (421, get("evil.example")),
    "403": (403, get("localhost", "Origin: http://evil.example")),
    "body": (400, request("solve", b"\xff")),
    "422": (422, request("solve", b"{")),
    "413": (413, request("solve", b"", 10**9)),
    "stream": (
        200,
        request("solve", b'{"board": "110/000/000"}').replace(b"\r\n", b"\r\nAccept: text/event-stream\r\n", 1),
    ),
    "no HTTP": (400, b"hello\r\n\r\n"),
    "no host": (400, b"GET / HTTP/1.1\r\n\r\n"),
    "long head": (400, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000),
    "wrong length": (400, request("solve", b"{}").replace(b"Length: 2", b"Length: x")),
    "wrong chunks": (400, request("solve", b"zz\r\n").replace(b"Content-Length: 4", b"Transfer-Encoding: chunked")),
    "TLS": (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("status", "data"), ASKED.values(), ids=ASKED)
def test_every_answer_has_the_headers(server: Served, status: int, data: bytes) -> None:
    found, headers, body = exchange(server, data)
    assert found == status
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert headers["cache-control"]
    assert "server" not in headers
    if found >= 400:
        assert json.loads(body)["message"]


@pytest.mark.slow
def test_a_thousand_idle_connections_keep_nobody_out_and_are_ended(server: Served) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(server.connect()) for _ in range(IDLE)]
        assert health(server) == 200
        half = held.enter_context(server.connect("127.0.0.1"))
        half.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        for line in lines:
            line.settimeout(PATIENT)
            assert line.recv(100) == b""  # it was ended
        half.settimeout(PATIENT)
        assert half.recv(100).startswith(b"HTTP/1.1 408")
        assert health(server) == 200


@pytest.mark.slow
def test_an_answer_is_no_reason_to_stay(server: Served) -> None:
    with server.connect() as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200")
        while line.recv(1 << 16):  # the rest, then its end
            pass


def test_several_requests_come_in_one_piece(server: Served) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with server.connect() as line, line.makefile("rb") as reader:
        line.sendall(one * 5 + get("localhost"))
        assert reader.read().count(b"HTTP/1.1 200") == 6


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on every address of the loopback")
def test_a_client_has_so_many_connections_at_work_and_others_theirs(server: Served) -> None:
    body = json.dumps({"board": "tiles:6x6#1", "time": 50}).encode()
    with ExitStack() as held:
        lines = [held.enter_context(server.connect("127.0.3.1")) for _ in range(256)]
        for line in lines:
            line.sendall(request("solve", body)[:-1])  # all but the last byte
        while server.health()["running"]:
            pass
        status, _, _ = exchange(server, get("localhost"), "127.0.3.1")
        assert status == 429
        assert health(server) == 200
    assert server.settled(PATIENT, server.workers)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on every address of the loopback")
def test_clients_behind_a_proxy_that_is_believed_are_told_apart(tmp_path: Path) -> None:
    with serving(tmp_path / "log", options=["--proxy", "127.0.0.0/8"]) as server:
        with ExitStack() as held:
            for _ in range(300):  # more than one client may have
                held.enter_context(server.connect()).sendall(b"GET /healthz HTTP/1.1\r\n")
            assert exchange(server, get("localhost", "X-Forwarded-For: 192.0.2.1"))[0] == 200
        assert server.end(signal.SIGTERM) == 0
