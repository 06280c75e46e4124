"""Help pages fit the terminal; only usage lines and commands to be copied may be longer than a line."""

from typing import TYPE_CHECKING

import pytest

from solvable.cli.app import COMMANDS
from solvable.messages import LANGUAGES
from solvable.render.text import display_width

if TYPE_CHECKING:
    from tests.cli.conftest import Cli


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_help_fits_the_terminal(cli: "Cli", lang: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for words in [[], *([name] for _, name, _ in COMMANDS), ["pdb"], ["pdb", "build"]]:
        page = cli(*words, "--help", "--lang", lang).out
        told = [line for line in page.splitlines() if not line.startswith("  solvable ")]
        assert page
        assert max(map(display_width, told)) <= width, words
