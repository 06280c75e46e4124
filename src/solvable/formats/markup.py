"""Markup around the cells of a board, replaced by blanks, ',' and '/', each of the length of what it stands for.

    A = \\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}       LaTeX, with a name and between $$ or \\[ \\]
    <table><tr><td>1</td><td>0</td></tr> …                 HTML; 110<br>000
    {| … |- | 1 || 0                                       a table of a wiki
    :yellow_square::four:                                  the names of emoji in a chat
    [4][1][2]                                              a cell in each pair of brackets

All is linear in the text.
"""

import re

from solvable.core.pattern import pattern

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
        data = _WIKI_HEAD.sub(r"\1|", _WIKI_LINE.sub(_blanks, data)).replace("||", " |").replace("!!", " |")
    elif ":" in data:
        data = _NAMED_EMOJI.sub(_emoji, data)
    elif "[" in data:
        data = _bracketed(data)
    return data


def _blanks(match: re.Match[str]) -> str:
    """Return as many blanks as the match has characters; line ends stay."""
    return re.sub("[^\n]", " ", match[0])


def _latex(data: str) -> str:
    """Return the matrix of LaTeX between begin and end: '&' parts cells, a double backslash rows."""
    data = _alone(data)
    data = _LATEX_SIGN.sub(lambda match: _LATEX_SIGNS[match[1]].ljust(len(match[0])), data)
    data = _ROW_END.sub(lambda match: "/".ljust(len(match[0])), data)
    return _LATEX.sub(_blanks, _PHANTOM.sub(_blanks, data)).replace("&", ",")


def _alone(data: str) -> str:
    """Return `data` with blanks around its only matrix, if what stands there is a name at most."""
    begins, ends = list(_BEGIN.finditer(data)), list(_END.finditer(data))
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        return data
    before, after = data[: begins[0].start()], data[ends[0].end() :]
    if re.search("[0-9]", _SUBSCRIPT.sub("", before + after)):
        return data
    blank = re.compile("[^\n]")
    return blank.sub(" ", before) + data[begins[0].start() : ends[0].end()] + blank.sub(" ", after)


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
