"""Lights Out and all its kin: pressing a cell adds a fixed pattern; solving is linear algebra over Z/k."""

from solvable.lights.board import LightsOut
from solvable.lights.census import nullity_table, press_distribution, rectangle_table
from solvable.lights.chase import Chase, chase, chase_table
from solvable.lights.hardest import Hardest, hardest
from solvable.lights.variants import VARIANTS, Variant, variant

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
