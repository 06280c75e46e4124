"""Lights Out and all its kin: pressing a cell adds a fixed pattern; solving is linear algebra over Z/k."""

from solvable.lights.board import LightsOut
from solvable.lights.census import nullity_table, press_distribution
from solvable.lights.chase import Chase, chase, chase_table

__all__ = ["Chase", "LightsOut", "chase", "chase_table", "nullity_table", "press_distribution"]
