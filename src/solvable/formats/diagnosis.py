"""What is wrong with a text that looks like no format: the most helpful sentence, and where."""

import re

from solvable import game_id
from solvable.core.errors import NotationError
from solvable.core.message import closest_match, either, msg
from solvable.core.pattern import pattern
from solvable.formats.grid import ALPHABETS, SEPARATORS
from solvable.formats.numbers import number
from solvable.formats.text import Text, split_words

_BOARD = "a game ID, rows of lamps like 110/000/000 or of tiles like 1 2 3/4 5 6/7 8 0; `convert --list` shows others"
_ID = pattern(r"\s*([A-Za-z]{2,20}):[0-9a-z]")
_SPLIT = "rows split by '/'"
_DIGITS = frozenset("0123456789")
_MEANT = (
    dict.fromkeys("OoQ〇ОоΟο", "the digit 0 instead") | dict.fromkeys("lIi", "the digit 1 instead") | {"\\": _SPLIT}
)
_PROGRAM = pattern(
    r"(?m)^[ \t]*(?://|/\*|function\b|(?:export|const|let|var|import|def|class|return|public|#include)\b)"
)
_LETTERS_MAX = 400  # characters of a board of letters
_NEARLY = 0.6  # of the characters belong to an alphabet


class UnrecognisedError(NotationError):
    """A text that looks like no format."""


def diagnose(text: Text) -> NotationError:
    """Return the error for a text that no format claims."""
    if is_program(text):
        return _unrecognised(text.fault("this is a program, not a board", _BOARD))
    if almost := _named(text) or _almost_id(text) or _letters(text):
        return almost
    fault = (
        _column(text)
        or _numbers(text)
        or _signs(text)
        or _foreign(text)
        or text.fault("this is not a board in any known format", _BOARD)
    )
    return _unrecognised(fault)


def is_program(text: Text) -> bool:
    """Return whether the text looks like the source of a program: a comment or a keyword begins a line."""
    return _PROGRAM.search(text.typed[:10_000]) is not None and any(mark in text.typed for mark in "{[(")


def _unrecognised(fault: NotationError) -> NotationError:
    return UnrecognisedError(
        fault.message,
        expected=fault.expected,
        source=fault.source,
        line=fault.line,
        column=fault.column,
        text=fault.text,
    )


def _named(text: Text) -> NotationError | None:
    """Return the error for a game ID without its family, such as the name of a puzzle."""
    line = text.typed.strip()
    meant = game_id.meant(line) if any(map(str.isalpha, line)) else []
    return text.fault(msg("write {ids}", ids=either(meant)), "") if meant else None


def _almost_id(text: Text) -> NotationError | None:
    """Return the error for what would be a game ID but for its family's name."""
    match = _ID.match(text.data)
    if not match:
        return None
    close = closest_match(match[1], game_id.FAMILIES)
    expected = f"{close}:" if close else either(f"{name}:" for name in game_id.FAMILIES)
    return text.fault(msg("unknown family of puzzles {family}", family=repr(match[1])), expected)


def _letters(text: Text) -> NotationError | None:
    """Return the error for a board of capital letters and one blank: which letter belongs where is not known."""
    if len(text.data) > _LETTERS_MAX:
        return None
    rows = ["".join(split_words(row)) for row in re.split(r"[/\n]", text.data.strip())]
    result = "".join(rows)
    width, blanks = len(rows[0]), [symbol for symbol in result if not "A" <= symbol <= "Z"]
    if len(rows) < 2 or width < 2 or {*map(len, rows)} != {width} or len(blanks) != 1 or blanks[0] not in "_.0-*":
        return None
    board = "/".join(rows).replace(blanks[0], "_")
    expected = msg("{id}, with the letters of the goal for GOAL", id=f"tiles:{width}x{len(rows)},goal=GOAL:{board}")
    return text.fault("a board of letters needs its goal", expected)


def _numbers(text: Text) -> NotationError | None:
    """Return the error for a text of nothing but numbers."""
    if not text.is_numeric or not text.rows:  # no rows: bytes that no text are
        return None
    words = split_words(text.rows[0])
    if len(text.rows) == len(words) == 1 and number(words[0]) > 0:
        return text.fault("a single number is not a board", _SPLIT)
    are_rows = {len(word) for word in words} == {len(words)}
    if len(text.rows) == 1 and len(words) > 1 and len(set(words)) > 2 - are_rows and min(map(number, words)) >= 0:
        message = msg("one row of {count} numbers", count=len(words))
        if are_rows:
            return text.fault(message, msg("rows split by '/', like {example}", example="/".join(words)[:60]))
        return text.fault(message, "rows split by '/', or 4, 9, 16, … numbers")
    symbols = text.symbols - SEPARATORS
    if 2 < len(symbols) <= 10 and symbols <= frozenset("0123456789"):
        k = int(max(symbols)) + 1
        message = msg("{count} symbols: too many for lamps that are on or off, too few for tiles", count=len(symbols))
        return text.fault(message, msg("--format mod{mod} for lamps of {k} states, or a game ID", mod=k, k=k))
    return None


def _column(text: Text) -> NotationError | None:
    """Return the error for different numbers below each other."""
    rows = text.rows
    if not 3 < len(rows) == len(set(rows)) or any(number(row.strip()) < 0 for row in rows):
        return None
    return text.fault(msg("one column of {count} numbers", count=len(rows)), _SPLIT)


def _signs(text: Text) -> NotationError | None:
    """Return the error for lamps in signs of which none, or more than one, is known to be lit."""
    if len(text.data) > 100_000:
        return None
    signs = list(dict.fromkeys(symbol for symbol in text.data if symbol not in SEPARATORS))
    if len(signs) < 2 or len(signs) > 10 or any(symbol.isalnum() or symbol in "[](){}:;'\"" for symbol in signs):
        return None
    if len(signs) > 2:
        message = msg("{count} symbols, {symbols}: lamps are on or off", count=len(signs), symbols=" ".join(signs))
        return text.fault(message, "1 for lit lamps, 0 for dark ones; for lamps of k states digits and --format modK")
    message = msg("{one} or {other} may be the lit one", one=signs[0], other=signs[1])
    return text.fault(message, "1 for the lit lamps and 0 for the others")


def _foreign(text: Text) -> NotationError | None:
    """Return the error at the first character outside the alphabet to which the first row or nearly all belong."""
    if not text.rows or len(text.data) > 100_000:
        return None
    first, *_ = rows = [frozenset(row) - SEPARATORS for row in text.rows]
    cells = [symbol for symbol in text.data if symbol not in SEPARATORS]
    kinds = [(alphabet.symbols, "a lamp", alphabet.source) for alphabet in ALPHABETS]
    for symbols, what, expected in [*kinds, (_DIGITS, "a number", "distinct numbers, 0 the blank")]:
        nearly = sum(symbol in symbols for symbol in cells) >= _NEARLY * len(cells)
        if nearly or (len(rows) > 1 and first <= symbols and len(text.rows[0]) > 1):
            wrong = re.search(f"[^{re.escape(''.join(symbols | SEPARATORS))}]", text.data)
            if not wrong:
                return text.fault("the cells are neither all adjacent nor all separated", "one character a cell")
            meant = _MEANT.get(wrong[0]) if symbols & _DIGITS else None
            return text.fault(
                msg("{symbol} is not {what} here", symbol=repr(wrong[0]), what=msg(what)),
                meant or expected,
                wrong.start(),
            )
    return None
