"""A board among the members of an object, in JSON, Python or JavaScript: `{"id": 7, "grid": [[1,0],[0,1]]}`.

    board grid tiles state cells lights …          the rows, a flat list with width and height, or a text
    width height rows cols size                    of a flat list
    id name title author best …                    left out
    goal, mod, whatever else                       may change the board, and is never left out

`board_alone` blanks out all but the board, so that every character stays in place; the text is read once, and bounded.
"""

import re
from typing import NamedTuple

from solvable.core.pattern import pattern
from solvable.formats.code import fold

CHARACTERS_MAX = 50_000  # characters
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
_OPEN = ("[", "(", "{")
_ROW = pattern(r"[\[({][^\[\](){}]*[\])}]")
_TEXT = pattern(r"([\"'])([^\"'\n]*)\1")
_QUOTES = "\"'`"


class Member(NamedTuple):
    """A member of an object: its key in small letters, and where the key and the value are."""

    key: str
    place: int
    start: int
    end: int


def members(typed: str) -> list[Member] | None:
    """Return the members of the object that `typed` is, perhaps with a name before; None where it is none."""
    if len(typed) > CHARACTERS_MAX:
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
        elif symbol in _QUOTES:
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
    """Return the object `typed` with blanks around its board; None where it has none, or more than that is said."""
    result = members(typed)
    board = board_of(result) if result else None
    if result is None or board is None:
        return None
    width, height = sizes(typed, result)
    value = typed[board.start : board.end]
    if value.rstrip()[-1:] in _QUOTES and value[:1] in _QUOTES:
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


def _blank(text: str) -> str:
    return re.sub("[^\n]", " ", text)


def sizes(typed: str, found: list[Member]) -> tuple[int, int]:
    """Return the width and the height that the members say, 0 for what they do not."""
    said = {"w": 0, "h": 0}
    for member in found:
        value = typed[member.start : member.end].strip()
        if member.key in SIZES and re.fullmatch("[1-9][0-9]{0,3}", value):
            said.update(dict.fromkeys(SIZES[member.key], int(value)))
    return said["w"], said["h"]
