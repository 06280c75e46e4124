"""FORMATS: every format by name, in the order in which their errors are preferred: the most helpful first.

A row says which module has the format, and what any text of it contains, so that a text loads and tries only the
readers of formats that it may be in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from solvable.core.errors import PuzzleError
from solvable.core.message import closest_match, msg
from solvable.formats.base import Format
from solvable.formats.game_id import GAME_ID
from solvable.formats.grid import (
    ALPHABETS,
    DIGITS,
    GRIDS,
    HEADER,
    HEXAGON,
    HOLE,
    ON_OFF,
    SEPARATORS,
    SQUARE,
    TRIANGLE,
    is_evident_hexagon,
)
from solvable.formats.numbers import HEX, PIPES, ROWS, TILE_LETTERS
from solvable.formats.text import Text

Test = Callable[[Text], bool]


class Row(NamedTuple):
    """A format, or `module:CONSTANT` of it, and the texts that it is tried on if no format is named.

    `may_be` is necessary for what the reader accepts or refuses with an error, and cheap; None: the format must be
    named. `is_meant` looks at the whole of a text, also before its rows are tried without what surrounds them.
    """

    name: str
    home: Format | str
    may_be: Test | None
    is_meant: Test | None = None

    @property
    def format(self) -> Format:
        """The format, loaded now."""
        if isinstance(self.home, Format):
            return self.home
        module, _, constant = self.home.partition(":")
        result: Format = getattr(import_module(f"solvable.formats.{module}"), constant)
        return result


def _any(text: Text) -> bool:
    return True


def _has(symbols: str) -> Test:
    return lambda text: not text.symbols.isdisjoint(symbols)


def _consists_of(symbols: frozenset[str]) -> Test:
    return lambda text: text.symbols <= symbols


def _is_picture(text: Text) -> bool:
    return bool(text.raw)


def _is_pbm(text: Text) -> bool:
    return bool(text.raw) or text.data.lstrip().startswith("P")


def _is_commented(text: Text) -> bool:
    return text.typed.lstrip().startswith("# ")


def _is_numeric(text: Text) -> bool:
    return text.is_numeric


def _is_separated(text: Text) -> bool:
    return text.is_numeric and not text.symbols.isdisjoint(" \t,")


def _is_ended(text: Text) -> bool:
    return text.is_numeric and bool(text.rows) and text.rows[-1].split() == ["0", "0"]


def _has_pair(text: Text) -> bool:
    return text.is_numeric and bool(text.rows) and len(text.rows[0].split()) == 2


def _is_one_row(text: Text) -> bool:
    return len(text.rows) == 1


def _has_index(text: Text) -> bool:
    if not _is_separated(text):
        return False
    from solvable.formats.korf import has_index

    return has_index(text)


_ROWS = (
    Row("id", GAME_ID, _any),
    Row("sage", "algebra_systems:SAGE", _is_commented),
    Row("gap", "algebra_systems:GAP", _is_commented),
    Row("save", "tatham:SAVE", lambda text: text.data.lstrip().startswith("SAVE")),
    Row("flip", "tatham:FLIP", _has(":#")),
    Row("fifteen", "tatham:FIFTEEN", _has(":#")),
    Row("json", "json_lists:JSON", _has("[{")),
    Row("machine", "wiring:MACHINE", lambda text: "[" in text.typed),
    Row("drawing", "drawing:DRAWING", lambda text: "\n" in text.typed),
    Row("pbm", "pbm:PBM", _is_pbm),
    Row("npy", "npy:NPY", _is_picture),
    Row("photo", "photo:PHOTO", _is_picture),
    Row("photo-swapped", "photo:PHOTO_SWAPPED", None),
    Row("deepcubea", "deepcubea:DEEPCUBEA", _is_picture),
    Row("42", "korf:SNAIL", None),
    Row("tile-positions", "korf:TILE_POSITIONS", _has("gG")),
    Row("wiring", "wiring:WIRING", _has(":")),
    Row("wiring-by-lamp", "wiring:WIRING_BY_LAMP", _has(":")),
    Row("switches", "wiring:SWITCHES", _is_ended),
    Row("counters", "wiring:COUNTERS", None),
    Row("korf", "korf:KORF", _is_separated, _has_index),
    Row("record", "korf:RECORD", _is_separated),
    Row("hackerrank", "korf:HACKERRANK", lambda text: text.is_numeric and "\n" in text.symbols),
    Row("compact", "korf:COMPACT", lambda text: text.is_numeric and len(text.rows) == 1),
    Row("hex", HEX, _any),
    Row("letters", TILE_LETTERS, _has("ABCabc")),
    Row("pipes", PIPES, _has("|")),
    *(
        Row(alphabet.name, row, _consists_of(alphabet.symbols | SEPARATORS | {HOLE}))
        for alphabet, row in zip(ALPHABETS, GRIDS, strict=True)
    ),
    Row("hexagon", HEXAGON, _any, is_evident_hexagon),
    Row("triangle", TRIANGLE, _any),
    Row("on-off", ON_OFF, lambda text: not text.is_numeric),
    Row("square", SQUARE, _is_one_row),
    Row("coords", "wiring:COORDS", _has_pair),
    Row("graph", "wiring:GRAPH", _has_pair),
    Row("header", HEADER, _any),
    Row("rows", ROWS, _is_numeric),
    *(Row(row.name, row, None) for row in DIGITS),
)


class Registry(Mapping[str, Format]):
    """The formats by name, each loaded when it is looked up."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = {row.name: row for row in rows}

    def __getitem__(self, name: str) -> Format:
        return self._rows[name].format

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def automatic(self, text: Text) -> list[Row]:
        """Return the formats that are tried on `text`, or on a part of it, if none is named."""
        rows = (row for row in self._rows.values() if row.may_be is not None)
        return [row for row in rows if row.is_meant is None or row.is_meant(text)]

    def row(self, name: str) -> Row:
        """Return the row of a format."""
        return self._rows[name]


FORMATS = Registry(_ROWS)


def loaded(rows: Sequence[Row], text: Text) -> list[Format]:
    """Return the formats of those rows that `text` may be in."""
    return [row.format for row in rows if row.may_be is not None and row.may_be(text)]


def named(name: str) -> Format:
    """Return the format `name`; raise PuzzleError, with what is likely meant, if there is none."""
    if isinstance(name, str) and name.lower() in FORMATS:
        return FORMATS[name.lower()]
    name = str(name)
    if close := closest_match(name, FORMATS):
        raise PuzzleError(msg("unknown format {format}; did you mean {close}?", format=repr(name[:40]), close=close))
    raise PuzzleError(
        msg("unknown format {format}; the formats are {formats}", format=repr(name[:40]), formats=", ".join(FORMATS))
    )
