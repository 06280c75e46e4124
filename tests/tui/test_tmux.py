"""Once through a real terminal: tmux plays a board to a win, in colour and without, and the screen shrinks."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest

import solvable
from solvable.game_id import parse

pytest.importorskip("textual")
pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux here")

SOCKET = f"solvable-{os.getpid()}"


def tmux(*words: str) -> str:
    run = subprocess.run(["tmux", "-L", SOCKET, *words], capture_output=True, text=True, encoding="utf-8", check=True)
    return run.stdout


def until(holds: Callable[[str], bool], *, escapes: bool = False) -> str:
    """Return the screen once that holds of it."""
    screen = ""
    for _ in range(300):
        screen = tmux("capture-pane", "-p", *(["-e"] if escapes else []))
        if holds(screen):
            return screen
        sleep(0.1)
    raise AssertionError(screen)


@pytest.fixture(params=["", "1"], ids=["colour", "NO_COLOR"])
def no_colour(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    # each has a server of its own: one that is killed may still be there, and refuse, when the next test begins
    monkeypatch.setattr(sys.modules[__name__], "SOCKET", f"solvable-{os.getpid()}-{request.param}")
    yield request.param
    subprocess.run(["tmux", "-L", SOCKET, "kill-server"], capture_output=True, check=False)


@pytest.mark.slow
def test_a_board_is_played_to_a_win(no_colour: str, tmp_path: Path) -> None:
    board = "lights:3x3:110/000/000"
    source = Path(solvable.__file__).parents[1]
    setting = (
        f"env -u NO_COLOR {'NO_COLOR=1' if no_colour else ''} COLORTERM=truecolor PYTHONPATH={source} LC_ALL=C.UTF-8"
        f" SOLVABLE_CONFIG={tmp_path}"
    )
    program = f"{setting} {sys.executable} -m solvable play {board} --lang en; sleep 60"
    tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", "80", "-y", "24", program)
    until(lambda screen: "Solvable" in screen and "5 moves" in screen)
    coloured = until(lambda screen: "Solvable" in screen, escapes=True)
    assert ("38;2;" in coloured or "48;2;" in coloured) == (not no_colour)
    cursor = 0
    for cell in parse(board)[0].optimal(parse(board)[1]).moves:
        (row, column), (old_row, old_column) = divmod(cell, 3), divmod(cursor, 3)
        keys = ["Down"] * (row - old_row) + ["Right" if column > old_column else "Left"] * abs(column - old_column)
        tmux("send-keys", *keys, "Space")
        cursor = cell
    until(lambda screen: "Solved in 5 moves" in screen)
    tmux("send-keys", "q")
    until(lambda screen: "Solved in" not in screen)
