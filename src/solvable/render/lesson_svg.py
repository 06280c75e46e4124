"""A lesson as one SVG: its steps one below another on a strip as wide as a telephone, sentences, boards and tables.

A sentence is folded by the columns that it takes, wide characters two; 8.3 pixels a column are enough for the common
fonts at 15 pixels. Boards and tables are side by side where there is room and shrink where there is not. Of a long
lesson about a large board only every second, third, … picture is drawn, so that the file stays below 200 kB.
"""

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from solvable.lessons.lesson import Lesson, Step, Table
from solvable.messages import sentence
from solvable.render import svg
from solvable.render.text import display_width, fold
from solvable.scene import Scene

WIDTH, MARGIN, GAP = 376, 14, 10
FONT, LINE, COLUMN = 15, 22, 8.3  # pixels of the letters, from line to line, and of a column of text
CELLS, ENTRIES = 450, 9_000  # of all boards, and of all tables, that are drawn
ROOM = WIDTH - 2 * MARGIN
INDENT = 32
BOARD = 200  # pixels of the largest board beside a table

Placed = tuple[float, float, list[str]]
"""Width, height and elements of a figure at the origin."""


def draw(lesson: Lesson, lang: str) -> str:
    """Return the lesson as one SVG element that needs nothing but itself."""
    title = sentence(lesson.title, lang)
    body = [_line(MARGIN, 30, title, 20, "list", "700")]
    y = 60.0
    for number, step in enumerate(thinned(lesson), start=1):
        lines = _folded(sentence(step.key, lang, **step.values))
        body.append(_line(MARGIN, y, f"{number}.", FONT, "quiet", "700"))
        for text in lines:
            body.append(_line(MARGIN + INDENT, y, text, FONT, "list"))
            y += LINE
        for width, height, elements in _figures(step, lang):
            body += [
                f'<g transform="translate({svg.short((WIDTH - width) / 2)} {svg.short(y - 6)})">',
                *elements,
                "</g>",
            ]
            y += height + 6
        y += 12
    return svg.document(title, (WIDTH, y - 4), body)


def _folded(text: str) -> list[str]:
    """Return a sentence in lines that fit; capitals are wider than a column, so many of them make a line shorter."""
    columns = int((ROOM - INDENT) / COLUMN)
    while columns > 12:
        lines = fold(text, columns)
        if all(display_width(line) * COLUMN + sum(map(str.isupper, line)) * 2.7 <= ROOM - INDENT + 6 for line in lines):
            break
        columns -= 2
    return lines


def thinned(lesson: Lesson) -> list[Step]:
    """Return the steps, of a long lesson without some of the pictures; the last ones always stay."""
    cells = sum(len(step.scene.cells) for step in lesson.steps if step.scene is not None)
    entries = sum(len(row) for step in lesson.steps if step.table is not None for row in step.table.rows)
    every, each = -(-cells // CELLS), -(-entries // ENTRIES)
    told = []
    for place, step in enumerate(lesson.steps):
        back = len(lesson.steps) - 1 - place
        is_seen, is_listed = back % max(every, 1) == 0, back % max(each, 1) == 0
        told.append(replace(step, scene=step.scene if is_seen else None, table=step.table if is_listed else None))
    return told


def _line(x: float, y: float, text: str, size: float, kind: str, weight: str = "") -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return f'<text class="{kind}" x="{svg.short(x)}" y="{svg.short(y)}" font-size="{size}"{bold}>{escape(text)}</text>'


def _figures(step: Step, lang: str) -> Iterator[Placed]:
    """Yield the board and the table, or both as one figure where they fit side by side."""
    board = _board(step.scene, ROOM if step.table is None else BOARD) if step.scene is not None else None
    table = _table(step.table, lang) if step.table is not None else None
    if board and table and board[0] + GAP + table[0] <= ROOM:
        shifted = [f'<g transform="translate({svg.short(board[0] + GAP)} 0)">', *table[2], "</g>"]
        yield board[0] + GAP + table[0], max(board[1], table[1]), [*board[2], *shifted]
        return
    yield from (figure for figure in (board, table) if figure)


def _board(scene: Scene, room: float) -> Placed:
    """Return a board, in its own size or as small as the room wants."""
    across, down = svg.extent(scene)
    scale = min(1.0, room / across)
    elements = [
        f'<g transform="scale({scale:.3f}) translate({svg.MARGIN} {svg.MARGIN})">',
        *svg.elements(scene),
        "</g>",
    ]
    return across * scale, down * scale, elements


def _table(table: Table, lang: str) -> Placed:
    heads = [sentence(key, lang) for key in table.head]
    if table.is_matrix and max((len(entry) for row in table.rows for entry in row), default=1) <= 1:
        return _matrix(table)
    columns = range(max(map(len, table.rows)))
    taken = [
        max(display_width(word) for word in (heads[at] if heads else "", *(row[at] for row in table.rows)))
        for at in columns
    ]
    scale = min(1.0, ROOM / (sum(taken) * 7.6 + 14 * len(taken)))
    widths = [(count * 7.6 + 14) * scale for count in taken]
    high, size = 21 * scale, round(13.5 * scale, 1)
    elements = []
    y = 16 * scale
    for number, row in enumerate(([tuple(heads)] if heads else []) + list(table.rows), start=-1 if heads else 0):
        if number in table.changed:
            elements.append(svg.box(0, y - 0.75 * high, sum(widths), high, "tint"))
        for at, entry in enumerate(row):
            x = sum(widths[:at]) + 6 * scale
            if (number, at) in table.points:
                elements.append(svg.box(x - 4 * scale, y - 0.75 * high, widths[at], high, "hot"))
            elements.append(_line(x, y, entry, size, "quiet" if number < 0 else "list"))
        y += high
    return sum(widths), y - 8 * scale, elements


def _matrix(table: Table) -> Placed:
    """Return a matrix of digits: one text a row, each digit at its place."""
    columns = max(map(len, table.rows))
    side = min(17.0, (ROOM - 8) / columns)
    size = round(min(14.0, 0.98 * side), 1)
    at = [column * side + side / 2 + (6 if table.bar and column >= table.bar else 0) for column in range(columns)]
    high = max(side, 11.0)
    elements = [svg.box(0, row * high, at[-1] + side / 2, high, "tint") for row in table.changed]
    elements += [svg.box(at[c] - side / 2, r * high, side, high, "hot") for r, c in table.points]
    for number, row in enumerate(table.rows):
        xs = " ".join(svg.short(x) for x, entry in zip(at, row, strict=True) if entry)
        y = svg.short((number + 0.5) * high + 0.36 * size)
        elements.append(
            f'<text class="list" text-anchor="middle" x="{xs}" y="{y}" font-size="{size}">{"".join(row)}</text>'
        )
    if table.bar:
        x = svg.short(table.bar * side + 3)
        elements.append(f'<line class="rule" x1="{x}" y1="0" x2="{x}" y2="{svg.short(len(table.rows) * high)}"/>')
    return at[-1] + side / 2, len(table.rows) * high + 6, elements
