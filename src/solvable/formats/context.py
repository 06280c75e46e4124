"""Around a board in a chat or a document: words, quotation marks, list marks, labels, names of rows and columns.

    my board:            > 110         - 110        1. 110       Row 1: 110       ```         # my board
    110                  > 000         - 000        2. 000       Row 2: 000       110         110

They are blanked out, never moved, as are the members of an object beside its board (`markup.members`); the names of
rows and columns are left out after that (`without_headings`). A line with cells in it is not words; between rows there
are no words. All is done only if no format reads the text as it is, and the note says that something was left out.
"""

import re
from collections.abc import Sequence

from solvable.core.pattern import pattern
from solvable.formats.markup import board_alone
from solvable.game_id import is_game_id

CHARACTERS_MAX = 50_000  # characters

_WORD = pattern(r"[^\W\d_]{2,}")
_CELLS = frozenset("#*|+01") | frozenset("●⬤■★○◯□☆▓█░▒⬛⬜⚫⚪🟥🟧🟨🟩🟦🟪🟫🔴🟠🟡🟢🔵🟣🟤💡🔆🌑🌕⭐🌟✅❌")
_LAMPS = tuple(map(set, ("xo", "wb", "yw", "tf", "on", "off", "lit", "dark", "true", "false", "yes", "no")))
_HAN_LAMPS = pattern("[亮灭開开关關暗熄]{2,}")
_HAN = pattern("[亮灭開开关關暗明熄空黑白〇零一二三四五六七八九十]+")
_END = pattern(r"[:：?？!！.。…,，]\s*$")
_HEAD_END = pattern(r"[:：?？!！]\s*$")  # of words that a number may begin, as it begins rows
_FENCE = pattern(r"\s*(?:```|~~~)[\w-]*\s*")
_QUOTED = pattern(r"[ \t]*(?:>[ \t]?)+")
_ASSIGNED = pattern(r"\s*[A-Za-z_]\w{0,40}\s*=\s*(?:[rf]?(?:\"\"\"|''')\\?|`)?\s*")
_LEAD = pattern(r"[^\n]{0,200}[:?!](?:[ \t]+|(?<=[^\x00-\x7f][:?!]))(?=\S)")
_SAID = pattern(r"[ \t]*\[?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\]?[ \t]{0,9}[^:\n]{1,30}:[ \t]+(?=\S)")
_MOMENT = r"[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{1,4},?[ \t]{1,3}[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ \t]?[AaPp][Mm])?"
_STAMP = (
    pattern(  # of a message: [27/11/2026, 10:03] Anna: …, 27/11/2026, 10:03 - Anna: …, a line Anna 2026/11/27 10:03
        rf"[ \t]*\[?{_MOMENT}\]?(?:[ \t]-)?[ \t]{{1,3}}[^:\n]{{1,30}}:(?:[ \t]+|$)|"
        rf"[^0-9:\n]{{0,30}}{_MOMENT}[ \t]*$"
    )
)
_SIZE = pattern(r"(?<![0-9A-Za-z.])[0-9]{1,4}[ \t]?(?:[x*×]|by|-by-)[ \t]?[0-9]{1,4}(?!\.?[0-9])")
_TYPE = pattern(r"(?:(?<=int)|(?<=Int)|(?<=loat))(?:8|16|32|64)(?![0-9A-Za-z])")
_TITLE = pattern(
    r"[ \t]*(?:#{1,3}[ \t]+)?(?:level|puzzle|board|game|stage|lv|关卡|第)[ \t.]{0,3}#?"
    r"[0-9]{1,5}[ \t]{0,3}[关局题]?[:.]?\s*",
    re.I,
)
_OPENS = pattern(r"(?:\{|[=:,(]\s{0,9}[\[(])\s*$")  # a block or a list of a program
_TABLE_TAG = pattern(r"<(?:tr|td|th|br)\b", re.IGNORECASE)
_SAID_OF_BOARD = pattern(  # a figure, or a day
    r"[ \t]*(?:moves|steps|best|par|score|minimum|optimal|difficulty|步数|最少|最少步数|难度)[ \t]*[:：=]"
    r"[ \t]*[0-9]{1,6}[ \t]*|"
    r"[ \t]*[12][0-9]{3}(?:-[0-9]{1,2}-|/[0-9]{1,2}/)[0-9]{1,2}[ \t]*",
    re.I,
)
_COUNTED = pattern(r"\s*\([0-9]{1,6} (?:rows?|行)\)\s*")  # below the table of a database
_BULLET = pattern(r"[ \t]*[-*•‣◦–—+][ \t]+(?=\S)")
_NUMBERED = pattern(
    r"[ \t]*(?:[Rr]ow|[Ll]ine|[Rr]|第)?[ \t]*([0-9]{1,4}|[一二三四五六七八九十](?=行))"
    r"(?:[ \t]*(?:行[:：.]?|[:：)])|\.)[ \t]*(?=\S)|"
    r"[ \t]*(?:[Rr]ow|[Ll]ine)[ \t]*([0-9]{1,4})[ \t]+(?=\S)"
)


def without_surroundings(typed: str, words: bool = True) -> str | None:
    """Return `typed` with blanks for all that is not the board, words too; None if nothing is to be left out."""
    if len(typed) > CHARACTERS_MAX or is_game_id(typed) or typed[:1000].lstrip().startswith("SAVEFILE"):
        return None
    if "{" in typed:
        if (board := board_alone(typed)) is not None:
            return board
        if typed[:1000].lstrip().startswith("{"):
            return None
    lines = typed.split("\n")
    lines = [_blank(line) if _FENCE.fullmatch(line) and line.strip() else line for line in lines]
    if any(_QUOTED.match(line) for line in lines):
        lines = [_without(_QUOTED, line) if ">" not in line.lstrip("> \t") else line for line in lines]
    if words:
        lines = [_without(_STAMP, line) for line in lines]
        _drop_words(lines)
    rows = [index for index, line in enumerate(lines) if line.strip()]
    if len(rows) > 1:
        _drop_marks(lines, rows)
    if rows and words:
        _drop_lead(lines, rows[0])
    bare = "\n".join(lines)
    return bare if bare != typed else None


def _blank(line: str) -> str:
    return " " * len(line)


def _without(pattern: re.Pattern[str], line: str) -> str:
    """Return the line with blanks for what `pattern` matches at its beginning."""
    match = pattern.match(line)
    return " " * match.end() + line[match.end() :] if match else line


def _is_words(line: str) -> bool:
    """Whether a line is a sentence or a title, holds no cells, and says no goal."""
    if _TITLE.fullmatch(line) or _SAID_OF_BOARD.fullmatch(line) or _COUNTED.fullmatch(line):
        return True
    if says_goal(line) or _TABLE_TAG.search(line) or _OPENS.search(line):
        return False
    bare = _TYPE.sub("", _SIZE.sub("", line.strip().removeprefix("# ")))  # a comment, or a title
    words = [word for word in _WORD.findall(bare) if not _is_cells(word)]
    if any(map(_HAN_LAMPS.fullmatch, _WORD.findall(bare))):
        return False
    if not words and not _ASSIGNED.fullmatch(line):
        return False
    numbers = re.findall("[0-9]+", bare)
    if numbers:
        is_ended = (_HEAD_END if bare[:1].isdigit() else _END).search(bare) is not None
        return len(numbers) == 1 and len(numbers[0]) < 3 and (is_ended or (len(words) > 1 and not bare[:1].isdigit()))
    return not _CELLS.intersection(bare)


def _is_cells(word: str) -> bool:
    """Whether a word may be lamps or tiles."""
    letters = set(word.casefold())
    if word.isascii() and word.isupper() and len(letters) == len(word) <= 6:
        return True  # tiles by letters
    return bool(_HAN.fullmatch(word)) or any(letters <= lamps for lamps in _LAMPS)


def _drop_words(lines: list[str]) -> None:
    """Blank the words above the first row and below the last."""
    for direction in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for index in direction:
            if lines[index].strip():
                if not _is_words(lines[index]):
                    break
                lines[index] = _blank(lines[index])


def _drop_lead(lines: list[str], first: int) -> None:
    """Blank the words before the board on its first line, `my board: 110/000`."""
    line = lines[first]
    if (lead := _LEAD.match(line)) and _is_words(lead[0]) and not re.search("[0-9]", lead[0]):
        lines[first] = " " * lead.end() + line[lead.end() :]


def _number(word: str) -> int:
    """Return the number that a row has, in digits or one Chinese numeral."""
    return "一二三四五六七八九十".index(word) + 1 if len(word) == 1 and not word.isascii() else int(word)


def _drop_marks(lines: list[str], rows: list[int]) -> None:
    """Blank the marks of a list, or the numbers of its rows, where every row has one."""
    if all(_SAID.match(lines[row]) for row in rows):
        for row in rows:
            lines[row] = _without(_SAID, lines[row])
        return
    numbered = [_NUMBERED.match(lines[row]) for row in rows]
    numbers = [_number(match[1] or match[2]) for match in numbered if match]
    if len(numbers) == len(rows) and numbers in ([*range(len(rows))], [*range(1, len(rows) + 1)]):
        for row in rows:
            lines[row] = _without(_NUMBERED, lines[row])
        return
    bullets = [_BULLET.match(lines[row]) for row in rows]
    marks = {match[0].strip() for match in bullets if match}
    if all(bullets) and len(marks) == 1:
        remaining = "".join(_without(_BULLET, lines[row]) for row in rows)
        if not marks.intersection(remaining) and "." not in remaining:
            for row in rows:
                lines[row] = _without(_BULLET, lines[row])


# The names of rows and columns around a board, blanked out: numbers from 0 or 1, letters from A, c1 c2 c3, [,1] [,2].
#
#       1 2 3         A B C        0 1 2       ,A,B,C            [,1] [,2]     3 . O .
#     1 O . O       1 1 0 1     0: O . O       1,1,0,1      [1,]    1    0     2 O O O
#     2 . O .       2 0 1 0     1: . O .       2,0,1,0      [2,]    0    1       A B C
#
# Names that count are taken for such only if nothing else fits: those of the rows stand before every row, those of the
# columns above the first or below the last. Names of one kind alone are left out if no cell can be meant by them:
# letters beside digits, numbers beside signs. Numbers above or before digits alone stay, for lamps of several states.

_HEADINGS_CHARACTERS_MAX = 20_000  # characters
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
    """Return `data` with blanks for the names of its rows and columns; `data` itself if it has none."""
    if len(data) > _HEADINGS_CHARACTERS_MAX:
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


# Words that say in a text which board is the start and which the goal: `Initial:`, `goal =`, `目标：`.

_START_WORDS = "initial|start(?:ing)?|begin(?:ning)?|source|scrambled?|from|初始|起始|开始|起点|初态"
_GOAL_WORDS = "goal|target|final|end(?:ing)?|desired|solved|to|目标|终止|结束|终点|终态"
_KIND = r"(?:[ _-]?(?:state|board|position|configuration|config|grid|node|puzzle)|状态|局面|棋盘|位置)?"
LABEL = pattern(
    rf"(?im)(?:^|(?<=[;,|]))[ \t>*-]*+(?:(?:the|int|var|let|const)[ \t]+)?"
    rf"(?:(?P<start>(?:{_START_WORDS}){_KIND})|(?P<goal>(?:{_GOAL_WORDS}){_KIND}))[ \t*]*[:=](?!=)[ \t*]*"
)
_FIGURE = pattern(r"[ \t]*(?:[0-9]{1,6}(?:[ \t]*(?:moves?|steps?|press(?:es)?|步))?|yes|no)[ \t.]*", re.IGNORECASE)


def says_goal(line: str) -> bool:
    """Return whether a line says a goal, in whatever words; a number of moves is none."""
    label = LABEL.match(line)
    remaining = line[label.end() :] if label and label["goal"] else ""
    return bool(remaining.strip()) and not _FIGURE.fullmatch(remaining)
