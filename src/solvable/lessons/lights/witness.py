"""Why a board has no solution: a set of lamps that every button touches evenly, of which an odd number are lit.

If yᵀA = 0, no press changes the sum of the lamps weighted by y, and at the goal it is 0. If it is not 0, there is no
solution; if it is 0 for every such y, there is one, since the columns of A span exactly the vectors orthogonal to these
y.
"""

from collections.abc import Iterator, Sequence
from math import prod

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import Board, judged, lamps, verdict
from solvable.lessons.lights.linear import reduced

SHOWN = 4  # sets that are drawn if none refutes the board


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    done = board.system()
    across = [[row[column] for row in board.matrix()] for column in range(len(board.buttons))]
    transposed = reduced(across, [0] * len(across), board.k)
    sets = transposed.null_basis()
    steps = [*board.opening(), step("lesson.lights.witness.what", scene=board.see(board.state))]
    number = "lesson.lights.witness.number" if board.k == 2 else "lesson.lights.witness.weighed.number"
    orders = transposed.orders
    facts: dict[str, object] = {"sets": [list(y) for y in sets], "orders": list(orders)}
    steps.append(step(number, facts=facts, n=len(sets), k=board.k))
    wrong = next((y for y in sets if _sum(board, y)), None)
    for y in [wrong] if wrong is not None else sets[:SHOWN]:
        steps += _weighed(board, y)
    kind = "refuted" if wrong is not None else "passed" if sets else "free"
    if kind == "passed" and not board.is_prime:
        all_sets, states = prod(orders), board.k ** len(board.cells)
        facts = {"number": str(all_sets), "states": str(states), "reached": str(done.span)}
        steps.append(step("lesson.lights.witness.counted", facts=facts, number=all_sets, states=states,
                          reached=done.span))  # fmt: skip
    else:
        steps.append(step(f"lesson.lights.witness.{kind}", n=len(sets)))
    presses = None if wrong is not None else board.presses(done.solution())
    steps.append(verdict(board, presses))
    return Lesson("witness", "lights", state, judged(presses), tuple(steps), presses or ())


def _sum(board: Board, y: Sequence[int]) -> int:
    return sum(weight * board.state[cell] for weight, cell in zip(y, board.cells, strict=True)) % board.k


def _weighed(board: Board, y: tuple[int, ...]) -> Iterator[Step]:
    """Yield the set, the number of its lamps that each button touches, and the number that are lit."""
    chosen = {cell: weight for cell, weight in zip(board.cells, y, strict=True) if weight}
    two = board.k == 2
    names = tuple(board.place(cell) + ("" if two else f"×{weight}") for cell, weight in chosen.items())
    key = "lesson.lights.witness.set" if two else "lesson.lights.witness.weighed.set"
    yield step(key, scene=board.see(board.state, weights=chosen), cells=names, n=len(names))
    touched = {
        press: sum(w * board.adds[press][cell] for w, cell in zip(y, board.cells, strict=True))
        for press in board.buttons
    }
    facts: dict[str, object] = {"weights": list(y), "touched": list(touched.values())}
    yield step(
        "lesson.lights.witness.even" if two else "lesson.lights.witness.multiple",
        table=_grid(board, touched), facts=facts, k=board.k,
    )  # fmt: skip
    lit = [cell for cell in chosen if board.state[cell]]
    total = sum(w * board.state[cell] for w, cell in zip(y, board.cells, strict=True))
    kind = ("even" if total % 2 == 0 else "odd") if two else ("multiple" if total % board.k == 0 else "rest")
    facts = {"weights": list(y), "total": total}
    scene = board.see(board.state, points=lit if two else (), weights=chosen)
    yield step(f"lesson.lights.witness.lit.{kind}", scene=scene, facts=facts, n=total, k=board.k)


def _grid(board: Board, touched: dict[int, int]) -> Table | None:
    """Return, for each button of the board, the number of lamps of the set that it touches."""
    if not board.on_cells:
        return None
    cells = [str(touched[cell]) if cell in touched else "" for cell in range(board.width * board.height)]
    rows = tuple(tuple(cells[start : start + board.width]) for start in range(0, len(cells), board.width))
    return Table(rows, is_matrix=True)
