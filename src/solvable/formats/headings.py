"""The names of rows and columns around a board, blanked out: numbers from 0 or 1, letters from A, c1 c2 c3, [,1] [,2].

      1 2 3         A B C        0 1 2       ,A,B,C            [,1] [,2]     3 . O .
    1 O . O       1 1 0 1     0: O . O       1,1,0,1      [1,]    1    0     2 O O O
    2 . O .       2 0 1 0     1: . O .       2,0,1,0      [2,]    0    1       A B C

Names that count are taken for such only if nothing else fits: those of the rows stand before every row, those of the
columns above the first or below the last. Names of one kind alone are left out if no cell can be meant by them:
letters beside digits, numbers beside signs. Numbers above or before digits alone stay, for lamps of several states.
"""

import re
from collections.abc import Sequence

from solvable.core.pattern import pattern

CHARACTERS_MAX = 20_000  # characters
LINES_MAX = 200  # rows, columns

_RULE = pattern(r"[ \t,+|:=-]*(?:--|==)[ \t,+|:=-]*")
_NAME = pattern(r"([A-Za-z\[,(#]{0,8})([0-9]{1,4})([\]):.,]{0,2})|([A-Za-z])([):.]?)")
_LABELLED = pattern(r"[ \t]*([0-9]{1,4}|[A-Za-z])[ \t]*([:|)])[ \t]*(?=\S)")

Span = tuple[int, int]


class _Line:
    """A line of the text: where it is, and where its cells are."""

    def __init__(self, data: str, start: int, end: int) -> None:
        self.start, self.end = start, end
        self.cells = [(start + a, start + b) for a, b in _fields(data[start:end])]
        self.words = [data[a:b] for a, b in self.cells]


def _fields(row: str) -> list[Span]:
    """Return where the cells of a row are: between commas, between tabs, else the words."""
    if labelled := _LABELLED.match(row):
        remaining = labelled.end()
        return [labelled.span(1), *((remaining + a, remaining + b) for a, b in _fields(row[remaining:]))]
    mark = "," if re.search(r"[^\[(],(?!\])", f" {row}") else "\t" if "\t" in row.strip(" ") else ""
    if not mark:
        return _word_spans(row)
    spans = []
    for match in re.finditer(f"[^{mark}]*", row):
        if match.start() == match.end() and match.start() and row[match.start() - 1] != mark:
            continue  # the end of the match before
        word = match[0].strip()
        start = match.start() + len(match[0]) - len(match[0].lstrip()) if word else match.start()
        spans.append((start, start + len(word)))
    if len(spans) == 2 and len(row[spans[1][0] :].split()) > 1:  # a name, a bar, and cells between blanks
        start = spans[1][0]
        spans = [spans[0], *((start + a, start + b) for a, b in _word_spans(row[start:]))]
    return spans


def _word_spans(row: str) -> list[Span]:
    return [match.span() for match in re.finditer(r"\S+", row)]


def _counts(words: Sequence[str]) -> str:
    """Return "number" or "letter" if the words count up from the first of such names; "" else."""
    if not 1 < len(words) <= LINES_MAX:
        return ""
    names = [_NAME.fullmatch(word) for word in words]
    if not all(names):
        return ""
    numbers = [int(name[2]) for name in names if name and name[2]]
    if len(numbers) == len(words):
        if len({(name[1], name[3]) for name in names if name}) > 1 or numbers[0] > 1:
            return ""
        is_counted = numbers == [*range(numbers[0], numbers[0] + len(numbers))]
        return ("letter" if names[0] and names[0][1] else "number") if is_counted else ""
    letters = "".join(name[4] for name in names if name and name[4])
    if len(letters) != len(words) or len({name[5] for name in names if name}) > 1:
        return ""
    return "letter" if letters in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" or letters in "abcdefghijklmnopqrstuvwxyz" else ""


def _are_from_first(words: Sequence[str]) -> bool:
    return words[0].strip("[](),:.|") in ("A", "a", "0", "1") or words[0][-1:].isdigit() or words[0][:1] in "[("


def _kind(words: Sequence[str]) -> str:
    """Return the kind of the names `words`, which may be written together, ABC; "" if they are none."""
    if len(words) == 1 and 1 < len(words[0]) <= 26:
        words = list(words[0])
    kind = _counts(words)
    return kind if kind and _are_from_first(words) else ""


def are_counted(words: Sequence[str]) -> bool:
    """Return whether words count up from 0, 1 or A, as the names of rows do."""
    return bool(_kind(words))


def without_headings(data: str) -> str:
    """Return `data` with blanks for the names of its rows and columns; `data` itself where it has none."""
    if len(data) > CHARACTERS_MAX:
        return data
    lines: list[_Line] = []
    rules: list[_Line] = []
    for match in re.finditer("[^\n/]+", data):
        if match[0].strip():
            kept = rules if _RULE.fullmatch(match[0]) else lines
            kept.append(_Line(data, *match.span()))
    if not 2 <= len(lines) <= LINES_MAX or any(not line.cells for line in lines):
        return data
    dropped = _both(data, lines) or _columns(lines) or _rows(lines)
    if not dropped:
        return data
    results = list(data)
    for start, end in [*dropped, *((line.start, line.end) for line in rules)]:
        results[start:end] = " " * (end - start)
    return "".join(results)


def _both(data: str, lines: Sequence[_Line]) -> list[Span]:
    """Return the places of the names of columns, above or below or both, and of rows."""
    heads = [line for line in (lines[0], lines[-1]) if _is_head(line)]
    if len(heads) == 2 and _head_words(heads[0]) != _head_words(heads[1]):
        heads.pop()  # a row like 1 2 3
    body = [line for line in lines if line not in heads]
    if not heads or len(body) < 2:
        return []
    if min(len(line.words) for line in body) < 2:
        return []  # a row of which nothing but its name is there
    names = [line.words[0] for line in body]
    if not (_kind(names) or _kind(names[::-1])):
        return []
    if not all(_fits(head, body) for head in heads):
        return []
    return [*((head.start, head.end) for head in heads), *(_name(data, line) for line in body)]


def _fits(head: _Line, body: Sequence[_Line]) -> bool:
    """Whether there is a name for each column, and the line is no row of the board itself."""
    words, width = _head_words(head), max(len(line.words) for line in body) - 1
    if len(words) == width == 1:  # both written together, ABC above 101
        return len(words[0]) == max(len(line.words[1]) for line in body)
    if {*"".join(words)} <= {*"01"} and head.words[0]:  # lamps, unless they begin behind the names of the rows
        _, end = body[0].cells[0]
        if head.cells[-len(words)][0] - head.start <= end - body[0].start:
            return False
    return len(words) == width > 1


def _head_words(line: _Line) -> list[str]:
    """Return the names of columns, without what stands in the corner."""
    words = line.words
    return words[1:] if len(words) > 2 and (not words[0] or not words[0].strip("/\\.+*#")) else words


def _is_head(line: _Line) -> bool:
    return bool(_kind(_head_words(line)))


def _name(data: str, line: _Line) -> Span:
    """Return the place of the name before a row, with the mark behind it."""
    start, end = line.cells[0]
    mark = re.compile(r"[ \t]*[,:|)]|\t").match(data, end, line.end)
    return start, mark.end() if mark else end


def _columns(lines: Sequence[_Line]) -> list[Span]:
    """Return the place of the names of columns that stand alone, if they can be no row of the board."""
    head, body = lines[0], lines[1:]
    kind = _kind(head.words)
    width = max(len(line.words) for line in body)
    cells = {symbol for line in body for word in line.words for symbol in word}
    is_wide = len(head.words) == width > 1 or (
        width == 1 == len(head.words) == len({len(line.words[0]) for line in body})
    )
    if (
        not is_wide
        or len(body) < 2
        or len({len(line.words) for line in body}) > 1
        or not cells
        or (kind == "letter" and any(map(str.isalpha, cells)))
    ):
        return []
    if not kind or (kind == "number" and any(map(str.isalnum, cells - {*"XxOo"}))):
        return []
    return [(head.start, head.end)]


def _rows(lines: Sequence[_Line]) -> list[Span]:
    """Return the places of the names of rows that stand alone, if they can be no cells."""
    names = [line.words[0] for line in lines]
    cells = {symbol for line in lines for word in line.words[1:] for symbol in word}
    kind = _kind(names) if min(len(line.words) for line in lines) > 1 and max(map(len, names)) < 5 else ""
    if not cells or (kind == "letter" and any(map(str.isalpha, cells))):
        return []
    if not kind or (kind == "number" and any(map(str.isalnum, cells - {*"XxOo"}))):
        return []
    return [line.cells[0] for line in lines]
