"""What other programs put into and around a board when it is copied from them: undone, without moving a character.

    array([[1, 1, 0], …], dtype=int8)   tensor, lists, tuples, Java's and C's braces, with or without a name before
    [1 2; 3 4]  1 2 & 3 4 \\\\             Octave and LaTeX
    "1","2"  | 1 | 2 |                  CSV with quotes, tables of Markdown and of lines
    ① ⑮ 一 十五 🔟                       numerals that are one cell each

`plain` writes each of these as rows of cells separated by '/', ',' and blanks, as long as what was typed, so that the
places of errors stay right; only numerals may grow, and then `plain` says where each character was. All of it is
linear in the text, and what is longer than LARGEST is left as it is but for tables and semicolons.
"""

import json
import re
from collections.abc import Sequence

from solvable.formats.numerals import spelled_out
from solvable.notation import is_game_id

LARGEST = 200_000  # characters

_SEEDED = re.compile(r"\s*[0-9]{1,4}(?:x[0-9]{1,4})?[cr]?#")
_LAST_SEMICOLON = re.compile(r";(?=[ \t]*(?:\n|\Z))")
_LAST_COMMA = re.compile(r",(?=[ \t]*(?:\n|\Z))")
_BORDER = re.compile(r"(?m)^[ \t]*+[|+][-+|=: \t]*+$")
_OUTER = re.compile(r"(?m)(?<=^)\||\|(?=[ \t]*$)")
_HEAD = re.compile(r"[ \t]*\|[| \t]*+(?=\n[ \t]*+\|[-:| \t]*-[-:| \t]*+(?:\n|\Z))")  # an empty head above a border
_MATRIX = re.compile(r"[\[\]0-9\s;._-]*")

_LATEX = re.compile(
    r"\\(?:begin|end)[ \t]*\{[A-Za-z*]{1,20}\}(?:\{[|lcr ]{0,99}\}|\[[lcr]\])?|\\(?:left|right)\s?[\[\](){}|.]"
    r"|\\hline|\\[\[\]()]|\\[pb]?matrix\b|\$"
)
_SIGNS = re.compile(r"\\(square|Box|cdot|bullet|circ)\b")
_SIGN = {"square": "□", "Box": "□", "cdot": "·", "bullet": "●", "circ": "○"}

_ASSIGNED = re.compile(r"\s*[A-Za-z_][^=\n\"'{(]{0,80}=(?!=)")
_CALL = re.compile(r"\b(?:new[ \t]{1,9})?[A-Za-z_][\w.]{0,40}!?(?:\[[0-9]{0,9}\]){0,3}[ \t]{0,9}(?=[(\[{])")
_KEYWORD = re.compile(r",\s{0,80}(?:dtype|device|requires_grad|grad_fn)=[^,\[\](){}\n]{0,40}")
_FLOAT = re.compile(r"(?<=[0-9])\.0{0,20}(?=[\s,;/])")
_DECIMALS = re.compile(r"[0-9]\.[0\s,;/]")
_EMPTY = re.compile(r"(?<![^\s,;|\[({])(?:\"\"|'')(?![^\s,;|\])}])")
_NOTHING = re.compile(r"\b(?:None|null|nil|NaN|nan)\b")
_OPEN = ("[", "(", "{")
_DEEPEST = 5  # brackets within each other: a call, a list of boards of one, its rows
_QUOTES = "\"'“”‘’"
_TO_SQUARE = str.maketrans("({)}", "[[]]")
_TO_BLANKS = dict.fromkeys(map(ord, _QUOTES + "[]"), " ")


def plain(typed: str) -> tuple[str, Sequence[int] | None]:
    """Return `typed` as rows of cells, and the places of its characters in `typed`; None where all stayed in place."""
    is_seeded = _SEEDED.match(typed)
    if is_seeded and "\n" not in typed.strip():
        return typed, None
    if len(typed) > LARGEST or is_seeded or is_game_id(typed):
        return _tables(typed), None
    data, places = spelled_out(typed)
    if "\\" in data and ("&" in data or "matrix" in data or "array" in data):
        data = _latex(data)
    data = _lists(data)
    if any(mark in data for mark in _QUOTES) and data.lstrip()[:1] not in ("[", "{"):
        data = _EMPTY.sub("_ ", data).translate(dict.fromkeys(map(ord, _QUOTES), " "))
    return _tables(data), places


def blanked(data: str, start: int, end: int) -> str:
    """Return `data` with blanks from `start` to `end`; line ends stay."""
    return data[:start] + re.sub("[^\n]", " ", data[start:end]) + data[end:]


def _spaces(match: re.Match[str]) -> str:
    """Return as many blanks as the match has characters; line ends stay."""
    return re.sub("[^\n]", " ", match[0])


def _latex(data: str) -> str:
    """Return the matrix of LaTeX between begin and end: '&' parts cells, a double backslash rows."""
    data = _SIGNS.sub(lambda match: _SIGN[match[1]].ljust(len(match[0])), data)
    data = data.replace("\\\\", "/ ")
    return _LATEX.sub(_spaces, data).replace("&", ",")


def _lists(data: str) -> str:
    """Return the rows of a list of lists in some programming language; JSON stays what it is, for its own reader."""
    body = data
    if assigned := _ASSIGNED.match(body):
        body = blanked(body, 0, assigned.end())
    body = _CALL.sub(_spaces, body)
    if body[:1000].lstrip()[:1] not in _OPEN:
        return data
    body = _KEYWORD.sub(_spaces, body).translate(_TO_SQUARE)
    rest = body.rstrip(" \t\n;.,")
    if rest[-1:] != "]" or ":" in rest or not _is_one_board(rest) or _is_json(data):
        return data
    if "," not in rest and ";" in rest:  # Octave
        return rest.translate(_TO_BLANKS).ljust(len(data))
    if "'" in rest or '"' in rest:
        rest = _EMPTY.sub("_ ", rest)
        if "[" not in rest.lstrip()[1:] and re.search("\"[^\",\n]{2,}\"|'[^',\n]{2,}'", rest):
            rest = rest.replace(",", "/")  # each row is one string
    rest = re.sub(r",(?=\s{0,80}\])", " ", rest)
    rest = re.sub(r"\][\s,;]*\[", lambda match: "/" + re.sub("[^\n]", " ", match[0][1:]), rest)
    rest = _NOTHING.sub(lambda match: "_".ljust(len(match[0])), rest).translate(_TO_BLANKS)
    if _DECIMALS.search(rest):
        rest = _FLOAT.sub(_spaces, rest + " ")
    return rest.ljust(len(data))[: len(data)]


def _is_one_board(body: str) -> bool:
    """Whether the brackets are balanced and hold one list of rows, not several."""
    depth, groups = 0, [0] * (_DEEPEST + 1)
    for mark in re.findall(r"[\[\]]", body):
        depth += 1 if mark == "[" else -1
        if not 0 <= depth <= _DEEPEST:
            return False
        if mark == "[":
            groups[depth] += 1
    deepest = sum(map(bool, groups))
    return depth == 0 < deepest and all(groups[level] == 1 for level in range(1, deepest))


def _is_json(data: str) -> bool:
    """Whether `data` is JSON that its reader reads: an object, or rows of numbers or of texts that are numbers."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, list) or not value:
        return True
    rows = value[0] if isinstance(value[0], list) else ()
    return isinstance(value[0], list) and not any(
        isinstance(cell, list)
        or (isinstance(cell, str) and len(cell) == 1 and not cell.isdigit() and cell not in "xX_-")
        for cell in rows
    )


def _tables(data: str) -> str:
    """Return `data` with the marks of tables and of matrices as '/', ',' and blanks."""
    start = data[:1000].lstrip()[:1]
    if start == "[" and re.search(r"[0-9][\s;]+[0-9]", data[:10_000]) and _MATRIX.fullmatch(data):
        data = data.translate({ord("["): " ", ord("]"): " "})
    elif start in ("[", "{") or (":" in data and not _BORDER.search(data)):
        return data
    if "\n" not in data.strip():
        data = data.replace(";", "," if "/" in data else "/")
        are_rows = not re.search("[2-9]", data) and all(len(row.strip()) > 1 for row in data.split("|"))
        return data.replace("|", "/") if are_rows else data  # tiles have a format of their own
    if ";" in data:
        data = _LAST_SEMICOLON.sub(" ", data).replace(";", ",")
    if "|" in data:
        if head := _HEAD.match(data.lstrip("\n")):
            at = len(data) - len(data.lstrip("\n"))
            data = blanked(data, at, at + head.end())
        data = _BORDER.sub(lambda match: " " * len(match[0]) if "-" in match[0] or "=" in match[0] else match[0], data)
        data = _OUTER.sub(" ", data).replace("|", ",")
    elif "," in data and len(_LAST_COMMA.findall(data)) > 1:  # two blanks cannot be meant
        data = _LAST_COMMA.sub(" ", data)
    return data
