"""Commands, declared: a command is a function and its parameters; a group is rows of commands, each loaded when named.

    @command(BOARD, FORMAT, JSON)
    def check(terminal: Terminal, *, board: str, format_: str | None, json: bool) -> int: …

A parameter carries the key of its sentence as its help; the sentence is looked up when a page or a completion shows it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import click

from solvable.cli.errors import UsageError
from solvable.cli.options import ASCII, HELP, LANG, VERSION, Row, argument, name_of
from solvable.cli.terminal import Terminal
from solvable.messages import join


class Command(click.Command):
    """A command whose pages are ours, and whose options written `--all [N]` may stand without a number."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse `args`; where an option takes an optional number, a lone one takes "every" for "no number"."""
        for param in self.params:
            if isinstance(param, click.Option) and param.metavar == "[N]":
                args = _fill_optional(param.opts[0], args)
        try:
            super().parse_args(ctx, args)
        except click.UsageError as error:
            raise usage_error(error, ctx) from error
        if ctx.args and not ctx.resilient_parsing:
            raise UsageError(self.surplus(ctx), ctx.command_path)
        return ctx.args

    def surplus(self, ctx: click.Context) -> str:
        """Return what is wrong with words that no argument takes; if there are none, the options are named."""
        words, own = " ".join(ctx.args), [param for param in self.params if param not in (ASCII, LANG, VERSION, HELP)]
        if not own or any(isinstance(param, click.Argument) for param in own):
            return str(ctx.obj.say("error.extra", words=words))
        options = ", ".join(f"{name_of(param)} {param.metavar or ''}".rstrip() for param in own)
        return str(ctx.obj.say("error.options_only", words=words, options=options))

    def get_help(self, ctx: click.Context) -> str:
        """Return the help page of this command."""
        from solvable.cli.help import page

        return page(self, ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Return the options that begin with `incomplete`, each with its sentence."""
        return _told(super().shell_complete(ctx, incomplete), ctx.obj)


class Group(click.Group):
    """Commands by what they are for; none is loaded to be listed, and a wrong name gets a suggestion."""

    def __init__(
        self, key: str, rows: Sequence[Row], load: Callable[[str], click.Command], params: Sequence[click.Parameter]
    ) -> None:
        super().__init__(
            key,
            params=[*params, HELP],
            help=f"help.{key}",
            epilog=f"examples.{key}",
            callback=click.pass_context(_show),
            invoke_without_command=True,
            add_help_option=False,
        )
        self.rows, self.load = rows, load

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options of the group itself."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise usage_error(error, ctx) from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [row.name for row in self.rows]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, loaded now."""
        return self.load(cmd_name) if cmd_name in self.list_commands(ctx) else None

    def get_help(self, ctx: click.Context) -> str:
        """Return the help page of the group."""
        from solvable.cli.help import contents

        return contents(self, ctx, [(row, ctx.obj.say(self.key_of(row.name))) for row in self.rows])

    def key_of(self, name: str) -> str:
        """Return the key of what is said of the command in a line."""
        return f"help.{name}.short" if self.name == "program" else f"{self.help}.{name}.short"

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that `args` names; raise UsageError with the likeliest one meant."""
        name, terminal = args[0], ctx.obj
        if self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        text = terminal.say("error.command", name=name, command=ctx.command_path)
        from difflib import get_close_matches

        if close := get_close_matches(name, self.list_commands(ctx), n=1):
            text = join(text, terminal.say("error.suggestion", names=close[0]))
        elif name == "-" or any(mark in name for mark in "/:#"):
            text = join(text, terminal.say("error.suggestion", names=f"{ctx.command_path} solve {name[:60]}"))
        raise UsageError(text, ctx.command_path)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Return the commands and options that begin with `incomplete`, each with its sentence."""
        from click.shell_completion import CompletionItem

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=self.key_of(name)) for name in names]
        return _told([*items, *click.Command.shell_complete(self, ctx, incomplete)], ctx.obj)


def command(*parameters: click.Parameter, key: str = "") -> Callable[[Callable[..., int]], Command]:
    """Return what makes a command of a function (terminal, *, parameters …): its exit code, by the key of its page."""

    def made(function: Callable[..., int]) -> Command:
        name = key or function.__name__.rstrip("_")
        return Command(
            name.rpartition(".")[2],
            context_settings={"allow_extra_args": True},
            callback=click.pass_obj(function),
            params=[*parameters, ASCII, LANG, VERSION, HELP],
            help=f"help.{name}",
            epilog=f"examples.{name}",
            add_help_option=False,
        )

    return made


WORDS = argument("words", "[COMMAND]", nargs=-1, help_key="help_words")


@command(WORDS)
def help(terminal: Terminal, *, words: tuple[str, ...]) -> int:  # noqa: A001
    """Show the page of the command that `words` name."""
    context = click.get_current_context().parent
    for word in words:
        if context is None or not isinstance(context.command, click.Group):
            break
        _, named, _ = context.command.resolve_command(context, [word])
        context = None if named is None else click.Context(named, context, word, obj=terminal)
    if context is not None:
        terminal.line(context.get_help())
    return 0


def usage_error(error: click.UsageError, ctx: click.Context) -> UsageError:
    """Return what the option parser found wrong, in the user's language."""
    say = ctx.obj.say
    if isinstance(error, click.NoSuchOption):
        text = say("error.option", name=error.option_name)
        if close := nearest_option(error.option_name, error.possibilities or ()):
            text = join(text, say("error.suggestion", names=close))
        elif not error.option_name.startswith("--"):
            text = join(text, say("error.dash"))
    elif isinstance(error, click.MissingParameter) and error.param is not None:
        text = say("error.missing", name=name_of(error.param))
    elif isinstance(error, click.BadOptionUsage):
        options = [param for param in ctx.command.get_params(ctx) if error.option_name in param.opts]
        is_flag = any(isinstance(param, click.Option) and param.is_flag for param in options)
        text = say("error.flag" if is_flag else "error.argument", name=error.option_name)
    else:
        text = error.format_message()
    return UsageError(text, ctx.command_path)


def nearest_option(name: str, known: Sequence[str]) -> str:
    """Return the option that a misspelt one likely means; "" for none. The dashes, which all have, say nothing."""
    from difflib import get_close_matches

    bare = {option.lstrip("-"): option for option in known}
    return next((bare[close] for close in get_close_matches(name.lstrip("-"), bare, n=1)), "")


def _show(ctx: click.Context) -> None:
    """Show the page of a group if no command is named."""
    if ctx.invoked_subcommand is None:
        ctx.obj.line(ctx.get_help())


def _told(items: Sequence[Any], terminal: Terminal) -> list[Any]:
    """Return completions with the sentences of their keys."""
    for item in items:
        with suppress(KeyError):
            item.help = terminal.say(item.help) if item.help else item.help
    return list(items)


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
