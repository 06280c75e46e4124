"""`solvable chase`: light chasing as players do it — push the lights down, look up the last row, press, chase again."""

from typing import TYPE_CHECKING, Annotated

import typer

from solvable.cli.failures import UsageError
from solvable.cli.options import BoardArgument, FormatOption, JsonOption, LangOption, read_position, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.render.text import LAMPS, wrap

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut
    from solvable.lights.chase import Chase
    from solvable.puzzle import State

TableOption = Annotated[str | None, typer.Option("--table", metavar="PUZZLE", help="option.chase_table")]


def chase(
    ctx: typer.Context,
    board: BoardArgument = "-",
    table: TableOption = None,
    format_: FormatOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> int:
    """Chase the lights."""
    from solvable.lights.board import LightsOut
    from solvable.lights.chase import chase as chase_down

    terminal: Terminal = ctx.obj
    if table is not None:
        puzzle = read_puzzle(table)
        if not isinstance(puzzle, LightsOut):
            raise UsageError(terminal.say("error.chase"))
        _show_table(terminal, puzzle, json=json)
        return 0
    puzzle, state = read_position(terminal, board, format_=format_)
    if not isinstance(puzzle, LightsOut):
        raise UsageError(terminal.say("error.chase"))
    found = chase_down(puzzle, state)
    if json:
        terminal.json(_answer(puzzle, state, found))
    else:
        _show_first(terminal, puzzle, state, found)
        if found.presses is None or found.first_row is None:
            terminal.sentence(terminal.say("chase.unsolvable"), "")
        else:
            _show_second(terminal, puzzle, state, found.first_row, found.presses)
    return 0 if found.presses is not None else 1


def _answer(puzzle: "LightsOut", state: "State", found: "Chase") -> dict[str, object]:
    """Return the chase as a JSON answer: the solution of a whole chase, or the proof that there is none."""
    from solvable import query
    from solvable.answer import ordered, solution_fields
    from solvable.puzzle import Solution

    answer = query.check(puzzle, state)
    fields: dict[str, object] = {"chased": list(found.chased), "residual": list(found.residual)}
    if found.presses is not None and found.first_row is not None:
        moves = tuple(cell for cell, times in enumerate(found.presses) for _ in range(times))
        fields |= {"verdict": "solved", "first_row": list(found.first_row)} | solution_fields(Solution(moves, 0))
    return ordered(answer | fields | {"method": "light chasing"})


def _show_first(terminal: Terminal, puzzle: "LightsOut", state: "State", found: "Chase") -> None:
    """Draw the first chase: what is pressed below the lit lamps, and what stays in the last row."""
    is_clear = not any(found.residual)
    row = _row(puzzle, found.residual)
    told = terminal.say("chase.clear" if is_clear else "chase.residual", row=row)
    terminal.sentence(told)
    terminal.line()
    _show_presses(terminal, puzzle, state, found.chased)
    terminal.line()


def _show_second(terminal: Terminal, puzzle: "LightsOut", state: "State", first: "State", presses: "State") -> None:
    """Draw the whole solution: the first row pressed, then the chase; and list it row by row."""
    if any(first):
        told = terminal.say("chase.first", presses="  ".join(_places(puzzle, first, 0)))
        terminal.sentence(told)
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


def _places(puzzle: "LightsOut", presses: "State", start: int) -> list[str]:
    """Return the places of `presses`, the first of which is that of cell `start`, each as often as it is pressed."""
    from solvable.cli.report import place

    return [place(puzzle, cell) for cell, times in enumerate(presses, start) for _ in range(times)]


def _show_presses(terminal: Terminal, puzzle: "LightsOut", state: "State", presses: "State") -> None:
    from solvable.cli.report import draw_board, put
    from solvable.scene import Marks

    pressed = tuple(cell for cell, times in enumerate(presses) for _ in range(times))
    put(terminal, draw_board(terminal, puzzle, state, Marks(pressed=pressed)), (puzzle.width, puzzle.height))


def _show_table(terminal: Terminal, puzzle: "LightsOut", *, json: bool) -> None:
    """Write the look-up table: each residual last row, and the lightest first row that mends it."""
    from solvable.lights.chase import chase_table
    from solvable.query import named_rules

    rows = chase_table(puzzle)
    if json:
        rules = named_rules(puzzle)
        for residual, firsts in rows.items():
            first_rows = [list(first) for first in firsts]
            terminal.json(rules | {"residual": list(residual), "first_rows": first_rows})
        return
    terminal.sentence(terminal.say("chase.table", n=len(rows)))
    terminal.line()
    for residual, firsts in rows.items():
        shown = "   ".join(_row(puzzle, first) for first in firsts[:4])
        more = "   …" if len(firsts) > 4 else ""
        terminal.line(f"  {_row(puzzle, residual)}  →  {shown}{more}")


def _row(puzzle: "LightsOut", row: "State") -> str:
    return "".join(LAMPS[v] if puzzle.k == 2 else str(v) for v in row)
