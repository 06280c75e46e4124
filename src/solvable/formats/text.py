"""The text of one input: decoded, bounded, split into rows and words, with the place of each for errors.

Reading is linear and bounded before anything is split: at most 12 MB, a million rows, a million characters a row, a
million words of numbers; then 10⁷ lamps or 10⁶ tiles fit. BOM, CRLF, trailing blanks and blank lines are accepted, the
full-width forms of ASCII, １，２／３，０, as Chinese and Japanese keyboards give them, and the marks of other programs
(`clipboard`); UTF-8, UTF-16, and GB18030 where all that is not ASCII is Chinese or a sign, which the note says.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.game_id import is_game_id, narrow

BYTES_MAX = 12_000_000  # bytes
ROWS_MAX = 1_000_000
LONGEST_ROW = 1_000_000
WORDS_MAX = 1_100_000

LONGEST_COMMENTED = 200_000  # characters
LONGEST_TILE = 8  # digits
FEWEST_NUMBERS = 4  # that a text of tiles has, and one of lamps has not

_MORE_CELLS = pattern("[#.·_*○●□■-]")
_COMMENTED = pattern("[0-9]+")
_CONTROL = pattern("[\x00-\x08\x0e-\x1f\x7f]")
_LINE_END = pattern("\r\n|[\r\x85\u2028\u2029]")
_BARE = frozenset("0123456789 /\n")  # symbols that no mark of another program is made of
_NOT_TEXT = "text in UTF-8, or a PBM or .npy picture"
_NUMERIC = frozenset('0123456789-_.xX*·□■空⬜⬛🔲🔳◻◼▢☐",|/ \t\n')


class Text:
    """One input; raises NotationError if it is not text, or too long."""

    def __init__(self, data: str | bytes, source: str = "") -> None:
        self.source = source
        self.note = ""
        self.raw = b""
        if len(data) > BYTES_MAX:
            message = msg("the input is longer than {most:,} bytes", most=BYTES_MAX)
            raise NotationError(message, expected="a board of at most that size", source=source, line=1, column=1)
        if isinstance(data, str) and not data.isascii():
            data = _bytes(data)  # a word of the command line may hide bytes that are no text
        if isinstance(data, bytes):
            data = self._decoded(data)
        self.typed = narrow(_LINE_END.sub("\n", data.removeprefix("\ufeff")))
        self.data, self._places = self._unmarked()
        self._check()

    @classmethod
    def of_picture(cls, data: bytes, source: str) -> "Text":
        """Return an input that is no text; its bytes are in `raw`, and its reader bounds them."""
        text = cls("", source)
        text.raw = data
        return text

    def _unmarked(self) -> tuple[str, Sequence[int] | None]:
        """Return the text without the marks of other programs, and where each of its characters was."""
        if _BARE.issuperset(self.typed) or ("\n" not in self.typed.strip() and is_game_id(self.typed)):
            return self.typed, None  # no marks, or those of an ID or its seed
        from solvable.formats.clipboard import plain

        return plain(_without_comments(self.typed))

    def _decoded(self, data: bytes) -> str:
        text, self.note, wrong = decoded(data)
        if wrong is None:
            return text
        row = text.rpartition("\n")[2]
        message = msg("this is not text: byte 0x{byte:02x}", byte=data[wrong])
        shown = row + data[wrong : wrong + 40].decode("latin-1").partition("\n")[0]
        line, column = text.count("\n") + 1, len(row) + 1
        raise NotationError(message, expected=_NOT_TEXT, source=self.source, line=line, column=column, text=shown)

    def _check(self) -> None:
        if control := _CONTROL.search(self.data):
            message = msg("this is not text: control character 0x{character:02x}", character=ord(control[0]))
            raise self.fault(message, _NOT_TEXT, control.start())
        if self.data.count("\n") + self.data.count("/") > ROWS_MAX:
            raise self.fault(msg("more than {most:,} rows", most=ROWS_MAX), "a board of fewer rows", 0)
        if self.data[:100].lstrip()[:1] in ("[", "{") or is_game_id(self.data):
            return  # one line, bounded by its reader
        marked = self.data.replace("/", "\n")
        if max(map(len, marked.split("\n"))) > LONGEST_ROW:
            row = next(match for match in re.finditer("[^\n]+", marked) if len(match[0]) > LONGEST_ROW)
            message = msg("a row of {count:,} characters", count=len(row[0]))
            raise self.fault(message, msg("at most {most:,} in a row", most=LONGEST_ROW), row.start())

    @property
    def is_blank(self) -> bool:
        """Whether there are no rows."""
        return not self.data.replace("/", " ").strip()

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The characters, blanks included."""
        return frozenset(self.data)

    @cached_property
    def lines(self) -> list[str]:
        """The lines that are not blank, without blanks around them."""
        return [line for line in map(str.strip, self.data.split("\n")) if line]

    @cached_property
    def rows(self) -> list[str]:
        """The lines, split further at each '/'."""
        return self.split("/")

    def split(self, marks: str) -> list[str]:
        """Return the lines, split further at each of `marks`, that are not blank."""
        if not self.symbols.intersection(marks):
            return self.lines
        data = self.data.translate(dict.fromkeys(map(ord, marks), "\n"))
        return [row for row in map(str.strip, data.split("\n")) if row]

    @cached_property
    def is_numeric(self) -> bool:
        """Whether there are only numbers, blanks of tiles and separators, and not too many."""
        if not self.symbols <= _NUMERIC:
            return False
        return sum(map(self.data.count, " \t\n,/|")) <= WORDS_MAX

    def fault(self, message: str, expected: str, offset: int | None = None) -> NotationError:
        """Return the error at `offset`; by default at the first character that is not blank."""
        if offset is None:
            offset = len(self.data) - len(self.data.lstrip())
        if self._places is not None:
            offset = self._places[offset] if offset < len(self._places) else len(self.typed)
        return NotationError.at(self.typed, offset, message, expected, self.source)

    def alone(self, *, words: bool = True) -> "Text | None":
        """Return the text without quotation marks, labels and perhaps words around its rows; None for the same."""
        from solvable.formats.context import without_headings, without_surroundings

        bare = without_surroundings(self.typed, words)
        text = Text(self.typed if bare is None else bare, self.source)
        data = without_headings(text.data)
        if bare is None and data == text.data:
            return None
        text.data, text.note = data, self.note
        return None if text.is_blank else text  # what was left may have been marks of other programs

    def offset(self, row: int, column: int = 0, marks: str = "/") -> int:
        """Return the offset of a column (from 0) of a row of `split(marks)`; past the last row, the end."""
        index = -1
        for match in re.finditer(f"[^\n{re.escape(marks)}]+", self.data):
            if not match[0].isspace():
                index += 1
                if index == row:
                    return match.start() + len(match[0]) - len(match[0].lstrip()) + column
        return len(self.data.rstrip())


def _without_comments(typed: str) -> str:
    """Return a text of different numbers with blanks for its comments, from '#' on; another as it is: # is a lamp."""
    if "#" not in typed or len(typed) > LONGEST_COMMENTED or is_game_id(typed):
        return typed
    lines = [line.partition("#") for line in typed.split("\n")]
    if any(_MORE_CELLS.search(remaining) and not any(map(str.isalpha, remaining)) for _, _, remaining in lines):
        return typed
    every = _COMMENTED.findall(typed)
    is_short = max(map(len, every), default=0) < LONGEST_TILE
    if is_short and typed.count("#") == 1 and sorted(map(int, every)) == list(range(1, len(every) + 1)):
        return typed  # all tiles but the blank, which is this sign
    numbers = _COMMENTED.findall("\n".join(bare for bare, _, _ in lines))
    if len(set(numbers)) < FEWEST_NUMBERS or not all(_NUMERIC.issuperset(bare) for bare, _, _ in lines):
        return typed
    return "\n".join(bare.ljust(len(bare) + len(mark) + len(remaining)) for bare, mark, remaining in lines)


def _bytes(text: str) -> bytes:
    """Return the UTF-8 of `text`, and the bytes themselves that Python could not decode in a command line."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def split_words(row: str) -> list[str]:
    """Return what commas separate in `row`, perhaps nothing between two; else what blanks separate."""
    return [word.strip() for word in row.split(",")] if "," in row else row.split()


def word_column(row: str, word: int) -> int:
    """Return the column (from 0) of a word of `row`; past its last word, the row's length."""
    for index, match in enumerate(re.finditer("(?:^|,)([^,]*)" if "," in row else r"(\S+)", row)):
        if index == word:
            return match.start(1) + len(match[1]) - len(match[1].lstrip())
    return len(row)


# The characters of a file: UTF-8, UTF-16 with or without its mark, and GB18030, the Chinese encoding.
#
# GB18030 gives a meaning to most bytes, so it is believed only where every character that is not ASCII is a Chinese
# character or a sign that boards are written in.

_SIGNS = "·×\u2010-\u2027\u2190-\u21ff\u2460-\u27bf\u3000-\u303f"
_CHINESE = pattern(f"[\t-\r\x20-\x7e{_SIGNS}\u4e00-\u9fff\uff00-\uffef]*")
_GB18030_BYTES_MAX = 1_000_000  # bytes of what may be GB18030
_LOOKED_AT = 64  # bytes in which UTF-16 without a mark shows its zeros


def decoded(data: bytes) -> tuple[str, str, int | None]:
    """Return the text, a note on a rare encoding, and None; or the text before the first wrong byte, and its place."""
    encoding = _utf_16(data) or "utf-8"
    try:
        note = msg("the text is in {encoding}", encoding="UTF-16") if encoding != "utf-8" else ""
        return data.decode(encoding), note, None
    except UnicodeDecodeError as error:
        wrong = error.start
    if encoding == "utf-8" and len(data) <= _GB18030_BYTES_MAX:
        try:
            text = data.decode("gb18030")
        except UnicodeDecodeError:
            text = ""
        if text and _CHINESE.fullmatch(text):
            return text, msg("the text is in {encoding}", encoding="GB18030"), None
    return data[:wrong].decode(encoding, "replace"), "", wrong


def _utf_16(data: bytes) -> str:
    """Return which UTF-16 `data` is in, by its mark or by the zeros between ASCII characters; "" for neither."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = data[:_LOOKED_AT]
    if len(data) >= 4 and len(data) % 2 == 0:
        if not any(start[1::2]) and all(start[::2]):
            return "utf-16-le"
        if not any(start[::2]) and all(start[1::2]):
            return "utf-16-be"
    return ""
