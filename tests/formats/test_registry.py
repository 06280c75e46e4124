"""What a row of the registry says of texts is necessary for all that its reader accepts or complains of."""

import subprocess
import sys
from random import Random

import pytest

from solvable.core.errors import PuzzleError
from solvable.formats.registry import FORMATS, Row
from solvable.formats.text import Text

from .test_pastes import PASTES

ROWS = [FORMATS.row(name) for name in FORMATS]
INSERTED = "01 /\n,|:#.[]{}()-_xXoOABCgG23456789\tsS=P1*·●○空⬜"


def ignores(row: Row, text: str) -> bool:
    """Whether the reader neither reads a text nor says what is wrong with it."""
    try:
        return row.format.read(Text(text)) is None
    except PuzzleError:
        return False


def texts(number: int) -> list[str]:
    """The pastes, and as many altered ones as are wanted."""
    rng, found = Random(3), [paste.text for paste in PASTES]
    for _ in range(number):
        text = rng.choice(found)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(INSERTED) + text[place + rng.randrange(2) :]
        found.append(text)
    return found


def check(text: str) -> int:
    """Check the formats that are not tried on a text; return how many they are."""
    try:
        read = Text(text)
    except PuzzleError:
        return 0
    if read.is_blank:  # which no reader gets
        return 0
    left_out = [row for row in ROWS if row.may_be is not None and not row.may_be(read)]
    assert all(ignores(row, text) for row in left_out), [row.name for row in left_out if not ignores(row, text)]
    return len(left_out)


def test_no_format_is_left_out_that_has_something_to_say_of_a_paste() -> None:
    assert sum(map(check, texts(0)[::8])) > 20 * len(PASTES) // 8


@pytest.mark.slow
def test_no_format_is_left_out_that_has_something_to_say_of_an_altered_paste() -> None:
    assert sum(map(check, texts(800))) > 20 * 800


def test_the_rows_have_the_names_of_their_formats() -> None:
    assert [row.format.name for row in ROWS] == list(FORMATS)


def test_rows_of_lamps_load_no_reader_of_tiles_or_files() -> None:
    program = "import sys; from solvable.cli import main; main(['check', '110/000/000']); print('loaded', *sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = shown.stdout.rpartition("loaded ")[2].split()
    idle = [
        "algebra_systems",
        "deepcubea",
        "drawing",
        "instances",
        "json_lists",
        "korf",
        "npy",
        "pbm",
        "photo",
        "tatham",
        "wiring",
    ]
    assert "solvable.formats.grid" in loaded
    assert not [name for name in idle if f"solvable.formats.{name}" in loaded]
