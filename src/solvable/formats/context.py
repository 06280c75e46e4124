"""What surrounds a board in a chat or a document: words before and behind, quotation marks, list marks, labels.

    my board:            > 110         - 110        1. 110       Row 1: 110       ```         # my board
    110                  > 000         - 000        2. 000       Row 2: 000       110         110

They are blanked out, never moved, as are the members of an object beside its board (`members`); the names of rows and
columns are left out after that (`headings`). A line with cells in it is not words; between rows there are no words. All
is done only where no format reads the text as it is, and the note says that something was left out.
"""

import re

from solvable.core.pattern import pattern
from solvable.formats.goal_labels import says_goal
from solvable.formats.members import board_alone
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
    """Return `typed` with blanks for all that is not the board, words too; None where nothing is to be left out."""
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
