"""`solvable help [COMMAND]`: the page of the program, or of a command."""

import click

from solvable.cli.command import command
from solvable.cli.options import argument
from solvable.cli.terminal import Terminal

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
