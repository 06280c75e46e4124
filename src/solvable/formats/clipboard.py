"""What other programs put into and around a board when it is copied from them: undone, without moving a character.

    [[1, 0], [0, 1]]  {{1,0},{0,1}}        lists of some programming language (`code`)
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
from collections.abc import Sequence

from solvable.core.pattern import pattern
from solvable.formats.code import QUOTES, blanked, rows_of_lists, without_empty_strings
from solvable.formats.headings import are_counted
from solvable.formats.markup import unmarked
from solvable.formats.numerals import BLANK_SIGNS, BLANK_WORDS, spelled_out
from solvable.game_id import is_game_id

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
    """Return `typed` as rows of cells, and the places of its characters in `typed`; None where all stayed in place."""
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
