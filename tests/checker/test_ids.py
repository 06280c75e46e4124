"""The checker reads game IDs a second time: none that the program refuses, and every one that it writes."""

import re
from random import Random

import pytest

from solvable import game_id
from solvable.checker.lights import claims as lights_claims
from solvable.checker.lights import wiring
from solvable.checker.report import WrongError
from solvable.checker.tiles import claims, graphs, shapes
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle

HEADS = [
    "1x1", "2x2", "3x3", "3x2", "1x4", "0x3", "3x0", "2x3x2", "03x3", "15", "theta0", "petersen", "cube", "star5",
    "star1", "star0", "cycle5", "cycle2", "cycle03", "wheel5", "wheel3", "path1", "path0", "complete4", "complete1",
    "bipartite2x3", "bipartite0x3", "graph=4;0-1;1-2-3", "graph=3;0-1", "graph=0", "graph=3;0-0",
    "graph=4;0-1;0-1-2-3", "graph=3;0-1;1-2;", "graph0=3;0-1", "graph=3;0>1;2-1", "graph=3", "graph=5;",
    "2147483648x1",
]  # fmt: skip
OPTIONS = [
    "mtm", "stm", "dead=4", "dead=", "dead=0.0", "dead=0.8", "dead=9", "dead=4.", "dead=04", "goal=blank-first",
    "goal=blank-last", "goal=spiral", "goal=", "goal=AB_C", "goal=1,2/3,0", "goal=3,1,2,0", "goal=1120",
    "goal=110/000/000", "goal=000000000", "goal=11/1111111", "goal=A_", "goal=12-/45_/678", "goal=1,2,-/4,5,0/6,7,3",
    "goal=ABCDEFGH_", "goal=A,1/2,_", "fixed=0", "fixed=9", "fixed=", "mod2", "mod3", "mod1", "mod0", "mod02",
    "mod2147483647", "mod2147483648", "mod10", "mod11", "mod99999999999", "torus", "plane", "plus", "king",
    "cylinder", "cross", "hex", "knight0", "matrix=8", "matrix=d874", "matrix=D874", "matrix=fff",
    "toggles=0.1/1/2/3", "toggles=0*2/1/2/3", "toggles=0.0/1", "toggles=", "toggles=/", "toggles=0*0/1/2/3",
    "toggles=4/1", "toggles=0*3.1/2/1/3", "rules", "goal",
]  # fmt: skip
MARKS = ["", "x", "0", ",", "=", "-", ".", "9", "A", "/", "_", ";", "*", "1"]


def params(rng: Random) -> str:
    """Return what may stand between the colons of an ID, now and then damaged."""
    words = [rng.choice(HEADS), *(rng.choice(OPTIONS) for _ in range(rng.choice((0, 1, 1, 2, 2, 3))))]
    text = ",".join(words)
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(MARKS) + text[at + 1 :]
    return text


def accepts(family: str, options: str) -> bool:
    """Return whether the checker reads the options."""
    try:
        if family == "lights":
            wiring.wiring_of(options)
        elif shapes.concerns(options):
            shapes.shape(options)
        else:
            claims.board_of(options)
    except WrongError:
        return False
    return True


def program(text: str) -> Puzzle | None:
    try:
        return game_id.parse_puzzle(text)
    except PuzzleError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("family", ["lights", "tiles"])
def test_checker_and_program_read_the_same_puzzles(family: str, seed: int) -> None:
    rng, read = Random(seed), 0
    for _ in range(1500):
        options = params(rng)
        puzzle = program(f"{family}:{options}")
        assert puzzle is not None or not accepts(family, options), options
        if puzzle is not None:
            read += 1
            own = game_id.format_puzzle(puzzle).partition(":")[2]
            assert accepts(family, own) or re.fullmatch("[a-z].*", own), (
                own
            )  # a name, whose rules the answer writes out
    assert read > 100


PUZZLES = ["lights:3x2", "lights:2x2,mod3", "lights:3x2,mod12", "lights:graph=3;0-1", "tiles:3x2", "tiles:2x2,mtm",
           "tiles:3x2,dead=0", "tiles:cycle5", "tiles:3x2,goal=1,1,2/2,3,0", "tiles:cycle6,goal=AB_ABB"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("text", PUZZLES)
def test_checker_and_program_read_the_same_cells(text: str) -> None:
    family, _, options = text.partition(":")
    puzzle, rng = game_id.parse_puzzle(text), Random(text)
    read = 0
    for _ in range(1500):
        cells = puzzle.format(puzzle.scramble(rng))
        for _ in range(rng.randrange(3)):
            at = rng.randrange(len(cells))
            cells = cells[:at] + rng.choice(MARKS) + cells[at + rng.randrange(2) :]
        fields = {"board": f"{text}:{cells}"}
        try:
            if family == "lights":
                own = tuple(lights_claims.state_of(fields, options, wiring.wiring_of(options)))
            elif shapes.concerns(options):
                own = tuple(graphs.state_of(fields, options, shapes.shape(options)))
            else:
                own = tuple(claims.state_of(fields, options, claims.board_of(options)))
        except WrongError:
            own = None
        try:
            wanted = puzzle.parse(cells)
        except PuzzleError:
            wanted = None
        assert own in (None, wanted), cells
        if wanted is not None and cells == puzzle.format(wanted):
            read += 1
            assert own == wanted
    assert read > 100
