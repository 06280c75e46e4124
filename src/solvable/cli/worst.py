"""`solvable count --worst`, `table worst`, `table all-lit`: how many presses the hardest and the full boards need."""

from typing import TYPE_CHECKING

from solvable.cli.errors import INTERRUPTED, LIMIT_REACHED
from solvable.cli.terminal import Terminal
from solvable.core.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from solvable.core.answer import Answer
    from solvable.core.puzzle import Puzzle

Row = tuple[int | str, ...]


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


def row(kind: str, answer: "Answer") -> Row:
    """Return the last two cells of a row: the presses needed, or found, and their bound; "-" if unsolvable."""
    if kind == "worst":
        return answer["lower_bound"], answer["worst_bound"]
    return answer.get("length", "-"), answer.get("lower_bound", "-")
