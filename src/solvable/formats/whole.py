"""Files that get their name when they are complete: written beside it, then renamed; an error leaves nothing behind.

What is no regular file (a pipe, a device) is written as it is, and a link stays a link to the new file. A file that
grows line by line has its name from the beginning; after a kill all its lines are whole but the last.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import urandom
from pathlib import Path
from typing import IO

CHUNK = 1 << 20


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written, which is called `path` at the end; an OSError names it so, as the user knows it."""
    target = path.resolve()
    is_special = target.exists() and not target.is_file()
    partial = target if is_special else target.with_name(f"{target.name}.{urandom(4).hex()}.part")
    try:
        with partial.open("wb", buffering=CHUNK) as file:
            yield file
        if not is_special:
            partial.replace(target)
    except BaseException as error:
        if not is_special:
            with suppress(OSError):
                partial.unlink()
        if isinstance(error, OSError) and error.filename in (None, str(partial)):
            error.filename, error.filename2 = str(path), None
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, completely or not at all."""
    with writing(path) as file:
        file.write(text.encode())


def whole_lines(file: IO[bytes]) -> Iterator[tuple[list[bytes], int]]:
    """Yield the next lines of a file without their ends, block by block, and where they end; not a torn last line."""
    end, rest = 0, b""
    while block := file.read(CHUNK):
        *lines, rest = (rest + block).split(b"\n")
        end += sum(map(len, lines)) + len(lines)
        yield lines, end
