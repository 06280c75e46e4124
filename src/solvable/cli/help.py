"""Help pages in the user's language, and shell completion.

Pages are laid out with the terminal's own idea of a character's width. A completion is a script of the shell in a
folder of ours, and a line in the shell's start file that reads it; fish reads a folder of such scripts by itself.
Installing twice changes nothing.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import click

from solvable.cli.errors import UsageError
from solvable.cli.options import COMPLETE, Row
from solvable.cli.terminal import Terminal
from solvable.messages import catalogue
from solvable.render.text import display_width, fold, pad

FIRST = "first"  # the section of the commands that most people want, each with an example
SECTIONS = (FIRST, "solve", "study", "make", "machine", "commands")
EVERYWHERE = {"ascii", "lang", "version"}  # options of every command, explained on the program's page
FOLDER = ".local/share/solvable"  # below the home folder, as all here
STARTS = {  # the start file of a shell, and what must be loaded before the script is read
    "bash": (".bashrc", ""),
    "zsh": (".zshrc", "autoload -Uz compinit && compinit; "),
}
SCRIPT_BYTES_MAX = 1 << 16
FISH = ".config/fish/completions/solvable.fish"
Entry = tuple[str, str]


def page(command: click.Command, ctx: click.Context) -> str:
    """Return the help page of a command."""
    terminal: Terminal = ctx.obj
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    usage = " ".join([ctx.command_path, *(param.make_metavar(ctx) for param in arguments)])
    sections = [
        *_opening(command, terminal, f"{usage} [{terminal.say('help.options').upper()}]"),
        _section("help.arguments", [_argument(param, terminal, ctx) for param in arguments], terminal),
        _section("help.options", _options(command, ctx), terminal),
        _examples(command, terminal),
    ]
    if ctx.parent is not None:
        sections.append("\n".join(fold(terminal.say("help.everywhere"), min(100, terminal.pen.width))))
    return "\n\n".join(section for section in sections if section)


def contents(group: click.Command, ctx: click.Context, commands: Sequence[tuple[Row, str]]) -> str:
    """Return the page of the program or of a group: its commands, each with its line, by what they are for."""
    terminal: Terminal = ctx.obj
    options = _options(group, ctx)
    first = max(display_width(_usage(row)) for row, _ in commands)
    sections = _opening(group, terminal, f"{ctx.command_path} COMMAND …")
    for section in SECTIONS:
        rows = [(row, what) for row, what in commands if row.section == section]
        entries = [(_usage(row), what) for row, what in rows]
        examples = [_example(row.name, terminal) for row, _ in rows] if section == FIRST else []
        sections.append(_section(f"section.{section}", entries, terminal, first, examples))
    sections += [_section("help.options", options, terminal), _examples(group, terminal)]
    return "\n\n".join(section for section in sections if section)


def _example(name: str, terminal: Terminal) -> str:
    """Return the first example of a command."""
    return terminal.say(f"examples.{name}").partition("\n")[0].partition("  # ")[0]


def _usage(row: Row) -> str:
    return f"{row.name} {row.argument}".strip()


def _opening(command: click.Command, terminal: Terminal, usage: str) -> list[str]:
    lines = fold(terminal.say(command.help or ""), min(100, terminal.pen.width))
    return ["\n".join(lines), terminal.say("help.usage", usage=usage)]


def _argument(param: click.Argument, terminal: Terminal, ctx: click.Context) -> Entry:
    return param.make_metavar(ctx), terminal.say(param.help or "")


def _options(command: click.Command, ctx: click.Context) -> list[Entry]:
    """Return the names of each option, and what it does; the program's own are not repeated for a command."""
    terminal: Terminal = ctx.obj
    entries = []
    for param in command.get_params(ctx):
        if isinstance(param, click.Option) and not (param.name in EVERYWHERE and ctx.parent is not None):
            names = ", ".join(param.opts)
            entries.append((names if param.is_flag else f"{names} {param.metavar}", terminal.say(param.help or "")))
    return entries


def _section(
    key: str, entries: Sequence[Entry], terminal: Terminal, first: int = 0, examples: Sequence[str] = ()
) -> str:
    """Return the titled table of `entries`, the second column folded to the terminal's width, examples below each."""
    if not entries:
        return ""
    first = min(26, first or max(display_width(name) for name, _ in entries))
    indent = first + 4
    lines = [terminal.pen.paint(terminal.say(key), "strong")]
    for (name, what), example in zip(entries, examples or [""] * len(entries), strict=True):
        folded = fold(what, max(20, min(100, terminal.pen.width) - indent))
        if display_width(name) > first:
            lines.append("  " + terminal.pen.paint(name, "mark"))
        else:
            lines.append("  " + terminal.pen.paint(pad(name, first), "mark") + "  " + folded.pop(0))
        lines += [" " * indent + line for line in folded]
        lines += [" " * (indent if indent + len(example) < terminal.pen.width else 4) + example] if example else []
    return "\n".join(lines)


def _examples(command: click.Command, terminal: Terminal) -> str:
    if command.epilog is None or command.epilog not in catalogue(terminal.lang):
        return ""
    lines = [terminal.pen.paint(terminal.say("help.examples"), "strong")]
    for line in terminal.say(command.epilog).splitlines():
        example, mark, note = line.partition("  # ")
        lines.append("  " + example + (terminal.pen.paint(f"  # {note}", "dim") if mark else ""))
    return "\n".join(lines)


def show(terminal: Terminal, program: click.Command, shell: str) -> None:
    """Write the script of the shell to standard output."""
    terminal.line(_script(terminal, program, shell or _current())[1].rstrip("\n"))


def install(terminal: Terminal, program: click.Command, shell: str) -> None:
    """Set completion up for the shell."""
    from solvable.core.atomic_write import FileKind, write_text

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
