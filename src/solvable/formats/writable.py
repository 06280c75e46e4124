"""Whether a puzzle is one that a format of one family can say: each writer begins by asking."""

from typing import TYPE_CHECKING

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle

if TYPE_CHECKING:  # a board of one family is read without loading the other
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles


def lights_of(puzzle: Puzzle, name: str) -> "LightsOut":
    """Return `puzzle` as the lights puzzle it is; raise PuzzleError where the format `name` has no place for it."""
    from solvable.lights.board import LightsOut

    if isinstance(puzzle, LightsOut):
        return puzzle
    raise PuzzleError(msg("the format {name} is for lights", name=name))


def plain_lights(puzzle: Puzzle, name: str) -> "LightsOut":
    """Return `puzzle` if it is the plain board (two states, plus rule, plane, goal dark), all that `name` can say."""
    lights = lights_of(puzzle, name)
    plain = lights.k == 2 and (lights.rule, lights.surface) == ("plus", "plane")
    if plain and not (lights.dead or lights.fixed or lights.free or any(lights.goal)):
        return lights
    raise PuzzleError(msg("the format {name} cannot hold this puzzle's rules: use id", name=name))


def tiles_of(puzzle: Puzzle, name: str, goal: str = "blank-last") -> "SlidingTiles":
    """Return `puzzle` if it is a tiles puzzle with the goal and the metric that `name` means."""
    from solvable.tiles.board import SlidingTiles
    from solvable.tiles.graphs.board import GraphTiles

    if isinstance(puzzle, GraphTiles):
        raise PuzzleError(msg("the format {name} cannot hold graphs, holes or identical tiles: use id", name=name))
    if not isinstance(puzzle, SlidingTiles):
        raise PuzzleError(msg("the format {name} is for tiles", name=name))
    if puzzle != SlidingTiles(puzzle.width, puzzle.height, goal=goal):
        raise PuzzleError(
            msg(
                "the format {name} implies the goal {goal} and single-tile moves: use id for others",
                name=name,
                goal=goal,
            )
        )
    return puzzle
