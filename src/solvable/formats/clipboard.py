"""What other programs put into and around a board when it is copied from them: undone, without moving a character.

    [[1, 0], [0, 1]]  {{1,0},{0,1}}        lists of some programming language (`markup`)
    1 2 & 3 4 \\\\  <td>1</td>               LaTeX, HTML, wikis, names of emoji (`markup`)
    "1","2"  | 1 | 2 |  110|000|           CSV with quotes, tables of Markdown and of lines, bars between rows
    1 2 3, 4 5 6, 7 8 0   4-1-2/7-e-3      commas between rows, dashes between cells
    ① ⑮ 一 十五 🔟                          numerals that are one cell each
    b  e  n  ?  #  None  空格  🟦           words and signs for the blank among numbers

`plain` writes each of these as rows of cells separated by '/', ',' and blanks, as long as what was typed, so that the
places of errors stay right; only numerals may grow, and then `plain` says where each character was. All of it is
linear in the text, and what is longer than CHARACTERS_MAX is left as it is but for tables and semicolons.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from solvable.core.pattern import pattern
from solvable.formats.context import are_counted
from solvable.formats.markup import QUOTES, blanked, rows_of_lists, unmarked, without_empty_strings
from solvable.game_id import is_game_id

# Numerals that are one cell each, ① ⑮ ❸ ⑴ 🔟, digits of all scripts, and Chinese numbers, 一 十五 二十四, as ASCII.
#
# A line is rewritten where it holds nothing else but separators and signs of the blank. A Chinese number stands
# between separators; a line that is one run of digits without 十 has a cell for each, 一二三, and then a blank in
# another is one. The words that are the blank among numbers are here as well.

BLANK_WORDS = frozenset([
    "e", "b", "n", "none", "null", "nil", "nan", "na", "n/a", "empty", "blank", "hole", "gap", "space", "空格",
    "空位", "空白",
])  # fmt: skip
"""Words that are the blank where all other words are numbers, in small letters."""
BLANK_SIGNS = frozenset("#?")
"""Signs that are the blank if no other cell is: they mean something else elsewhere."""

_CIRCLED = pattern("[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf\U0001f51f]")
_DIGIT = dict(zip("〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸", "00123456789123456789236", strict=True))
_TEN = "十拾"
_HAN = pattern(f"[〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸{_TEN}]+")
_HAN_LINE = pattern(f"[〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸{_TEN}0-9\\s,，、|/;+_.·□■⬜⬛空x=-]*")
_PACKED = pattern("[〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸]+")
_PACKED_GAP = pattern(_PACKED.pattern.replace("]", " \u3000]"))  # such a line, or one with a gap
_NUMBER = pattern("([〇零一二三四五六七八九]?)[十]([一二三四五六七八九]?)")
_PLAIN = str.maketrans("壹贰叁肆伍陆柒捌玖貳參陸拾", "一二三四五六七八九二三六十")
_CELL = 3  # characters of a cell where circled numerals are close


def spelled_out(text: str) -> tuple[str, Sequence[int] | None]:
    """Return `text` with numbers in ASCII, and the place of each of its characters in `text`; None if all stayed."""
    if text.isascii():
        return text, None
    if any(character.isdecimal() and character > "\x7f" for character in text):  # digits of another script
        text = "".join(str(unicodedata.decimal(c)) if c > "\x7f" and c.isdecimal() else c for c in text)
    if not _CIRCLED.search(text) and not _HAN.search(text):
        return text, None
    lines = text.split("\n")
    close = any(len(row) > 1 and len(_CIRCLED.findall(row)) == len(row) for row in map(str.strip, lines))
    packed = any(len(row) > 1 and _PACKED.fullmatch(row) for row in map(str.strip, lines))
    pieces: list[str] = []
    places: list[int] = []
    start = 0
    for line in lines:
        for position, new in _pieces(line, close, packed):
            pieces.append(new)
            places += [start + position] * len(new)
        start += len(line) + 1
        pieces.append("\n")
        places.append(start - 1)
    return "".join(pieces)[:-1], places


def _pieces(line: str, close: bool, packed: bool) -> list[tuple[int, str]]:
    """Return the line in pieces: the place of each, and what is written there."""
    if _CIRCLED.search(line):
        return [(position, _circled(character, close)) for position, character in enumerate(line)]
    if packed and _PACKED_GAP.fullmatch(line):
        return [(position, _DIGIT.get(character, " ") + " ") for position, character in enumerate(line)]
    runs = list(_HAN.finditer(line)) if _HAN_LINE.fullmatch(line) else []
    values = [_number(run[0].translate(_PLAIN), len(runs) > 1) for run in runs]
    if None in values:
        runs, values = [], []
    pieces, last = [], 0
    for run, value in zip(runs, values, strict=True):
        pieces += [(index, line[index]) for index in range(last, run.start())]
        pieces.append((run.start(), str(value)))
        last = run.end()
    return [*pieces, *((index, line[index]) for index in range(last, len(line)))]


@cache
def _circled(character: str, close: bool) -> str:
    if _CIRCLED.match(character):
        value = "10" if character == "\U0001f51f" else str(int(unicodedata.numeric(character)))
        return value.rjust(_CELL) if close else f" {value}"
    return character.rjust(_CELL) if close else character


def _number(run: str, is_cell: bool) -> str | None:
    """Return the digits of a run of Chinese numerals: one number, or where it is a whole line a cell for each."""
    if match := _NUMBER.fullmatch(run):
        return (_DIGIT[match[1]] if match[1] else "1") + (_DIGIT[match[2]] if match[2] else "0")
    if "十" in run:
        return None
    digits = "".join(_DIGIT[character] for character in run)
    return digits if is_cell or len(run) == 1 else " ".join(digits)


CHARACTERS_MAX = 200_000  # characters
COLOURS = "🟡🟨🟠🟧🔴🟥🟢🟩🔵🟦🟣🟪🟤🟫"

_SEEDED = pattern(r"\s*[0-9]{1,4}(?:x[0-9]{1,4})?[cr]?#")
_ROW_NAME = pattern(r"[ \t]*([0-9]{1,3}|[A-Za-z])[ \t]*\|[ \t]*(?:[^\s|]+(?:[ \t]+[^\s|]+)+|[^\s|]{3,})[ \t]*")
_LAST_SEMICOLON = pattern(r";(?=[ \t]*(?:\n|\Z))")
_LAST_COMMA = pattern(r",(?=[ \t]*(?:\n|\Z))")
_BORDER = pattern(r"(?m)^[ \t]*+(?:[|+][-+|=: \t]*+|--[-+ \t]*+|=[= \t]*+)$")
_RULE = pattern(r"(?m)^[ \t]*==[= \t]*+$")
_OUTER = pattern(r"(?m)(?<=^)\||\|(?=[ \t]*$)")
_HEAD = pattern(r"[ \t]*\|[| \t]*+(?=\n[ \t]*+\|[-:| \t]*-[-:| \t]*+(?:\n|\Z))")  # an empty head above a border
_MATRIX = pattern(r"[\[\]0-9\s;._-]*")
_PIECES = pattern(r"[^,/;\n]+")
_DASHED = pattern(r"[0-9A-Za-z_]{1,4}(?:-[0-9A-Za-z_]{1,4})+")

_WORDS = "|".join(map(re.escape, sorted(BLANK_WORDS | BLANK_SIGNS, key=len, reverse=True)))
_SPACED_BLANK = pattern(rf"(?<![^\s,;|/])(?:{_WORDS}|[{COLOURS}])(?![^\s,;|/])", re.IGNORECASE)
_JOINED_BLANK = pattern(f"[ebn?#{COLOURS}]", re.IGNORECASE)
_AMONG_NUMBERS = pattern(r"[0-9_\s,;|/+=-]*")


def plain(typed: str) -> tuple[str, Sequence[int] | None]:
    """Return `typed` as rows of cells, and the places of its characters in `typed`; None if all stayed in place."""
    is_seeded = _SEEDED.match(typed)
    if is_seeded and "\n" not in typed.strip():
        return typed, None
    if len(typed) > CHARACTERS_MAX or is_seeded or is_game_id(typed):
        return _tables(typed), None
    data, places = spelled_out(typed)
    data = rows_of_lists(unmarked(data))
    if any(mark in data for mark in QUOTES) and data.lstrip()[:1] not in ("[", "{"):
        data = without_empty_strings(data).translate(dict.fromkeys(map(ord, QUOTES), " "))
    return _blank_words(_commas(_dashes(_tables(data)))), places


def _tables(data: str) -> str:
    """Return `data` with the marks of tables and of matrices as '/', ',' and blanks."""
    start = data[:1000].lstrip()[:1]
    if start == "[" and re.search(r"[0-9][\s;]+[0-9]", data[:10_000]) and _MATRIX.fullmatch(data):
        data = data.translate({ord("["): " ", ord("]"): " "})
    elif start in ("[", "{") or (":" in data and not _BORDER.search(data)):
        return data
    if "\n" not in data.strip():
        data = data.replace(";", "," if "/" in data else "/")
        rows = data.strip().strip("|").split("|")
        are_rows = not re.search("[2-9]", data) and all(len(row.strip()) > 1 for row in rows)
        return data.replace("|", "/") if are_rows else data  # tiles have a format of their own
    if ";" in data:
        data = _LAST_SEMICOLON.sub(" ", data).replace(";", ",")
    if "|" in data:
        if (bare := _without_row_names(data)) != data:
            return bare
        if head := _HEAD.match(data.lstrip("\n")):
            position = len(data) - len(data.lstrip("\n"))
            data = blanked(data, position, position + head.end())
        data = _BORDER.sub(lambda match: " " * len(match[0]) if "-" in match[0] or "=" in match[0] else match[0], data)
        data = _OUTER.sub(" ", data).replace("|", ",")
    elif "," in data and len(_LAST_COMMA.findall(data)) > 1:  # two blanks cannot be meant
        data = _LAST_COMMA.sub(" ", data)
    if "==" in data:
        data = _RULE.sub(lambda match: " " * len(match[0]), data)
    return data


def _without_row_names(data: str) -> str:
    """Return rows after their names and one bar each, `1| O . O`, without both; any other text as it is."""
    rows = [row for row in data.split("\n") if row.strip()]
    named = [_ROW_NAME.fullmatch(row) for row in rows]
    names = [match[1] for match in named if match]
    if len(names) < max(len(rows), 2) or not (are_counted(names) or are_counted(names[::-1])):
        return data
    return re.sub(r"(?m)^[^|\n]*\|", lambda match: " " * len(match[0]), data)


def _dashes(data: str) -> str:
    """Return tiles with dashes between them, in two rows or more, with commas there."""
    if "-" not in data or not re.search("[2-9A-Za-z]", data):
        return data
    rows = [row for row in re.split("[/\n]", data.strip()) if row.strip()]
    if len(rows) < 2 or not all(_DASHED.fullmatch(row.strip()) for row in rows):
        return data
    return data.replace("-", ",") if len({*re.findall("[^-/\\s]+", data)}) > 2 else data


def _commas(data: str) -> str:
    """Return rows with commas between them, whose cells are separated by blanks, with '/' between the rows."""
    if "," not in data or "\t" in data:
        return data
    pieces = [piece.split() for piece in _PIECES.findall(data) if not piece.isspace()]
    if len(pieces) < 2 or min(map(len, pieces)) < 2 or max(len(word) for piece in pieces for word in piece) > 5:
        return data
    if len({*map(len, pieces)}) > 1 and not re.search("[2-9]", data):
        return data  # one row of lamps
    return data.replace(",", "/")


def _blank_words(data: str) -> str:
    """Return numbers with '_' for the words and signs that stand for the blank among them."""
    if _AMONG_NUMBERS.fullmatch(data) or not re.search("[2-9]", data[:1000]):
        return data
    for blank in (_SPACED_BLANK, _JOINED_BLANK):
        bare = blank.sub(lambda match: "_".ljust(len(match[0])), data)
        if not _AMONG_NUMBERS.fullmatch(bare) or bare == data:
            continue
        if blank is _JOINED_BLANK and not _are_digits(bare):
            continue
        if BLANK_SIGNS.intersection(data) and (bare.count("_") > 1 or re.search("(?<![0-9])0(?![0-9])", data)):
            continue  # a comment, or a cell of a goal that does not matter
        return bare
    return data


def _are_digits(bare: str) -> bool:
    """Whether the rows are digits that differ, written together, with one sign among them."""
    cells = [symbol for symbol in bare if symbol not in " \t\n,;|/"]
    return len({*cells}) == len(cells) <= 10 and "0" not in cells and bool(re.search("[0-9]{2}", bare))
