"""The input of a judge's task: words in order, each with its place for errors, and every number bounded.

Judges differ in blank lines and line ends, so words are read, not lines, but where a line may hold blanks.
"""

import json
from collections.abc import Iterator, Mapping
from typing import NoReturn

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.pattern import pattern

LARGEST = 12_000_000  # characters, as of every other input
LONGEST_NUMBER = 12  # digits; no statement has numbers of more

_WORD = pattern(r"\S+")
_ZEROS = pattern(r"(?<!\S)0\s+0(?!\S)")
_NAMED = pattern(r"(?:Input:\s{0,9})?[A-Za-z_]\w{0,40}\s{0,9}=\s{0,9}(?=\[)")
_NUMBER = pattern(rf"[+-]?[0-9]{{1,{LONGEST_NUMBER}}}")


class Input:
    """The words of a text, from the first to the last; raises NotationError where one is not what was expected."""

    def __init__(self, text: str, source: str = "") -> None:
        self.text = text.removeprefix("\ufeff")
        self.source = source
        self._start = self._end = 0  # of the word read last
        if len(text) > LARGEST:
            self.fail(msg("the input is longer than {most:,} bytes", most=LARGEST))

    @property
    def at_end(self) -> bool:
        """Whether no word is left."""
        return _WORD.search(self.text, self._end) is None

    def fail(self, message: str, expected: str = "") -> NoReturn:
        """Raise NotationError at the word read last."""
        raise NotationError.at(self.text, self._start, message, expected, self.source)

    def check_end(self) -> None:
        """Raise NotationError at the first word that is left."""
        if match := _WORD.search(self.text, self._end):
            self._start, self._end = match.span()
            self.fail(msg("the input goes on after its end"), msg("the end of the input"))

    def word(self, expected: str) -> str:
        """Return the next word."""
        match = _WORD.search(self.text, self._end)
        if match is None:
            self._start = len(self.text.rstrip())
            self.fail(msg("the input ends too early"), expected)
        self._start, self._end = match.span()
        return match[0]

    def line(self, expected: str) -> str:
        """Return the rest of the line that the next word begins."""
        self.word(expected)
        end = self.text.find("\n", self._start)
        self._end = len(self.text) if end < 0 else end
        return self.text[self._start : self._end].strip()

    def number(self, what: str, least: int, most: int) -> int:
        """Return the next word as a number from `least` to `most`."""
        if match := _WORD.search(self.text, self._end):
            self._start, self._end = match.span()
            if _NUMBER.fullmatch(match[0]) and least <= (number := int(match[0])) <= most:
                return number
        expected = msg("{what}, from {least} to {most}", what=what, least=least, most=most)
        word = match[0] if match else self.word(expected)  # which says that the input has ended
        return self.fail(msg("{word} does not fit here", word=repr(word[:LONGEST_NUMBER])), expected)

    def numbers(self, count: int, what: str, least: int, most: int) -> list[int]:
        """Return the next `count` numbers."""
        return [self.number(what, least, most) for _ in range(count)]

    def until_zeros(self, most: int) -> Iterator[int]:
        """Return the numbers before the next `0 0` if they are pairs from 1 to `most`, all at once; else none of them.

        The zeros are left, or what is wrong: to be read number by number, which says where.
        """
        if end := _ZEROS.search(self.text, self._end):
            words = self.text[self._end : end.start()].split()
            if len(words) % 2 == 0 and set(words) <= set(map(str, range(1, most + 1))):
                self._end = end.start()
                return map(int, words)
        return iter(())

    def lamps(self, width: int, height: int, symbols: Mapping[str, int]) -> tuple[int, ...]:
        """Return a grid of one symbol a cell, whether rows are joined or spaced."""
        expected = msg("{count} cells of {symbols}", count=width * height, symbols=" ".join(symbols))
        cells: list[int] = []
        while len(cells) < width * height:
            for symbol in self.word(expected):
                if symbol not in symbols:
                    self.fail(msg("{symbol} is not a cell here", symbol=repr(symbol)), expected)
                cells.append(symbols[symbol])
        if len(cells) > width * height:
            self.fail(msg("the row is too long"), expected)
        return tuple(cells)

    def tiles(self, width: int, height: int, blanks: str = "0") -> tuple[int, ...]:
        """Return the numbers 0 to n − 1, each once, 0 or one of `blanks` for the blank."""
        last = width * height - 1
        expected = msg("the numbers 0 to {last}, each once", last=last)
        seen: list[int] = []
        for _ in range(width * height):
            word = self.word(expected)
            tile = 0 if word in blanks else int(word) if _NUMBER.fullmatch(word) else -1
            if not 0 <= tile <= last or tile in seen:
                self.fail(msg("{word} is out of place", word=repr(word[:LONGEST_NUMBER])), expected)
            seen.append(tile)
        return tuple(seen)

    def matrix(self, expected: str, widest: int, highest: int, most: int) -> list[list[int]]:
        """Return the next JSON list of rows, of numbers from 0 to `most`; a name may stand before it, `mat = [[0]]`."""
        line = self.line(expected)
        if named := _NAMED.match(line):
            line = line[named.end() :]
        try:
            rows = json.loads(line)
        except (ValueError, RecursionError):
            self.fail(msg("this is not JSON"), expected)
        if not (isinstance(rows, list) and 1 <= len(rows) <= highest and all(isinstance(row, list) for row in rows)):
            self.fail(msg("this is not a matrix"), expected)
        if not 1 <= len(rows[0]) <= widest or any(len(row) != len(rows[0]) for row in rows):
            self.fail(msg("this is not a matrix"), expected)
        if not all(type(cell) is int and 0 <= cell <= most for row in rows for cell in row):
            self.fail(msg("this is not a matrix"), expected)
        return rows
