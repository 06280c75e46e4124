"""FAMILIES: the families of puzzles by name, one line each; a family is imported at first use.

A line names the module with the family's `FAMILY` and its checker, a module with `verify(fields, params, report)` that
shares no code with the family and is not imported by solving.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle
from solvable.families.protocol import Family, Template

if TYPE_CHECKING:
    from solvable.checker import Report


class Home(NamedTuple):
    """The modules of a family and of its checker, and a pattern of the IDs that need no `protocol:` in front.

    `is_offered`: whether menus of games list it; a board of any family can be played by its ID. `rows` is the module
    that solves giant boards as streams of rows (`lights.transfer_matrix.stream`), or "".
    """

    family: str
    checker: str
    bare: str = ""
    is_offered: bool = True
    rows: str = ""


FAMILIES: dict[str, Home] = {
    "lights": Home(
        "solvable.lights.family", "solvable.checker.lights.claims", rows="solvable.lights.transfer_matrix.stream"
    ),
    "tiles": Home("solvable.tiles.family", "solvable.checker.tiles.claims", "[0-9]{1,7}-puzzle"),
    "counters": Home("solvable.counters.family", "solvable.checker.counters", is_offered=False),
}


def offered() -> list[str]:
    """Return the names of the families that menus of games list."""
    return [name for name, home in FAMILIES.items() if home.is_offered]


def load(name: str) -> Family:
    """Return the family `name`, a key of FAMILIES; the first call imports its module (tens of milliseconds)."""
    result: Family = import_module(FAMILIES[name].family).FAMILY
    return result


def family_of(puzzle: Puzzle) -> str:
    """Return the name of the family that `puzzle` belongs to; raise PuzzleError if it belongs to none."""
    module = type(puzzle).__module__

    def is_elsewhere(name: str) -> bool:
        return not module.startswith(FAMILIES[name].family.removesuffix("family"))

    for name in sorted(FAMILIES, key=is_elsewhere):
        if load(name).owns(puzzle):
            return name
    raise PuzzleError(msg("no family has puzzles of the class {name}", name=type(puzzle).__name__))


def of(puzzle: Puzzle) -> Family:
    """Return the family that `puzzle` belongs to; raise PuzzleError if it belongs to none."""
    return load(family_of(puzzle))


def sentences(lang: str) -> Mapping[str, Template]:
    """Return the sentences in `lang` that belong to the families loaded so far, by their keys."""
    loaded = [load(name) for name, home in FAMILIES.items() if home.family in sys.modules]
    return {key: template for family in loaded for key, template in family.sentences.get(lang, {}).items()}


def registry() -> Any:
    """Return the module that builds, checks and removes tables on disk, from the family that has such tables."""
    return import_module(next(family.tables for family in map(load, FAMILIES) if family.tables))


def row_solver() -> Any:
    """Return the module that solves giant boards as streams of rows, from the family that has such boards."""
    return import_module(next(home.rows for home in FAMILIES.values() if home.rows))


def verify(answer: Mapping[str, Any] | str | bytes) -> "Report":
    """Return the independent checker's Report on one JSON answer of any family."""
    from solvable import checker

    return checker.verify(answer, {name: home.checker for name, home in FAMILIES.items()})
