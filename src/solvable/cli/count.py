"""`solvable count`: how many states and solutions a puzzle has, and the hardest state."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable import families
from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import JSON, NO_TIME, TIME, argument, flag, option, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.messages import number

if TYPE_CHECKING:
    from solvable.core.answer import Answer

PUZZLE = argument("puzzle", "[PUZZLE]", "")
WORST = flag("--worst")
SVG = option("--svg", metavar="FILE")
LIST = flag("--list", "list_", help_key="variants")


@command(PUZZLE, WORST, TIME, SVG, LIST, JSON, NO_TIME)
def count(
    terminal: Terminal, *, puzzle: str, worst: bool, time: float | None, svg: str | None, list_: bool, json: bool
) -> int:
    """Count states and solutions."""
    from solvable import answers
    from solvable.cli.catalogue import list_puzzles
    from solvable.cli.worst import show_worst

    if list_:
        return list_puzzles(terminal, json=json)
    if not puzzle:
        raise UsageError(terminal.say("error.missing", name="PUZZLE"))
    if worst:
        return show_worst(terminal, read_puzzle(puzzle), time, json=json)
    if time is not None:
        raise UsageError(terminal.say("error.needs", option="--time", other="--worst"))
    if svg is not None:
        from solvable.cli.outputs import check_outputs
        from solvable.formats.file_kinds import SVG as DRAWING

        check_outputs(terminal, [(svg, DRAWING)])
    subject = read_puzzle(puzzle)
    answer = answers.count(subject)
    if svg is not None:
        from solvable.core.atomic_write import write_text

        write_text(Path(svg), answers.picture(subject, terminal.lang), DRAWING)
        terminal.note(terminal.say("note.saved", path=svg))
    if json:
        terminal.json(answer)
    else:
        _tell_count(terminal, subject, answer)
    return 0


def _tell_count(terminal: Terminal, subject: Any, answer: "Answer") -> None:
    """Write the counts: in a sentence, in a table, and for tiles on a graph part by part."""
    from solvable.cli.catalogue import tell_puzzle, tell_shape

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
        from solvable.cli.blocks import show_orders

        show_orders(terminal, subject, answer)


def _put_table(terminal: Terminal, rows: list[tuple[str, str]]) -> None:
    from solvable.render.text import table

    for line in table([(terminal.say(key), value) for key, value in rows], terminal.pen.width):
        terminal.line(line)


def _share(text: str) -> str:
    """Return a probability as people read it: 1/4 = 25 %."""
    above, _, below = text.partition("/")
    if len(below) > 12:
        return f"{number(above)}/{number(below)}"
    value = Fraction(int(above), int(below))
    return f"{above}/{below} = {float(value):.4g}" if value != 1 else "1"
