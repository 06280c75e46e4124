"""The catalogue of named puzzles."""

from collections.abc import Callable
from dataclasses import dataclass

from solvable.errors import PuzzleError
from solvable.lights.board import LightsOut


@dataclass(frozen=True, slots=True)
class Variant:
    """A named puzzle: how it is built, its title, its rule in words, and where that stands."""

    title: str
    build: Callable[[str], LightsOut]
    rule: str
    source: str


VARIANTS: dict[str, Variant] = {
    "merlin": Variant(
        "Merlin, the Magic Square game",
        lambda name: LightsOut(3, 3, name=name),
        "a press toggles a lamp and its neighbours",
        "Parker Brothers 1978",
    ),
}


def variant(name: str) -> LightsOut:
    """Return the catalogued puzzle `name`; raise PuzzleError where there is none."""
    if name not in VARIANTS:
        raise PuzzleError(f"there is no variant {name!r}; the variants are {', '.join(VARIANTS)}")
    return VARIANTS[name].build(name)
