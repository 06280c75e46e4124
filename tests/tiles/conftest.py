"""Published figures about tiles, read from tests/oracles/tiles."""

from pathlib import Path

import pytest

from solvable.core.puzzle import State

FOLDER = Path(__file__).parents[1] / "oracles" / "tiles"


def rows(name: str) -> list[list[str]]:
    """The fields, split at ':', of each line of an oracle file; comments left out."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split(":")] for line in lines if not line.startswith("#")]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


@pytest.fixture(scope="session")
def korf100() -> list[tuple[int, int, State]]:
    """Korf's 100 15-puzzles: fewest moves, Manhattan distance, state; the goal is 0 1 2 … 15."""
    return [(numbers(head)[1], numbers(head)[2], numbers(state)) for head, state in rows("korf100.txt")]


@pytest.fixture(scope="session")
def korf50() -> list[tuple[int, State, tuple[int, ...]]]:
    """Korf and Felner's 50 24-puzzles: fewest moves, state, a shortest solution; the goal is 0 1 2 … 24."""
    return [(numbers(head)[1], numbers(state), numbers(path)) for head, state, path in rows("korf50.txt")]


@pytest.fixture(scope="session")
def histograms() -> dict[tuple[int, int, int, str], tuple[int, ...]]:
    """How many states are at each distance, by (width, height, blank's home cell, metric)."""
    table = {}
    for head, counts in rows("histograms.txt"):
        width, height, blank, metric = head.split()
        table[int(width), int(height), int(blank), metric] = numbers(counts)
    return table


@pytest.fixture(scope="session")
def antipodes() -> list[tuple[tuple[int, int, int, str], State]]:
    """Some farthest states; tiles are numbered row by row in the goal."""
    found = []
    for head, state in rows("antipodes.txt"):
        width, height, blank, metric = head.split()
        found.append(((int(width), int(height), int(blank), metric), numbers(state)))
    return found
