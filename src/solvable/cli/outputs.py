"""Files that a command will write, looked at before its work begins: what cannot be written is said at once."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from solvable.cli.errors import UsageError
from solvable.cli.terminal import Terminal

if TYPE_CHECKING:
    from solvable.core.atomic_write import FileKind

Output = tuple[str | None, "FileKind"]
"""The name of a file, None if the option was not given, and what will be written there."""


def check_outputs(terminal: Terminal, outputs: Iterable[Output], *inputs: str | None) -> None:
    """Raise UsageError if an output is the file of an input, else what `check_output` raises; nothing is changed."""
    for name, kind in outputs:
        if name is not None:
            from solvable.core.atomic_write import check_output

            check_inputs(terminal, name, *inputs)
            check_output(Path(name), kind)


def check_inputs(terminal: Terminal, output: str, *inputs: str | None) -> None:
    """Raise UsageError if the file `output` is one of the inputs, by whatever name; "-" is standard input."""
    for name in inputs:
        with suppress(OSError, ValueError, AttributeError):  # one of them is no file
            if name is not None and os.path.samestat(_status(name), Path(output).stat()):
                raise UsageError(terminal.say("error.same_file", path=output))


def answers_kind(path: str) -> "FileKind":
    """Return what `--out` writes into a file of this name: a picture of the presses, or answers."""
    from solvable.formats.file_kinds import ANSWERS, NPY, PBM

    pictures = {".pbm": PBM, ".npy": NPY}
    result = pictures.get(Path(path).suffix, ANSWERS)
    return result._replace(suffixes=(*ANSWERS.suffixes, *pictures))


def _status(name: str) -> os.stat_result:
    return os.fstat(sys.stdin.fileno()) if name == "-" else Path(name).stat()
