"""`solvable count --list`: the named puzzles, a line each, and what `count` says of one of them, or of cells that are
no squares."""

from typing import TYPE_CHECKING, Any

from solvable.cli.terminal import Terminal
from solvable.core.puzzle import Lamps
from solvable.core.scene import Marks, scene_of
from solvable.render.text import display_width, draw, fold, pad

if TYPE_CHECKING:
    from solvable.core.answer import Answer

SHAPES = {"hexagon": "hexagons", "up": "triangles", "down": "triangles"}
"""Shapes of cells that need an explanation, and the end of its key."""
COLUMNS = ("puzzle", "lamps", "states", "nullity", "presses", "title")


def list_puzzles(terminal: Terminal, *, json: bool) -> int:
    """Write the catalogue: game ID, lamps, states of a lamp, nullity, most presses, title."""
    from solvable import answers

    if json:
        for answer in answers.variants():
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
        for answer in answers.variants()
    ]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for index, row in enumerate(rows):
        cells = [pad(text, width, ">") for text, width in zip(row[1:-1], widths[1:-1], strict=True)]
        line = "  ".join([pad(row[0], widths[0]), *cells, row[-1]])
        terminal.line(line if index else terminal.pen.paint(line, "strong"))
    terminal.line()
    for line in fold(terminal.say("catalogue.sizes"), _width(terminal)):
        terminal.line(line)
    return 0


def tell_puzzle(terminal: Terminal, answer: "Answer") -> None:
    """Write the title, the rule in words, and the source of a named puzzle."""
    title, rule, source = (terminal.tell(answer[name]) for name in ("title", "description", "source"))
    for line in fold(terminal.say("catalogue.told", title=title, rule=rule, source=source), _width(terminal)):
        terminal.line(line)
    terminal.line()


def tell_shape(terminal: Terminal, puzzle: Any) -> None:
    """Explain cells that are hexagons or triangles, and draw what one press changes; nothing of other cells."""
    has_lamps = isinstance(puzzle, Lamps)
    if not has_lamps:
        return
    extent = terminal.pen.extent
    shape = scene_of(puzzle, puzzle.goal, extent=extent).cells[0].shape
    if shape not in SHAPES:
        return
    for line in fold(terminal.say(f"shape.{SHAPES[shape]}"), _width(terminal)):
        terminal.line(line)
    terminal.line()
    middle = puzzle.height // 2 * puzzle.width + puzzle.width // 2
    if middle in puzzle.moves(puzzle.goal) and not any(puzzle.goal):
        state = puzzle.apply(puzzle.goal, middle)
        for line in draw(scene_of(puzzle, state, Marks(pressed=(middle,)), extent=extent), terminal.pen).lines:
            terminal.line(line)
        terminal.line()


def _width(terminal: Terminal) -> int:
    return min(terminal.pen.width, 100)
