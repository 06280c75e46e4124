"""`solvable serve`: the page and the HTTP API, until Ctrl-C or SIGTERM."""

from pathlib import Path

import click

from solvable.cli.command import command
from solvable.cli.errors import INTERRUPTED
from solvable.cli.options import Number, Parsed, option
from solvable.cli.terminal import Terminal


def _host(text: str) -> str:
    """Return the name of a host; raise ValueError."""
    from solvable.web.server.hosts import host_name

    if name := host_name(text):
        return name
    raise ValueError


def _network(text: str) -> str:
    """Return an IP address or network; raise ValueError."""
    from ipaddress import ip_network

    return str(ip_network(text, strict=False))


HOST = option("--host", metavar="HOST", default="127.0.0.1")
PORT = option("--port", metavar="PORT", kind=Number(int, 0, 65535), default=8000)
WORKERS = option("--workers", metavar="N", kind=Number(int, 1, 256), help_key="serve_workers")
SITE = option("--site", metavar="DIR", kind=click.Path(exists=True, file_okay=False, path_type=Path))
ALLOW_HOST = option("--allow-host", metavar="NAME", kind=Parsed(_host, "host"), default=(), multiple=True)
PROXY = option("--proxy", metavar="ADDRESS", kind=Parsed(_network, "network"), default=(), multiple=True)


@command(HOST, PORT, WORKERS, SITE, ALLOW_HOST, PROXY)
def serve(
    terminal: Terminal,
    *,
    host: str,
    port: int,
    workers: int | None,
    site: Path | None,
    allow_host: tuple[str, ...],
    proxy: tuple[str, ...],
) -> int:
    """Serve the page and the API."""
    from solvable.web.server.main import Settings
    from solvable.web.server.main import serve as run

    def ready(address: str, is_public: bool) -> None:
        if is_public:
            terminal.note(terminal.say("serve.public"))
        terminal.line(terminal.say("serve.ready", address=address))
        terminal.flush()

    return INTERRUPTED if run(Settings(host, port, workers, site, allow_host, proxy), ready) else 0
