"""Locks that a process forks while another of its threads holds them: in the child nobody would release them.

Python 3.11 guards every `functools.cached_property` by a lock of its own (3.12 has none), which a thread holds while it
computes the value. A child has one thread, so it may give all of this package new ones.
"""

import os
import sys
from functools import cached_property
from threading import RLock


def renew_locks() -> None:
    """Give the cached properties of this package's classes new locks; for the child of a fork."""
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "solvable"]
    for module in modules:
        for kind in [each for each in vars(module).values() if isinstance(each, type)]:
            for value in vars(kind).values():
                if isinstance(value, cached_property) and hasattr(value, "lock"):
                    value.lock = RLock()


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=renew_locks)
