"""Help pages in the user's language, and the command tree that carries them.

Commands and options hold a key of the catalogue as their help; `translate` puts the sentences in once the language
is known, so that help pages and shell completion both speak it. The pages are laid out here, with the terminal's
own idea of a character's width, and cost no import of rich.
"""

from difflib import get_close_matches
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from solvable.cli.failures import UsageError, report
from solvable.cli.terminal import Terminal, listening
from solvable.messages import join, sentence
from solvable.render.text import display_width, fold, pad

SECTIONS = ("section.solve", "section.study", "section.make", "section.machine")
Entry = tuple[str, str]


class Command(TyperCommand):
    """A command whose help page is ours, and whose `--all` may stand without a number."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse `args`; where an option takes an optional number, a lone one takes its own name for "no number"."""
        for name in {"--all"} & {option for param in self.params if param.name == "all_" for option in param.opts}:
            args = _fill_optional(name, args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what the option parser would swallow becomes our message and exit code."""
        try:
            with listening(ctx.obj):
                return super().invoke(ctx)
        except (KeyboardInterrupt, EOFError, OSError) as error:
            raise typer.Exit(report(error, ctx.obj)) from error

    def get_help(self, ctx: Any) -> str:
        """Return the help page of this command."""
        terminal: Terminal = ctx.obj
        usage = " ".join([ctx.command_path, *(_metavar(param) for param in self.params if _is_argument(param))])
        arguments = [(_metavar(param), getattr(param, "help", "")) for param in self.params if _is_argument(param)]
        options = [_option_entry(param) for param in self.get_params(ctx) if not _is_argument(param)]
        parts = [
            "\n".join(fold(self.help or "", min(100, terminal.pen.width))),
            terminal.say("help.usage", usage=f"{usage} [{terminal.say('help.options').upper()}]"),
            _section(terminal.say("help.arguments"), arguments, terminal),
            _section(terminal.say("help.options"), [entry for entry in options if entry[0]], terminal),
            _examples(self.epilog, terminal),
        ]
        return "\n\n".join(part for part in parts if part)


class Group(TyperGroup):
    """The program: its help page lists the commands by what they are for; a wrong command gets a suggestion."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page of the program (or of a group of commands)."""
        terminal: Terminal = ctx.obj
        commands: list[Any] = [self.commands[name] for name in self.list_commands(ctx)]
        parts = [
            "\n".join(fold(self.help or "", min(100, terminal.pen.width))),
            terminal.say("help.usage", usage=f"{ctx.command_path} COMMAND …"),
        ]
        options = [entry for entry in map(_option_entry, self.get_params(ctx)) if entry[0]]
        names = {name: f"{name} {_first_argument(command)}".strip() for name, command in self.commands.items()}
        first = max(display_width(name) for name in [*names.values(), *(name for name, _ in options)])
        for key in dict.fromkeys([*SECTIONS, "section.commands"]):
            entries = [
                (names[command.name], command.short_help or "")
                for command in commands
                if (command.rich_help_panel or "section.commands") == key and not command.hidden
            ]
            parts.append(_section(terminal.say(key), entries, terminal, first))
        parts.append(_section(terminal.say("help.options"), options, terminal, first))
        parts.append(_examples(self.epilog, terminal))
        return "\n\n".join(part for part in parts if part)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that `args` names; raise UsageError with the likeliest one meant."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            terminal: Terminal = ctx.obj
            close = get_close_matches(args[0], self.commands, n=1)
            told = terminal.say("error.command", name=args[0], command=ctx.command_path)
            if close:
                told = join(told, terminal.say("error.suggestion", names=close[0]))
            elif any(mark in args[0] for mark in "/:#"):
                told = join(told, terminal.say("error.suggestion", names=f"{ctx.command_path} solve {args[0][:60]}"))
            raise UsageError(join(told, terminal.say("error.help", command=f"{ctx.command_path} --help")))
        return super().resolve_command(ctx, args)


def translate(command: Any, lang: str) -> None:
    """Replace the keys in the tree under `command` by sentences in `lang`."""
    name = command.help
    if name and name.startswith("help."):
        command.help = sentence(name, lang)
        command.short_help = sentence(f"{name}.short", lang) if name != "help.program" else ""
    if command.epilog:
        command.epilog = sentence(command.epilog, lang)
    for param in command.params:
        if param.help and param.help.startswith("option."):
            param.help = sentence(param.help, lang)
        elif param.name in {"install_completion", "show_completion"}:
            param.help = sentence(f"option.{param.name}", lang)
    for child in getattr(command, "commands", {}).values():
        translate(child, lang)


def _fill_optional(name: str, args: list[str]) -> list[str]:
    """Return `args` with a lone option `name` joined to the number behind it, or to the word "every"."""
    filled: list[str] = []
    for index, word in enumerate(args):
        if word == "--":
            return filled + args[index:]
        if filled and filled[-1] == name and word.isdigit() and len(word) < 9:
            filled[-1] = f"{name}={word}"
        else:
            if filled and filled[-1] == name:
                filled[-1] = f"{name}=every"
            filled.append(word)
    if filled and filled[-1] == name:
        filled[-1] = f"{name}=every"
    return filled


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _first_argument(command: Any) -> str:
    return next((_metavar(param).strip("[]") for param in command.params if _is_argument(param)), "")


def _option_entry(param: Any) -> Entry:
    if getattr(param, "hidden", False):
        return "", ""
    names = ", ".join([*param.opts, *param.secondary_opts])
    takes_value = not (param.is_flag or getattr(param, "count", False))
    if param.name == "help":
        return names, ""
    return (f"{names} {param.metavar or param.name.upper()}" if takes_value else names), param.help or ""


def _section(title: str, entries: list[Entry], terminal: Terminal, first: int = 0) -> str:
    """Return the titled table of `entries`, the second column wrapped to the terminal."""
    if not entries:
        return ""
    first = min(26, first or max(display_width(name) for name, _ in entries))
    indent = first + 4
    lines = [terminal.pen.paint(title, "strong")]
    for name, told in entries:
        wrapped = fold(told or terminal.say("option.help"), max(20, min(100, terminal.pen.width) - indent))
        if display_width(name) > first:
            lines.append("  " + terminal.pen.paint(name, "mark"))
        else:
            lines.append("  " + terminal.pen.paint(pad(name, first), "mark") + "  " + wrapped.pop(0))
        lines += [" " * indent + line for line in wrapped]
    return "\n".join(lines)


def _examples(text: str | None, terminal: Terminal) -> str:
    if not text:
        return ""
    lines = [terminal.pen.paint(terminal.say("help.examples"), "strong")]
    for line in text.splitlines():
        command, mark, told = line.partition("  # ")
        lines.append("  " + command + (terminal.pen.paint(f"  # {told}", "dim") if mark else ""))
    return "\n".join(lines)
