"""Ctrl-C stops a search with its best; progress is shown on a live terminal, elsewhere rarely."""

import os
import signal
import subprocess
import sys

import pytest

from solvable import LightsOut, SlidingTiles, families
from solvable.cli.progress import Watch, larger_table
from solvable.cli.terminal import Terminal
from solvable.core.errors import BudgetExceededError
from solvable.core.log import Log, listening
from solvable.core.puzzle import Bound, Solution
from solvable.render.text import Pen

BEST = Solution(tuple(range(53)), 40)
QUIET = Terminal("en", Pen(), Pen(), is_live=False)
LIVE = Terminal("en", Pen(), Pen(), is_live=True)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_the_first_interrupt_asks_and_the_second_insists() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Watch(QUIET) as watch:
        assert watch(Bound(1, None, 10)) is True
        os.kill(os.getpid(), signal.SIGINT)
        assert watch(Bound(1, None, 10)) is False
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself such a signal there")
def test_a_search_that_is_kept_is_asked_by_a_request_to_end_too() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with Watch(QUIET) as watch:
            os.kill(os.getpid(), signal.SIGTERM)
            assert watch(Bound(1, None, 10)) is True
        with Watch(QUIET, is_kept=True) as watch:
            os.kill(os.getpid(), signal.SIGTERM)
            assert watch(Bound(1, None, 10)) is False
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such timers there")
def test_a_search_that_has_heard_has_its_time_to_answer() -> None:
    with Watch(QUIET) as watch:
        os.kill(os.getpid(), signal.SIGINT)
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        assert watch(Bound(1, None, 10)) is False
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 1.0
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        assert watch(Bound(1, None, 10)) is False
        assert signal.getitimer(signal.ITIMER_REAL)[0] <= 1.0


@pytest.mark.skipif(sys.platform != "linux", reason="its threads are listed in /proc")
def test_an_interrupt_given_to_a_thread_of_a_library_is_heard() -> None:
    program = (
        "import ctypes, os, sys, numpy\n"
        "from solvable.cli.progress import Watch\n"
        "from solvable.core.puzzle import Bound\n"
        "from solvable.cli.terminal import Terminal\n"
        "others = {int(name) for name in os.listdir('/proc/self/task')} - {os.getpid()}\n"
        "send = getattr(ctypes.PyDLL(None), 'tgkill', None)\n"
        "if not others or send is None: sys.exit(3)\n"
        "with Watch(Terminal.open()) as watch:\n"
        "    send(os.getpid(), min(others), 2)\n"
        "    calls = 0\n"
        "    while calls < 10**9 and watch(Bound(1)): calls += 1\n"
        "sys.exit(not watch.is_cancelled)\n"
    )
    code = subprocess.run([sys.executable, "-c", program], check=False, timeout=120).returncode
    if code == 3:
        pytest.skip("no library has a thread here")
    assert code == 0


def test_a_search_that_stops_when_asked_is_an_interrupt_not_a_limit() -> None:
    with pytest.raises(KeyboardInterrupt), Watch(QUIET) as watch:
        watch.is_cancelled = True
        raise BudgetExceededError("the search was cancelled", 5)
    with pytest.raises(BudgetExceededError), Watch(QUIET):
        raise BudgetExceededError("no proof in time", 5)


def test_progress_is_told_on_a_live_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    with Watch(QUIET, 5.0) as watch:
        watch.shown = 0.0
        watch(Bound(40, BEST, 10**6))
    assert capsys.readouterr() == ("", "")
    with Watch(LIVE, 5.0) as watch:
        watch.shown = watch.start = watch.start - 2  # so the rate is one that a line of 80 columns holds
        watch(Bound(40, BEST, 10**6))
        watch(Bound(41, BEST, 10**6))  # too soon after the last one
    shown = capsys.readouterr().err
    assert "best 53, at least 40 · 1,000,000 nodes" in shown
    assert "left" in shown
    assert "at least 41" not in shown
    assert shown.endswith("\r\x1b[K")


def test_what_the_library_logs_becomes_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log("solvable.core.disk_cache")
    with listening(QUIET.note):
        log.warning("a table is damaged")
    log.info("nobody listens now")
    assert capsys.readouterr().err == "a table is damaged\n"


def test_without_a_listener_python_s_loggers_hear(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "solvable.core.disk_cache")
    Log("solvable.core.disk_cache").info("a table is built")
    Log("solvable.core.disk_cache").warning("a table is damaged")
    assert [(record.name, record.levelname, record.message) for record in caplog.records] == [
        ("solvable.core.disk_cache", "INFO", "a table is built"),
        ("solvable.core.disk_cache", "WARNING", "a table is damaged"),
    ]


def test_a_long_search_in_a_pipe_says_that_it_is_at_work(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(QUIET, puzzle=SlidingTiles(4, 4))
    told = []
    for later in (1.0, 6.0, 7.0, 19.0, 25.0, 80.0, 101.0):
        watch.start = watch.shown - later  # as if so many seconds had passed
        watch._show(41, 53, 10**6)
        told.append(capsys.readouterr().err)
    assert [bool(text) for text in told] == [False, True, False, False, True, False, True]
    assert "at least 41" in told[1]
    assert ("pdb build 4x4-" in told[1]) == bool(larger_table(SlidingTiles(4, 4)))
    assert "pdb build" not in told[4]


def test_the_table_that_is_named_can_be_built_and_fits() -> None:
    for puzzle in (SlidingTiles(4, 4), SlidingTiles(4, 4, metric="mtm"), SlidingTiles(5, 5), SlidingTiles(3, 3)):
        name = larger_table(puzzle)
        entry = next((each for each in families.registry().list_tables() if each.name == name), None)
        assert entry is None or (not entry.built and name.startswith(f"{puzzle.width}x{puzzle.height}-"))
    assert larger_table(LightsOut(5, 5)) == larger_table(None) == ""
