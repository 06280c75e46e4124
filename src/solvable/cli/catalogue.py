"""`solvable count --list`: the named puzzles, a line each, and what `count` says of one of them."""

from typing import TYPE_CHECKING

from solvable.cli.terminal import Terminal
from solvable.render.text import display_width, fold, pad

if TYPE_CHECKING:
    from solvable.answer import Answer

COLUMNS = ("puzzle", "lamps", "states", "nullity", "presses", "title")


def list_puzzles(terminal: Terminal, *, json: bool) -> int:
    """Write the catalogue: game ID, lamps, states of a lamp, nullity, most presses, title."""
    from solvable import query

    if json:
        for answer in query.variants():
            terminal.json(answer)
        return 0
    rows = [[terminal.say(f"catalogue.{name}") for name in COLUMNS]]
    rows += [
        [
            answer["puzzle"],
            f"{answer['width']}×{answer['height']}" if "width" in answer else "",
            *(str(answer.get(name, "")) for name in ("k", "nullity")),
            str(answer.get("worst", "?")) if "k" in answer else "",
            terminal.tell(answer["title"]),
        ]
        for answer in query.variants()
    ]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for place, row in enumerate(rows):
        cells = [pad(text, width, ">") for text, width in zip(row[1:-1], widths[1:-1], strict=True)]
        line = "  ".join([pad(row[0], widths[0]), *cells, row[-1]])
        terminal.line(line if place else terminal.pen.paint(line, "strong"))
    return 0


def tell_puzzle(terminal: Terminal, answer: "Answer") -> None:
    """Write the title, the rule in words, and the source of a named puzzle."""
    title, rule, source = (terminal.tell(answer[name]) for name in ("title", "description", "source"))
    for line in fold(terminal.say("catalogue.told", title=title, rule=rule, source=source), _width(terminal)):
        terminal.line(line)
    terminal.line()


def _width(terminal: Terminal) -> int:
    return min(terminal.pen.width, 100)
