"""Wiring by buttons and by lamps: one is the transpose of the other; bare numbers that fit both are asked about."""

from hypothesis import given
from hypothesis import strategies as st

from solvable import formats
from solvable.core.errors import NotationError
from solvable.lights.board import LightsOut


@st.composite
def wirings(draw: st.DrawFn) -> list[list[int]]:
    """For each button the lamps that it toggles, from 0; no button is without lamps."""
    lamps = draw(st.integers(1, 5))
    lists = st.lists(st.integers(0, lamps - 1), min_size=1, max_size=lamps, unique=True)
    return [*draw(st.lists(lists, min_size=1, max_size=6)), [lamps - 1]]


def by_lamp(toggles: list[list[int]], lamps: int) -> list[list[int]]:
    return [[button for button, toggle in enumerate(toggles) if lamp in toggle] for lamp in range(lamps)]


def lines(lists: list[list[int]], head: str, tail: str) -> list[str]:
    return [
        f"{head}{number}: {tail}{' '.join(str(other + 1) for other in each)}"
        for number, each in enumerate(lists, start=1)
    ]


def puzzle_of(toggles: list[list[int]], lamps: int) -> LightsOut:
    return LightsOut(lamps, 1, rule=tuple(tuple((lamp, 1) for lamp in sorted(toggle)) for toggle in toggles))


@given(wirings())
def test_words_say_the_sense_and_bare_numbers_are_never_guessed(toggles: list[list[int]]) -> None:
    lamps = toggles[-1][0] + 1
    start, puzzle, transposed = " ".join("1" * lamps), puzzle_of(toggles, lamps), by_lamp(toggles, lamps)
    assert formats.read("\n".join([start, *lines(toggles, "button ", "lamps ")])).puzzle == puzzle
    assert formats.read("\n".join([start, *lines(transposed, "light ", "buttons ")])).puzzle == puzzle
    bare = "\n".join([start, *lines(toggles, "", "")])
    try:
        read = formats.read(bare)
    except NotationError as error:
        assert error.expected == "--format wiring or --format wiring-by-lamp"
        assert formats.read(bare, format="wiring").puzzle == puzzle
        other = formats.read(bare, format="wiring-by-lamp").puzzle
        assert other == puzzle_of(by_lamp(toggles, max(map(max, toggles)) + 1), len(toggles))
    else:
        assert read.puzzle == puzzle


def test_an_advent_of_code_machine_needs_two_presses() -> None:
    for line, fewest in (
        ("[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}", 2),
        ("[...#.] (0,2,3,4) (2,3) (0,4) (0,1,2) (1,2,3,4) {7,5,12,7,2}", 3),
        ("[.###.#] (0,1,2,3,4) (0,3,4) (0,1,2,4,5) (1,2) {10,11,11,5,10,5}", 2),
    ):
        board = formats.read(line)
        assert len(board.puzzle.optimal(board.state).moves) == fewest
