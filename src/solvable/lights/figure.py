"""What a lights puzzle shows in a notebook: its board as SVG, and a small toggle matrix as LaTeX."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut

_CELL = 32
_DRAWN = 4096  # cells
_TYPESET = 16  # rows and columns of a matrix


def svg(puzzle: "LightsOut", state: Sequence[int]) -> str:
    """Return the board as SVG: filled discs are lit, rings are dark, numerals where k > 2; nothing at dead cells."""
    width, height = puzzle.width * _CELL, puzzle.height * _CELL
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">']
    parts.append(f"<title>{escape(repr(puzzle))}</title>")
    for cell, value in enumerate(state[:_DRAWN]):
        if cell in puzzle.dead:
            continue
        x, y = (cell % puzzle.width) * _CELL + _CELL // 2, (cell // puzzle.width) * _CELL + _CELL // 2
        fill, edge = ("#FFC857", "#8A6100") if value else ("#2A3346", "#6B7A99")
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_CELL * 3 // 8}" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
        if puzzle.k > 2:
            ink = "#1B2333" if value else "#F4EFE6"
            parts.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-size="14" fill="{ink}">{value}</text>')
    return "".join((*parts, "</svg>"))


def latex(puzzle: "LightsOut") -> str | None:
    """Return the toggle matrix (row i is what press i adds) as LaTeX, or None where it is too large to read."""
    if max(puzzle.cells, puzzle.presses) > _TYPESET:
        return None
    rows = r"\\".join("&".join(map(str, row)) for row in puzzle.matrix())
    return rf"$A = \begin{{pmatrix}}{rows}\end{{pmatrix}} \pmod{{{puzzle.k}}}$"
