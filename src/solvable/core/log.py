"""Messages of the library while it works: to a listener if there is one, else to Python's loggers
(`solvable.core.disk_cache` and so on).

`logging` takes longer to import than a small board takes to solve, so it is imported only for a warning; a program that
reads the other messages has imported it itself.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], object]] = []


class Log:
    """The log of a module, with the name of Python's logger."""

    def __init__(self, name: str) -> None:
        self.name = name

    def info(self, text: str) -> None:
        """Log what is being done."""
        if not _heard(text) and (logging := sys.modules.get("logging")):
            logging.getLogger(self.name).info(text)

    def warning(self, text: str) -> None:
        """Log what should not happen."""
        if not _heard(text):
            import logging

            logging.getLogger(self.name).warning(text)


def _heard(text: str) -> bool:
    for listener in _listeners:
        listener(text)
    return bool(_listeners)


@contextmanager
def listening(listener: Callable[[str], object]) -> Iterator[None]:
    """Send messages to `listener` instead of Python's loggers within the block."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
