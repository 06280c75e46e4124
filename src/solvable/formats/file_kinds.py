"""How a file that an earlier command wrote is recognised: such a file may be replaced or continued, no other.

Answers are known by their keys, SVG by the form of its identifier, pages and pictures by the program's name in them;
PBM and .npy have no room for a name: there the header and the exact size must fit.
"""

import json
import re
from collections.abc import Iterable
from io import SEEK_END
from typing import IO

from solvable.core.answer import ORDER
from solvable.core.atomic_write import CHUNK, FileKind, whole_lines
from solvable.core.errors import NotationError
from solvable.core.pattern import pattern
from solvable.formats import magic, pbm

TORN_BYTES_MAX = 1 << 24
"""Bytes of a last line without an end that are looked at."""
FIRST_KEYS = ("id", *ORDER[: ORDER.index("board")], "board_file", "line")
"""The keys with which a line of JSON that the program writes begins: `board` comes first in lines of input only."""
GENERATOR = "solvable"
"""The name of the program in the pages and pictures that it writes."""
_KEY = "|".join(FIRST_KEYS)
_BEGINS = pattern(rf'\{{"(?:{_KEY})": '.encode())
_CLAIMS = (b'"verdict": ', b'"error": ', b'"distribution": ', b'"nullity": ')
_SVG = pattern(rb'<svg xmlns="http://www\.w3\.org/2000/svg" id="s[0-9a-f]{10}" ')
_PAGE = pattern(rb'<!doctype html>\s*<html lang="[\w-]+"><head><meta charset="utf-8">')


def is_answer(line: bytes) -> bool:
    """Return whether a line is an answer of the program: an object of the keys of answers, with a claim."""
    if not _may_be_answer(line):
        return False
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(fields, dict) and fields.keys() <= {"id", *ORDER}


def are_answers(lines: Iterable[bytes]) -> bool:
    """Return whether lines are answers: the first and the last are read, those between looked at."""
    last = None
    for number, line in enumerate(lines):
        if not (is_answer(line) if number == 0 else _may_be_answer(line)):
            return False
        last = line
    return last is None or is_answer(last)


def is_torn_answer(text: bytes) -> bool:
    """Return whether a text can be the beginning of an answer whose writing was interrupted; b"" is one."""
    if text.endswith(b"}") and is_answer(text):
        return True
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        begins = _BEGINS.match(text)
        return bool(begins) or any(f'{{"{key}": '.encode().startswith(text) for key in FIRST_KEYS)
    return False  # a complete value, which is no answer


def begin_as_answers(text: bytes) -> bool:
    """Return whether a text can be the beginning of lines of answers."""
    first, newline, _ = text.partition(b"\n")
    return is_answer(first) if newline else is_torn_answer(first)


def _may_be_answer(line: bytes) -> bool:
    return bool(_BEGINS.match(line)) and line.rstrip().endswith(b"}") and any(claim in line for claim in _CLAIMS)


def _holds_answers(file: IO[bytes]) -> bool:
    end = 0
    for lines, offset in whole_lines(file):
        end = offset
        if not are_answers(lines):
            return False
    file.seek(end)
    return is_torn_answer(file.read(TORN_BYTES_MAX))


def _holds_svg(file: IO[bytes]) -> bool:
    return bool(_SVG.match(file.read(200)))


def _holds_page(file: IO[bytes]) -> bool:
    start = file.read(1000)
    return bool(_PAGE.match(start)) and f'<meta name="generator" content="{GENERATOR}">'.encode() in start


def _holds_gif(file: IO[bytes]) -> bool:
    comment = bytes([0x21, 0xFE, len(GENERATOR)]) + GENERATOR.encode() + b"\0"
    return file.read(3) == b"GIF" and comment in file.read(CHUNK)


def _holds_png(file: IO[bytes]) -> bool:
    return file.read(8) == b"\x89PNG\r\n\x1a\n" and b"tEXtSoftware\0" + GENERATOR.encode() in file.read(CHUNK)


def _holds_pbm(file: IO[bytes]) -> bool:
    try:
        header = pbm.parse_header(file.read(pbm.LONGEST_HEADER))
    except NotationError:
        return False
    return not header.plain and file.seek(0, SEEK_END) == header.offset + header.row_bytes * header.height


def _holds_npy(file: IO[bytes]) -> bool:
    start = file.read(200)
    match = re.search(rb"\{'descr': '\|u1', 'fortran_order': False, 'shape': \((\d{1,10}), (\d{1,10})\), \} *\n", start)
    if not start.startswith(magic.NPY_MAGIC) or match is None:
        return False
    return file.seek(0, SEEK_END) == match.end() + int(match[1]) * int(match[2])


def _holds_rows(file: IO[bytes]) -> bool:
    return all(not line.strip(b"01") for lines, _ in whole_lines(file) for line in lines)


ANSWERS = FileKind(
    "a file of answers (a line of JSON each)", ("", ".json", ".jsonl", ".ndjson", ".txt"), _holds_answers
)
SVG = FileKind("an SVG picture of this program", (".svg",), _holds_svg)
PAGE = FileKind("a page of this program", (".html", ".htm"), _holds_page)
GIF = FileKind("a GIF of this program", (".gif",), _holds_gif)
PNG = FileKind("a PNG of this program", (".png",), _holds_png)
PBM_FILE = FileKind("a raw PBM picture", (".pbm",), _holds_pbm)
NPY_FILE = FileKind("a .npy array of lamps", (".npy",), _holds_npy)
ROWS_FILE = FileKind("rows of 0 and 1", (), _holds_rows)
