"""Shell completion: a script of the shell in a folder of ours, and a line in the shell's start file that reads it.

fish reads a folder of such scripts by itself. Installing twice changes nothing.
"""

import os
from pathlib import Path

import click

from solvable.cli.errors import UsageError
from solvable.cli.terminal import Terminal

COMPLETE = "_SOLVABLE_COMPLETE"  # asks for completions, or for the script that makes a shell ask
FOLDER = ".local/share/solvable"  # below the home folder, as all here
STARTS = {  # the start file of a shell, and what must be loaded before the script is read
    "bash": (".bashrc", ""),
    "zsh": (".zshrc", "autoload -Uz compinit && compinit; "),
}
SCRIPT_BYTES_MAX = 1 << 16
FISH = ".config/fish/completions/solvable.fish"


def show(terminal: Terminal, program: click.Command, shell: str) -> None:
    """Write the script of the shell to standard output."""
    terminal.line(_script(terminal, program, shell or _current())[1].rstrip("\n"))


def install(terminal: Terminal, program: click.Command, shell: str) -> None:
    """Set completion up for the shell."""
    from solvable.core.atomic_write import FileKind, write_text  # here: every command loads this module

    name, script = _script(terminal, program, shell or _current())
    path = Path.home() / (FISH if name == "fish" else f"{FOLDER}/completion.{name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = FileKind("a script of completions", (), lambda file: COMPLETE.encode() in file.read(SCRIPT_BYTES_MAX))
    write_text(path, script, kind)
    terminal.note(terminal.say("note.saved", path=path))
    if name in STARTS:
        start, before = STARTS[name]
        _add(Path.home() / start, f"{before}. '{path}'  # solvable")
        terminal.note(terminal.say("note.completion", path=Path.home() / start))


def _script(terminal: Terminal, program: click.Command, shell: str) -> tuple[str, str]:
    """Return the name of the shell, and its script; raise UsageError for a shell that is not known."""
    from click.shell_completion import get_completion_class

    known = get_completion_class(shell) if shell in {*STARTS, "fish"} else None
    if known is None:
        raise UsageError(terminal.say("error.shell", name=shell or "?", shells=", ".join([*STARTS, "fish"])))
    return shell, known(program, {}, "solvable", COMPLETE).source()


def _current() -> str:
    return Path(os.environ.get("SHELL", "")).name


def _add(path: Path, line: str) -> None:
    """Add a line to a file that does not have it; nothing else of it is written, in whatever encoding it is."""
    data = path.read_bytes() if path.exists() else b""
    added = os.fsencode(line)
    if added not in data.splitlines():
        with path.open("ab") as file:
            file.write(b"\n" * (bool(data) and not data.endswith(b"\n")) + added + b"\n")
