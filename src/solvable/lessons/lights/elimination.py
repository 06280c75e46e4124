"""Gaussian elimination on the user's board, one pivot a step; each row is an equation between buttons of the board.

The unknown x_i is the number of presses of button i, and each lamp gives one equation. A row operation does not change
the set of solutions: adding a row can be undone, and a multiple of a row appended below adds no information. The rows
are reduced in the end, so the solution can be read off; if k is composite, from the last row up.
"""

from collections.abc import Callable
from math import gcd, prod

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import WRITTEN, Board, judged, lamps, numbers, verdict
from solvable.lessons.lights.linear import Matrix, Pivot, Reduced, finished, reduce


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    steps = board.opening()
    rows = [[*row, value] for row, value in zip(board.matrix(), board.right(), strict=True)]
    steps += _system(board, rows)
    pivots = []
    for pivot in reduce(rows, len(board.buttons), board.k):
        pivots.append(pivot)
        steps.append(_PARTS[pivot.part](board, rows, pivot))
    done = finished(rows, pivots, board.k)
    steps += (_ranks if board.is_prime else _spans)(board, done)
    presses = None
    if done.is_consistent:
        presses = board.presses(done.solution())
        steps.append(_read(board, done.solution()))
    steps.append(verdict(board, presses))
    return Lesson("elimination", "lights", state, judged(presses), tuple(steps), presses or ())


def _system(board: Board, rows: Matrix) -> list[Step]:
    cell, kind = board.cells[0], "two" if board.k == 2 else "many"
    touching = [press for press in board.buttons if board.adds[press][cell]]
    counted = step(
        f"lesson.lights.elimination.unknowns.{kind}",
        scene=board.see(board.state, points=touching if board.on_cells else ()),
        n=len(board.buttons),
        k=board.k,
        cell=board.place(cell),
        equation=_equation(rows[0]),
    )
    facts = {"matrix": [row[:] for row in rows]}
    shown = step(
        "lesson.lights.elimination.system", table=_table(rows), facts=facts, rows=len(rows), columns=len(rows[0]) - 1
    )
    if board.is_prime:
        return [counted, shown]
    units = tuple(str(unit) for unit in range(1, board.k) if gcd(unit, board.k) == 1)
    return [counted, shown, step("lesson.lights.elimination.composite", k=board.k, n=len(units), units=units)]


def _free(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    return step("lesson.lights.elimination.free", facts={"column": pivot.column}, x=_name(pivot))


def _pivot(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    """Return the step for a column that has a 1; its facts are the row operations in order."""
    facts = {
        "column": pivot.column,
        "row": pivot.row,
        "swap": [pivot.row, pivot.swapped],
        "factor": pivot.factor,
        "add": [list(pair) for pair in pivot.added],
        "reduced": rows[pivot.row][:],
    }
    case = "swap" if pivot.row != pivot.swapped else "stay"
    case += ".add" if pivot.added else ".alone"
    if pivot.factor > 1:
        case += ".times"
    elif board.k > 2 and pivot.added:
        case += ".many"
    return _told(board, rows, pivot, case, facts, len(pivot.added))


def _lead(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    """Return the step that brings up a divisor of k if the column has no unit."""
    facts = {
        "column": pivot.column,
        "row": pivot.row,
        "divisor": pivot.divisor,
        "swap": [pivot.row, pivot.swapped],
        "factor": pivot.factor,
    }
    case = ("swap" if pivot.row != pivot.swapped else "stay") + ".divisor" + (".times" if pivot.factor > 1 else "")
    return _told(board, rows, pivot, case, facts)


def _clear(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    """Return the step that subtracts such a row from the others."""
    facts = {"row": pivot.row, "add": [list(pair) for pair in pivot.added]}
    return _told(board, rows, pivot, "clear", facts, len(pivot.added))


def _gather(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    """Return the step that makes a greatest common divisor of two entries."""
    row, other = pivot.row, pivot.swapped
    table = _table(rows, ((row, pivot.column), (other, pivot.column)), (row,))
    facts = {"row": other, "add": [[row, pivot.factor]]}
    return step("lesson.lights.elimination.gather", table=table, facts=facts, x=_name(pivot), n=pivot.factor,
                row=row + 1, source=other + 1, value=rows[row][pivot.column], k=board.k)  # fmt: skip


def _more(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    """Return the step that appends what is left of a row once its pivot vanishes."""
    facts = {"append": [pivot.row, pivot.factor]}
    table = _table(rows, ((pivot.row, pivot.column),), (pivot.swapped,))
    return step("lesson.lights.elimination.more", table=table, facts=facts, x=_name(pivot), row=pivot.row + 1,
                source=pivot.swapped + 1, factor=pivot.factor, divisor=pivot.divisor, k=board.k,
                equation=_equation(rows[pivot.swapped]))  # fmt: skip


_PARTS: dict[str, Callable[[Board, Matrix, Pivot], Step]] = {
    "all": _pivot,
    "free": _free,
    "lead": _lead,
    "clear": _clear,
    "gather": _gather,
    "more": _more,
}


def _told(board: Board, rows: Matrix, pivot: Pivot, case: str, facts: dict[str, object], n: int = 0) -> Step:
    """Return a step about a pivot's row, with its entry and the changed rows marked."""
    row = rows[pivot.row]
    buttons = [press for press, value in zip(board.buttons, row, strict=False) if value]
    return step(
        f"lesson.lights.elimination.{case}",
        scene=board.see(board.state, points=buttons) if board.on_cells else None,
        table=_table(rows, ((pivot.row, pivot.column),), tuple(other for other, _ in pivot.added)),
        facts=facts,
        x=_name(pivot),
        row=pivot.row + 1,
        source=pivot.swapped + 1,
        factor=pivot.factor,
        divisor=pivot.divisor,
        rest=board.k // pivot.divisor,
        k=board.k,
        rows=tuple(str(other + 1) for other, _ in pivot.added),
        n=n,
        equation=_equation(row),
    )


def _name(pivot: Pivot) -> str:
    return f"x{pivot.column + 1}"


def _ranks(board: Board, done: Reduced) -> list[Step]:
    rank = len(done.pivots)
    augmented = rank if done.is_consistent else rank + 1
    facts = {"rank": rank, "augmented_rank": augmented, "reduced": [row[:] for row in done.rows]}
    values = {"rank": rank, "augmented": augmented, "nullity": len(done.free), "solutions": board.k ** len(done.free)}
    if (wrong := done.wrong) is not None:
        table = _table(done.rows, ((wrong, len(done.rows[0]) - 1),))
        return [step("lesson.lights.elimination.contradiction", table=table, facts=facts, row=wrong + 1, **values)]
    table = _table(done.rows, tuple((row, column) for row, column in enumerate(done.pivots)))
    kind = "many" if done.free else "one"
    return [step(f"lesson.lights.elimination.ranks.{kind}", table=table, facts=facts, **values)]


def _spans(board: Board, done: Reduced) -> list[Step]:
    """Return the step that compares the spans of A and (A | b) and counts the solutions, for k without ranks."""
    number = prod(done.orders)
    facts = {"reduced": [row[:] for row in done.rows], "span": str(done.span), "augmented": str(done.augmented)}
    if (wrong := done.wrong) is not None:
        table = _table(done.rows, ((wrong, len(done.rows[0]) - 1),))
        key = "lesson.lights.elimination.spans.differ"
        return [step(key, table=table, facts=facts, row=wrong + 1, rest=done.rows[wrong][-1], span=done.span,
                     augmented=done.augmented)]  # fmt: skip
    table = _table(done.rows, tuple((row, column) for row, column in enumerate(done.pivots)))
    facts["solutions"] = str(number)
    if number == 1:
        return [step("lesson.lights.elimination.spans.one", table=table, facts=facts)]
    key = "lesson.lights.elimination.spans.equal"
    return [step(key, table=table, facts=facts, k=board.k, solutions=number, span=done.span,
                 augmented=done.augmented)]  # fmt: skip


def _read(board: Board, x: tuple[int, ...]) -> Step:
    """Return the step that reads off the solution."""
    if board.k == 2:
        ones = tuple(f"x{column + 1}" for column, value in enumerate(x) if value)
        key = "lesson.lights.elimination.read" if ones else "lesson.lights.elimination.read.none"
        return step(key, ones=ones, buttons=tuple(name[1:] for name in ones), n=len(ones))
    values = tuple(f"x{column + 1}\u00a0=\u00a0{value}" for column, value in enumerate(x) if value)
    way = "none" if not values else "times" if board.is_prime else "up"
    return step(f"lesson.lights.elimination.read.{way}", values=values)


def _equation(row: list[int]) -> str:
    """Return a row as an equation."""
    terms = [(f"{value}·" if value > 1 else "") + f"x{column + 1}" for column, value in enumerate(row[:-1]) if value]
    return f"{' + '.join(terms) or '0'}\u00a0= {row[-1]}".replace("= ", "=\u00a0")


def _table(rows: Matrix, points: tuple[tuple[int, int], ...] = (), changed: tuple[int, ...] = ()) -> Table | None:
    """Return the rows as a table, or None if there are too many columns to read."""
    if len(rows[0]) - 1 > WRITTEN:
        return None
    return numbers(rows, len(rows[0]) - 1, points=points, changed=changed)
