"""Boards as input of computer algebra systems, SageMath and GAP: matrices for lights, permutations for tiles.

Lights: A has a row for each press, what it adds to each cell, over Z/k; the presses x of a solution have x A = goal −
state, which the last lines solve; GAP does so over fields, for other k over the integers. Tiles on a board of rows:
with the blank brought home, a state is a permutation of the other cells. Those of the states that reach the goal are a
group, made by a three-cycle for each square of four cells: the even ones (Johnson & Story 1879; Wilson 1974). Cells are
numbered from 1, as both systems number points.

What is written begins with the game ID as a comment. It is read back from there, if all that follows is what that
board gives; a file that was changed by hand is refused.
"""

from collections.abc import Callable, Iterator
from itertools import zip_longest

from solvable import game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Move, Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text
from solvable.lights.algebra.modular import factor
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

ENTRIES_MAX = 4_000_000  # of a matrix
CELLS_MAX = 400  # of a board of tiles

Writer = Callable[[Puzzle, State], str]
Permutation = tuple[int, ...]  # by cell, from 0


def _walk(width: int, start: int, end: int) -> list[Move]:
    """Return the cells that the blank goes through from `start` to `end`: along its row, then along the column."""
    turn = start - start % width + end % width
    across, down = 1 if turn > start else -1, width if end > turn else -width
    return [*range(start, turn, across), *range(turn, end, down), end][1:]


def permutation(puzzle: SlidingTiles, state: State) -> Permutation:
    """Return where the tile in each cell is at home, after the blank has gone home along its row and column."""
    single = puzzle.with_metric("stm")
    settled = single.apply_all(state, _walk(puzzle.width, state.index(0), puzzle.homes[0]))
    return tuple(puzzle.homes[tile] for tile in settled)


def generators(puzzle: SlidingTiles) -> Iterator[Permutation]:
    """Yield for each square of four cells what it does to send the blank there, once round it, and home again."""
    w, home, single = puzzle.width, puzzle.homes[0], puzzle.with_metric("stm")
    for row in range(puzzle.height - 1):
        for column in range(w - 1):
            corner = row * w + column
            there, around = _walk(w, home, corner), [corner + 1, corner + w + 1, corner + w, corner]
            back = [*there[-2::-1], home] if there else []  # by the way it came, so that only the square is left
            yield permutation(puzzle, single.apply_all(puzzle.goal, [*there, *around, *back]))


def cycles(found: Permutation) -> list[tuple[int, ...]]:
    """Return the cycles of a permutation, of two points or more, the points from 1."""
    seen, made = set[int](), []
    for start in range(len(found)):
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start + 1)
            start = found[start]  # noqa: PLW2901 - the cycle is walked
        if len(cycle) > 1:
            made.append(tuple(cycle))
    return made


def _written(found: Permutation) -> str:
    return "".join("(" + ",".join(map(str, cycle)) + ")" for cycle in cycles(found)) or "()"


def _lights(puzzle: Puzzle, name: str) -> LightsOut | None:
    """Return `puzzle` if it is of lights; raise PuzzleError if its matrix is too large to be written."""
    if not isinstance(puzzle, LightsOut):
        return None
    if puzzle.cells * puzzle.presses > ENTRIES_MAX:
        message = msg("the format {name} is for matrices of at most {most:,} numbers", name=name, most=ENTRIES_MAX)
        raise PuzzleError(message)
    return puzzle


def _tiles(puzzle: Puzzle, name: str) -> SlidingTiles:
    if isinstance(puzzle, SlidingTiles) and min(puzzle.width, puzzle.height) > 1 and puzzle.cells <= CELLS_MAX:
        return puzzle
    template = "the format {name} is for lights, and for boards of tiles from 2 × 2 to {most} cells"
    raise PuzzleError(msg(template, name=name, most=CELLS_MAX))


def _sage(puzzle: Puzzle, state: State) -> str:
    head = f"# {game_id.format_board(puzzle, state)}"
    if lights := _lights(puzzle, "sage"):
        rows = ",\n".join(f"  {list(row)}" for row in lights.matrix())
        ring = f"R = Zmod({lights.k})"
        vectors = f"state = vector(R, {list(state)})\ngoal = vector(R, {list(lights.goal)})"
        solved = "x = A.solve_left(goal - state)  # how often each is pressed"
        return f"{head}\n{ring}\nA = matrix(R, [\n{rows}\n])\n{vectors}\n{solved}"
    tiles = _tiles(puzzle, "sage")
    made = ",\n".join(f'  "{_written(each)}"' for each in generators(tiles))
    group = f"G = PermutationGroup([\n{made}\n], domain=range(1, {tiles.cells + 1}))"
    element = f'p = SymmetricGroup({tiles.cells})("{_written(permutation(tiles, state))}")'
    return f"{head}\n{group}\n{element}\np in G  # whether it is solvable"


def _gap(puzzle: Puzzle, state: State) -> str:
    head = f"# {game_id.format_board(puzzle, state)}"
    if lights := _lights(puzzle, "gap"):
        rows = ",\n".join(f"  {list(row)}" for row in lights.matrix())
        if len(powers := factor(lights.k)) > 1 or powers[0][1] > 1:
            return f"{head}\nA := [\n{rows}\n];;\n{_gap_integers(lights, state)}"
        unit = f"one := One(Integers mod {lights.k});;"
        vectors = f"state := {list(state)} * one;;\ngoal := {list(lights.goal)} * one;;"
        solved = "x := SolutionMat(A, goal - state);  # how often each is pressed; fail: never"
        return f"{head}\n{unit}\nA := [\n{rows}\n] * one;;\n{vectors}\n{solved}"
    tiles = _tiles(puzzle, "gap")
    made = ",\n".join(f"  {_written(each)}" for each in generators(tiles))
    element = f"p := {_written(permutation(tiles, state))};;"
    return f"{head}\nG := Group([\n{made}\n]);;\n{element}\np in G;  # whether it is solvable"


def _gap_integers(lights: LightsOut, state: State) -> str:
    """Return the rest of a file where Z/k is no field: over the integers, multiples of k being added to each cell."""
    k, wide = lights.k, f"Concatenation(A, {lights.k} * IdentityMat({lights.cells}))"
    vectors = f"state := {list(state)};;\ngoal := {list(lights.goal)};;\nx := SolutionIntMat({wide}, goal - state);;"
    reduced = f"if x <> fail then x := x{{[1..{lights.presses}]}} mod {k}; fi;"
    return f"{vectors}\n{reduced}\nx;  # how often each is pressed; fail: never"


def _reader(write: Writer, sign: str) -> Callable[[Text], Reading | None]:
    """Return the reader of what `write` writes; `sign` is in all of that, and in nothing of the other system."""

    def read(text: Text) -> Reading | None:
        lines = text.typed.strip().split("\n")
        if not lines[0].startswith("# ") or not any(sign in line for line in lines[1:3]):
            return None
        try:
            puzzle, state = game_id.parse(lines[0][2:].strip())
        except NotationError as error:
            raise text.fault(error.message, error.expected, 0) from None
        ours = write(puzzle, state).split("\n")
        for number, (line, wanted) in enumerate(zip_longest(lines, ours, fillvalue=""), start=1):
            if line.rstrip() != wanted.rstrip():
                problem = msg("line {line} is not what this board gives", line=number)
                raise text.fault(problem, "a file as it was written", 0)
        return Reading(puzzle, state)

    return read


SAGE = Format("sage", "for SageMath: matrix and vectors of lights, group of tiles", _reader(_sage, " = "), _sage)
GAP = Format("gap", "for GAP: matrix and vectors of lights, group of tiles", _reader(_gap, " := "), _gap)
