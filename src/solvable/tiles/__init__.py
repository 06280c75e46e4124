"""The 15-puzzle and its variants: parity, construction, heuristic search.

Start with board.

board        the sliding puzzle; interface is what methods see of it, symmetry what tables see of it
family       the interface for all families; game_id and text read and write, scene draws
parity       which arrangements reach each other
boards       the ordinary boards that a list of puzzles shows
goals        the goals that have a name; other_goals: the named goals with the opposite verdict
partial      goals that leave cells open
construct    the human method; compact stores the moves of long solutions
heuristics   bounds that need no table
moves        lists of moves: letters, simplified, inverted, mistakes
generate     boards that need an exact number of moves; seeded: boards drawn from a seed
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
