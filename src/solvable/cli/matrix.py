"""`solvable matrix`: the toggle matrix, and the equations of a board."""

from typing import TYPE_CHECKING, Any

from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import FORMAT, JSON, PUZZLE, option, read_position, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.messages import join

if TYPE_CHECKING:
    from solvable.core.answer import Answer

POSITION = option("--board", metavar="BOARD", help_key="matrix_board")


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
