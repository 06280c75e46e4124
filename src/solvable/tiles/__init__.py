"""The 15-puzzle and all its kin: parity, construction, heuristic search.

board        the sliding puzzle; interface is the part of it that methods see, symmetry the part that tables see
family       what the tiles offer to the rooms shared by all families; game_id and text read and write it, scene shows
  it
parity       which arrangements reach each other
boards       the ordinary boards that a list of puzzles shows
goals        the goals that have a name; other_goals says for which of them the verdict would be another
partial      goals that leave cells open
construct    the human method; compact holds the moves of long solutions
heuristics   bounds that cost no table
moves        lists of moves: letters, simplified, inverted, mistakes
generate     boards that need exactly so many moves; seeded those that a seed draws
optimal/     shortest solutions, proved
pdb/         pattern databases and labelled boards
suboptimal/  short solutions of boards of any size
graphs/      tiles on graphs, boards with holes, pictures
census/      complete tables of small boards
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

__all__ = ["SlidingTiles"]


def __getattr__(name: str) -> Any:
    if name != "SlidingTiles":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from solvable.tiles.board import SlidingTiles

    return SlidingTiles
