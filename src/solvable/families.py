"""FAMILIES: the families of puzzles by name, one line each; a family is loaded when it is named.

A line names the module with the family's `FAMILY` and its checker, a module with `verify(fields, params, report)` that
shares no code with the family and is never loaded by solving.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from solvable.errors import PuzzleError
from solvable.family import Family, Template
from solvable.puzzle import Puzzle
from solvable.said import say

if TYPE_CHECKING:
    from solvable.checker import Report


class Home(NamedTuple):
    """The modules of a family, and of its checker; and its names that need no family before them, as a pattern."""

    family: str
    checker: str
    bare: str = ""


FAMILIES: dict[str, Home] = {
    "lights": Home("solvable.lights.family", "solvable.checker.lights.claims"),
    "tiles": Home("solvable.tiles.family", "solvable.checker.tiles.claims", "[0-9]{1,7}-puzzle"),
}


def load(name: str) -> Family:
    """Return the family `name`."""
    found: Family = import_module(FAMILIES[name].family).FAMILY
    return found


def family_of(puzzle: Puzzle) -> str:
    """Return the name of the family that `puzzle` belongs to; raise PuzzleError for a stranger."""
    for name in sorted(FAMILIES, key=lambda name: FAMILIES[name].family not in sys.modules):  # those at hand first
        if load(name).owns(puzzle):
            return name
    raise PuzzleError(say("no family has puzzles of the class {name}", name=type(puzzle).__name__))


def of(puzzle: Puzzle) -> Family:
    """Return the family that `puzzle` belongs to."""
    return load(family_of(puzzle))


def sentences(lang: str) -> Mapping[str, Template]:
    """Return the sentences in `lang` that the families loaded so far bring with them."""
    loaded = [load(name) for name, home in FAMILIES.items() if home.family in sys.modules]
    return {key: template for family in loaded for key, template in family.sentences.get(lang, {}).items()}


def registry() -> Any:
    """Return the module that keeps the tables on disk of the family that has some."""
    return import_module(next(family.tables for family in map(load, FAMILIES) if family.tables))


def verify(answer: Mapping[str, Any] | str | bytes) -> "Report":
    """Return a report on one JSON answer of any family, by the independent checker."""
    from solvable import checker

    return checker.verify(answer, {name: home.checker for name, home in FAMILIES.items()})
