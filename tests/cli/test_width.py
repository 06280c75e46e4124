"""Help pages and answers fit the terminal; only commands to be copied may be longer than a line."""

from typing import TYPE_CHECKING

import pytest

from solvable.cli.app import ROWS
from solvable.messages import LANGUAGES
from solvable.render.text import cut, display_width

if TYPE_CHECKING:
    from tests.cli.conftest import Cli


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_help_fits_the_terminal(cli: "Cli", lang: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for words in [[], *([row.name] for row in ROWS), ["pdb", "build"]]:
        page = cli(*words, "--help", "--lang", lang).out
        told = [line for line in page.splitlines() if not line.startswith("  solvable ")]
        assert page
        assert max(map(display_width, told)) <= width, words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        "chase lights:5x5#1",
        "chase 10000/00000/00000/00000/00000",
        "chase --table lights:3x3",
        "count lights:5x5",
        "quiet lights:5x5",
        "solve lights:5x5#1",
        "solve lights:5x5#1 --all 2",
        "check lights:4x4,mod3:1000/0000/0000/0000",
        "check lights:20x20#1",
    ],
)
def test_answers_fit_the_terminal(cli: "Cli", lang: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "58")
    shown = cli(*words.split(), "--lang", lang)
    assert shown.code in (0, 1)
    assert max(map(display_width, shown.out.splitlines())) <= 58


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", ["check 1,3,2/4,5,6/7,8,0", "count lights:4x4", "convert --list"])
def test_tables_fit_a_narrow_terminal(cli: "Cli", lang: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = cli(*words.split(), "--lang", lang)
    assert shown.code in (0, 1)
    assert max(map(display_width, shown.out.splitlines())) <= 40


@pytest.mark.parametrize(("text", "narrow", "wide"), [("α①“x”", 5, 7), ("●○│─…", 5, 5), ("中α", 3, 4), ("abc", 3, 3)])
def test_ambiguous_characters_are_as_wide_as_the_terminal_is_said_to_show_them(
    text: str, narrow: int, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert display_width(text) == narrow
    monkeypatch.setenv("SOLVABLE_AMBIGUOUS", "wide")
    assert display_width(text) == wide


@pytest.mark.parametrize("words", ["solve 110/000/000", "check 1,3,2/4,5,6/7,8,0", "quiet lights:5x5"])
def test_a_terminal_of_wide_marks_is_shown_those_of_ascii(
    cli: "Cli", words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_AMBIGUOUS", "wide")
    shown = cli(*words.split(), "--lang", "en")
    assert shown.out.isascii() and "\n" in shown.out


@pytest.mark.parametrize("wide", ["", "wide"])
@pytest.mark.parametrize("text", ["a" * 99, "中文" * 40, "ααα " * 30, "a word " * 20 + "\nand another line", "short"])
def test_a_status_is_one_line_cut_to_the_width(text: str, wide: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_AMBIGUOUS", wide)
    for width in (1, 20, 79):
        line = cut(text, width)
        assert display_width(line) <= width and "\n" not in line
        assert line == text.splitlines()[0] or line.endswith("…")
