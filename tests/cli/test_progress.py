"""Ctrl-C stops a search with its best; progress is shown on a live terminal and nowhere else."""

import os
import signal
import sys

import pytest

from solvable.cli.progress import Watch
from solvable.cli.terminal import Terminal, listening
from solvable.errors import BudgetExceededError
from solvable.render.text import Pen

QUIET = Terminal("en", Pen(), Pen(), is_live=False)
LIVE = Terminal("en", Pen(), Pen(), is_live=True)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_the_first_interrupt_asks_and_the_second_insists() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Watch(QUIET) as watch:
        assert watch(1, None, 10) is True
        os.kill(os.getpid(), signal.SIGINT)
        assert watch(1, None, 10) is False
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_search_that_stops_when_asked_is_an_interrupt_not_a_limit() -> None:
    with pytest.raises(KeyboardInterrupt), Watch(QUIET) as watch:
        watch.is_cancelled = True
        raise BudgetExceededError("the search was cancelled", 5)
    with pytest.raises(BudgetExceededError), Watch(QUIET):
        raise BudgetExceededError("no proof in time", 5)


def test_progress_is_told_on_a_live_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    with Watch(QUIET, 5.0) as watch:
        watch.shown = 0.0
        watch(40, 53, 10**6)
    assert capsys.readouterr() == ("", "")
    with Watch(LIVE, 5.0) as watch:
        watch.shown = 0.0
        watch(40, 53, 10**6)
        watch(41, 53, 10**6)  # too soon after the last one
    shown = capsys.readouterr().err
    assert "best 53, at least 40 · 1,000,000 nodes" in shown
    assert "left" in shown
    assert "at least 41" not in shown
    assert shown.endswith("\r\x1b[K")


def test_what_the_library_logs_becomes_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    import logging

    with listening(QUIET):
        logging.getLogger("solvable.tables").warning("a table is damaged")
    logging.getLogger("solvable.tables").info("nobody listens now")
    assert capsys.readouterr().err == "a table is damaged\n"
