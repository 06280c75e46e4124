"""The last few things that were made: for tables and boxes, which take long to make and much memory to keep."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """At most so many things by their names; the one asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.things: dict[Key, Value] = {}
        self.lock = Lock()
        if hasattr(os, "register_at_fork"):  # another thread may hold it when the process forks
            os.register_at_fork(after_in_child=self._renew_lock)

    def _renew_lock(self) -> None:
        self.lock = Lock()

    def __contains__(self, name: Key) -> bool:
        return name in self.things

    def get(self, name: Key, make: Callable[[], Value]) -> Value:
        """Return the thing of this name, made where it is not there; two threads may both make it."""
        thing = self.things.get(name)
        if thing is None:
            thing = make()
        with self.lock:
            self.things.pop(name, None)
            self.things[name] = thing
            while len(self.things) > self.most:
                del self.things[next(iter(self.things))]
        return thing
