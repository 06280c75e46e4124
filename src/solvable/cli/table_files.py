"""How the file of an earlier table is recognised, and which layout the ending of a name means."""

import re
from pathlib import Path
from typing import IO

from solvable.core.atomic_write import FileKind, whole_lines
from solvable.formats.file_kinds import ANSWERS
from solvable.messages import LANGUAGES, sentence

HEAD_BYTES_MAX = 1000
COLUMNS = (
    ("n", "nullity", "solutions"), ("w", "h", "nullity", "solutions"), ("n", "presses", "bound"),
    ("w", "h", "presses", "bound"), ("moves", "states"),
)  # fmt: skip
"""The columns of every table."""
SUFFIXES = {
    "text": ("", ".txt"),
    "csv": ("", ".csv", ".txt"),
    "bfile": ("", ".txt"),
    "json": ("", ".json", ".jsonl", ".ndjson", ".txt"),
}
"""The endings of the files of each layout, the first that is not allowed elsewhere meaning it."""
_TITLE = re.compile(rb"# (nullity|the most presses|the fewest presses|states of) .*")
_ROW = re.compile(rb" *\d+[ ,].*|")


def layout_of(out: str | None) -> str:
    """Return the layout that the ending of a file's name means: text without one."""
    suffix = Path(out or "").suffix.lower()
    return next((layout for layout, suffixes in SUFFIXES.items() if suffix in suffixes), "text")


def kind_of(layout: str | None) -> FileKind:
    """Return what is written to the file of a table; without a layout any ending is allowed that means one."""
    every = ("", *sorted({suffix for suffixes in SUFFIXES.values() for suffix in suffixes if suffix}))
    return FileKind("a table", SUFFIXES[layout] if layout else every, _holds_table)


def _heads() -> set[bytes]:
    """Return the first lines of tables as csv and for people, blanks between words made one."""
    heads = {",".join(columns) for columns in COLUMNS}
    heads |= {" ".join(sentence(f"table.{name}", lang) for name in row) for row in COLUMNS for lang in LANGUAGES}
    return {head.encode() for head in heads}


def _is_head(line: bytes) -> bool:
    return bool(_TITLE.fullmatch(line)) or b" ".join(line.split()) in _heads()


def _is_torn(text: bytes, *, is_first: bool) -> bool:
    """Return whether a last line without its end can be the beginning of a head, or of a row."""
    if not is_first:
        return not text.strip(b" 0123456789,") or bool(_ROW.fullmatch(text))
    starts = {*_heads(), b"# nullity of ", b"# the most presses ", b"# the fewest presses ", b"# states of "}
    words = b" ".join(text.split())
    return any(start.startswith(words) for start in starts) or bool(_TITLE.fullmatch(text))


def _holds_table(file: IO[bytes]) -> bool:
    """Return whether a file is a table in any layout: a head and rows, or answers."""
    if file.read(1) == b"{":
        file.seek(0)
        return ANSWERS.is_own(file)
    file.seek(0)
    end, is_first = 0, True
    for lines, offset in whole_lines(file):
        end = offset
        for line in lines:
            if not (_is_head(line) if is_first else _ROW.fullmatch(line)):
                return False
            is_first = False
    file.seek(end)
    return _is_torn(file.read(HEAD_BYTES_MAX), is_first=is_first)
