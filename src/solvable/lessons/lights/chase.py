"""Light chasing on the user's board, and the origin of its look-up table.

If each lamp of row r is reached by exactly one button below row r, the presses in rows 1..r force those in row r + 1.
So the first row forces all others, and the residual in the last row depends on it linearly: with a, b, c … for the
presses of the first row, each lamp of the residual is a sum of letters. That map is the look-up table.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import gcd, prod

from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle
from solvable.core.solution import Move, State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import Board, lamps, verdict
from solvable.lessons.lights.linear import reduced

WIDEST = 66  # characters of a table of letters
LISTED = 16  # rows of a look-up table that is written out
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Rows = list[tuple[int, ...]]


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    _check(board)
    w, last = board.width, (board.height - 1) * board.width
    rows, left = _down(board, board.state, (0,) * w)
    steps = [*board.opening(), *_chasing(board, board.state, rows, "lesson.lights.chase.row")]
    effects = [_down(board, (0,) * len(board.state), _unit(w, column))[1][last:] for column in range(w)]
    table = [tuple(effect[column] for effect in effects) for column in range(w)]
    facts = {"residual": list(left[last:])}
    if not any(left):
        steps.append(step("lesson.lights.chase.clear", scene=board.see(left), facts=facts))
    else:
        places = tuple(board.place(cell) for cell in range(last, last + w) if left[cell])
        steps.append(step("lesson.lights.chase.left", scene=board.see(left), facts=facts, cells=places, n=len(places)))
    steps += _symbols(board, table)
    first = _first_row(table, left[last:], board.k)
    if any(left):
        stuck = [step("lesson.lights.chase.stuck")]
        steps += _look_up(board, table, left[last:], first) if any(map(any, table)) else stuck
    if first is None:
        steps.append(verdict(board, None))
        return Lesson("chase", "lights", state, "unsolvable", tuple(steps))
    if any(left):
        rows, _ = _down(board, board.state, first)
        steps += _again(board, rows)
    presses = tuple(r * w + c for r, row in enumerate(rows) for c, times in enumerate(row) for _ in range(times))
    steps.append(verdict(board, presses))
    return Lesson("chase", "lights", state, "solvable", tuple(steps), presses)


def _check(board: Board) -> None:
    """Raise PuzzleError unless the button under each lamp is the only one in the rows below that reaches it."""
    whole = len(board.cells) == len(board.buttons) == board.width * board.height and board.height > 1
    if board.width > len(LETTERS) or not (whole and all(_forces(board, cell) for cell in board.cells)):
        raise PuzzleError("chasing row by row needs a button under each lamp that alone of those below reaches it")


def _forces(board: Board, cell: int) -> bool:
    w = board.width
    if cell >= len(board.cells) - w:
        return True
    below = range((cell // w + 1) * w, len(board.cells))
    reaching = [press for press in below if board.adds[press][cell]]
    return reaching == [cell + w] and gcd(board.adds[cell + w][cell], board.k) == 1


def _down(board: Board, state: State, first: Sequence[int]) -> tuple[Rows, State]:
    """Return the presses of each button, row by row, that this first row forces, and the state that remains."""
    w, k = board.width, board.k
    rows: Rows = []
    for row in range(board.height):
        pressed = tuple(first)
        if row:
            under = [(state[(row - 1) * w + c], board.adds[row * w + c][(row - 1) * w + c]) for c in range(w)]
            pressed = tuple(-value * pow(add, -1, k) % k for value, add in under)
        rows.append(pressed)
        for column, times in enumerate(pressed):
            if times:
                state = board.press(state, row * w + column, times)
    return rows, state


def _unit(width: int, column: int) -> tuple[int, ...]:
    return tuple(int(c == column) for c in range(width))


def _cells(board: Board, row: int, pressed: Sequence[int]) -> list[Move]:
    return [row * board.width + column for column, times in enumerate(pressed) for _ in range(times)]


def _chasing(board: Board, state: State, rows: Rows, key: str) -> Iterator[Step]:
    """Yield a step for each row: the presses under its lit lamps, and the state that remains."""
    times = "" if board.k == 2 else ".times"
    yield step(
        f"lesson.lights.chase.rule{times}", scene=board.see(state), rows=board.height - 1, k=board.k, n=board.height - 1
    )
    for row, pressed in enumerate(rows):
        if not any(pressed):
            continue
        presses = _cells(board, row, pressed)
        state = board.press_all(state, presses)
        names = board.named(presses)
        facts = {"row": row, "presses": presses, "left": list(state)}
        scene = board.see(state, points=presses)
        what = "lesson.lights.chase.first" if row == 0 else key
        yield step(what, scene=scene, facts=facts, above=row, row=row + 1, presses=names, n=len(presses))


def _symbols(board: Board, table: Rows) -> Iterator[Step]:
    """Yield the propagation of the letters of the first row down an empty board, and the sums in the last row."""
    w, k = board.width, board.k
    dark: State = (0,) * len(board.state)
    units = [_down(board, dark, _unit(w, column))[0] for column in range(w)]
    pressed = [
        tuple(_sum([unit[row][column] for unit in units], k) for column in range(w)) for row in range(board.height)
    ]
    sums = tuple(_sum(row, k) for row in table)
    facts = {"table": [list(row) for row in table]}
    letters = tuple(LETTERS[:w])
    wide = sum(max(map(len, column)) + 2 for column in zip(*pressed, sums, strict=True))
    shown = Table((*pressed, sums), changed=(board.height,)) if wide <= WIDEST else None
    symbols = {"pressed": [list(row) for row in pressed]}
    key = "lesson.lights.chase.symbols" + ("" if k == 2 else ".times")
    yield step(key, table=shown, facts=symbols, n=w, letters=letters, k=k)
    if not any(map(any, table)):
        yield step("lesson.lights.chase.no_table", facts=facts, sums=sums)
    else:
        yield step("lesson.lights.chase.sums", facts=facts, sums=sums)


def _sum(times: Sequence[int], k: int) -> str:
    """Return a sum of letters."""
    terms = [(str(value) if value > 1 else "") + LETTERS[index] for index, value in enumerate(times) if value % k]
    return "+".join(terms) or "0"


def _first_row(table: Rows, left: Sequence[int], k: int) -> tuple[int, ...] | None:
    """Return the lightest first row that undoes the residual `left`, or None; if there are too many, only the simplest
    is tried.
    """
    done = reduced(table, [-value % k for value in left], k)
    if not done.is_consistent:
        return None
    one, basis = done.solution(), done.null_basis()
    if prod(done.orders) > 1 << 12:
        return one
    rows = []
    for times in product(*map(range, done.orders)):
        rows.append(
            tuple((value + sum(t * b[c] for t, b in zip(times, basis, strict=True))) % k for c, value in enumerate(one))
        )
    return min(rows, key=lambda row: (sum(row), row))


def _look_up(board: Board, table: Rows, left: Sequence[int], first: tuple[int, ...] | None) -> Iterator[Step]:
    """Yield the equations for the first row, the table if it is short, and its entry for this board."""
    k = board.k
    equations = tuple(
        f"{_sum(row, k)}\u00a0=\u00a0{-value % k}" for row, value in zip(table, left, strict=True) if any(row) or value
    )
    yield step("lesson.lights.chase.equations", facts={"wanted": [-v % k for v in left]}, equations=equations)
    w = board.width
    if k**w <= 2**9:
        results: dict[tuple[int, ...], tuple[int, ...]] = {}
        for row in sorted(product(range(k), repeat=w), key=lambda row: (sum(row), row)):
            leaves = tuple(-sum(t * x for t, x in zip(line, row, strict=True)) % k for line in table)
            results.setdefault(leaves, row)
        entries = sorted(results.items())[1:]
        if len(entries) <= LISTED:
            rows = tuple((_digits(key), _digits(row)) for key, row in entries)
            here = tuple((position, 1) for position, (key, _) in enumerate(entries) if key == tuple(left))
            heads = ("lesson.lights.chase.head.left", "lesson.lights.chase.head.first")
            shown = Table(rows, head=heads, points=here)
            facts = {"table": [[list(key), list(row)] for key, row in entries]}
            yield step("lesson.lights.chase.table", table=shown, facts=facts, n=len(entries) + 1)
    if first is None:
        yield step("lesson.lights.chase.none", facts={"first_row": None})
    else:
        names = board.named(_cells(board, 0, first))
        yield step("lesson.lights.chase.answer", facts={"first_row": list(first)}, presses=names, n=sum(first))


def _digits(row: Sequence[int]) -> str:
    return " ".join(map(str, row))


def _again(board: Board, rows: Rows) -> Iterator[Step]:
    yield from list(_chasing(board, board.state, rows, "lesson.lights.chase.row"))[1:]
