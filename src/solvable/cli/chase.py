"""`solvable chase`: light chasing as players do it — push the lights down, look up the last row, press, chase again."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from solvable.cli.command import command
from solvable.cli.options import BOARD, FORMAT, JSON, NO_TIME, option, read_position, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.render.text import LAMPS, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvable.core.answer import Answer
    from solvable.core.puzzle import State

TABLE = option("--table", metavar="PUZZLE", help_key="chase_table")


@command(BOARD, TABLE, FORMAT, JSON, NO_TIME)
def chase(terminal: Terminal, *, board: str, table: str | None, format_: str | None, json: bool) -> int:
    """Chase the lights."""
    from solvable import answers

    if table is not None:
        _show_table(terminal, read_puzzle(table), json=json)
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
    row = _row(puzzle, answer["residual"])
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
        text = terminal.say("chase.first", presses="  ".join(_places(puzzle, first, 0)))
        terminal.sentence(text)
        terminal.line()
        _show_presses(terminal, puzzle, state, presses)
        terminal.line()
    key = "legend.press" if puzzle.k == 2 else "legend.times"
    terminal.line(terminal.pen.paint(terminal.say(key), "dim"))
    terminal.line()
    terminal.sentence(terminal.say("chase.rows", n=sum(presses)), "")
    for start in range(0, puzzle.cells, puzzle.width):
        places = _places(puzzle, presses[start : start + puzzle.width], start)
        for line in wrap(places, min(terminal.pen.width, 100), "  "):
            terminal.line(line)


def _places(puzzle: Any, presses: "Sequence[int]", start: int) -> list[str]:
    """Return the places of `presses`, the first of which is that of cell `start`, each as often as it is pressed."""
    from solvable.cli.report import place

    return [place(puzzle, cell) for cell, times in enumerate(presses, start) for _ in range(times)]


def _show_presses(terminal: Terminal, puzzle: Any, state: "State", presses: "Sequence[int]") -> None:
    from solvable.cli.report import draw_board, put
    from solvable.core.scene import Marks

    pressed = tuple(cell for cell, times in enumerate(presses) for _ in range(times))
    put(terminal, draw_board(terminal, puzzle, state, Marks(pressed=pressed)), (puzzle.width, puzzle.height))


def _show_table(terminal: Terminal, puzzle: Any, *, json: bool) -> None:
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
        shown = "   ".join(_row(puzzle, first) for first in firsts[:4])
        more = "   …" if len(firsts) > 4 else ""
        terminal.line(f"  {_row(puzzle, answer['residual'])}  →  {shown}{more}")


def _row(puzzle: Any, row: "Sequence[int]") -> str:
    return "".join(LAMPS[v] if puzzle.k == 2 else str(v) for v in row)
