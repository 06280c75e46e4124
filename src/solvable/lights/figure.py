"""What a lights puzzle shows in a notebook: its board as SVG, and a small toggle matrix as LaTeX.

A board is drawn cell by cell; a graph, which is a row of lamps with a wiring, as lamps joined by lines.
"""

from collections.abc import Sequence
from html import escape
from math import sqrt

from solvable.lights.checked import checked
from solvable.lights.wiring import Wiring

_CELL = 32
_DRAWN = 4096  # cells
_JOINED = 200  # lamps of a graph
_TYPESET = 16  # rows and columns of a matrix


def svg(puzzle: Wiring, state: Sequence[int]) -> str:
    """Return the board as SVG: filled discs are lit, rings are dark, numerals where k > 2; nothing at dead cells."""
    places, lines, (width, height) = _plan(puzzle)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">']
    parts.append(f"<title>{escape(repr(puzzle))}</title>")
    for a, b in lines:
        (x, y), (to_x, to_y) = places[a], places[b]
        parts.append(f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="#6B7A99" stroke-width="2"/>')
    for cell, value in enumerate(state[:_DRAWN]):
        if cell in puzzle.dead:
            continue
        x, y = places[cell]
        fill, edge = ("#FFC857", "#8A6100") if value else ("#2A3346", "#6B7A99")
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_CELL * 3 // 8}" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
        if puzzle.k > 2:
            ink = "#1B2333" if value else "#F4EFE6"
            parts.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-size="14" fill="{ink}">{value}</text>')
    return "".join((*parts, "</svg>"))


def _plan(puzzle: Wiring) -> tuple[list[tuple[int, int]], list[tuple[int, int]], tuple[int, int]]:
    """Return (the middle of each lamp drawn, the lines between them, width and height of the picture)."""
    is_wired = not isinstance(puzzle.rule, str) or puzzle.surface == "cylinder"
    if puzzle.height == 1 and is_wired and puzzle.presses == puzzle.cells and 2 < puzzle.cells <= _JOINED:
        from solvable.lights.layout import places

        near: list[set[int]] = [set() for _ in range(puzzle.cells)]
        for press, toggle in enumerate(puzzle.toggles):
            for cell, _ in toggle:
                if cell != press:
                    near[press].add(cell)
                    near[cell].add(press)
        radius = int(_CELL * sqrt(3 * puzzle.cells))
        side = 2 * (radius + _CELL)
        at = [(round(side / 2 + radius * x), round(side / 2 + radius * y)) for x, y in places(near)]
        return at, [(a, b) for a, others in enumerate(near) for b in sorted(others) if a < b], (side, side)
    cells = range(min(puzzle.cells, _DRAWN))
    at = [(cell % puzzle.width * _CELL + _CELL // 2, cell // puzzle.width * _CELL + _CELL // 2) for cell in cells]
    return at, [], (puzzle.width * _CELL, puzzle.height * _CELL)


def matrix(puzzle: Wiring) -> tuple[tuple[int, ...], ...]:
    """Return the toggle matrix: row i is what press i adds to each cell."""
    rows = []
    for toggle in checked(puzzle.toggles, 64):
        row = [0] * puzzle.cells
        for cell, amount in toggle:
            row[cell] = amount
        rows.append(tuple(row))
    return tuple(rows)


def latex(puzzle: Wiring) -> str | None:
    """Return the toggle matrix (row i is what press i adds) as LaTeX, or None where it is too large to read."""
    if max(puzzle.cells, puzzle.presses) > _TYPESET:
        return None
    rows = r"\\".join("&".join(map(str, row)) for row in matrix(puzzle))
    return rf"$A = \begin{{pmatrix}}{rows}\end{{pmatrix}} \pmod{{{puzzle.k}}}$"
