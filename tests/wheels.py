"""The source distribution and its wheels, each built once and checked, however many processes test."""

from pathlib import Path

import pytest
from tests.once import made
from tools import make_wheels


def source(factory: pytest.TempPathFactory) -> Path:
    """Return the source distribution."""
    return next(made(factory, "sdist", make_wheels.source).iterdir())


def wheel(factory: pytest.TempPathFactory, target: str | None = None) -> Path:
    """Return the wheel of a target, by default of this machine, which has no fault."""

    def make(folder: Path) -> None:
        _, faults = make_wheels.checked(source(factory), folder, target)
        assert faults == []

    return next(made(factory, f"wheel-{target}", make).glob("*.whl"))
