"""Whether a puzzle is one that a format of one family can say: each writer begins by asking."""

from solvable.errors import PuzzleError
from solvable.lights.board import LightsOut
from solvable.puzzle import Puzzle
from solvable.tiles.board import SlidingTiles
from solvable.tiles.graphs.board import GraphTiles


def lights_of(puzzle: Puzzle, name: str) -> LightsOut:
    """Return `puzzle` as the lights puzzle it is; raise PuzzleError where the format `name` has no place for it."""
    if isinstance(puzzle, LightsOut):
        return puzzle
    raise PuzzleError(f"the format {name} is for lights")


def plain_lights(puzzle: Puzzle, name: str) -> LightsOut:
    """Return `puzzle` if it is the plain board (two states, plus rule, plane, goal dark), all that `name` can say."""
    lights = lights_of(puzzle, name)
    plain = lights.k == 2 and (lights.rule, lights.surface) == ("plus", "plane")
    if plain and not lights.dead and not lights.fixed and not any(lights.goal):
        return lights
    raise PuzzleError(f"the format {name} has no place for this puzzle's rules: use id")


def tiles_of(puzzle: Puzzle, name: str, goal: str = "blank-last") -> SlidingTiles:
    """Return `puzzle` if it is a tiles puzzle with the goal and the metric that `name` means."""
    if isinstance(puzzle, GraphTiles):
        raise PuzzleError(f"the format {name} has no place for graphs, holes and tiles alike: use id")
    if not isinstance(puzzle, SlidingTiles):
        raise PuzzleError(f"the format {name} is for tiles")
    if puzzle != SlidingTiles(puzzle.width, puzzle.height, goal=goal):
        raise PuzzleError(f"the format {name} means the goal {goal} and single moves, and cannot say others: use id")
    return puzzle
