"""`solvable warm`, which once compiled kernels: it says that there is nothing to do. The next version drops it."""

from solvable.cli.command import command
from solvable.cli.options import JSON
from solvable.cli.terminal import Terminal


@command(JSON)
def warm(terminal: Terminal, *, json: bool) -> int:
    """Say that the kernels come compiled."""
    if not json:
        terminal.line(terminal.say("warm.nothing"))
    return 0
