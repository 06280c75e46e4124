"""What the library tells while it works: to who listens, else to the loggers of Python, `solvable.core.disk_cache` and
the like.

Python's loggers take longer to load than a small board takes to solve, so they are loaded for a warning only; a program
that wants to hear of the rest has loaded them.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], object]] = []


class Log:
    """The log of a room, by the name of Python's logger."""

    def __init__(self, name: str) -> None:
        self.name = name

    def info(self, text: str) -> None:
        """Tell what goes on."""
        if not _heard(text) and (logging := sys.modules.get("logging")):
            logging.getLogger(self.name).info(text)

    def warning(self, text: str) -> None:
        """Tell what should not be so."""
        if not _heard(text):
            import logging

            logging.getLogger(self.name).warning(text)


def _heard(text: str) -> bool:
    for listener in _listeners:
        listener(text)
    return bool(_listeners)


@contextmanager
def listening(listener: Callable[[str], object]) -> Iterator[None]:
    """Let `listener` hear what is logged meanwhile, in place of Python's loggers."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
