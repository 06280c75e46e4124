"""The program's commands, by what they are for. Every heavy import waits inside the command that needs it."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import typer

from solvable import __version__
from solvable.cli import bench, chase, count, moves, new, pdb, schema, solve, table, verify
from solvable.cli.help import Command, Group, translate
from solvable.cli.options import LangOption

COMMANDS: tuple[tuple[str, str, Callable[..., int]], ...] = (
    ("solve", "check", solve.check),
    ("solve", "solve", solve.solve),
    ("solve", "chase", chase.chase),
    ("solve", "moves", moves.moves),
    ("study", "count", count.count),
    ("study", "table", table.table),
    ("study", "quiet", count.quiet),
    ("study", "matrix", count.matrix),
    ("make", "new", new.new),
    ("make", "convert", verify.convert),
    ("make", "verify", verify.verify),
    ("make", "schema", schema.schema),
    ("machine", "bench", bench.bench),
)

app = typer.Typer(
    name="solvable",
    cls=Group,
    help="help.program",
    epilog="examples.program",
    rich_markup_mode=None,
    add_completion=True,
)


@app.callback(invoke_without_command=True)
def program(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="option.version")] = False,
    lang: LangOption = None,
) -> None:
    """Answer for the program itself."""
    if version:
        ctx.obj.line(f"solvable {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        ctx.obj.line(ctx.get_help())
        raise typer.Exit


for _section, _name, _function in COMMANDS:
    app.command(
        _name, cls=Command, help=f"help.{_name}", epilog=f"examples.{_name}", rich_help_panel=f"section.{_section}"
    )(_function)
app.add_typer(pdb.app, name="pdb", rich_help_panel="section.machine")


@cache
def command_tree(lang: str) -> Any:
    """Return the commands with their help in `lang`."""
    tree = typer.main.get_command(app)
    translate(tree, lang)
    return tree
