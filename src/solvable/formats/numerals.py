"""Numerals that are one cell each, ① ⑮ ❸ ⑴ 🔟, digits of all scripts, and Chinese numbers, 一 十五 二十四, as ASCII.

A line is rewritten where it holds nothing else but separators and signs of the blank. A Chinese number stands between
separators; a line that is one run of digits without 十 has a cell for each, 一二三, and then a blank in another is one.
The words that are the blank among numbers are here as well.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache

from solvable.core.pattern import pattern

BLANK_WORDS = frozenset([
    "e", "b", "n", "none", "null", "nil", "nan", "na", "n/a", "empty", "blank", "hole", "gap", "space", "空格",
    "空位", "空白",
])  # fmt: skip
"""Words that are the blank where all other words are numbers, in small letters."""
BLANK_SIGNS = frozenset("#?")
"""Signs that are the blank where no other cell is: they mean something else elsewhere."""

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
