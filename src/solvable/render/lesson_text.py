"""A lesson as text: each step its sentence, folded, and below it the board and the table, side by side if they fit.

An entry that the sentence refers to is in brackets, and a changed row has a mark at its side; colour only repeats this.
"""

from collections.abc import Iterator, Sequence

from solvable.lessons.lesson import Lesson, Step, Table
from solvable.messages import sentence
from solvable.render.text import Drawing, Pen, beside, display_width, draw, fold, pad

WIDEST = 100  # columns of a sentence, for readability
CHANGED = "•"


def title(lesson: Lesson, lang: str) -> str:
    """Return the title of the lesson."""
    return sentence(lesson.title, lang)


def pages(lesson: Lesson, lang: str, pen: Pen) -> Iterator[list[str]]:
    """Yield the lines of each step."""
    for number, step in enumerate(lesson.steps, start=1):
        yield page(step, number, lang, pen)


def page(step: Step, number: int, lang: str, pen: Pen) -> list[str]:
    """Return the lines of one step: the sentence with its number, then the figure it refers to."""
    count = f"{number}. "
    room = min(pen.width, WIDEST) - len(count)
    lines = [
        (count if position == 0 else " " * len(count)) + line
        for position, line in enumerate(fold(sentence(step.key, lang, **step.values), room))
    ]
    shown = _figure(step, lang, pen)
    return [*lines, *([""] if shown else []), *shown]


def _figure(step: Step, lang: str, pen: Pen) -> list[str]:
    """Return the board, the table, or both."""
    drawings = []
    if step.scene is not None:
        drawings.append(draw(step.scene, pen, lambda key: sentence(key, lang)))
    if step.table is not None and (result := table(step.table, lang, pen)):
        drawings.append(Drawing(tuple(result), 0, 0))
    if len(drawings) == 2:
        both = beside(drawings[0], drawings[1])
        if max(map(display_width, both.lines)) <= pen.width:
            return list(both.lines)
        return [*drawings[0].lines, "", *drawings[1].lines]
    return [line for drawing in drawings for line in drawing.lines]


def table(shown: Table, lang: str, pen: Pen) -> list[str]:
    """Return the lines of a table, with a bar before the right-hand side of a matrix; [] if it is too wide."""
    heads = [sentence(key, lang) for key in shown.head]
    columns = range(max(map(len, shown.rows), default=0))
    widths = [
        max(display_width(word) for word in (heads[index] if heads else "", *(row[index] for row in shown.rows)))
        for index in columns
    ]
    points = set(shown.points)
    lines = []
    if heads:
        lines.append(pen.paint("  " + "  ".join(map(pad, heads, widths)).rstrip(), "dim"))
    for number, row in enumerate(shown.rows):
        lines.append(_row(shown, number, row, widths, points, pen))
    return lines if all(display_width(line) <= pen.width for line in lines) else []


def _row(
    shown: Table, number: int, row: Sequence[str], widths: Sequence[int], points: set[tuple[int, int]], pen: Pen
) -> str:
    """Return one row; the blanks between two entries make room for the brackets of a marked entry."""
    line = pen.paint(CHANGED, "lit") if number in shown.changed else " "
    closing = " "
    for position, (entry, width) in enumerate(zip(row, widths, strict=True)):
        if shown.bar and position == shown.bar:
            line += pen.paint(closing, "mark") + pen.paint("│", "dim")
            closing = " "
        is_here = (number, position) in points
        opening = "(" if is_here else closing
        word = pad(entry, width, ">") if shown.is_matrix else entry
        line += pen.paint(opening, "mark") + pen.paint(word, "mark" if is_here else "")
        closing = ")" if is_here else " "
        if not shown.is_matrix:
            line += pen.paint(closing, "mark") + " " * (width - display_width(entry))
            closing = " "
    return (line + pen.paint(closing, "mark")).rstrip()
