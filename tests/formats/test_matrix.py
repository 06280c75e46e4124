"""Every pair of a writer and a reader: a board goes out in one format, from there into another, and back unchanged.

What a format does not say it refuses, so a chain of conversions either ends with the same board or stops with a reason.
`KEPT` says which formats hold which kinds of boards. `SOLVABLE_CASES=500 python -m pytest tests/formats/test_matrix.py`
takes five hundred boards a pair.
"""

import os
from functools import cache
from random import Random

import pytest

from solvable import families, formats, game_id
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle, State

WRITERS = [name for name, row in formats.FORMATS.items() if row.write]
LAMPS = "grid dots uva xo wb yw signs stars emoji header pbm "
LAMPS += "ticks paper blocks words rings white crosses ones on-off tf shapes"
KEPT = {  # kind of board → the formats that hold all boards of the kind
    "lights:5x4": f"id json flip save sage gap {LAMPS}",
    "lights:1x1": f"id json flip save sage gap {LAMPS}",
    "lights:6x6": f"id json flip save sage gap coords square {LAMPS}",
    "lights:3x3,torus": "id json flip save sage gap",
    "lights:4x2,king,mod3": "id json sage gap",
    "lights:3x3,dead=4": "id json sage gap",
    "lights:3x2,goal=110/001": "id json sage gap",
    "lights:merlin": "id json sage gap",
    "lights:graph=4;0-1;1>2;2-3": "id json flip save wiring switches sage gap",
    "tiles:4x4": "id json letters rows pipes fifteen save compact hex sage gap",
    "tiles:3x3": "id json letters rows pipes fifteen save compact sage gap",
    "tiles:5x3": "id json letters rows pipes fifteen save hex sage gap",
    "tiles:4x4,goal=blank-first": "id json korf hackerrank sage gap",
    "tiles:3x3,goal=spiral": "id json 42 sage gap",
    "tiles:3x2,mtm": "id json sage gap",
    "tiles:5x1": "id json",
    "tiles:petersen": "id json",
    "tiles:3x3,dead=4": "id json",
    "tiles:2x2,goal=AB/C_": "id json",
}
BOARDS = int(os.environ.get("SOLVABLE_CASES", "60"))
"""For every pair of a writer and a reader, over all kinds that both hold."""


@cache
def boards(kind: str, number: int) -> tuple[State, ...]:
    puzzle, random = game_id.parse_puzzle(kind), Random(kind)
    return tuple(puzzle.scramble(random) for _ in range(number))


@cache
def written(kind: str, state: State, name: str) -> str:
    return formats.write(game_id.parse_puzzle(kind), state, name)


def same(one: Puzzle, other: Puzzle) -> bool:
    return one == other or families.of(one).plays_like(one, other)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KEPT)
def test_each_kind_of_board_is_held_by_the_formats_that_say_so(kind: str) -> None:
    held = set(WRITERS)
    for state in boards(kind, 20):
        for name in WRITERS:
            try:
                written(kind, state, name)
            except PuzzleError:
                held.discard(name)
    assert held == set(KEPT[kind].split())


@pytest.mark.slow
@pytest.mark.parametrize("first", WRITERS)
def test_a_board_goes_through_any_two_formats(first: str) -> None:
    held = {kind: set(names.split()) for kind, names in KEPT.items()}
    for second in WRITERS:
        kinds = [kind for kind, names in held.items() if {first, second} <= names]
        for kind in kinds:
            puzzle = game_id.parse_puzzle(kind)
            for state in boards(kind, -(-BOARDS // len(kinds))):
                middle = read(written(kind, state, first), first)
                assert middle == (puzzle, state)
                assert read(written(kind, state, second), second) == middle


@cache
def read(text: str, name: str) -> tuple[Puzzle, State]:
    """Return the board of a text, its puzzle as the one of `KEPT` where it is the same game."""
    board = formats.read(text, format=name)
    known = map(game_id.parse_puzzle, KEPT)
    return next((puzzle for puzzle in known if same(puzzle, board.puzzle)), board.puzzle), board.state
