"""Patterns compiled late are those that `re.compile` returns, and every pattern of the package can be compiled."""

import importlib
import pkgutil
import re

import pytest

import solvable.formats
from solvable.core import pattern as module
from solvable.core.pattern import pattern


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
def test_a_pattern_does_what_the_compiled_one_does(flags: int) -> None:
    late, compiled = pattern("([a-c]+)([0-9])?", flags), re.compile("([a-c]+)([0-9])?", flags)
    for text in ("abc1", "ABC", "", "xab"):
        assert str(late.match(text)) == str(compiled.match(text))
        assert [found.groups() for found in late.finditer(text)] == [
            found.groups() for found in compiled.finditer(text)
        ]
    assert late.sub("-", "a b c") == compiled.sub("-", "a b c")
    assert (late.pattern, late.flags, late.groups) == (compiled.pattern, compiled.flags, compiled.groups)
    assert pattern(rb"[0-9]+").fullmatch(b"12")


def test_every_pattern_of_the_formats_can_be_compiled() -> None:
    for found in pkgutil.walk_packages(solvable.formats.__path__, "solvable.formats."):
        for name, value in vars(importlib.import_module(found.name)).items():
            if isinstance(value, module._Pattern):
                assert re.compile(*value._source), name
