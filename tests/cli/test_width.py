"""Help pages and answers fit the terminal; only commands to be copied may be longer than a line."""

from typing import TYPE_CHECKING

import pytest

from solvable.cli.app import ROWS
from solvable.messages import LANGUAGES
from solvable.render.text import display_width

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
