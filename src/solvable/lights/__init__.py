"""Lights Out and all its kin: pressing a cell adds a fixed pattern; solving is linear algebra over Z/k."""

from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import VARIANTS, Variant, variant
from solvable.lights.census import nullity_table, press_distribution, rectangle_table
from solvable.lights.chase import Chase, chase, chase_table
from solvable.lights.worst.hardest import Hardest, hardest

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
