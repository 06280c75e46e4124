"""Lights Out and its variants: pressing a cell adds a fixed pattern; solving is linear algebra over Z/k.

Start with board: the rules and the goal; every other question is a method that calls the module that answers it.
rules             neighbourhoods and surfaces; wiring is the interface of a board for methods
linear_system     solvable or not, any solution, the quiet patterns, ranks, counts
methods/          how such a system is solved: light chasing, and the choice of a method
transfer_matrix/  the ordinary game by polynomials, up to giant boards
nullity/          the number of quiet patterns, without solving; census tabulates it
algebra/          modules over Z/k, elimination, cosets
min_weight/       the fewest presses, proved; covering_radius/ the states that need the most
generate          boards drawn from a seed, or that need an exact number of presses; batch solves many boards together
family            the interface for all families: catalogue/ names puzzles, game_id and text write, scene draws
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

from solvable.core.budget import Budget, ParallelLimits
from solvable.lights.board import LightsOut

if TYPE_CHECKING:
    from solvable.lights.catalogue.variants import VARIANTS, Variant, variant
    from solvable.lights.census import nullity_table, rectangle_table
    from solvable.lights.covering_radius.hardest import Hardest
    from solvable.lights.methods.chase import Chase

chase, chase_table, press_distribution = LightsOut.chase, LightsOut.chase_table, LightsOut.press_distribution

_HOMES = {  # rarely used names, imported at first access
    "VARIANTS": "catalogue.variants",
    "Variant": "catalogue.variants",
    "variant": "catalogue.variants",
    "nullity_table": "census",
    "rectangle_table": "census",
    "Hardest": "covering_radius.hardest",
    "Chase": "methods.chase",
}

__all__ = [
    "VARIANTS",
    "Chase",
    "Hardest",
    "LightsOut",
    "Variant",
    "chase",
    "chase_table",
    "hardest",
    "nullity_table",
    "press_distribution",
    "rectangle_table",
    "variant",
]


def hardest(puzzle: LightsOut, nodes: int | None = None, **limits: Unpack[ParallelLimits]) -> "Hardest":
    """Return a solvable state that needs the most presses, or the most that were found, with an upper bound.

    `nodes` limits the search over all buttons.
    """
    from solvable.lights.covering_radius import hardest
    from solvable.lights.covering_radius.tuning import TUNING

    return hardest.hardest(puzzle.system, Budget.parallel(**limits), nodes or TUNING.nodes_max)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
