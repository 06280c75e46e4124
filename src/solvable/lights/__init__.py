"""Lights Out and all its kin: pressing a cell adds a fixed pattern; solving is linear algebra over Z/k.

board             the puzzle; wiring is the part of it that methods see, rules its neighbourhoods and surfaces
family            what lights offer to the shared rooms; game_id and text read and write them, scene and matrix draw
  them
chase             light chasing as players do it
moves             lists of presses, simplified and inverted
generate          boards that a seed draws, or that need exactly so many presses
batch             many boards of one puzzle; batch_arrays does it with tables
census            tables of nullities
interruptible     long loops that obey the budget in force
catalogue/        named puzzles
algebra/          modules over Z/k, elimination, cosets
nullity/          how many quiet patterns, without solving
methods/          how a state is solved
transfer_matrix/  the ordinary game by polynomials, to giant boards
min_weight/       the fewest presses, proved
covering_radius/  the hardest states
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvable.lights.board import LightsOut
from solvable.lights.chase import Chase, chase, chase_table

if TYPE_CHECKING:
    from solvable.lights.catalogue.variants import VARIANTS, Variant, variant
    from solvable.lights.census import nullity_table, rectangle_table
    from solvable.lights.covering_radius.hardest import Hardest, hardest
    from solvable.lights.min_weight.distribution import press_distribution

_HOMES = {  # what few questions need is loaded when it is named
    "VARIANTS": "catalogue.variants",
    "Variant": "catalogue.variants",
    "variant": "catalogue.variants",
    "nullity_table": "census",
    "rectangle_table": "census",
    "press_distribution": "min_weight.distribution",
    "Hardest": "covering_radius.hardest",
    "hardest": "covering_radius.hardest",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
