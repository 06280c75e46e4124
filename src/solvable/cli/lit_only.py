"""`solvable solve --lit-only` and `--fewest-lit`: pressing only what is lit, and leaving as few lamps lit as can be."""

from typing import TYPE_CHECKING, Any

from solvable.cli.errors import INTERRUPTED, LIMIT_REACHED, UsageError
from solvable.cli.terminal import Terminal
from solvable.core.budget import Budget
from solvable.core.scene import Marks
from solvable.render.text import fold, wrap

if TYPE_CHECKING:
    from solvable.core.answer import Answer
    from solvable.core.puzzle import State


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
