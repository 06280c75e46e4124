"""Boards as text: rows and columns numbered from 1, marks on the cells, within the size that the pen allows.

Lamps are a filled disc or a hollow ring, so that colour is redundant; a marked cell is in brackets. Each row of
hexagons is half a cell further right than the one above; triangles point up or down. If a board is too wide for
brackets, the cells shrink to two columns and a star marks them; what still does not fit is cut, and `Drawing` has the
numbers of rows and columns drawn. Widths are those of the terminal: a Chinese character takes two columns (Unicode
Standard Annex #11). A character of ambiguous width (α, ①, “) takes one, or two if SOLVABLE_AMBIGUOUS is `wide`; our own
marks are ambiguous too, so such a terminal gets marks in ASCII.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from solvable.core.frozen import frozen, replace
from solvable.core.pattern import pattern
from solvable.core.scene import Cell, Extent, Scene

LAMPS = ("○", "●")  # off, lit
TRIANGLES = {"up": ("△", "▲"), "down": ("▽", "▼")}
BLANK = "·"  # on a board without frames
HOLE = "░"
BRACKETS = {"point": ("[", "]"), "weight": ("(", ")")}  # around a tile that a mark refers to, or a weight
PLAIN = dict(  # replacements for characters that a terminal's encoding lacks
    zip("┌┬┐├┼┤└┴┘─│…⋮○●△▲▽▼·░↑↓←→×≈−–—•\u00a0“”", "+++++++++-|~:.#^AvV.#^v<>x~---* " + '""', strict=True)
)
_NARROW = dict.fromkeys(map(ord, PLAIN), "-")  # our own marks take one column, without a look-up in a table
ESCAPE = pattern(r"\x1b\[[0-9;]*m")
INK = {  # SGR codes of the colours: only blue and amber, readable on dark and light backgrounds
    "strong": "1",
    "dim": "38;5;244",
    "lit": "38;5;214",
    "mark": "1;38;5;32",
    "alarm": "1;38;5;166",
}


@frozen
class Pen:
    """The abilities of the terminal: colour or not, columns and lines."""

    color: bool = False
    width: int = 80
    height: int = 40

    @property
    def extent(self) -> Extent:
        """The columns and rows of a board that can fit; no others need to be computed."""
        return self.width, max(1, self.height)

    def paint(self, text: str, ink: str) -> str:
        """Return `text` in the colour `ink`, or unchanged if there is no colour."""
        return f"\x1b[{INK[ink]}m{text}\x1b[0m" if self.color and ink and text.strip() else text


@frozen
class Drawing:
    """The lines of a drawing, and the numbers of the board's rows and columns that they show."""

    lines: tuple[str, ...]
    rows: int
    columns: int
    starred: bool = False


def display_width(text: str) -> int:
    """Return the terminal columns that `text` takes: 2 for wide characters, 0 for combining ones and colour codes."""
    text = ESCAPE.sub("", text)
    if text.translate(_NARROW).isascii():
        return len(text)
    from wcwidth import width

    return width(text.translate(_NARROW), ambiguous_width=2) if is_wide() else width(text)


def is_wide() -> bool:
    """Return whether this terminal shows characters of ambiguous width in two columns."""
    return os.environ.get("SOLVABLE_AMBIGUOUS", "").lower() == "wide"


def cut(text: str, width: int) -> str:
    """Return the first line of `text` in at most `width` columns; if it has more, an ellipsis ends it."""
    text = text.partition("\n")[0]
    if display_width(text) <= width:
        return text
    while text and display_width(text) >= width:
        text = text[:-1]
    return text + "…"


def pad(text: str, width: int, align: str = "<") -> str:
    """Return `text` filled with blanks to `width` columns, aligned `<` left, `>` right or `^` in the middle."""
    space = max(0, width - display_width(text))
    left = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * left + text + " " * (space - left)


def wrap(words: Iterable[str], width: int, indent: str = "") -> list[str]:
    """Return `words` in lines of at most `width` columns, two blanks apart, each line after `indent`."""
    lines: list[str] = []
    for word in words:
        if lines and display_width(lines[-1]) + 2 + display_width(word) <= width:
            lines[-1] += "  " + word
        else:
            lines.append(indent + word)
    return lines


def fold(text: str, width: float, measure: Callable[[str], float] = display_width) -> list[str]:
    """Return `text` in lines whose width by `measure` is at most `width`; Chinese text may break anywhere."""
    lines, line = [], ""
    for word in _words(text):
        if line and measure((line + word).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += word if line else word.lstrip()
    return [*lines, line.rstrip()]


def table(rows: Sequence[tuple[str, str]], width: int, indent: str = "  ") -> list[str]:
    """Return pairs of a name and its description as two columns, folded if they are wider than `width` together."""
    room = width - len(indent) - 2
    first, second = (max(map(display_width, column), default=0) for column in zip(*rows, strict=True))
    if first + second > room:
        first = min(first, max(room // 2, room - max(24, second)))
    lines = []
    for name, text in rows:
        pairs = zip_longest(fold(name, first), fold(text, max(1, room - first)), fillvalue="")
        lines += [(indent + pad(left, first) + "  " + right).rstrip() for left, right in pairs]
    return lines


def _words(text: str) -> list[str]:
    """Return the pieces between which a line may break; none begins with a closing mark or ends with an opening one."""
    words = [""]
    for before, char in zip(" " + text, text, strict=False):
        between = display_width(before) == 2 and before not in "（《" and char not in "，。；：、）》”？！"
        may_break = (before == " " != char) or between
        if may_break and words[-1]:
            words.append("")
        words[-1] += char
    return words


def beside(left: Drawing, right: Drawing, gap: int = 4) -> Drawing:
    """Return two drawings side by side."""
    width = max(map(display_width, left.lines), default=0) + gap
    height = max(len(left.lines), len(right.lines))
    rows = [(*drawing.lines, *("",) * (height - len(drawing.lines))) for drawing in (left, right)]
    return Drawing(tuple((pad(a, width) + b).rstrip() for a, b in zip(*rows, strict=True)), left.rows, left.columns)


def draw(scene: Scene, pen: Pen, say: Callable[[str], str] = str) -> Drawing:
    """Return the scene drawn: lamps, with their numbers beside them, framed tiles, or the vertices of a graph.

    `say` translates the keys in a scene into sentences.
    """
    if not scene.width:
        return _vertices(scene, pen, say)
    if scene.cells[0].shape == "tile":
        return _tiles(scene, pen)
    if scene.levels == 2:
        return _lamps(scene, pen)
    board = _lamps(scene, pen, [cell.label or lamp_signs(cell)[0] for cell in scene.cells])
    if not scene.legend:
        return board
    maximum = max(2, scene.most)
    numbers = [str(cell.marks[0].number) if cell.marks else BLANK for cell in scene.cells]
    grid = _lamps(replace(scene, widest=len(str(maximum))), pen, numbers)
    if board.columns == scene.width and max(map(display_width, board.lines)) * 2 + 4 <= pen.width:
        return beside(board, grid)
    return Drawing((*board.lines, "", *grid.lines), board.rows, board.columns)


def _lamps(scene: Scene, pen: Pen, numbers: Sequence[str] = ()) -> Drawing:
    """Return lamps, the marked ones in brackets, or `numbers` instead of them, one a cell."""
    w, h, inner = scene.width, scene.height, scene.widest
    gutter, rows = len(str(h)) + 2, _rows_shown(h, pen)
    leans = scene.cells[0].shape == "hexagon"

    def sizes(around: int) -> tuple[int, int, int]:
        """Return the width of a cell, the shift of a row relative to the one above, and the width of the board."""
        cell = inner + around
        cell += leans and cell % 2
        lean = cell // 2 if leans else 0
        return cell, lean, gutter + w * cell + lean * (rows - 1)

    cell_width, lean, across = sizes(2)
    if starred := across > pen.width:
        cell_width, lean, across = sizes(1)
    columns = w
    if across > pen.width:
        columns, lean = max(1, min(w, (pen.width - gutter - 2) // cell_width)), 0
    seen = {cell.index: number for number, cell in enumerate(scene.cells)}

    def draw_cell(index: int) -> str:
        cell = scene.cells[seen[index]]
        if cell.role == "dead":
            return " " * cell_width
        dark, lit = lamp_signs(cell)
        glyph = pad(numbers[seen[index]] if numbers else lit if cell.level else dark, inner, ">")
        is_marked = bool(cell.marks) if not numbers else any(mark.kind == "point" for mark in cell.marks)
        ink = "mark" if is_marked else "dim" if glyph.strip() in (dark, BLANK) else "lit"
        left = "" if starred else "[" if is_marked else " "
        right = " " if not is_marked else "*" if starred else "]"
        text = left + glyph + right
        return pen.paint(text, ink) + " " * (cell_width - display_width(text))

    lines = [" " * gutter + pen.paint(_ruler(columns, cell_width), "dim")]
    for row in range(rows):
        cells = "".join(draw_cell(row * w + column) for column in range(columns))
        label = pen.paint(f"{row + 1:>{gutter - 1}}", "dim")
        lines.append(label + " " * (1 + lean * row) + cells + (" …" if columns < w else ""))
    if rows < h:
        lines.append(f"{'⋮':>{gutter - 1}}")
    return Drawing(tuple(line.rstrip() for line in lines), rows, columns, starred and scene.most > 0 and not numbers)


def lamp_signs(cell: Cell) -> tuple[str, str]:
    """Return the signs of a lamp that is off and one that is lit; for a lamp that does not matter, its label twice."""
    return (cell.label, cell.label) if cell.role == "free" else TRIANGLES.get(cell.shape, LAMPS)


def legend(drawing: Drawing, text: str) -> str:
    """Return the legend of a drawing of lamps; for triangles, of both orientations."""
    if not any(sign in line for line in drawing.lines for signs in TRIANGLES.values() for sign in signs):
        return text
    for sign, *both in zip(LAMPS, *TRIANGLES.values(), strict=True):
        text = text.replace(sign, " ".join(both))
    return text


def _tiles(scene: Scene, pen: Pen) -> Drawing:
    """Return tiles in frames if there is room; those in their goal cells are dim, so that the others stand out."""
    w, h, inner = scene.width, scene.height, scene.widest
    gutter = len(str(h)) + 2
    framed = gutter + w * (inner + 3) + 1 <= pen.width and 2 * h + 2 <= pen.height
    cell_width = inner + (3 if framed else 2)
    columns = w if gutter + w * cell_width + 1 <= pen.width else max(1, (pen.width - gutter - 2) // cell_width)
    rows = _rows_shown(h, pen)
    seen = {cell.index: cell for cell in scene.cells}

    def draw_cell(index: int) -> str:
        cell = seen[index]
        if cell.role == "dead":
            return pen.paint(HOLE * (inner + 2) if framed else f" {HOLE * inner} ", "dim")
        text = pad(cell.label or ("" if framed else BLANK), inner, ">")
        for mark in cell.marks:
            if mark.kind == "arrow":
                return " " + pen.paint(text + _arrow(index, mark.toward, w), "mark")
            if mark.kind in BRACKETS:
                left, right = BRACKETS[mark.kind]
                return pen.paint(left + text + right, "mark" if mark.kind == "point" else "alarm")
        return " " + pen.paint(text, "dim" if cell.is_home else "strong") + " "

    def rule(left: str, middle: str, right: str) -> str:
        return " " * gutter + pen.paint(left + middle.join(["─" * (inner + 2)] * w) + right, "dim")

    bar = pen.paint("│", "dim") if framed else ""
    lines = [" " * (gutter + framed) + pen.paint(_ruler(columns, cell_width), "dim")]
    for row in range(rows):
        cells = bar.join(draw_cell(row * w + column) for column in range(columns))
        label = pen.paint(f"{row + 1:>{gutter - 1}}", "dim")
        lines += [rule("├", "┼", "┤") if row else rule("┌", "┬", "┐")] * framed
        lines.append(f"{label} {bar}{cells}{bar}" + (" …" if columns < w else ""))
    if framed:
        lines.append(rule("└", "┴", "┘"))
    elif rows < h:
        lines.append(f"{'⋮':>{gutter - 1}}")
    return Drawing(tuple(line.rstrip() for line in lines), rows, columns)


def _arrow(cell: int, toward: int, width: int) -> str:
    """Return the arrow from a cell of the grid to another in its row or column."""
    if cell // width == toward // width:
        return "→" if toward > cell else "←"
    return "↓" if toward > cell else "↑"


def _vertices(scene: Scene, pen: Pen, say: Callable[[str], str]) -> Drawing:
    """Return the vertices, their labels and the labels of the goal in titled rows, folded to the pen's width; wrong
    tiles stand out.
    """
    signs = [("-" if cell.role == "dead" else "_") for cell in scene.cells]
    words = [
        [str(cell.index) for cell in scene.cells],
        [cell.label or sign for cell, sign in zip(scene.cells, signs, strict=True)],
        [cell.wanted or "_" for cell in scene.cells],
    ]
    titles = [say(key) for key in scene.legend]
    first = max(map(display_width, titles))
    width = max(display_width(word) for row in words for word in row)
    each = max(1, (pen.width - first - 4) // (width + 2))
    shown = min(len(scene.cells), each * max(1, pen.height // (len(words) + 1)))
    lines: list[str] = []
    for start in range(0, shown, each):
        lines += [""] * (start > 0)
        for number, (title, row) in enumerate(zip(titles, words, strict=True)):
            line = "  " + pen.paint(pad(title, first), "dim")
            for cell in scene.cells[start : min(start + each, shown)]:
                ink = "strong" if number == 1 and not cell.is_home else ""
                line += "  " + pen.paint(pad(row[cell.index], width, ">"), ink)
            lines.append(line)
    return Drawing((*lines, *["⋮"] * (shown < len(scene.cells))), 0, 0)


def _rows_shown(h: int, pen: Pen) -> int:
    return min(h, max(1, pen.height))


def _ruler(columns: int, cell_width: int) -> str:
    """Return the column numbers above cells of `cell_width`; only every fifth if all of them would touch."""
    if cell_width > len(str(columns)):
        return "".join(pad(str(column), cell_width, "^") for column in range(1, columns + 1))
    line = ""
    for column in (1, *range(5, columns + 1, 5)):
        line = pad(line, (column - 1) * cell_width) + str(column)
    return line
