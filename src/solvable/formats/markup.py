"""Boards in the source of programs and documents: lists of rows, markup, members of an object, as rows of cells."""

import json
import re
from typing import NamedTuple

from solvable.core.pattern import pattern

# Lists of rows in the source of some programming language, as rows of cells; JSON stays what it is for its reader.
#
#     int[][] a = {{1,0},{0,1}};      [1 0; 0 1]       vec![vec![1, 0], vec![0, 1]]      (defvar b '((1 0) (0 1)))
#     np.array([1, 0, 0, 1]).reshape(2, 2)             matrix(c(1, 0, 0, 1), nrow = 2, byrow = TRUE)
#
# Names, types, calls and comments become blanks, so that every character stays in place; all is linear in the text.

_COMMENT = pattern(
    r"(?m)^[ \t]*(?://|#(?![.#])|--(?!-)|%)[^\n\"']*$"
    r"|(?<=[\s,;)}\]])(?://|#|%|--)[ \t][^\n\"'\[\]{}()]{0,80}$"
    r"|/\*[^*]{0,500}\*/"
)
_CONTINUED = pattern(r"\.\.\.[ \t]*(?=\n)")
_DEFINED = pattern(r"\s*\(\s*(?:def|defvar|defparameter|defconst|define|setq|setf|def!)\s+[^\s()\[\]]{1,40}\s+'?")
_TYPED = pattern(r"\s*([A-Za-z_]\w{0,40})\s*::[^\n=]{0,80}\n(?=\s*\1\s*=)")
_ASSIGNED = pattern(r"\s*[$@%]?[A-Za-z_][^=\n\"'{(]{0,80}(?:=(?!=)|<-)")
_CALL = pattern(
    r"(?:\bnew[ \t]{1,9})?(?:\[[0-9.]{0,9}\]){0,3}(?<![\w.])[A-Za-z_][\w.]{0,40}!?"
    r"(?:\[[0-9, ]{0,9}\]){0,3}[ \t]{0,9}(?=[(\[{])"
)
_RING = pattern(r"(?<=[(\s])(?:GF ?\(2\)|Zmod ?\(2\)|Integers ?\(2\)|ZZ|QQ)[ \t]{0,9},")
_KEYWORD = pattern(r",\s{0,80}(?:dtype|device|requires_grad|grad_fn)=[^,\[\](){}\n]{0,40}")
_RESHAPED = pattern(r"\.reshape\(\(?\s{0,9}([0-9]{1,4})\s{0,9},\s{0,9}([0-9]{1,4})\s{0,9}\)?\)[\s;.]*\Z")
_BY_ROWS = pattern(
    r",\s{0,9}(nrow|ncol)\s{0,9}=\s{0,9}([0-9]{1,4})\s{0,9},\s{0,9}byrow\s{0,9}=\s{0,9}T(?:RUE)?\s{0,9}(?=\)[\s;]*\Z)"
)
_FLAT = pattern(r"[\[({][^\[\](){}/;]*[\])}]")
_FLOAT = pattern(r"(?<=[0-9])\.0{0,20}(?=[\s,;/])")
_DECIMALS = pattern(r"[0-9]\.[0\s,;/]")
_EMPTY = pattern(r"(?<![^\s,;|\[({])(?:\"\"|'')(?![^\s,;|\])}])")
_NOTHING = pattern(r"\b(?:None|null|nil|NaN|nan)\b")
_OPEN = ("[", "(", "{")
_DEEPEST = 5  # brackets within each other: a call, a list of boards of one, its rows
QUOTES = "\"'“”‘’"
_TO_SQUARE = str.maketrans("({)}", "[[]]")
_TO_BLANKS = dict.fromkeys(map(ord, QUOTES + "[]"), " ")


def blanked(data: str, start: int, end: int) -> str:
    """Return `data` with blanks from `start` to `end`; line ends stay."""
    return data[:start] + _blank(data[start:end]) + data[end:]


def _blank(text: str) -> str:
    """Return as many blanks as there are characters; line ends stay."""
    return re.sub("[^\n]", " ", text)


def _spaces(match: re.Match[str]) -> str:
    return _blank(match[0])


def without_empty_strings(data: str) -> str:
    """Return `data` with the sign of the blank for each string without characters."""
    return _EMPTY.sub("_ ", data)


def rows_of_lists(data: str) -> str:
    """Return the rows of a list of lists in some programming language; `data` itself if it is none."""
    if not any(mark in data for mark in _OPEN):
        return data
    body = _bare(data)
    if body[:1000].lstrip()[:1] not in _OPEN:
        return data
    if data.lstrip()[:1] in ("[", "{") and _is_json(data):
        return data
    body = _KEYWORD.sub(_spaces, body).translate(_TO_SQUARE)
    remaining = body.rstrip(" \t\n;.,")
    if remaining[-1:] != "]" or ":" in remaining or not _is_one_board(remaining):
        return data
    return _rows(remaining).ljust(len(data))[: len(data)]


def _bare(data: str) -> str:
    """Return `data` without comments, declarations, names and calls."""
    body = _CONTINUED.sub(_spaces, _COMMENT.sub(_spaces, data))
    if "[|" in body:  # OCaml's arrays
        body = body.replace("[|", "[ ").replace("|]", " ]").replace(";", ",")
    if defined := _DEFINED.match(body):
        end = body.rstrip().rfind(")")
        body = blanked(blanked(body, 0, defined.end()), max(end, defined.end()), max(end + 1, defined.end()))
    if typed := _TYPED.match(body):
        body = blanked(body, 0, typed.end())
    if assigned := _ASSIGNED.match(body):
        body = blanked(body, 0, assigned.end())
    body = _RING.sub(_spaces, _folded(body))
    return _CALL.sub(_spaces, body)


def _folded(body: str) -> str:
    """Return a flat list that a call makes into rows, with '/' for the commas at their ends."""
    if shape := _RESHAPED.search(body):
        height, width = int(shape[1]), int(shape[2])
    elif shape := _BY_ROWS.search(body):
        height, width = (int(shape[2]), 0) if shape[1] == "nrow" else (0, int(shape[2]))
    else:
        return body
    body = blanked(body, *shape.span())
    lists = list(_FLAT.finditer(body))
    if len(lists) != 1:
        return body
    return fold(body, lists[0].start(), lists[0].end(), width, height) or body


def fold(data: str, start: int, end: int, width: int, height: int) -> str | None:
    """Return `data` with '/' for each comma at the end of a row of a flat list; None if the cells do not fit.

    A width or height of 0 follows from the other.
    """
    commas = [at for at in range(start, end) if data[at] == ","]
    cells = len(commas) + 1
    width = width or (cells // height if height else 0)
    if not width or cells % width or (height and cells != width * height):
        return None
    folded = list(data[start:end].replace("\n", " "))  # each number may have a line of its own
    for index in commas[width - 1 :: width]:
        folded[index - start] = "/"
    return data[:start] + "".join(folded) + data[end:]


def _rows(rest: str) -> str:
    """Return the cells between square brackets, with '/' between rows."""
    if "," not in rest and ";" in rest:  # Octave
        return rest.translate(_TO_BLANKS)
    if "'" in rest or '"' in rest:
        rest = without_empty_strings(rest)
        if "[" not in rest.lstrip()[1:] and re.search("\"[^\",\n]{2,}\"|'[^',\n]{2,}'", rest):
            rest = rest.replace(",", "/")  # each row is one string
    rest = re.sub(r",(?=\s{0,80}\])", " ", rest)
    rest = re.sub(r"\][\s,;]*\[", lambda match: "/" + _blank(match[0][1:]), rest)
    rest = _NOTHING.sub(lambda match: "_".ljust(len(match[0])), rest).translate(_TO_BLANKS)
    if _DECIMALS.search(rest):
        rest = _FLOAT.sub(_spaces, rest + " ")
    return rest


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


# Markup around the cells of a board, replaced by blanks, ',' and '/', each of the length of what it stands for.
#
#     A = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}       LaTeX, with a name and between $$ or \[ \]
#     <table><tr><td>1</td><td>0</td></tr> …                 HTML; 110<br>000
#     {| … |- | 1 || 0                                       a table of a wiki
#     :yellow_square::four:                                  the names of emoji in a chat
#     [4][1][2]                                              a cell in each pair of brackets
#
# All is linear in the text.

_MATRIX = r"(?:[A-Za-z]{0,9}matrix|array|tabular|cases)\*?"
_BEGIN = pattern(rf"\\begin[ \t]*\{{{_MATRIX}\}}")
_END = pattern(rf"\\end[ \t]*\{{{_MATRIX}\}}")
_SUBSCRIPT = pattern(r"_\{?[0-9A-Za-z]{1,9}\}?")
_PHANTOM = pattern(r"\\[hv]?phantom\{[^{}\n]{0,20}\}|\\[cm](?:line|idrule)\{[0-9]{1,2}-[0-9]{1,2}\}")
_LATEX = pattern(
    r"\\(?:begin|end)[ \t]*\{[A-Za-z*]{1,20}\}(?:\{[|lcr@{}. ]{0,99}\}|\[[lcr]\])?"
    r"|\\(?:left|right|[bB]igg?[lr]?)\s?[\[\](){}|.]"
    r"|\\(?:hline|toprule|midrule|bottomrule|quad|qquad|displaystyle|text|mathbf|mathrm|textbf|boxed)\b|\\[\[\]() ,;:!]"
    r"|\\[pbvB]?matrix\b|[${}]"
)
_LATEX_SIGN = pattern(r"\\(square|Box|cdot|bullet|circ|_)(?![A-Za-z])")
_LATEX_SIGNS = {"square": "□", "Box": "□", "cdot": "·", "bullet": "●", "circ": "○", "_": "_"}
_ROW_END = pattern(r"\\\\(?:\[[0-9.]{1,5}[a-z]{2}\])?")

_HTML = pattern(r"<(?:tr|td|th|br)\b", re.IGNORECASE)
_TAG = pattern(r"<(/?[A-Za-z][A-Za-z0-9]{0,15})\b[^<>]{0,500}>|&nbsp;|\n")

_WIKI_LINE = pattern(r"(?m)^[ \t]*(?:\{\||\|\}|\|-|\|\+)[^\n]*")
_WIKI_HEAD = pattern(r"(?m)^([ \t]*)!")

_NAMED_EMOJI = pattern(r":([a-z_0-9]{1,30}):")
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "brown")
_EMOJI = {
    **{name: str(digit) for digit, name in enumerate(_DIGITS)},
    **{f"{colour}_square": sign for colour, sign in zip(_COLOURS, "🟥🟧🟨🟩🟦🟪🟫", strict=True)},
    **{f"{colour}_circle": sign for colour, sign in zip(_COLOURS, "🔴🟠🟡🟢🔵🟣🟤", strict=True)},
    "keycap_ten": "10", "large_blue_circle": "🔵", "bulb": "💡", "star": "⭐", "full_moon": "🌕", "new_moon": "🌑",
    "white_large_square": "⬜", "black_large_square": "⬛", "white_circle": "⚪", "black_circle": "⚫",
    "white_check_mark": "✅", "x": "❌", "white_square_button": "🔳", "black_square_button": "🔲",
}  # fmt: skip

_BRACKETED = pattern(r"(?:[ \t]*\[[^\[\],;:\n]{1,3}\]){2,}[ \t]*")


def unmarked(data: str) -> str:
    """Return `data` without markup; its characters stay in place."""
    if "\\" in data and ("&" in data or "matrix" in data or "array" in data):
        data = _latex(data)
    elif _HTML.search(data):
        data = _html(data)
    elif data.lstrip().startswith("{|"):
        data = _WIKI_HEAD.sub(r"\1|", _WIKI_LINE.sub(_spaces, data)).replace("||", " |").replace("!!", " |")
    elif ":" in data:
        data = _NAMED_EMOJI.sub(_emoji, data)
    elif "[" in data:
        data = _bracketed(data)
    return data


def _latex(data: str) -> str:
    """Return the matrix of LaTeX between begin and end: '&' parts cells, a double backslash rows."""
    data = _alone(data)
    data = _LATEX_SIGN.sub(lambda match: _LATEX_SIGNS[match[1]].ljust(len(match[0])), data)
    data = _ROW_END.sub(lambda match: "/".ljust(len(match[0])), data)
    return _LATEX.sub(_spaces, _PHANTOM.sub(_spaces, data)).replace("&", ",")


def _alone(data: str) -> str:
    """Return `data` with blanks around its only matrix, if what stands there is a name at most."""
    begins, ends = list(_BEGIN.finditer(data)), list(_END.finditer(data))
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        return data
    before, after = data[: begins[0].start()], data[ends[0].end() :]
    if re.search("[0-9]", _SUBSCRIPT.sub("", before + after)):
        return data
    return _blank(before) + data[begins[0].start() : ends[0].end()] + _blank(after)


def _html(data: str) -> str:
    """Return the cells of a table of HTML, rows parted by '/', cells by ','; <br> parts rows as well.

    A table whose rows have different numbers of cells stays as it is.
    """
    has_rows, counts = "<tr" in data.lower(), [0]

    def mark(match: re.Match[str]) -> str:
        tag, sign = (match[1] or "").lower(), " "
        if match[0] == "\n" and not has_rows:
            return "\n"
        if tag in ("tr", "br"):
            sign = "/"
            counts.append(0)
        elif tag in ("td", "th"):
            sign = "," if counts[-1] else " "
            counts[-1] += 1
        return sign.ljust(len(match[0]))

    bare = _TAG.sub(mark, data)
    return bare if len({*counts[1:]}) == 1 else data


def _emoji(match: re.Match[str]) -> str:
    return _EMOJI[match[1]].ljust(len(match[0])) if match[1] in _EMOJI else match[0]


def _bracketed(data: str) -> str:
    """Return cells in a pair of brackets each as cells between commas."""
    lines = [line for line in data.split("\n") if line.strip()]
    if len(lines) < 2 or not all(map(_BRACKETED.fullmatch, lines)):
        return data
    closed = re.sub(r"\]([ \t]*)\[", lambda match: "," + match[1] + " ", data)
    return closed.replace("[", " ").replace("]", " ")


# A board among the members of an object, in JSON, Python or JavaScript: `{"id": 7, "grid": [[1,0],[0,1]]}`.
#
#     board grid tiles state cells lights …          the rows, a flat list with width and height, or a text
#     width height rows cols size                    of a flat list
#     id name title author best …                    left out
#     goal, mod, whatever else                       may change the board, and is never left out
#
# `board_alone` blanks out all but the board, so that every character stays in place; the text is read once, and
# bounded.

_OBJECT_CHARACTERS_MAX = 50_000  # characters
BOARDS = frozenset([
    "board", "grid", "tiles", "state", "cells", "lights", "lamps", "matrix", "puzzle", "position", "initial",
    "initialstate", "initialboard", "start", "startstate",
])  # fmt: skip
SIZES = {
    **dict.fromkeys(("width", "w", "cols", "columns", "ncols"), "w"),
    **dict.fromkeys(("height", "h", "rows", "nrows"), "h"),
    **dict.fromkeys(("size", "side"), "wh"),
}
OTHERS = frozenset([
    "id", "name", "title", "level", "number", "author", "moves", "best", "par", "minmoves", "minimum", "optimal",
    "difficulty", "description", "date", "seed", "comment", "note", "notes", "source", "url", "time", "score", "stars",
    "version", "created", "updated", "steps", "schema",
])  # fmt: skip
GOALS = frozenset([
    "goal", "goalstate", "goalboard", "target", "targetstate", "final", "finalstate", "end", "endstate",
    "solution",
])  # fmt: skip

_KEY = pattern(r"""\s*(?:"([^"\\\n]{0,40})"|'([^'\\\n]{0,40})'|([A-Za-z_$][\w$]{0,40}))\s*:\s*""")
_DECLARED = pattern(
    r"\s*(?:(?:export|const|let|var|local|default)\s+){0,3}(?:[$@]?[A-Za-z_][\w.]{0,40}\s*(?::[^=\n]{0,40})?=\s*)?"
)
_ROW = pattern(r"[\[({][^\[\](){}]*[\])}]")
_TEXT = pattern(r"([\"'])([^\"'\n]*)\1")
_STRING_QUOTES = "\"'`"


class Member(NamedTuple):
    """A member of an object: its key in small letters, and where the key and the value are."""

    key: str
    place: int
    start: int
    end: int


def members(typed: str) -> list[Member] | None:
    """Return the members of the object that `typed` is, perhaps with a name before; None if it is none."""
    if len(typed) > _OBJECT_CHARACTERS_MAX:
        return None
    declared = _DECLARED.match(typed)
    offset = declared.end() if declared else 0
    if typed[offset : offset + 1] != "{" or not re.fullmatch(r"[\s;]*", typed[(close := typed.rfind("}")) + 1 :]):
        return None
    results, offset = list[Member](), offset + 1
    while key := _KEY.match(typed, offset, close):
        end = _value_end(typed, key.end(), close)
        word = next(word for word in key.groups() if word is not None)
        results.append(
            Member(re.sub("[_ -]", "", word).lower(), key.start() + len(key[0]) - len(key[0].lstrip()), key.end(), end)
        )
        offset = end + 1
    return results if results and not typed[min(offset, close) : close].strip(" \t\n,") else None


def _value_end(typed: str, start: int, close: int) -> int:
    """Return where the value that begins at `start` ends: before a comma outside of brackets and quotes."""
    depth, quote, index = 0, "", start
    while index < close:
        symbol = typed[index]
        if quote:
            index += symbol == "\\"
            quote = "" if symbol == quote else quote
        elif symbol in _STRING_QUOTES:
            quote = symbol
        elif symbol in "[{(":
            depth += 1
        elif symbol in "]})":
            if not depth:
                break
            depth -= 1
        elif symbol == "," and not depth:
            break
        index += 1
    return min(index, close)


def board_of(found: list[Member]) -> Member | None:
    """Return the member that is the board, if one is and no other may say more of it; None else."""
    boards = [member for member in found if member.key in BOARDS]
    are_known = all(member.key in BOARDS | OTHERS | SIZES.keys() for member in found)
    return boards[0] if len(boards) == 1 and are_known else None


def board_alone(typed: str) -> str | None:
    """Return the object `typed` with blanks around its board; None if it has none, or more than that is said."""
    result = members(typed)
    board = board_of(result) if result else None
    if result is None or board is None:
        return None
    width, height = sizes(typed, result)
    value = typed[board.start : board.end]
    if value.rstrip()[-1:] in _STRING_QUOTES and value[:1] in _STRING_QUOTES:
        value = " " + value.strip()[1:-1].replace("\\n", "/ ").replace("\\t", "  ")
        if (width or height) and "/" not in value.strip():
            return None
    elif value[:1] not in _OPEN:
        return None
    bare = _blank(typed[: board.start]) + value.ljust(board.end - board.start) + _blank(typed[board.end :])
    if value[:1] not in _OPEN or not (width or height):
        return bare
    texts = [row for _, row in _TEXT.findall(value)]
    if not re.search(r"[\[({\"']", value[1:]) or {*map(len, texts)} == {1}:  # flat
        return fold(re.sub("[\"']", " ", bare), board.start, board.end, width, height)
    rows = [len(row.split() if " " in row.strip() else row.strip()) for row in texts]
    rows = rows or [row.count(",") + (row.rstrip(" \t\n])}")[-1:] != ",") for row in _ROW.findall(value)]
    fits = (not height or len(rows) in (0, height)) and (not width or {*rows} <= {width} or len({*rows}) > 1)
    return bare if fits else None


def sizes(typed: str, found: list[Member]) -> tuple[int, int]:
    """Return the width and the height that the members say, 0 for what they do not."""
    said = {"w": 0, "h": 0}
    for member in found:
        value = typed[member.start : member.end].strip()
        if member.key in SIZES and re.fullmatch("[1-9][0-9]{0,3}", value):
            said.update(dict.fromkeys(SIZES[member.key], int(value)))
    return said["w"], said["h"]
