"""The 15-puzzle and all its kin: parity, construction, heuristic search."""

from solvable.tiles.board import SlidingTiles

__all__ = ["SlidingTiles"]
