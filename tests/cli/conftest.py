"""The program, run in this process: `cli("solve", BOARD)` returns what a shell would see."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from solvable.cli import main


@dataclass(frozen=True)
class Shell:
    """The exit code, standard output and standard error of a run."""

    code: int
    out: str
    err: str


Cli = Callable[..., Shell]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Return a function that runs the program in an empty folder, English unless told otherwise."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, stdin: str | bytes = b"") -> Shell:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        code = main(words)
        shown: Any = capsys.readouterr()
        return Shell(code, shown.out, shown.err)

    return run
