"""The game by lines, through a real pipe: hints are followed to the goal in both families and both languages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from solvable.messages import LANGUAGES, sentence
from solvable.render.text import Pen
from solvable.tui.plain import PlainGame

HINT = {"en": "hint", "zh": "提示"}
NEXT = {lang: sentence("plain.hint", lang, move="") for lang in LANGUAGES}


def program(*words: str) -> list[str]:
    return [sys.executable, "-m", "solvable", "play", *words]


def environment() -> dict[str, str]:
    return os.environ | {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "board", ["lights:5x5#3", "tiles:3x3#3", "lights:3x3,mod3#1", "tiles:theta0#1", "lights:gale-berlekamp#2"]
)
def test_hints_are_followed_to_the_goal_through_a_pipe(board: str, lang: str) -> None:
    words, pipe = program(board, "--plain", "--lang", lang), subprocess.PIPE
    game = subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", env=environment(), bufsize=1
    )
    assert game.stdin is not None and game.stdout is not None
    game.stdin.write(HINT[lang] + "\n")
    game.stdin.flush()
    won = False
    for line in game.stdout:
        if line.startswith(NEXT[lang]):
            game.stdin.write(line.removeprefix(NEXT[lang]).strip() + "\n" + HINT[lang] + "\n")
            game.stdin.flush()
        elif line.startswith("Solved with help" if lang == "en" else "借助提示完成"):
            won = True
            break
    out, err = game.communicate("quit\n", timeout=30)
    assert won and (game.returncode, err) == (0, "")
    assert out.rstrip().endswith(sentence("plain.bye", lang))


def played(*lines: str, lang: str = "en", board: str | None = None, tmp: Path | None = None) -> str:
    """What is written to a player who types these lines and then ends the input."""
    words = [*([board] if board else []), "--plain", "--lang", lang]
    run = subprocess.run(
        program(*words), input="".join(f"{line}\n" for line in lines), capture_output=True, text=True,
        encoding="utf-8", env=environment(), cwd=tmp, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_the_menus_lead_to_a_game_and_arrows_slide() -> None:
    out = played("2", "1")
    assert "tiles:3x2:" in out and "fewest" in out
    out = played("9", "2", "3x3", "copy")
    assert out.count("tiles:3x3:") == 2 and "Type a number from 1 to 2" in out
    out = played("left", "↑ →", "undo", "restart", "redo", board="tiles:3x3:1,2,3/4,0,5/6,7,8")
    assert out.count("│ 4 │ 5 │   │") == 2
    assert "lights:merlin:" in played("merlin")


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    board = "lights:3x3:110/000/000"
    kept = ("2,2", "save g.json", "save g.sav", "new", "1", "1")
    out = played(*kept, "load g.json", "copy", "undo", "copy", "load g.sav", "copy", "save", "load none",
                 board=board, tmp=tmp_path)  # fmt: skip
    lines = out.splitlines()
    assert lines.count("lights:3x3:100/111/010") == 4
    assert lines.count(board) == 2
    assert "For example: save game.json" in out and "there is no such file" in out


def test_every_line_is_answered() -> None:
    out = played("", "nonsense", "7,7", "solve", "1,1 1,3 2,2 2,3 3,3", "hint", "solve", "help", "lang", "1,1", "撤销",
                 "1 2 3/4 0 5/6 7 8", "copy", "quit", board="lights:3x3:110/000/000")  # fmt: skip
    assert out.count("Not a move or a command") == 2
    assert "5 moves are left" in out and "Solved with help: 5 moves" in out and out.count("Already solved") == 2
    assert "现在说中文" in out and "tiles:3x3:1,2,3/4,0,5/6,7,8" in out and out.rstrip().endswith("再见。")


def test_an_unsolvable_board_is_said_to_be_one() -> None:
    out = played("hint", "solve", board="tiles:3x3:2,1,3/4,5,6/7,8,0")
    assert out.count("cannot be solved") == 3


def test_a_bad_board_is_an_error_and_a_pipe_needs_no_screen() -> None:
    run = subprocess.run(program("nothing"), input="", capture_output=True, text=True, env=environment(), check=False)
    assert run.returncode == 2 and run.stdout == ""
    run = subprocess.run(
        program("lights:3x3#1"), input="", capture_output=True, text=True, env=environment(), check=False
    )
    assert run.returncode == 0 and run.stderr == sentence("plain.terminal", "en") + "\n"


def test_an_interrupt_ends_the_game_and_its_reader_says_so() -> None:
    def read(prompt: str) -> str:
        raise KeyboardInterrupt

    lines: list[str] = []
    assert not PlainGame("en", Pen(), read, lines.append).play(None)
    assert lines[-1] == sentence("plain.bye", "en")
