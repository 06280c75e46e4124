"""Is it solvable, in how many ways, how, how best, and why? Lights Out and sliding tiles, with proofs.

puzzle, state = solvable.parse("lights:5x5:01110/10101/11011/10101/01110")
puzzle.obstruction(state)      # None, or a proof that it cannot be solved
puzzle.optimal(state)          # the fewest presses, proved
solvable.SlidingTiles(4, 4).optimal(state)
solvable.verify(answer)        # the independent checker
"""

from solvable import lights, tiles
from solvable.checker import Report, verify
from solvable.errors import (
    BudgetExceededError,
    IllegalMoveError,
    MissingTableError,
    NotationError,
    PuzzleError,
    UnsolvableError,
)
from solvable.lights.board import LightsOut
from solvable.lights.variants import VARIANTS, variant
from solvable.notation import format_board, format_puzzle, parse, parse_puzzle
from solvable.puzzle import Count, Move, Obstruction, Puzzle, Solution, State, replay
from solvable.tiles.board import SlidingTiles

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "BudgetExceededError",
    "Count",
    "IllegalMoveError",
    "LightsOut",
    "MissingTableError",
    "Move",
    "NotationError",
    "Obstruction",
    "Puzzle",
    "PuzzleError",
    "Report",
    "SlidingTiles",
    "Solution",
    "State",
    "UnsolvableError",
    "format_board",
    "format_puzzle",
    "lights",
    "parse",
    "parse_puzzle",
    "replay",
    "tiles",
    "variant",
    "verify",
]
