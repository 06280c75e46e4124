"""`solvable pdb`: the pattern databases on disk — what is there, build, verify, remove."""

from time import monotonic
from typing import Annotated

import typer

from solvable.cli.failures import UsageError
from solvable.cli.help import Command, Group
from solvable.cli.options import JsonOption, LangOption
from solvable.cli.terminal import Terminal
from solvable.messages import duration

NameArgument = Annotated[str | None, typer.Argument(metavar="[NAME]", help="option.table_name")]

app = typer.Typer(cls=Group, help="help.pdb", epilog="examples.pdb", rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def group(ctx: typer.Context, lang: LangOption = None) -> None:
    """Show the help page where no command is named."""
    if ctx.invoked_subcommand is None:
        ctx.obj.line(ctx.get_help())
        raise typer.Exit


@app.command("list", cls=Command, help="help.pdb.list")
def show(ctx: typer.Context, name: NameArgument = None, json: JsonOption = False, lang: LangOption = None) -> int:
    """List the tables, and draw the partition of one."""
    from solvable import tables
    from solvable.tiles import partitions

    terminal: Terminal = ctx.obj
    there = {info.name: info.bytes for info in tables.listing()}
    names = [name] if name else list(dict.fromkeys([*partitions.DRAWINGS, *there]))
    for each in names:
        size = there.get(each, 0) or partitions.named(each).bytes
        if json:
            terminal.json({"name": each, "bytes": size, "built": each in there})
            continue
        state = terminal.say("pdb.there" if each in there else "pdb.absent")
        terminal.line(f"  {each:<16}  {size / 1e6:>8.1f} MB  {state}")
        if name:
            tier = partitions.named(each)
            for partition in tier.partitions:
                terminal.line()
                for line in partitions.draw(tier.frame, partition).splitlines():
                    terminal.line("    " + line)
    if not json:
        terminal.note(terminal.say("pdb.folder", folder=str(tables.folder())))
    return 0


@app.command("build", cls=Command, help="help.pdb.build")
def build(ctx: typer.Context, name: NameArgument = None, lang: LangOption = None) -> int:
    """Build a table that is not there yet."""
    from solvable.tiles import partitions, patterns

    terminal: Terminal = ctx.obj
    tier = partitions.named(_needed(name, terminal))
    patterns.obtain(tier, _Share(terminal, "pdb.building", tier.name))
    terminal.line(terminal.say("pdb.built", name=tier.name))
    return 0


@app.command("verify", cls=Command, help="help.pdb.verify")
def verify(ctx: typer.Context, name: NameArgument = None, json: JsonOption = False, lang: LangOption = None) -> int:
    """Check the table `name`, or all that are there."""
    from solvable import tables

    terminal: Terminal = ctx.obj
    names = [name] if name else [info.name for info in tables.listing()]
    if not names:
        terminal.line(terminal.say("pdb.empty"))
    faults = 0
    for each in names:
        fault = _fault(each, terminal)
        faults += bool(fault)
        if json:
            terminal.json({"name": each, "valid": not fault, "problem": fault})
        else:
            terminal.line(terminal.say("pdb.wrong" if fault else "pdb.right", name=each, reason=fault))
    return 1 if faults else 0


@app.command("remove", cls=Command, help="help.pdb.remove")
def remove(ctx: typer.Context, name: NameArgument = None, lang: LangOption = None) -> int:
    """Remove a table from the disk."""
    from solvable import tables

    terminal: Terminal = ctx.obj
    wanted = _needed(name, terminal)
    if wanted not in {info.name for info in tables.listing()} or not tables.remove(wanted):
        raise UsageError(terminal.say("pdb.unknown", name=wanted))
    terminal.line(terminal.say("pdb.removed", name=wanted))
    return 0


def _needed(name: str | None, terminal: Terminal) -> str:
    if name is None:
        from solvable.tiles.partitions import DRAWINGS

        raise UsageError(terminal.say("pdb.which", names=", ".join(DRAWINGS)))
    return name


def _fault(name: str, terminal: Terminal) -> str:
    """Return what is wrong with the table on disk, "" if nothing is."""
    from solvable import tables
    from solvable.tiles import partitions, patterns

    if not tables.has(name):
        raise UsageError(terminal.say("pdb.unknown", name=name))
    try:
        tables.check(name)
        tier = partitions.named(name)
        return patterns.wrong(tier, tables.load(name, patterns.key(tier)), _Share(terminal, "pdb.checking", name))
    except tables.DamagedTableError as error:
        return terminal.tell(str(error))


class _Share:
    """Shows how much of a table is done, and how long the rest will take."""

    def __init__(self, terminal: Terminal, key: str, name: str) -> None:
        self.terminal, self.key, self.name = terminal, key, name
        self.start = self.shown = monotonic()

    def __call__(self, reached: int, states: int) -> None:
        now = monotonic()
        if reached and now - self.shown > 0.2:
            self.shown = now
            share = min(1.0, reached / states)
            told = self.terminal.say(self.key, name=self.name, share=f"{share:.0%}")
            if now - self.start > 1:
                told += self.terminal.say("progress.left", time=duration((now - self.start) * (1 / share - 1)))
            self.terminal.status(told)
