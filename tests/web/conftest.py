"""The program, run in this process, to be compared with the server; without the extra `web` there is no server."""

from importlib.util import find_spec

from tests.cli.conftest import cli

__all__ = ["cli"]

collect_ignore_glob = [] if all(map(find_spec, ("fastapi", "uvicorn", "httpx"))) else ["*server*.py", "serving.py"]
