"""The game by lines, through a real pipe: hints are followed to the goal in both families and both languages."""

import os
import re
import subprocess
import sys
from contextlib import suppress
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_menus_lead_to_a_game_and_arrows_slide() -> None:
    out = played("2", "1")
    assert "tiles:3x2:" in out and "fewest" in out
    out = played("9", "2", "3x3", "copy")
    assert out.count("tiles:3x3:") == 2 and "Type a number from 1 to 2" in out
    out = played("left", "↑ →", "undo", "restart", "redo", board="tiles:3x3:1,2,3/4,0,5/6,7,8")
    assert out.count("│ 4 │ 5 │   │") == 2
    assert "lights:merlin:" in played("merlin")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "size", "puzzle"),
    [("1", "12", "12x12"), ("2", "9", "9x9"), ("1", "2x7", "2x7"), ("2", "3×4", "3x4"), ("2", "15", "4x4")],
)
def test_a_menu_of_levels_takes_sizes(family: str, size: str, puzzle: str) -> None:
    name = ("lights", "tiles")[int(family) - 1]
    assert f"\n{name}:{puzzle}:" in played(family, size)


@pytest.mark.slow
def test_a_size_alone_is_of_the_family_that_is_played_or_told_how_to_be_written() -> None:
    assert "\nlights:2x4:" in played("2x4", board="lights:3x3#1")
    out = played("new 6", "new tiles:3x2", "new hexx", board="lights:3x3#1")  # 6 alone is a lamp
    assert "\nlights:6x6:" in out and "\ntiles:3x2:" in out and "hexx" in out
    assert "\nlights:2x5:" in played("新局 2x5", board="lights:3x3#1", lang="zh")
    out = played("2x7", "6")
    assert "write lights:2x7 or tiles:2x7" in out and "write lights:6x6 or tiles:6x6" in out


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    board = "lights:3x3:110/000/000"
    kept = ("2,2", "save g.json", "save g.sav", "new", "1", "1")
    out = played(*kept, "load g.json", "copy", "undo", "copy", "load g.sav", "copy", "save", "load none",
                 board=board, tmp=tmp_path)  # fmt: skip
    lines = out.splitlines()
    assert lines.count("lights:3x3:100/111/010") == 4
    assert lines.count(board) == 2
    assert "For example: save game.json" in out and "there is no such file" in out


def test_a_saved_game_is_replaced_only_by_a_yes_and_nothing_else_at_all(tmp_path: Path) -> None:
    played("save g.json", board="lights:3x3:110/000/000", tmp=tmp_path)
    saved = (tmp_path / "g.json").read_bytes()
    (tmp_path / "notes.json").write_text("notes")
    (tmp_path / "loop.json").symlink_to("loop.json")
    out = played("2,2", "save g.json", "no", "save g.json", "1,1", "copy", "save notes.json", "save loop.json",
                 "save g.png", "copy", board="lights:3x3:110/000/000", tmp=tmp_path)  # fmt: skip
    assert out.count("Replace it?") == out.count("Not saved") == 2
    assert out.splitlines().count("lights:3x3:010/011/010") == 2  # the line that answered no question was a move
    assert "notes.json exists and is not a saved game" in out and "loop.json: Too many levels" in out
    assert ".json .txt .sav" in out
    assert (tmp_path / "g.json").read_bytes() == saved and (tmp_path / "notes.json").read_text() == "notes"
    out = played("2,2", "save g.json", "yes", board="lights:3x3:110/000/000", tmp=tmp_path)
    assert "Saved as g.json" in out and (tmp_path / "g.json").read_bytes() != saved
    assert {path.name for path in tmp_path.iterdir()} == {"g.json", "notes.json", "loop.json"}


def test_every_line_is_answered() -> None:
    out = played("", "nonsense", "7,7", "solve", "1,1 1,3 2,2 2,3 3,3", "hint", "solve", "help", "lang", "1,1", "撤销",
                 "1 2 3/4 0 5/6 7 8", "copy", "quit", board="lights:3x3:110/000/000")  # fmt: skip
    assert out.count("Not a move or a command") == out.count("There is no move 7,7 here") == 1
    assert "5 moves are left" in out and "Solved with help: 5 moves" in out and out.count("Already solved") == 2
    assert "现在说中文" in out and "tiles:3x3:1,2,3/4,0,5/6,7,8" in out and out.rstrip().endswith("再见。")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "lines"),
    [
        ("tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15", ["10", "10 11", "1,0"]),
        ("tiles:3x3:1,2,3/4,5,6/7,0,8", ["1", "9,9", "b7", "101", "0 0"]),
        ("lights:3x3:110/000/000", ["1", "10", "2,9", "b7", "1 0", "1,1 1,0", "w", "-1", "1;1", "1:1"]),
    ],
)
def test_a_move_that_is_not_possible_is_no_board(board: str, lines: list[str]) -> None:
    out = played(*lines, "copy", board=board).splitlines()
    assert out.count(board) == 2
    said = [line for line in out if re.match(r"Tile \d+ cannot move|There is no move|Not a move", line)]
    assert len(said) == len(lines)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menus_know_the_commands(lang: str, tmp_path: Path) -> None:
    bye, family, level = (sentence(key, lang) for key in ("plain.bye", "plain.family", "plain.level"))
    assert played("quit", "1", lang=lang).splitlines()[-1] == bye
    out = played("1", "help", "撤销", "back", "10", "w", "lang", "lang", "退出", lang=lang)
    assert out.count(level) == 1 and out.count(family) == 4  # at first, after each step back, and in the language again
    assert sentence("plain.menu", lang) in out and out.count(sentence("plain.choose", lang, most=2)) == 2
    assert "lights:3x3" not in out.rpartition(level)[2].partition(family)[2]  # no board was begun
    board = "lights:3x3:110/000/000"
    out = played("1,1", "save g.json", "new", "1", "undo", "undo", "copy", "new", "load none", "load g.json", "undo",
                 "copy", "new", "quit", "copy", lang=lang, board=board, tmp=tmp_path)  # fmt: skip
    assert out.splitlines().count("lights:3x3:000/100/000") == 2 and out.splitlines().count(board) == 2


def test_a_board_that_is_too_large_leads_back_to_the_menu() -> None:
    out = played("1", "99x99", "quit")
    assert "too large" in out and out.count("Which puzzle?") == 2


@pytest.mark.parametrize(("lang", "reason"), [("en", "No such file or directory"), ("zh", "没有这个文件或目录")])
def test_a_file_that_cannot_be_written_or_read_is_named(lang: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"board": 1,\n  bad', "utf-8")
    (tmp_path / "old.json").write_text('{"format": "solvable game", "version": 7}', "utf-8")
    lines = ("save none/g.json", "save ~nobody-here/g.json", "save a\0b", "load ~nobody-here/g.json", "load bad.json")
    out = played(*lines, "load old.json", "load .", lang=lang, board="lights:3x3#1", tmp=tmp_path).splitlines()
    assert f"none/g.json: {reason}" in out and f"~nobody-here/g.json: {reason}" in out
    assert any(line.startswith("bad.json:2:3: JSON") for line in out)
    assert any(line.startswith("old.json: ") for line in out)
    assert any(line.startswith(".: this is a directory" if lang == "en" else ".: 这是目录") for line in out)
    assert not any("Errno" in line for line in out)


def test_an_unsolvable_board_is_said_to_be_one() -> None:
    out = played("hint", "solve", board="tiles:3x3:2,1,3/4,5,6/7,8,0")
    assert out.count("cannot be solved: no move changes the parity") == 3
    out = played("hint", board="lights:1x2,mod3:10")
    assert out.count("the weighted sum of the marked cells") == 2 and "parity" not in out


def test_a_bad_board_is_an_error_and_a_pipe_needs_no_screen() -> None:
    run = subprocess.run(program("nothing"), input="", capture_output=True, text=True, env=environment(), check=False)
    assert run.returncode == 2 and run.stdout == ""
    run = subprocess.run(
        program("lights:3x3#1"), input="", capture_output=True, text=True, env=environment(), check=False
    )
    assert run.returncode == 0 and run.stderr == sentence("plain.terminal", "en") + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bad.json", "none.json", "boards"])
def test_a_file_that_is_none_is_told_as_check_tells_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"board": 1,\n  bad', "utf-8")
    (tmp_path / "boards").mkdir()
    told = [
        subprocess.run(
            [sys.executable, "-m", "solvable", command, name], input="", capture_output=True, text=True, cwd=tmp_path,
            encoding="utf-8", env=environment(), check=False,
        )
        for command in ("play", "check")
    ]  # fmt: skip
    assert told[0].stderr == told[1].stderr and name in told[0].stderr
    assert [run.returncode for run in told] == [2, 2]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("words", "setting"),
    [(["--ascii"], {}), ([], {"SOLVABLE_ASCII": "1"}), ([], {"PYTHONIOENCODING": "latin-1"})],
)
def test_where_only_ascii_is_shown_the_game_is_by_lines(words: list[str], setting: dict[str, str]) -> None:
    pytest.importorskip("textual")
    import termios

    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    game = subprocess.Popen(
        program("tiles:3x3#1", *words), stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
        env=environment() | {"TERM": "xterm"} | setting,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"quit\n")
    with suppress(OSError):  # which Linux raises at the end
        while os.read(ours, 4096):
            pass
    _, err = game.communicate(timeout=60)
    os.close(ours)
    assert (game.returncode, err.decode("ascii").splitlines()[0]) == (0, sentence("plain.ascii", "en"))


def test_an_interrupt_ends_the_game_and_its_reader_says_so() -> None:
    def read(prompt: str) -> str:
        raise KeyboardInterrupt

    lines: list[str] = []
    assert not PlainGame("en", Pen(), read, lines.append).play(None)
    assert lines[-1] == sentence("plain.bye", "en")
