"""Is it solvable, in how many ways, how, how best, and why? Lights Out and sliding tiles, with proofs.

Ask about a board in any form: text, rows of numbers, arrays, data frames, (puzzle, state); answers are plain dicts.

    solvable.check("110/000/000")           is it solvable, and if not, why not?
    solvable.solve("8 6 7/2 5 4/3 0 1")     a shortest solution, proved; any=, near=, all=, seconds=
    solvable.count("lights:5x5")            how many states, solvable ones, solutions
    solvable.new("tiles:3x3", exact=20)     boards that need exactly 20 moves
    solvable.verify(answer)                 the independent checker

Or keep the puzzle, and work with values:

    puzzle, state = solvable.parse("lights:5x5:01110/10101/11011/10101/01110")
    puzzle = solvable.LightsOut(5, 5)       also SlidingTiles, GraphTiles, variant("merlin")
    puzzle.obstruction(state)               None, or a proof that it cannot be solved
    puzzle.optimal(state)                   a Solution: iterate over its moves, look at .is_optimal, .letters, .final
    puzzle.svg(state), puzzle.scramble(42), puzzle.nullity, puzzle.quiet_patterns …

Errors are PuzzleErrors that say what, where and what was expected: help(solvable.core.errors). Each name has its own
help; the guide is docs/python.md. A name is loaded when it is first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solvable import errors, lights, tiles
    from solvable.answers.api import check, count, new, parse, solve, to_answer, to_solution, verify
    from solvable.answers.frames import frame
    from solvable.checker import Report
    from solvable.core.answer import Answer
    from solvable.core.budget import Budget
    from solvable.core.errors import (
        BudgetExceededError,
        IllegalMoveError,
        MissingTableError,
        NotationError,
        PuzzleError,
        UnsolvableError,
    )
    from solvable.core.puzzle import Count, Move, Obstruction, Puzzle, Solution, State, replay
    from solvable.game_id import format_board, format_puzzle, parse_puzzle
    from solvable.lights.batch import solve_many
    from solvable.lights.board import LightsOut
    from solvable.lights.catalogue.variants import VARIANTS, variant
    from solvable.lights.nullity.fibonacci import nullity
    from solvable.lights.transfer_matrix.ints import solve as solve_rows
    from solvable.render.notebook import explain
    from solvable.tiles.board import SlidingTiles
    from solvable.tiles.graphs.board import GraphTiles

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "Answer",
    "Budget",
    "BudgetExceededError",
    "Count",
    "GraphTiles",
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
    "check",
    "count",
    "errors",
    "explain",
    "format_board",
    "format_puzzle",
    "frame",
    "lights",
    "new",
    "nullity",
    "parse",
    "parse_puzzle",
    "replay",
    "solve",
    "solve_many",
    "solve_rows",
    "tiles",
    "to_answer",
    "to_solution",
    "variant",
    "verify",
]

_HOMES = {  # module → the names it gives; name=other where it is called otherwise there
    "core.answer": "Answer",
    "answers.api": "check count new parse solve to_answer to_solution verify",
    "core.budget": "Budget",
    "checker": "Report",
    "core.errors": "BudgetExceededError IllegalMoveError MissingTableError NotationError PuzzleError UnsolvableError",
    "answers.frames": "frame",
    "lights.board": "LightsOut",
    "lights.catalogue.variants": "VARIANTS variant",
    "lights.batch": "solve_many",
    "lights.transfer_matrix.ints": "solve_rows=solve",
    "lights.nullity.fibonacci": "nullity",
    "game_id": "format_board format_puzzle parse_puzzle",
    "core.puzzle": "Count Move Obstruction Puzzle Solution State replay",
    "render.notebook": "explain",
    "tiles.board": "SlidingTiles",
    "tiles.graphs.board": "GraphTiles",
}


if not TYPE_CHECKING:  # for a type checker there are the imports above, and nothing else

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("errors", "lights", "tiles"):
            return import_module("solvable.core.errors" if name == "errors" else f"solvable.{name}")
        for home, names in _HOMES.items():
            there = dict(known.split("=") if "=" in known else (known, known) for known in names.split())
            if name in there:
                value: object = getattr(import_module(f"solvable.{home}"), there[name])
                globals()[name] = value
                return value
        raise AttributeError(f"module 'solvable' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
