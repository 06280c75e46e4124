"""Lists of rows in the source of some programming language, as rows of cells; JSON stays what it is for its reader.

    int[][] a = {{1,0},{0,1}};      [1 0; 0 1]       vec![vec![1, 0], vec![0, 1]]      (defvar b '((1 0) (0 1)))
    np.array([1, 0, 0, 1]).reshape(2, 2)             matrix(c(1, 0, 0, 1), nrow = 2, byrow = TRUE)

Names, types, calls and comments become blanks, so that every character stays in place; all is linear in the text.
"""

import json
import re

from solvable.core.pattern import pattern

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
    return data[:start] + re.sub("[^\n]", " ", data[start:end]) + data[end:]


def spaces(match: re.Match[str]) -> str:
    """Return as many blanks as the match has characters; line ends stay."""
    return re.sub("[^\n]", " ", match[0])


def without_empty_strings(data: str) -> str:
    """Return `data` with the sign of the blank for each string without characters."""
    return _EMPTY.sub("_ ", data)


def rows_of_lists(data: str) -> str:
    """Return the rows of a list of lists in some programming language; `data` itself where it is none."""
    if not any(mark in data for mark in _OPEN):
        return data
    body = _bare(data)
    if body[:1000].lstrip()[:1] not in _OPEN:
        return data
    if data.lstrip()[:1] in ("[", "{") and _is_json(data):
        return data
    body = _KEYWORD.sub(spaces, body).translate(_TO_SQUARE)
    remaining = body.rstrip(" \t\n;.,")
    if remaining[-1:] != "]" or ":" in remaining or not _is_one_board(remaining):
        return data
    return _rows(remaining).ljust(len(data))[: len(data)]


def _bare(data: str) -> str:
    """Return `data` without comments, declarations, names and calls."""
    body = _CONTINUED.sub(spaces, _COMMENT.sub(spaces, data))
    if "[|" in body:  # OCaml's arrays
        body = body.replace("[|", "[ ").replace("|]", " ]").replace(";", ",")
    if defined := _DEFINED.match(body):
        end = body.rstrip().rfind(")")
        body = blanked(blanked(body, 0, defined.end()), max(end, defined.end()), max(end + 1, defined.end()))
    if typed := _TYPED.match(body):
        body = blanked(body, 0, typed.end())
    if assigned := _ASSIGNED.match(body):
        body = blanked(body, 0, assigned.end())
    body = _RING.sub(spaces, _folded(body))
    return _CALL.sub(spaces, body)


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
    """Return `data` with '/' for each comma at the end of a row of a flat list; None where the cells do not fit.

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
    rest = re.sub(r"\][\s,;]*\[", lambda match: "/" + re.sub("[^\n]", " ", match[0][1:]), rest)
    rest = _NOTHING.sub(lambda match: "_".ljust(len(match[0])), rest).translate(_TO_BLANKS)
    if _DECIMALS.search(rest):
        rest = _FLOAT.sub(spaces, rest + " ")
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
