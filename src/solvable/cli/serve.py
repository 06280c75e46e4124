"""`solvable serve`: the page and the HTTP API, until Ctrl-C or SIGTERM."""

from pathlib import Path

import click

from solvable.cli.command import command
from solvable.cli.failures import INTERRUPTED
from solvable.cli.kinds import Number
from solvable.cli.options import option
from solvable.cli.terminal import Terminal

HOST = option("--host", metavar="HOST", default="127.0.0.1")
PORT = option("--port", metavar="PORT", kind=Number(int, 0, 65535), default=8000)
WORKERS = option("--workers", metavar="N", kind=Number(int, 1, 256), help_key="serve_workers")
SITE = option("--site", metavar="DIR", kind=click.Path(exists=True, file_okay=False, path_type=Path))


@command(HOST, PORT, WORKERS, SITE)
def serve(terminal: Terminal, *, host: str, port: int, workers: int | None, site: Path | None) -> int:
    """Serve the page and the API."""
    from solvable.web.server.run import serve as run

    def ready(address: str) -> None:
        terminal.line(terminal.say("serve.ready", address=address))
        terminal.flush()

    return INTERRUPTED if run(host, port, workers, ready, site) else 0
