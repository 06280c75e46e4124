"""What a sliding-tile puzzle shows in a notebook: its board as SVG, a notch on the tiles that are at home."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

_CELL = 48
_DRAWN = 4096  # cells


def svg(puzzle: "SlidingTiles", state: Sequence[int]) -> str:
    """Return the board as SVG: porcelain tiles with their numbers, the blank left open."""
    width, height = puzzle.width * _CELL, puzzle.height * _CELL
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">']
    parts.append(f"<title>{escape(repr(puzzle))}</title>")
    for cell, tile in enumerate(state[:_DRAWN]):
        if not tile:
            continue
        x, y = cell % puzzle.width * _CELL, cell // puzzle.width * _CELL
        parts.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="{_CELL // 10}" '
            'fill="#F7F4EE" stroke="#6B7A99" stroke-width="2"/>'
            f'<text x="{x + _CELL // 2}" y="{y + _CELL * 2 // 3}" text-anchor="middle" font-size="{_CELL * 46 // 100}" '
            f'font-family="system-ui, sans-serif" fill="#1B2333">{tile}</text>'
        )
        if puzzle.goal[cell] == tile:
            parts.append(f'<path d="M{x + 4} {y + 12}V{y + 4}H{x + 12}Z" fill="#0072B2"/>')
    return "".join((*parts, "</svg>"))
