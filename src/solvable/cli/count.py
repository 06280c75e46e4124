"""`solvable count`: how many states and solutions a puzzle has, the hardest state, and a list of the named puzzles."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable import families
from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import JSON, NO_TIME, TIME, argument, check_outputs, flag, option, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.core.puzzle import Lamps
from solvable.core.scene import Marks, scene_of
from solvable.messages import number
from solvable.render.text import display_width, draw, fold, pad, table

if TYPE_CHECKING:
    from solvable.core.answer import Answer

PUZZLE = argument("puzzle", "[PUZZLE]", "")
WORST = flag("--worst")
SVG = option("--svg", metavar="FILE")
LIST = flag("--list", "list_", help_key="variants")
SHAPES = {"hexagon": "hexagons", "up": "triangles", "down": "triangles"}
"""Shapes of cells that need an explanation, and the end of its key."""
COLUMNS = ("puzzle", "lamps", "states", "nullity", "presses", "title")


@command(PUZZLE, WORST, TIME, SVG, LIST, JSON, NO_TIME)
def count(
    terminal: Terminal, *, puzzle: str, worst: bool, time: float | None, svg: str | None, list_: bool, json: bool
) -> int:
    """Count states and solutions."""
    from solvable import answers
    from solvable.cli.lights import show_worst

    if list_:
        return list_puzzles(terminal, json=json)
    if not puzzle:
        raise UsageError(terminal.say("error.missing", name="PUZZLE"))
    if worst:
        return show_worst(terminal, read_puzzle(puzzle), time, json=json)
    if time is not None:
        raise UsageError(terminal.say("error.needs", option="--time", other="--worst"))
    if svg is not None:
        from solvable.formats.file_kinds import SVG as DRAWING

        check_outputs(terminal, [(svg, DRAWING)])
    subject = read_puzzle(puzzle)
    answer = answers.count(subject)
    if svg is not None:
        from solvable.core.atomic_write import write_text

        write_text(Path(svg), subject.svg(lang=terminal.lang), DRAWING)
        terminal.note(terminal.say("note.saved", path=svg))
    if json:
        terminal.json(answer)
    else:
        _tell_count(terminal, subject, answer)
    return 0


def _tell_count(terminal: Terminal, subject: Any, answer: "Answer") -> None:
    """Write the counts: in a sentence, in a table, and for tiles on a graph part by part."""

    has_ways = "nullity" in answer
    if answer["states"] == answer["solvable_states"]:
        key = "headline.count.one" if answer["states"] == "1" else "headline.count.all"
    else:
        key = f"headline.count.{families.of(subject).prefix}"
    share = _share(answer["probability"])
    solvable = number(answer["solvable_states"], 1000)
    text = terminal.say(
        key, n=number(answer.get("solutions", "0"), 1000), solvable=solvable, share=share.partition(" ")[0]
    )
    terminal.sentence(text)
    terminal.line()
    if "title" in answer:
        tell_puzzle(terminal, answer)
    tell_shape(terminal, subject)
    rows = [
        ("count.states", number(answer["states"], 1000)),
        ("count.solvable", number(answer["solvable_states"], 1000)),
        ("count.probability", share),
    ]
    if has_ways:
        rows += [("count.nullity", str(answer["nullity"])), ("count.solutions", number(answer["solutions"], 1000))]
    if "worst" in answer:
        rows.append(("count.worst", str(answer["worst"])))
    _put_table(terminal, rows)
    if "blocks" in answer:
        from solvable.cli.proofs import show_orders

        show_orders(terminal, subject, answer)


def _put_table(terminal: Terminal, rows: list[tuple[str, str]]) -> None:
    for line in table([(terminal.say(key), value) for key, value in rows], terminal.pen.width):
        terminal.line(line)


def _share(text: str) -> str:
    """Return a probability as people read it: 1/4 = 25 %."""
    above, _, below = text.partition("/")
    if len(below) > 12:
        return f"{number(above)}/{number(below)}"
    value = Fraction(int(above), int(below))
    return f"{above}/{below} = {float(value):.4g}" if value != 1 else "1"


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
