"""`solvable warm`: compiles all kernels of this machine, with progress; the second time there is nothing to do."""

from time import monotonic

from solvable.cli.command import command
from solvable.cli.options import JSON
from solvable.cli.terminal import Terminal
from solvable.messages import duration


@command(JSON)
def warm(terminal: Terminal, *, json: bool) -> int:
    """Compile all kernels of this machine."""
    from dataclasses import asdict

    from solvable import warming
    from solvable.budget import cores

    begun, compiled = monotonic(), 0
    for step in warming.warm(workers=cores()):
        if json:
            terminal.json(asdict(step))
            continue
        if not step.is_done:
            compiled += 1
            what = terminal.say(f"warm.{step.name}")
            terminal.note(terminal.say("warm.step", number=step.number, count=step.count, what=what))
    if not json:
        key = "warm.done" if compiled else "warm.nothing"
        terminal.line(terminal.say(key, time=duration(monotonic() - begun)))
    return 0
