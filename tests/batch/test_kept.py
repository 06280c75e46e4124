"""The process that keeps a cluster's workers, and commands that use it: here over threads in place of a cluster."""

import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import pytest

from solvable import tables
from solvable.batch import job, keeper, kept
from solvable.batch.answers import Line, answered
from solvable.batch.packing import failed, given_by, packed, worked
from solvable.batch.requests import Options
from solvable.errors import PuzzleError
from solvable.shared.crew import LostError

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no sockets of files here")
LONG = 60.0  # seconds that nothing here takes
BOARDS = ["110/000/000", "no board", "8 6 7/2 5 4/3 0 1"]


class Threads:
    """Answers packed parts by threads; `came` has the parts, `left` of those dropped whether their command was gone."""

    def __init__(self) -> None:
        self.count, self.is_closed = 2, threading.Event()
        self.came, self.left = SimpleQueue[bytes](), SimpleQueue[bool]()
        self._threads = ThreadPoolExecutor(2)

    def given(self, asked: bytes, is_over: Callable[[], bool] = lambda: False) -> "Future[bytes]":
        answer: Future[bytes] = Future()

        def work() -> None:
            found = worked(asked)
            if not answer.done():
                answer.set_result(found)

        def left(_: "Future[bytes]") -> None:
            if answer.cancelled():
                self.left.put(is_over())

        answer.add_done_callback(left)
        self._threads.submit(work)
        self.came.put(asked)
        return answer

    def close(self) -> None:
        self.is_closed.set()


@contextmanager
def kept_threads() -> Iterator[tuple[Path, Threads]]:
    """Serve in a thread, from a socket whose path is short, until the test is over; then the keeper ends by itself."""
    with TemporaryDirectory(prefix="k") as folder, socket.socket(socket.AF_UNIX) as there:
        place, crew = Path(folder) / "k", Threads()
        there.bind(str(place))
        there.listen()
        first = socket.socket(socket.AF_UNIX)
        first.connect(str(place))  # it stays as long as somebody is connected
        thread = threading.Thread(target=keeper.serve, args=(crew, there, place, 0.0), daemon=True)
        thread.start()
        yield place, crew
        assert place.is_socket()
        assert not crew.is_closed.is_set()
        first.close()
        thread.join(LONG)
        assert crew.is_closed.is_set()
        assert not place.exists()


def lost() -> None:
    raise LostError


GATE = threading.Event()


def gated() -> None:
    GATE.wait(LONG)


def test_a_batch_is_that_of_this_process_and_a_second_command_finds_the_same_keeper() -> None:
    with kept_threads() as (place, _):
        lines = [Line(number, board.encode()) for number, board in enumerate(BOARDS, 1)]
        options = Options(shows_time=False)
        alone = answered(lines, options).text
        for _ in range(2):
            with closing(kept.Kept("none", place, LONG)) as crew:
                assert crew.count == 2
                assert b"".join(reply.text for reply in job.replies(iter(lines), crew, options)) == alone


def test_errors_come_as_they_are() -> None:
    with kept_threads() as (place, _), closing(kept.Kept("none", place, LONG)) as crew:
        with pytest.raises(LostError):
            crew.submit(lost).result(LONG)
        with pytest.raises(ZeroDivisionError):
            crew.submit(divmod, 1, 0).result(LONG)
        assert crew.submit(divmod, 7, 2).result(LONG) == (3, 1)


def test_what_is_cancelled_and_what_a_command_leaves_is_dropped() -> None:
    GATE.clear()
    with kept_threads() as (place, threads):
        crew = kept.Kept("none", place, LONG)
        first = crew.submit(gated)
        threads.came.get(timeout=LONG)
        assert first.cancel()
        assert threads.left.get(timeout=LONG) is False
        second = crew.submit(gated)
        threads.came.get(timeout=LONG)
        crew.close()
        assert threads.left.get(timeout=LONG) is True
        assert not second.done()
        GATE.set()


def test_sockets_of_lost_keepers_are_removed_and_those_of_others_stay() -> None:
    with kept_threads() as (place, _):
        with socket.socket(socket.AF_UNIX) as gone:
            gone.bind(str(place.with_name("gone")))
        keeper.tidy(place.with_name("new"))
        assert [each.name for each in place.parent.iterdir()] == ["k"]


def test_an_answer_that_cannot_be_had_is_an_error_of_its_own() -> None:
    answer: Future[bytes] = Future()
    answer.set_result(failed(KeyboardInterrupt("stopped")))
    with pytest.raises(PuzzleError, match="stopped"):
        given_by(answer).result()
    answer = Future()
    answer.set_result(worked(packed(divmod, (7, 2))))
    assert given_by(answer).result() == (3, 1)


def test_another_place_for_other_sources_tables_or_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/tmp")
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))
    found = [kept._sign("a"), kept._sign("b")]
    (tmp_path / f"x{tables.SUFFIX}").write_bytes(b"1")
    found.append(kept._sign("a"))
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    found.append(kept._sign("a"))
    assert len(set(found)) == 4
    assert kept._sign("a") == found[3]


def test_a_folder_that_others_can_enter_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory(prefix="k") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        place = kept._place("a")
        assert place is not None
        assert place.parent.stat().st_mode & 0o077 == 0
        place.parent.chmod(0o755)
        assert kept._place("a") is None


def test_how_long_is_a_number_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOLVABLE_KEEP", raising=False)
    assert kept.kept_for() == kept.SECONDS
    monkeypatch.setenv("SOLVABLE_KEEP", "0")
    assert kept.kept_for() == 0
    monkeypatch.setenv("SOLVABLE_KEEP", "long")
    with pytest.raises(PuzzleError, match="in seconds"):
        kept.kept_for()
