"""Boards as text: rows and columns numbered from 1, marks on the cells, never wider or longer than the pen allows.

Lamps are a filled disc or a hollow ring, so that colour only repeats what the shape says; a marked cell stands in
brackets. Where a board is too wide for brackets the cells shrink to two columns and a star marks them; what still
does not fit is cut, and `Drawing` says how much was drawn. Widths are those of the terminal: a Chinese character
takes two columns (Unicode Standard Annex #11).
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

LAMPS = "○●"
BLANK = "·"  # on a board without frames
HOLE = "░"
ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}
PLAIN = dict(  # what stands for a character that a terminal's encoding lacks
    zip("┌┬┐├┼┤└┴┘─│…⋮○●·░↑↓←→×≈−–—“”", "+++++++++-|~:.#.#^v<>x~---" + '""', strict=True)
)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
INK = {  # SGR codes of the house colours: blue and amber only, readable on dark and on light ground
    "strong": "1",
    "dim": "38;5;244",
    "lit": "38;5;214",
    "mark": "1;38;5;32",
    "alarm": "1;38;5;166",
}


@dataclass(frozen=True, slots=True)
class Pen:
    """What the terminal can show: colour or not, how many columns and lines."""

    color: bool = False
    width: int = 80
    height: int = 40

    def paint(self, text: str, ink: str) -> str:
        """Return `text` in the colour `ink`, or as it is where there is no colour."""
        return f"\x1b[{INK[ink]}m{text}\x1b[0m" if self.color and ink and text.strip() else text


@dataclass(frozen=True, slots=True)
class Drawing:
    """The lines of a drawing, and how many of the board's rows and columns they show."""

    lines: tuple[str, ...]
    rows: int
    columns: int
    starred: bool = False


def display_width(text: str) -> int:
    """Return the terminal columns that `text` takes: 2 for wide characters, 0 for combining ones and colour codes."""
    text = ESCAPE.sub("", text)
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, width: int, align: str = "<") -> str:
    """Return `text` filled with blanks to `width` columns, aligned `<` left, `>` right or `^` in the middle."""
    space = max(0, width - display_width(text))
    left = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * left + text + " " * (space - left)


def wrap(words: Iterable[str], width: int, indent: str = "") -> list[str]:
    """Return `words` laid in lines of at most `width` columns, two blanks apart, each line after `indent`."""
    lines: list[str] = []
    for word in words:
        if lines and display_width(lines[-1]) + 2 + display_width(word) <= width:
            lines[-1] += "  " + word
        else:
            lines.append(indent + word)
    return lines


def fold(text: str, width: int) -> list[str]:
    """Return `text` in lines of at most `width` columns; Chinese breaks between any two characters."""
    lines, line = [], ""
    for word in _words(text):
        if line and display_width((line + word).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += word if line else word.lstrip()
    return [*lines, line.rstrip()]


def table(rows: Sequence[tuple[str, str]], width: int, indent: str = "  ") -> list[str]:
    """Return names and what is said of each in two columns, folded where they are wider than `width` together."""
    room = width - len(indent) - 2
    first, second = (max(map(display_width, column), default=0) for column in zip(*rows, strict=True))
    if first + second > room:
        first = min(first, max(room // 2, room - max(24, second)))
    lines = []
    for name, told in rows:
        pairs = zip_longest(fold(name, first), fold(told, max(1, room - first)), fillvalue="")
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


def draw_lights(
    size: tuple[int, int],
    state: Sequence[int],
    pen: Pen,
    *,
    k: int = 2,
    dead: Collection[int] = (),
    marks: Collection[int] = (),
    zero: str = "",
) -> Drawing:
    """Return a w × h board of lamps with the cells of `marks` in brackets; `zero` may stand for the ring."""
    w, h = size
    glyphs = list(LAMPS) if k == 2 else [zero or LAMPS[0], *map(str, range(1, k))]
    inner = max(map(len, glyphs))
    gutter = len(str(h)) + 2
    starred = gutter + w * (inner + 2) > pen.width
    cell_width = inner + (1 if starred else 2)
    columns = max(1, min(w, (pen.width - gutter - 2) // cell_width)) if gutter + w * cell_width > pen.width else w
    rows = _rows_shown(h, pen)

    def cell(index: int) -> str:
        if index in dead:
            return " " * cell_width
        ink = "mark" if index in marks else "lit" if state[index] else "dim"
        glyph = pad(glyphs[state[index]], inner, ">")
        if starred:
            return pen.paint(glyph + ("*" if index in marks else " "), ink)
        return pen.paint(f"[{glyph}]" if index in marks else f" {glyph} ", ink)

    lines = [" " * gutter + pen.paint(_ruler(columns, cell_width), "dim")]
    for row in range(rows):
        cells = "".join(cell(row * w + column) for column in range(columns))
        lines.append(pen.paint(f"{row + 1:>{gutter - 1}}", "dim") + " " + cells + (" …" if columns < w else ""))
    if rows < h:
        lines.append(f"{'⋮':>{gutter - 1}}")
    return Drawing(tuple(line.rstrip() for line in lines), rows, columns, starred and bool(marks))


def draw_tiles(
    size: tuple[int, int],
    state: Sequence[int],
    pen: Pen,
    *,
    arrow: tuple[int, str] | None = None,
    home: Sequence[int] = (),
    name: Callable[[int], str] = str,
) -> Drawing:
    """Return a framed board of tiles; `arrow` = (cell, letter) shows which way that tile slides first.

    Tiles that stand where `home` has them are quiet in colour, so that the eye goes to the others. What is below 0 is
    no cell at all.
    """
    w, h = size
    inner = len(name(max(state)))
    gutter = len(str(h)) + 2
    framed = gutter + w * (inner + 3) + 1 <= pen.width and 2 * h + 2 <= pen.height
    cell_width = inner + (3 if framed else 2)
    columns = w if gutter + w * cell_width + 1 <= pen.width else max(1, (pen.width - gutter - 2) // cell_width)
    rows = _rows_shown(h, pen)

    def cell(index: int) -> str:
        value = state[index]
        if value < 0:
            return pen.paint(HOLE * (inner + 2) if framed else f" {HOLE * inner} ", "dim")
        text = f"{name(value):>{inner}}" if value else pad("" if framed else BLANK, inner, ">")
        if arrow and index == arrow[0]:
            return " " + pen.paint(text + ARROWS[arrow[1]], "mark")
        settled = bool(home) and home[index] == value
        return " " + pen.paint(text, "dim" if settled else "strong" if home else "") + " "

    def rule(left: str, middle: str, right: str) -> str:
        return " " * gutter + pen.paint(left + middle.join(["─" * (inner + 2)] * w) + right, "dim")

    bar = pen.paint("│", "dim") if framed else ""
    lines = [" " * (gutter + framed) + pen.paint(_ruler(columns, cell_width), "dim")]
    for row in range(rows):
        cells = bar.join(cell(row * w + column) for column in range(columns))
        label = pen.paint(f"{row + 1:>{gutter - 1}}", "dim")
        lines += [rule("├", "┼", "┤") if row else rule("┌", "┬", "┐")] * framed
        lines.append(f"{label} {bar}{cells}{bar}" + (" …" if columns < w else ""))
    if framed:
        lines.append(rule("└", "┴", "┘"))
    elif rows < h:
        lines.append(f"{'⋮':>{gutter - 1}}")
    return Drawing(tuple(line.rstrip() for line in lines), rows, columns)


def draw_graph(
    rows: Sequence[tuple[str, Sequence[str]]], pen: Pen, *, marks: Collection[int] = (), row: int = 1
) -> Drawing:
    """Return titled rows of words, one column a vertex, folded to the pen; the words of `marks` in `row` stand out."""
    count = len(rows[0][1])
    first = max(display_width(title) for title, _ in rows)
    width = max((display_width(word) for _, words in rows for word in words), default=1)
    each = max(1, (pen.width - first - 4) // (width + 2))
    shown = min(count, each * max(1, pen.height // (len(rows) + 1)))
    lines: list[str] = []
    for start in range(0, shown, each):
        lines += [""] * (start > 0)
        for number, (title, words) in enumerate(rows):
            line = "  " + pen.paint(pad(title, first), "dim")
            for vertex in range(start, min(start + each, shown)):
                is_marked = number == row and vertex in marks
                line += "  " + pen.paint(pad(words[vertex], width, ">"), "strong" if is_marked else "")
            lines.append(line)
    return Drawing((*lines, *["⋮"] * (shown < count)), 0, 0)


def _rows_shown(h: int, pen: Pen) -> int:
    return min(h, max(1, pen.height))


def _ruler(columns: int, cell_width: int) -> str:
    """Return the column numbers above cells of `cell_width`; only every fifth where all of them would touch."""
    if cell_width > len(str(columns)):
        return "".join(pad(str(column), cell_width, "^") for column in range(1, columns + 1))
    line = ""
    for column in (1, *range(5, columns + 1, 5)):
        line = pad(line, (column - 1) * cell_width) + str(column)
    return line
