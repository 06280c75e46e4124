"""`solvable pdb`: the pattern databases on disk — what is there, build, verify, remove."""

from dataclasses import asdict
from time import monotonic

import click

from solvable.cli.command import Group, command
from solvable.cli.command import help as show_page
from solvable.cli.errors import UsageError
from solvable.cli.options import JSON, LANG, VERSION, Row, argument
from solvable.cli.terminal import Terminal
from solvable.messages import duration

NAME = argument("name", "[NAME]", help_key="table_name")


@command(NAME, JSON, key="pdb.list")
def show(terminal: Terminal, *, name: str | None, json: bool) -> int:
    """List the tables, or draw what one is made of."""
    from solvable import families
    from solvable.core import disk_cache

    registry = families.registry()
    entries = {entry.name: entry for entry in registry.list_tables()}
    if name is not None:
        what = registry.named(name)
        entries = {name: entries.get(name) or registry.Entry(name, what.bytes, built=False)}
    for entry in entries.values():
        if json:
            terminal.json(asdict(entry))
            continue
        state = terminal.say("pdb.damaged" if entry.damaged else "pdb.there" if entry.built else "pdb.absent")
        size = f"{entry.bytes / 1e6:.1f} MB" if entry.bytes > 1e5 else f"{entry.bytes / 1e3:.1f} kB"
        terminal.line(f"  {entry.name:<16}  {size:>10}  {state}")
    if json:
        return 0
    if name is not None:
        for rows in registry.drawings(what):
            terminal.line()
            for row in rows:
                terminal.line("    " + row)
    terminal.note(terminal.say("pdb.folder", folder=str(disk_cache.folder())))
    return 0


@command(NAME, key="pdb.build")
def build(terminal: Terminal, *, name: str | None) -> int:
    """Build a table that is not there yet."""
    from solvable import families
    from solvable.core import disk_cache

    registry = families.registry()
    wanted = _needed(name, terminal)
    registry.build(wanted, _Share(terminal, "pdb.building", wanted))
    if not any(entry.name == wanted and entry.built and not entry.damaged for entry in registry.list_tables()):
        raise UsageError(terminal.say("pdb.unkept", name=wanted, folder=str(disk_cache.folder())))
    terminal.line(terminal.say("pdb.built", name=wanted))
    return 0


@command(NAME, JSON, key="pdb.verify")
def verify(terminal: Terminal, *, name: str | None, json: bool) -> int:
    """Check the table `name`, or all that are there."""
    from solvable import families

    registry = families.registry()
    names = [name] if name is not None else [entry.name for entry in registry.list_tables() if entry.built]
    if not names and not json:
        terminal.line(terminal.say("pdb.empty"))
    faults = 0
    for each in names:
        fault = registry.verify(each, _Share(terminal, "pdb.checking", each))
        faults += bool(fault)
        if json:
            terminal.json({"name": each, "valid": not fault, "problem": fault})
        else:
            reason = terminal.tell(fault)
            terminal.line(terminal.say("pdb.wrong" if fault else "pdb.right", name=each, reason=reason))
    return 1 if faults else 0


@command(NAME, key="pdb.remove")
def remove(terminal: Terminal, *, name: str | None) -> int:
    """Remove a table from the disk."""
    from solvable import families

    registry = families.registry()
    wanted = _needed(name, terminal)
    if wanted not in {entry.name for entry in registry.list_tables()} or not registry.remove(wanted):
        raise UsageError(terminal.say("pdb.unknown", name=wanted))
    terminal.line(terminal.say("pdb.removed", name=wanted))
    return 0


def _needed(name: str | None, terminal: Terminal) -> str:
    if name is None:
        from solvable import families

        raise UsageError(terminal.say("pdb.which", names=", ".join(families.registry().TABLES)))
    return name


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
            text = self.terminal.say(self.key, name=self.name, share=f"{share:.0%}")
            if now - self.start > 1:
                text += self.terminal.say("progress.left", time=duration((now - self.start) * (1 / share - 1)))
            self.terminal.status(text)


COMMANDS: dict[str, click.Command] = {"list": show, "build": build, "verify": verify, "remove": remove}
ROWS = [*(Row(name, "NAME") for name in COMMANDS), Row("help", "COMMAND")]
pdb = Group("pdb", ROWS, (COMMANDS | {"help": show_page}).__getitem__, [VERSION, LANG])
