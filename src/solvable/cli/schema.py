"""`solvable schema`: the JSON schema of the answers."""

from solvable.cli.command import command
from solvable.cli.terminal import Terminal


@command()
def schema(terminal: Terminal) -> int:
    """Print the JSON schema of the answers."""
    import json

    from solvable.core.answer import schema as answers

    terminal.line(json.dumps(answers(), indent=2))
    return 0
