"""Libraries that are not installed with solvable: loaded where they are used, with advice where they are missing."""

from importlib import import_module
from typing import Any


def load(name: str) -> Any:
    """Return the module `name`; raise ImportError with the command that installs it where it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"this needs {name}: pip install {name}", name=name) from error
