"""What takes long to make is made once, however many processes test."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder `name`, made by the first process of this run that asks; the others wait and share it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, finished = shared / name, shared / f"{name}.made"
    with FileLock(shared / f"{name}.lock"):
        if not finished.exists():
            make(folder)
            finished.touch()
    return folder
