"""`solvable schema`: the JSON schema of the answers."""

import json as codec

import typer

from solvable.cli.options import LangOption
from solvable.cli.terminal import Terminal


def schema(ctx: typer.Context, lang: LangOption = None) -> int:
    """Print the JSON schema of the answers."""
    from solvable.answer import schema as answers

    terminal: Terminal = ctx.obj
    terminal.line(codec.dumps(answers(), indent=2))
    return 0
