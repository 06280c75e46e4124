"""What only lights have: `solvable chase`, `quiet`, `matrix`, and `solve --lit-only`, `--fewest-lit`, `count --worst`.

Chasing is as players do it: push the lights down, look up the last row, press, chase again.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

from solvable.cli.command import command
from solvable.cli.errors import INTERRUPTED, LIMIT_REACHED, UsageError
from solvable.cli.options import BOARD, FORMAT, JSON, NO_TIME, PUZZLE, flag, option, read_position, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.core.budget import Budget
from solvable.core.scene import Marks
from solvable.messages import join, number
from solvable.render.text import LAMPS, fold, legend, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from solvable.core.answer import Answer
    from solvable.core.puzzle import Puzzle, State

PATTERNS_SHOWN_MAX = 1000  # of a space that doubles with every dimension; --json gives as many
CHASE_TABLE = option("--table", metavar="PUZZLE", help_key="chase_table")
EVERY = flag("--all", "every", help_key="quiet_all")
POSITION = option("--board", metavar="BOARD", help_key="matrix_board")


@command(BOARD, CHASE_TABLE, FORMAT, JSON, NO_TIME)
def chase(terminal: Terminal, *, board: str, table: str | None, format_: str | None, json: bool) -> int:
    """Chase the lights."""
    from solvable import answers

    if table is not None:
        _show_chase_table(terminal, read_puzzle(table), json=json)
        return 0
    puzzle, state = read_position(terminal, board, format_=format_)
    answer = answers.chase(puzzle, state)
    terminal.code = 1 if answer["verdict"] == "unsolvable" else 0
    if json:
        terminal.json(answer)
    else:
        _show_first(terminal, puzzle, state, answer)
        if answer["verdict"] == "unsolvable":
            terminal.sentence(terminal.say("chase.unsolvable"), "")
        else:
            _show_second(terminal, puzzle, state, answer)
    return terminal.code


def _show_first(terminal: Terminal, puzzle: Any, state: "State", answer: "Answer") -> None:
    """Draw the first chase: what is pressed below the lit lamps, and what stays in the last row."""
    is_clear = not any(answer["residual"])
    row = _lamps(puzzle, answer["residual"])
    text = terminal.say("chase.clear" if is_clear else "chase.residual", row=row)
    terminal.sentence(text)
    terminal.line()
    _show_presses(terminal, puzzle, state, answer["chased"])
    terminal.line()


def _show_second(terminal: Terminal, puzzle: Any, state: "State", answer: "Answer") -> None:
    """Draw the complete solution: the first row pressed, then the chase; and list it row by row."""
    times, first = Counter(answer["moves"]), answer["first_row"]
    presses = [times[cell] for cell in range(puzzle.cells)]
    if any(first):
        text = terminal.say("chase.first", presses="  ".join(_presses_of_row(puzzle, first, 0)))
        terminal.sentence(text)
        terminal.line()
        _show_presses(terminal, puzzle, state, presses)
        terminal.line()
    key = "legend.press" if puzzle.k == 2 else "legend.times"
    terminal.line(terminal.pen.paint(terminal.say(key), "dim"))
    terminal.line()
    terminal.sentence(terminal.say("chase.rows", n=sum(presses)), "")
    for start in range(0, puzzle.cells, puzzle.width):
        places = _presses_of_row(puzzle, presses[start : start + puzzle.width], start)
        for line in wrap(places, min(terminal.pen.width, 100), "  "):
            terminal.line(line)


def _presses_of_row(puzzle: Any, presses: "Sequence[int]", start: int) -> list[str]:
    """Return the places of `presses`, the first of which is that of cell `start`, each as often as it is pressed."""
    from solvable.cli.report import place

    return [place(puzzle, cell) for cell, times in enumerate(presses, start) for _ in range(times)]


def _show_presses(terminal: Terminal, puzzle: Any, state: "State", presses: "Sequence[int]") -> None:
    from solvable.cli.report import draw_board, put

    pressed = tuple(cell for cell, times in enumerate(presses) for _ in range(times))
    put(terminal, draw_board(terminal, puzzle, state, Marks(pressed=pressed)), (puzzle.width, puzzle.height))


def _show_chase_table(terminal: Terminal, puzzle: Any, *, json: bool) -> None:
    """Write the look-up table: each residual last row, and the lightest first row that mends it."""
    from solvable import answers

    rows = list(answers.chase_table(puzzle))
    if json:
        for answer in rows:
            terminal.json(answer)
        return
    terminal.sentence(terminal.say("chase.table", n=len(rows)))
    terminal.line()
    for answer in rows:
        firsts = answer["first_rows"]
        shown = "   ".join(_lamps(puzzle, first) for first in firsts[:4])
        more = "   …" if len(firsts) > 4 else ""
        terminal.line(f"  {_lamps(puzzle, answer['residual'])}  →  {shown}{more}")


def _lamps(puzzle: Any, row: "Sequence[int]") -> str:
    return "".join(LAMPS[v] if puzzle.k == 2 else str(v) for v in row)


def solve_lamps(
    terminal: Terminal,
    puzzle: Any,
    state: "State",
    *,
    lit_only: bool,
    json: bool,
    limits: dict[str, Any],
    others: dict[str, Any],
) -> int:
    """Answer one of the two questions; `others` are options that have no meaning with them."""
    from solvable import answers
    from solvable.cli.progress import Watch

    asked = "--lit-only" if lit_only else "--fewest-lit"
    for name, value in others.items():
        if value not in (None, False):
            raise UsageError(terminal.say("error.together", option=asked, other=f"--{name}"))
    with Watch(terminal, limits["seconds"]) as watch:
        if lit_only:
            remaining, answer = state, answers.lit_only(puzzle, state, seconds=limits["seconds"], progress=watch)
        else:
            remaining, answer = answers.fewest_left(puzzle, state, Budget(**limits, progress=watch))
    if json:
        terminal.json(answer)
    elif lit_only:
        _show_order(terminal, puzzle, state, answer)
    else:
        _show_left(terminal, puzzle, state, answer, remaining)
    if watch.is_cancelled:
        return INTERRUPTED
    if answer["verdict"] == "bounded" or answer.get("lit_bound") != answer.get("lit"):
        terminal.note(terminal.say("note.limit"))
        return LIMIT_REACHED
    return 1 if answer["verdict"] == "unsolvable" else 0


def _show_order(terminal: Terminal, puzzle: Any, state: "State", answer: "Answer") -> None:
    """Write the presses one after another, or why there are none."""
    from solvable.cli.report import MOVES_SHOWN, draw_board, place, put, show_answer

    if answer.get("obstruction", {}).get("weights"):
        show_answer(terminal, puzzle, state, answer)
        return
    key = {"solved": "lit_only.solved", "unsolvable": "lit_only.unsolvable"}.get(answer["verdict"], "headline.limit")
    length, bound = answer.get("length"), answer.get("lower_bound")
    text = terminal.say(key, n=bound if length is None else length, length=length, bound=bound)
    for line in fold(text, min(terminal.pen.width, 100)):
        terminal.line(terminal.pen.paint(line, "strong"))
    terminal.line()
    moves = answer.get("moves", [])
    put(terminal, draw_board(terminal, puzzle, state, Marks(pressed=tuple(moves))), (puzzle.width, puzzle.height))
    if moves:
        terminal.line()
        terminal.line(terminal.say("lit_only.order"))
        names = [place(puzzle, move) for move in moves[:MOVES_SHOWN]]
        for line in wrap(names, min(terminal.pen.width, 100), "  "):
            terminal.line(line)


def _show_left(terminal: Terminal, puzzle: Any, state: "State", answer: "Answer", left: "State") -> None:
    """Write how many lamps stay lit, the presses, and the board after them."""
    from solvable import answers
    from solvable.cli.report import draw_board, put, show_answer

    key = "fewest_lit.proved" if answer["lit"] == answer["lit_bound"] else "fewest_lit.bounded"
    words = terminal.say(key, n=answer["lit"], bound=answer["lit_bound"], length=answer["length"])
    show_answer(terminal, answers.with_goal(puzzle, left), state, answer, heading=words)
    if answer["lit"] and answer["length"]:
        terminal.line()
        terminal.line(terminal.say("fewest_lit.after"))
        put(terminal, draw_board(terminal, puzzle, left), (puzzle.width, puzzle.height))


@command(PUZZLE, EVERY, JSON)
def quiet(terminal: Terminal, *, puzzle: str, every: bool, json: bool) -> int:
    """Show the quiet patterns."""
    from solvable import answers

    board = read_puzzle(puzzle)
    answer = answers.quiet(board, every=every, limit=PATTERNS_SHOWN_MAX + 1 if every else None)
    patterns = answer["quiet_patterns"]
    is_cut = every and len(patterns) > PATTERNS_SHOWN_MAX
    answer["quiet_patterns"] = patterns[:PATTERNS_SHOWN_MAX] if is_cut else patterns
    key = "quiet.none" if not patterns else "quiet.cut" if is_cut else "quiet.all" if every else "quiet.basis"
    text = terminal.say(
        key, n=len(patterns), nullity=answer["nullity"], solutions=number(answer["solutions"]), shown=PATTERNS_SHOWN_MAX
    )
    if not json:
        terminal.sentence(text)
        _draw_patterns(terminal, board, answer["quiet_patterns"])
        return 0
    terminal.json(answer)
    if is_cut:
        terminal.note(text)
    return 0


def _draw_patterns(terminal: Terminal, puzzle: Any, patterns: list[list[int]]) -> None:
    from solvable.cli.report import draw_board, put

    on_cells = puzzle.presses == puzzle.cells
    for pattern in patterns:
        terminal.line()
        if on_cells:
            board = draw_board(terminal, puzzle, tuple(pattern))
            put(terminal, board, (puzzle.width, puzzle.height))
        else:
            terminal.line("  " + " ".join(map(str, pattern)))
    if on_cells and patterns:
        key = "legend.quiet" if puzzle.k == 2 else "legend.quiet_times"
        terminal.line()
        terminal.line(terminal.pen.paint(legend(board, terminal.say(key)), "dim"))


@command(PUZZLE, POSITION, FORMAT, JSON)
def matrix(terminal: Terminal, *, puzzle: str, board: str | None, format_: str | None, json: bool) -> int:
    """Print the toggle matrix."""
    from solvable import answers
    from solvable.cli.report import size_of

    wanted = read_puzzle(puzzle)
    state = None
    if board is not None:
        other, state = read_position(terminal, board, format_=format_)
        sizes = ["{} × {}".format(*size_of(each)) for each in (wanted, other)]
        if sizes[0] != sizes[1]:
            raise UsageError(terminal.say("error.matrix_board", wanted=sizes[0], given=sizes[1]))
    answer = answers.matrix(wanted, state)
    if json:
        terminal.json(answer)
        return 0
    same = state is None or answer["rank"] == answer["augmented_rank"]
    terminal.code = 0 if same else 1
    for row in _matrix_rows(wanted, state, answer):
        terminal.line(row)
    if state is not None:
        ranks = terminal.say("matrix.ranks", rank=answer["rank"], augmented=answer["augmented_rank"])
        terminal.note(join(ranks, terminal.say("matrix.solvable" if same else "matrix.unsolvable")))
    return terminal.code


def _matrix_rows(puzzle: Any, state: tuple[int, ...] | None, answer: "Answer") -> list[str]:
    """Return A row by row, a row a press; with a state (Aᵀ | b), an equation for each cell."""
    width = len(str(puzzle.k - 1))
    rows = answer["matrix"]
    if state is None:
        return [" ".join(f"{value:{width}}" for value in row) for row in rows]
    right = puzzle.difference(state)
    return [
        " ".join(f"{row[cell]:{width}}" for row in rows) + f" | {right[cell]:{width}}" for cell in range(puzzle.cells)
    ]


def show_worst(terminal: Terminal, puzzle: "Puzzle", seconds: float | None, *, json: bool) -> int:
    """Write a board that needs as many presses as any known, and the bound."""
    from solvable import answers
    from solvable.cli.progress import Watch
    from solvable.cli.report import show_answer

    with Watch(terminal, seconds) as watch:
        state, answer = answers.hardest(puzzle, Budget(seconds, progress=watch))
    is_exact = answer["lower_bound"] == answer["worst_bound"]
    if json:
        terminal.json(answer)
    else:
        key, length = f"worst.{'exact' if is_exact else 'between'}", answer["lower_bound"]
        text = terminal.say(key, n=length, length=length, bound=answer["worst_bound"])
        show_answer(terminal, puzzle, state, answer, heading=text)
    if watch.is_cancelled:
        return INTERRUPTED
    return 0 if is_exact else LIMIT_REACHED


def extremes(
    terminal: Terminal, kind: str, boards: "Iterable[tuple[Mapping[str, int], Puzzle]]", seconds: float | None
) -> "Iterator[Answer]":
    """Yield for each board of that size a hardest position or that of all lamps lit, answered."""
    from solvable import answers
    from solvable.cli.progress import Watch

    for size, board in boards:
        with Watch(terminal, seconds) as watch:
            answer = answers.extreme(kind, board, size, Budget(seconds, progress=watch))
        if watch.is_cancelled:
            raise KeyboardInterrupt
        yield answer


def presses_and_bound(kind: str, answer: "Answer") -> tuple[int | str, int | str]:
    """Return the last two cells of a row: the presses needed, or found, and their bound; "-" if unsolvable."""
    if kind == "worst":
        return answer["lower_bound"], answer["worst_bound"]
    return answer.get("length", "-"), answer.get("lower_bound", "-")
