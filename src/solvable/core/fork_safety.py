"""Locks that another thread holds during a fork, and that would never be released in the child.

Python 3.11 guards every `functools.cached_property` by a lock (3.12 does not), which a thread holds while it computes
the value. The child of a fork has one thread, so it can safely replace the locks of this whole package.
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


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=renew_locks)
