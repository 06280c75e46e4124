"""A lesson as one SVG: its steps one below another on a strip as wide as a telephone, sentences, boards and tables.

Sentences are folded by the widths of letters in the widest common font. Boards and tables are side by side if there is
room, else they shrink, though letters never fall below 11 pixels on a screen of 360; a table that is still too wide
folds its entries. In a long lesson about a large board only every second, third, … picture is drawn, so that the file
stays below 200 kB.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from solvable.core.scene import Scene
from solvable.lessons.lesson import Lesson, Step, Table
from solvable.messages import sentence
from solvable.render import lettering, svg

WIDTH, MARGIN, GAP = 376, 14, 10
FONT, LINE = 15, 22  # pixels of the letters, and from line to line
TITLE, ENTRY, SMALLEST = 20, 13.5, 11.5  # pixels of letters in a title, in a table, and at least
PAD, ROW = 14, 1.55  # pixels between columns of a table; its rows' height in letters
CELLS, ENTRIES = 450, 9_000  # cells of all boards, and entries of all tables, that are drawn
ROOM = WIDTH - 2 * MARGIN
INDENT = 32
BOARD = 200  # pixels of the largest board next to a table

Placed = tuple[float, float, list[str]]
"""Width, height and elements of a figure at the origin."""


def draw(lesson: Lesson, lang: str) -> str:
    """Return the lesson as one self-contained SVG element."""
    title = sentence(lesson.title, lang)
    body, y = [], 30.0
    for text in lettering.lines(title, ROOM, TITLE, bold=True):
        body.append(_line(MARGIN, y, text, TITLE, "list", "700"))
        y += 26
    y += 4
    for number, step in enumerate(thinned(lesson), start=1):
        lines = lettering.lines(sentence(step.key, lang, **step.values), ROOM - INDENT, FONT)
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


def thinned(lesson: Lesson) -> list[Step]:
    """Return the steps; a long lesson loses some of its pictures, but never the last ones."""
    cells = sum(len(step.scene.cells) for step in lesson.steps if step.scene is not None)
    entries = sum(len(row) for step in lesson.steps if step.table is not None for row in step.table.rows)
    every, each = -(-cells // CELLS), -(-entries // ENTRIES)
    kept = []
    for index, step in enumerate(lesson.steps):
        back = len(lesson.steps) - 1 - index
        is_seen, is_listed = back % max(every, 1) == 0, back % max(each, 1) == 0
        kept.append(replace(step, scene=step.scene if is_seen else None, table=step.table if is_listed else None))
    return kept


def _line(x: float, y: float, text: str, size: float, kind: str, weight: str = "") -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return f'<text class="{kind}" x="{svg.short(x)}" y="{svg.short(y)}" font-size="{size}"{bold}>{escape(text)}</text>'


def _figures(step: Step, lang: str) -> Iterator[Placed]:
    """Yield the board and the table, or both as one figure if they fit side by side."""
    board = _board(step.scene, ROOM if step.table is None else BOARD) if step.scene is not None else None
    table = _table(step.table, lang) if step.table is not None else None
    if board and table and board[0] + GAP + table[0] <= ROOM:
        shifted = [f'<g transform="translate({svg.short(board[0] + GAP)} 0)">', *table[2], "</g>"]
        yield board[0] + GAP + table[0], max(board[1], table[1]), [*board[2], *shifted]
        return
    yield from (figure for figure in (board, table) if figure)


def _board(scene: Scene, room: float) -> Placed:
    """Return a board, in its natural size or reduced to `room`."""
    across, down = svg.extent(scene)
    scale = min(1.0, room / across)
    elements = [
        f'<g transform="scale({scale:.3f}) translate({svg.MARGIN} {svg.MARGIN})">',
        *svg.elements(scene),
        "</g>",
    ]
    return across * scale, down * scale, elements


def _table(table: Table, lang: str) -> Placed:
    if table.is_matrix and max((len(entry) for row in table.rows for entry in row), default=1) <= 1:
        return _matrix(table)
    grid = [tuple(sentence(key, lang) for key in table.head)] if table.head else []
    first, grid = -len(grid), grid + list(table.rows)
    size, widths = _columns(grid)
    elements, y = [], 16.0
    for number, row in enumerate(grid, start=first):
        folded = [lettering.lines(entry, width - PAD, size) for entry, width in zip(row, widths, strict=False)]
        down = max(map(len, folded)) * ROW * size
        if number in table.changed:
            elements.append(svg.box(0, y - 1.15 * size, sum(widths), down, "tint"))
        for offset, entry in enumerate(folded):
            x = sum(widths[:offset]) + 6
            if (number, offset) in table.points:
                across = max(lettering.width(text, size) for text in entry) + 8
                elements.append(svg.box(x - 4, y - 1.15 * size, min(across, widths[offset]), down, "hot"))
            for line, text in enumerate(entry):
                if text:
                    elements.append(_line(x, y + line * ROW * size, text, size, "quiet" if number < 0 else "list"))
        y += down
    return sum(widths), y - 8, elements


def _columns(grid: Sequence[Sequence[str]]) -> tuple[float, list[float]]:
    """Return the size of the letters and the widths of the columns; the widest shrink if there is not enough room."""
    for size in (ENTRY, SMALLEST):
        widths = [
            max(lettering.width(row[index], size) for row in grid if index < len(row)) + PAD
            for index in range(max(map(len, grid)))
        ]
        if sum(widths) <= ROOM:
            return size, widths
    share = ROOM / len(widths)
    while (narrow := sum(width for width in widths if width <= share)) and share < (
        wider := (ROOM - narrow) / sum(width > share for width in widths)
    ):
        share = wider
    return SMALLEST, [min(width, share) for width in widths]


def _matrix(table: Table) -> Placed:
    """Return a matrix of digits: one text element a row, with a position for each digit."""
    columns = max(map(len, table.rows))
    side = min(17.0, (ROOM - 8) / columns)
    size = round(min(14.0, max(SMALLEST, 0.98 * side)), 1)
    at = [column * side + side / 2 + (6 if table.bar and column >= table.bar else 0) for column in range(columns)]
    high = max(side, 13.0)
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
