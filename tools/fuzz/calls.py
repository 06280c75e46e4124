"""Calls of the methods of puzzles with hostile sizes and states, to check that kernels stay inside their arrays.

The results are checked as well: a solution leads to the goal, is not shorter than its bound, and exists if there is no
obstruction. Meant for a library with sanitizers: see `python -m tools.fuzz --help`.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from tools.agree import questions

import solvable
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.puzzle import replay

# The limits of a call, one of which is drawn: short, so that there are many calls, cut off at different points
CALL_SECONDS = (0.002,) * 9 + (0.05,)
# Around the sizes of words
SIDES = (1, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257)
CELLS_MAX = 3_000  # cells
STATES_MAX = 1 << 20  # of a puzzle, if all are counted


Made = Callable[[Any, Any, Random], object]  # a call with the puzzle, the state, and a generator for the rest


class Call(NamedTuple):
    """A method of a puzzle, given by its ID, on a state; the seed draws the other arguments."""

    puzzle: str
    method: str
    state: Any
    seed: int


def draw(rng: Random) -> Call:
    """Return a random call; every twentieth puzzle is large."""
    if rng.random() < 0.5:
        made: Callable[[Random], str] = _large_lights if rng.random() < 0.05 else questions.lights_puzzle
        name, methods = made(rng), LIGHTS
    else:
        sizes = rng.choice((questions.SMALL_TILES,) * 3 + (questions.MEDIUM_TILES, questions.LARGE_TILES))
        name, methods = questions.tiles_puzzle(rng, sizes), TILES
        if rng.random() < 0.05:
            name = f"tiles:{_size(rng)}{rng.choice(questions.TILE_GOALS)}{rng.choice(('', ',mtm'))}"
    state: Any = None
    with suppress(PuzzleError):
        state = _state(_puzzle(name), rng)
    return Call(name, rng.choice([*methods]), state, rng.randrange(1000))


def _size(rng: Random) -> str:
    w = rng.choice(SIDES)
    return f"{w}x{rng.choice([h for h in SIDES if w * h <= CELLS_MAX])}"


def _large_lights(rng: Random) -> str:
    rule, k = rng.choice(("", ",king", ",diagonal", ",plus0", ",cross", ",knight")), rng.choice((2, 2, 2, 3, 4, 5, 6))
    return f"lights:{_size(rng)}{rule}{rng.choice(('', '', ',torus', ',klein'))}{f',mod{k}' if k > 2 else ''}"


@lru_cache(512)  # many methods on one puzzle share its tables
def _puzzle(name: str) -> Any:
    return solvable.parse_puzzle(name)


def _state(puzzle: Any, rng: Random) -> Any:
    """Return a state: a solvable one, any, or an invalid one; as a tuple, a list, rows, bytes, or text."""
    cells = len(puzzle.goal)
    state = list(puzzle.scramble(rng))
    most = max(puzzle.goal, default=0) if not hasattr(puzzle, "k") else puzzle.k - 1
    match rng.randrange(8):
        case 0 if hasattr(puzzle, "k"):
            state = [rng.randint(0, most) for _ in state]
        case 1:
            rng.shuffle(state)
        case 2 if cells > 1:
            a, b = rng.sample(range(cells), 2)
            state[a], state[b] = state[b], state[a]
        case 3 if rng.random() < 0.4 and cells:
            state[rng.randrange(cells)] = rng.choice((-1, most, most + 1, 255, 256, 2**31, 2**63, -(2**63), 2**70, -2))
        case 4 if rng.random() < 0.3:
            state = state[: rng.randint(0, cells)] + [rng.randint(0, 3)] * rng.randint(0, 2)
    match rng.randrange(6):
        case 0:
            return state
        case 1 if all(0 <= each < 256 for each in state):
            return bytes(state)
        case 2:
            return ("array", rng.choice(("u1", "i1", "i2", "u4", "i8", "f8", ">i4", "?")), state)
    return tuple(state)


def _given(state: Any) -> Any:
    """Return a state in the form in which it is passed; an array is not contiguous."""
    if isinstance(state, tuple) and state and state[0] == "array":
        import numpy as np

        with suppress(OverflowError):
            return np.repeat(np.array(state[2], object).astype(state[1]), 2)[::2]
        return state[2]
    return state


def attempt(call: Call) -> None:
    """Make a call; raise AssertionError if its result is wrong."""
    state, rng = _given(call.state), Random(call.seed)
    try:
        puzzle = _puzzle(call.puzzle)
        (LIGHTS if call.puzzle.startswith("lights") else TILES)[call.method](puzzle, state, rng)
    except PuzzleError as error:
        str(error)


def _proved(puzzle: Any, state: Any, find: Callable[[], Any]) -> None:
    """Check a solution, or the proof that there is none."""
    try:
        found = find()
    except UnsolvableError as error:
        if puzzle.obstruction(state) is None:
            raise AssertionError("unsolvable, without an obstruction") from error
        return
    if not _is_goal(puzzle, replay(puzzle, puzzle.state(state), found.moves)):
        raise AssertionError("the moves do not lead to the goal")
    if len(found.moves) < found.lower_bound:
        raise AssertionError("shorter than the bound")
    if puzzle.obstruction(state) is not None:
        raise AssertionError("solved, though there is an obstruction")


def _is_goal(puzzle: Any, state: Any) -> bool:
    free = getattr(puzzle, "free", ())
    return all(a == b for cell, (a, b) in enumerate(zip(state, puzzle.goal, strict=True)) if cell not in free)


def _all_solve(puzzle: Any, state: Any, found: Iterator[Any], most: int) -> None:
    for each in islice(found, most):
        moves = each.moves if hasattr(each, "moves") else each
        if not _is_goal(puzzle, replay(puzzle, puzzle.state(state), moves)):
            raise AssertionError("one of the solutions does not lead to the goal")


def _limits(rng: Random) -> dict[str, Any]:
    return {"seconds": rng.choice(CALL_SECONDS), "workers": rng.choice((1, 1, 2))}


def _solved(method: str) -> Made:
    def call(puzzle: Any, state: Any, rng: Random) -> None:
        _proved(puzzle, state, lambda: getattr(puzzle, method)(state, **_limits(rng)))

    return call


def _each(method: str) -> Made:
    return lambda puzzle, state, rng: _all_solve(
        puzzle, state, getattr(puzzle, method)(state, seconds=rng.choice(CALL_SECONDS)), 8
    )


def _timed(method: str, *, has_state: bool = False) -> Made:
    """Call a method that takes a time limit."""
    return lambda puzzle, state, rng: getattr(puzzle, method)(*(state,) * has_state, seconds=rng.choice(CALL_SECONDS))


def _plain(method: str) -> Made:
    """Call a method with the state, if there is one of that name."""
    return lambda puzzle, state, _: getattr(puzzle, method, puzzle.obstruction)(state)


def _aimed(puzzle: Any, state: Any, rng: Random) -> None:
    other = puzzle.with_goal(state)
    _proved(other, puzzle.goal, lambda: other.optimal(puzzle.goal, **_limits(rng)))


def _exact(puzzle: Any, _: Any, rng: Random) -> None:
    list(puzzle.exact(rng.randint(0, 25), rng.randint(1, 4), rng, seconds=rng.choice(CALL_SECONDS)))


def _moved(method: str) -> Made:
    return lambda puzzle, state, rng: getattr(puzzle, method)(
        state, [rng.randrange(-2, puzzle.cells + 2) for _ in range(3)]
    )


def _counted(method: str) -> Made:
    return lambda puzzle, _, __: getattr(puzzle, method)() if puzzle.k**puzzle.cells <= STATES_MAX else None


def _many(puzzle: Any, _: Any, rng: Random) -> None:
    import numpy as np

    boards = [puzzle.scramble(rng) for _ in range(rng.choice((0, 1, 7, 64, 65)))]
    rows = np.array(boards, rng.choice((np.uint8, np.int64, np.int16))).reshape(len(boards), puzzle.cells)
    solvable.solve_many(puzzle, rows[:: rng.choice((1, 1, 2, -1))], **_limits(rng))


def _rows(_: Any, __: Any, rng: Random) -> None:
    w, h = rng.choice(SIDES), rng.choice(SIDES)
    solvable.solve_rows([rng.getrandbits(w) for _ in range(h)], w)


def _lines(puzzle: Any, state: Any, rng: Random) -> None:
    _solved("optimal")(puzzle.with_metric(rng.choice(("stm", "mtm"))), state, rng)


def _read(puzzle: Any, _: Any, rng: Random) -> None:
    cells = (str(rng.randrange(-1, puzzle.cells + 1)) for _ in range(puzzle.cells))
    puzzle.parse(rng.choice((",", " ", "/", "")).join(cells))


LIGHTS: dict[str, Made] = {
    "solve": _solved("solve"), "optimal": _solved("optimal"), "optimum": _solved("optimal"),
    "solutions": _each("solutions"), "optimal_solutions": _each("optimal_solutions"),
    "nullity": lambda puzzle, _, __: puzzle.nullity, "count": lambda puzzle, _, __: puzzle.count(),
    "quiet_list": lambda puzzle, _, __: list(islice(puzzle.quiet_list(every=True), 50)),
    "press_distribution": _counted("press_distribution"), "chase_table": _counted("chase_table"),
    "fewest_lit": _timed("fewest_lit", has_state=True), "lit_only": _timed("lit_only", has_state=True),
    "worst": _timed("worst"), "with_goal": _aimed, "exact": _exact, "many": _many,
    "rows": _rows, "parse": _read, "apply_all": _moved("apply_all"), "obstruction": _plain("obstruction"),
    "chase": _plain("chase"), "bound": _plain("bound"), "ranks": _plain("ranks"),
}  # fmt: skip
TILES: dict[str, Made] = {
    "solve": _solved("solve"), "optimal": _solved("optimal"), "optimum": _solved("optimal"), "near": _solved("near"),
    "nearer": _solved("near"), "optimal_solutions": _each("optimal_solutions"),
    "count": lambda puzzle, _, __: puzzle.count(), "exact": _exact, "lines": _lines, "with_goal": _aimed,
    "distances": _timed("distances"), "parse": _read, "stages": _plain("stages"),
    "apply_all": _moved("apply_all"), "to_letters": _moved("to_letters"), "obstruction": _plain("obstruction"),
}  # fmt: skip
