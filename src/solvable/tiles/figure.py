"""What a tiles puzzle shows in a notebook: its board as SVG, a notch on the tiles at home; or its graph, on a ring."""

from collections.abc import Callable, Sequence
from html import escape
from math import cos, pi, sin
from typing import Protocol

from solvable.solution import State

_CELL = 48
_DRAWN = 4096  # cells


class Drawn(Protocol):
    """What is drawn of a board."""

    @property
    def width(self) -> int:
        """Cells of a row."""

    @property
    def height(self) -> int:
        """Cells of a column."""

    @property
    def goal(self) -> State:
        """The state to reach."""


class Linked(Protocol):
    """What is drawn of a graph."""

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The pairs of vertices that are joined."""


def svg(puzzle: Drawn, state: Sequence[int], name: Callable[[int], str] = str) -> str:
    """Return the board as SVG: porcelain tiles with their names, the blank and holes left open."""
    width, height = puzzle.width * _CELL, puzzle.height * _CELL
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">']
    parts.append(f"<title>{escape(repr(puzzle))}</title>")
    for cell, tile in enumerate(state[:_DRAWN]):
        if tile <= 0:
            continue
        x, y = cell % puzzle.width * _CELL, cell // puzzle.width * _CELL
        parts.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="{_CELL // 10}" '
            'fill="#F7F4EE" stroke="#6B7A99" stroke-width="2"/>'
            f'<text x="{x + _CELL // 2}" y="{y + _CELL * 2 // 3}" text-anchor="middle" font-size="{_CELL * 46 // 100}" '
            f'font-family="system-ui, sans-serif" fill="#1B2333">{name(tile)}</text>'
        )
        if puzzle.goal[cell] == tile:
            parts.append(f'<path d="M{x + 4} {y + 12}V{y + 4}H{x + 12}Z" fill="#0072B2"/>')
    return "".join((*parts, "</svg>"))


def ring(puzzle: Linked, state: Sequence[int], name: Callable[[int], str] = str) -> str:
    """Return the graph as SVG: its vertices clockwise on a ring, each with its tile, and their numbers outside."""
    shown = min(len(state), _DRAWN)
    radius = max(_CELL * 2, int(shown * _CELL / 4))
    size = 2 * radius + 3 * _CELL
    turns = [2 * pi * vertex / shown for vertex in range(shown)]

    def at(vertex: int, distance: float) -> tuple[str, str]:
        x, y = size / 2 + distance * sin(turns[vertex]), size / 2 - distance * cos(turns[vertex])
        return f"{x:.1f}", f"{y:.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" role="img">']
    parts.append(f"<title>{escape(repr(puzzle))}</title>")
    for a, b in puzzle.edges:
        if b < shown:
            (x, y), (u, v) = at(a, radius), at(b, radius)
            parts.append(f'<line x1="{x}" y1="{y}" x2="{u}" y2="{v}" stroke="#6B7A99" stroke-width="2"/>')
    for vertex, tile in enumerate(state[:shown]):
        (x, y), (u, v) = at(vertex, radius), at(vertex, radius + _CELL * 0.75)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_CELL // 2 - 4}" fill="#F7F4EE" stroke="#6B7A99"/>')
        words = [(u, v, str(vertex), "#6B7A99", 14)] + [(x, y, name(tile), "#1B2333", 22)] * (tile > 0)
        parts += [
            f'<text x="{left}" y="{top}" dy="0.35em" text-anchor="middle" font-size="{height}" '
            f'font-family="system-ui, sans-serif" fill="{ink}">{word}</text>'
            for left, top, word, ink, height in words
        ]
    return "".join((*parts, "</svg>"))
