"""Names of rows and columns are left out, whatever the table they stand in; what may be cells is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats
from solvable.core.errors import NotationError
from solvable.core.puzzle import Puzzle, State
from solvable.formats.context import without_headings
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

NAMES = {
    "from 0": lambda count: [str(number) for number in range(count)],
    "from 1": lambda count: [str(number) for number in range(1, count + 1)],
    "letters": lambda count: [chr(ord("A") + number) for number in range(count)],
    "small": lambda count: [chr(ord("a") + number) for number in range(count)],
    "prefixed": lambda count: [f"c{number}" for number in range(1, count + 1)],
}


@st.composite
def boards(draw: st.DrawFn) -> tuple[Puzzle, State, list[list[str]]]:
    """A puzzle, a state of it, and the words of its rows; two rows and columns at least."""
    width, height = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    cells = width * height
    if draw(st.booleans()):
        puzzle: Puzzle = SlidingTiles(width, height)
        state = tuple(draw(st.permutations(range(cells))))
        words = [str(tile) for tile in state]
    else:
        puzzle, lit, dark = LightsOut(width, height), *draw(st.sampled_from(["10", "#.", "X."]))
        state = tuple(draw(st.lists(st.integers(0, 1), min_size=cells, max_size=cells)))
        state = (1, 0, *state[2:])  # both signs, as one alone may be lit or dark
        words = [(dark, lit)[cell] for cell in state]
    return puzzle, state, [words[start : start + width] for start in range(0, cells, width)]


def table(rows: list[list[str]], form: str) -> str:
    if form == "blanks":
        wide = max(len(word) for row in rows for word in row)
        return "\n".join(" ".join(word.rjust(wide) for word in row) for row in rows)
    if form == "markdown":
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])
    return "\n".join({"csv": ",", "tsv": "\t"}[form].join(row) for row in rows)


@given(
    boards(),
    st.sampled_from(sorted(NAMES)),
    st.sampled_from(sorted(NAMES)),
    st.sampled_from(["blanks", "markdown", "csv", "tsv"]),
)
def test_named_rows_and_columns(
    board: tuple[Puzzle, State, list[list[str]]], above: str, before: str, form: str
) -> None:
    puzzle, state, rows = board
    head = ["", *NAMES[above](len(rows[0]))]
    named = [head, *([name, *row] for name, row in zip(NAMES[before](len(rows)), rows, strict=True))]
    read = formats.read(table(named, form))
    assert (read.puzzle, read.state) == (puzzle, state)


@given(boards(), st.sampled_from(["letters", "small", "prefixed"]), st.sampled_from(["blanks", "csv", "tsv"]))
def test_letters_above_alone(board: tuple[Puzzle, State, list[list[str]]], above: str, form: str) -> None:
    puzzle, state, rows = board
    if rows[0][0] in "X." or len(state) == 10:
        return  # letters above letters, or above ten tiles of which they may be more, may be a row of the board
    read = formats.read(table([NAMES[above](len(rows[0])), *rows], form))
    assert (read.puzzle, read.state) == (puzzle, state)


@given(st.text(alphabet="01#.XO ABC123:|,\t\n/", max_size=60))
def test_nothing_moves(data: str) -> None:
    bare = without_headings(data)
    assert len(bare) == len(data)
    assert all(new in (old, " ") for new, old in zip(bare, data, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n1 0 1\n0 1 0",  # lamps of four states
        "1 1 0 1\n2 0 1 0\n3 1 1 1",
        "0 1\n1 0 1\n0 1",  # rows of which two are short
        "    1  2  3\n 1  ●  ●  ○\n 2\n 3  ○  ○  ●\n",  # a row is lost
        "A B C\n1 0\n0 1 0",
    ],
)
def test_what_may_be_cells_is_not_left_out(text: str) -> None:
    with pytest.raises(NotationError):
        formats.read(text)
