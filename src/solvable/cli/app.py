"""The program: its commands by what they are for, each in a module that is loaded when it is named."""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from solvable.cli.command import Group
from solvable.cli.options import ASCII, COMPLETE, LANG, VERBOSE_VERSION, VERSION_OF_PROGRAM, Row, option

if TYPE_CHECKING:
    from solvable.cli.terminal import Terminal

ROWS = (
    Row("solve", "BOARD", "first"),
    Row("check", "BOARD", "first", "solve"),
    Row("play", "PUZZLE", "first"),
    Row("new", "PUZZLE", "first"),
    Row("explain", "BOARD", "first"),
    Row("chase", "BOARD", "solve", "lights"),
    Row("moves", "BOARD", "solve"),
    Row("count", "PUZZLE", "study"),
    Row("table", "KIND", "study"),
    Row("quiet", "PUZZLE", "study", "lights"),
    Row("matrix", "PUZZLE", "study", "lights"),
    Row("worksheet", "", "make", "explain"),
    Row("convert", "BOARD", "make"),
    Row("judge", "TASK", "make", "convert"),
    Row("batch", "IN", "make"),
    Row("dataset", "PUZZLE", "make", "batch"),
    Row("verify", "FILE", "make"),
    Row("schema", "", "make", "verify"),
    Row("serve", "", "machine"),
    Row("warm", "", "hidden", "bench"),
    Row("bench", "lights|tiles", "machine"),
    Row("pdb", "", "machine"),
    Row("help", "COMMAND", "machine", "command"),
)


def answer(words: list[str], terminal: "Terminal") -> int:
    """Answer the command line `words`, or a shell that completes one; return the exit code."""
    if instruction := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(PROGRAM, {"obj": terminal}, "solvable", COMPLETE, instruction)
    try:
        with PROGRAM.make_context("solvable", words, obj=terminal) as context:
            return PROGRAM.invoke(context) or 0
    except click.exceptions.Exit as end:  # a page or the version was shown
        return end.exit_code


def _load(name: str) -> click.Command:
    """Return the command `name`."""
    module = next(row.module or name for row in ROWS if row.name == name)
    result: click.Command = getattr(import_module(f"solvable.cli.{module}"), name)
    return result


def _completion(ctx: click.Context, param: click.Parameter, shell: str | None) -> Any:
    """Set the shell's completion up, or show its script, and end."""
    if shell is not None and not ctx.resilient_parsing:
        from solvable.cli.help import install, show

        does = install if param.name == "install_completion" else show
        does(ctx.obj, PROGRAM, shell)
        ctx.exit()


def _shell_option(name: str) -> click.Option:
    return option(
        name,
        metavar="[SHELL]",
        kind=str,
        is_flag=False,
        flag_value="",
        expose_value=False,
        is_eager=True,
        callback=_completion,
    )


PROGRAM = Group(
    "program",
    ROWS,
    _load,
    [
        VERSION_OF_PROGRAM,
        VERBOSE_VERSION,
        ASCII,
        LANG,
        _shell_option("--install-completion"),
        _shell_option("--show-completion"),
    ],
)
