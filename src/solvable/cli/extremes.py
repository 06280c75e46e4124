"""`solvable count --worst`, `table worst`, `table all-lit`: how many presses the hardest and the full boards need."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvable.cli.failures import INTERRUPTED, LIMIT_REACHED
from solvable.cli.terminal import Terminal
from solvable.lights.board import LightsOut

if TYPE_CHECKING:
    from solvable.answer import Answer
    from solvable.cli.options import AnyPuzzle

Row = tuple[int | str, ...]


def show_worst(terminal: Terminal, puzzle: "AnyPuzzle", seconds: float | None, *, json: bool) -> int:
    """Write a board that needs as many presses as any known, and the bound."""
    from solvable import notation, query
    from solvable.cli.progress import Watch
    from solvable.cli.report import show_answer

    with Watch(terminal, seconds) as watch:
        answer = query.worst(puzzle, seconds=seconds, progress=watch)
    is_exact = answer["lower_bound"] == answer["worst_bound"]
    if json:
        terminal.json(answer)
    else:
        key, length = f"worst.{'exact' if is_exact else 'between'}", answer["lower_bound"]
        told = terminal.say(key, n=length, length=length, bound=answer["worst_bound"])
        show_answer(terminal, puzzle, notation.parse(answer["board"])[1], answer, told=told)
    if watch.is_cancelled:
        return INTERRUPTED
    return 0 if is_exact else LIMIT_REACHED


def worst_cases(
    terminal: Terminal, boards: Iterator[LightsOut], seconds: float | None
) -> Iterator[tuple["Answer", Row]]:
    """Yield for each board (a hardest position, answered; the presses it needs and what none exceeds)."""
    from solvable import query
    from solvable.cli.progress import Watch

    for board in boards:
        with Watch(terminal, seconds) as watch:
            answer = query.worst(board, seconds=seconds, progress=watch)
        _stop(watch)
        yield answer, (answer["lower_bound"], answer["worst_bound"])


def all_lit(terminal: Terminal, boards: Iterator[LightsOut], seconds: float | None) -> Iterator[tuple["Answer", Row]]:
    """Yield for each board (all lamps lit, answered; the fewest presses found and their bound, "-" if unsolvable)."""
    from solvable import query
    from solvable.cli.progress import Watch

    for board in boards:
        with Watch(terminal, seconds) as watch:
            answer = query.all_lit(board, seconds=seconds, progress=watch)
        _stop(watch)
        yield answer, (answer.get("length", "-"), answer.get("lower_bound", "-"))


def _stop(watch: object) -> None:
    if getattr(watch, "is_cancelled", False):
        raise KeyboardInterrupt
