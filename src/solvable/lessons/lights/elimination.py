"""Gaussian elimination on the user's board, one pivot a step; each row is an equation between buttons of the board.

Unknown x_i says how often button i is pressed, and each lamp gives one equation. A row operation keeps the solutions:
adding a row can be undone. The last rows are reduced, so what they say can be read off.
"""

from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import WRITTEN, Board, judged, lamps, numbers, verdict
from solvable.lessons.lights.linear import Matrix, Pivot, Reduced, reduce
from solvable.puzzle import Puzzle
from solvable.solution import State


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    steps = board.opening()
    rows = [[*row, value] for row, value in zip(board.matrix(), board.right(), strict=True)]
    steps += _system(board, rows)
    pivots = []
    for pivot in reduce(rows, len(board.buttons), board.k):
        pivots.append(pivot)
        steps.append(_pivot(board, rows, pivot))
    found = [each.column for each in pivots if each.row >= 0]
    done = Reduced(rows, tuple(found), tuple(each.column for each in pivots if each.row < 0), board.k)
    steps += _ranks(board, done)
    presses = None
    if done.is_consistent:
        presses = board.presses(done.solution())
        steps.append(_read(board, done.solution()))
    steps.append(verdict(board, presses))
    return Lesson("elimination", "lights", state, judged(presses), tuple(steps), presses or ())


def _system(board: Board, rows: Matrix) -> list[Step]:
    cell, kind = board.cells[0], "two" if board.k == 2 else "many"
    touching = [press for press in board.buttons if board.adds[press][cell]]
    told = step(
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
    return [told, shown]


def _pivot(board: Board, rows: Matrix, pivot: Pivot) -> Step:
    """Return the step of one column; its facts are the row operations in their order."""
    name = f"x{pivot.column + 1}"
    if pivot.row < 0:
        return step("lesson.lights.elimination.free", facts={"column": pivot.column}, x=name)
    row = rows[pivot.row]
    table = _table(rows, ((pivot.row, pivot.column),), tuple(other for other, _ in pivot.added))
    buttons = [press for press, value in zip(board.buttons, row, strict=False) if value]
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
    return step(
        f"lesson.lights.elimination.{case}" + (".times" if board.k > 2 else ""),
        scene=board.see(board.state, points=buttons) if board.on_cells else None,
        table=table,
        facts=facts,
        x=name,
        row=pivot.row + 1,
        source=pivot.swapped + 1,
        factor=pivot.factor,
        rows=tuple(str(other + 1) for other, _ in pivot.added),
        n=len(pivot.added),
        equation=_equation(row),
    )


def _ranks(board: Board, done: Reduced) -> list[Step]:
    rank = len(done.pivots)
    augmented = rank if done.is_consistent else rank + 1
    facts = {"rank": rank, "augmented_rank": augmented, "reduced": [row[:] for row in done.rows]}
    values = {"rank": rank, "augmented": augmented, "nullity": len(done.free), "solutions": board.k ** len(done.free)}
    if not done.is_consistent:
        wrong = next(row for row in range(rank, len(done.rows)) if done.rows[row][-1])
        table = _table(done.rows, ((wrong, len(done.rows[0]) - 1),))
        return [step("lesson.lights.elimination.contradiction", table=table, facts=facts, row=wrong + 1, **values)]
    table = _table(done.rows, tuple((row, column) for row, column in enumerate(done.pivots)))
    kind = "many" if done.free else "one"
    return [step(f"lesson.lights.elimination.ranks.{kind}", table=table, facts=facts, **values)]


def _read(board: Board, x: tuple[int, ...]) -> Step:
    """Return the step that reads the solution off."""
    if board.k == 2:
        ones = tuple(f"x{column + 1}" for column, value in enumerate(x) if value)
        key = "lesson.lights.elimination.read" if ones else "lesson.lights.elimination.read.none"
        return step(key, ones=ones, buttons=tuple(name[1:] for name in ones), n=len(ones))
    values = tuple(f"x{column + 1}\u00a0=\u00a0{value}" for column, value in enumerate(x) if value)
    return step(
        "lesson.lights.elimination.read.times" if values else "lesson.lights.elimination.read.none", values=values
    )


def _equation(row: list[int]) -> str:
    """Return a row as an equation."""
    terms = [(f"{value}·" if value > 1 else "") + f"x{column + 1}" for column, value in enumerate(row[:-1]) if value]
    return f"{' + '.join(terms) or '0'}\u00a0= {row[-1]}".replace("= ", "=\u00a0")


def _table(rows: Matrix, points: tuple[tuple[int, int], ...] = (), changed: tuple[int, ...] = ()) -> Table | None:
    """Return the rows as a table, or None where there are too many columns to be read."""
    if len(rows[0]) - 1 > WRITTEN:
        return None
    return numbers(rows, len(rows[0]) - 1, points=points, changed=changed)
