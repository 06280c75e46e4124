"""Is it solvable, in how many ways, how, how best, and why? Lights Out and sliding tiles, with proofs.

puzzle, state = solvable.parse("lights:5x5:01110/10101/11011/10101/01110")
puzzle.obstruction(state)      # None, or a proof that it cannot be solved
puzzle.optimal(state)          # the fewest presses, proved
solvable.SlidingTiles(4, 4).optimal(state)
solvable.verify(answer)        # the independent checker

Each name is loaded when it is first used, so that the program can answer Ctrl-C from its first moment.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solvable import errors, lights, tiles
    from solvable.checker import Report
    from solvable.errors import (
        BudgetExceededError,
        IllegalMoveError,
        MissingTableError,
        NotationError,
        PuzzleError,
        UnsolvableError,
    )
    from solvable.families import verify
    from solvable.lights.board import LightsOut
    from solvable.lights.catalogue.variants import VARIANTS, variant
    from solvable.lights.many import solve_many
    from solvable.lights.methods.plane_ints import solve as solve_rows
    from solvable.lights.nullity.fibonacci import nullity
    from solvable.notation import format_board, format_puzzle, parse, parse_puzzle
    from solvable.puzzle import Count, Move, Obstruction, Puzzle, Solution, State, replay
    from solvable.render.notebook import explain
    from solvable.tiles.board import SlidingTiles
    from solvable.tiles.graphs.board import GraphTiles

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
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
    "errors",
    "explain",
    "format_board",
    "format_puzzle",
    "lights",
    "nullity",
    "parse",
    "parse_puzzle",
    "replay",
    "solve_many",
    "solve_rows",
    "tiles",
    "variant",
    "verify",
]

_HOMES = {  # module → the names it gives; name=other where it is called otherwise there
    "checker": "Report",
    "errors": "BudgetExceededError IllegalMoveError MissingTableError NotationError PuzzleError UnsolvableError",
    "families": "verify",
    "lights.board": "LightsOut",
    "lights.catalogue.variants": "VARIANTS variant",
    "lights.many": "solve_many",
    "lights.methods.plane_ints": "solve_rows=solve",
    "lights.nullity.fibonacci": "nullity",
    "notation": "format_board format_puzzle parse parse_puzzle",
    "puzzle": "Count Move Obstruction Puzzle Solution State replay",
    "render.notebook": "explain",
    "tiles.board": "SlidingTiles",
    "tiles.graphs.board": "GraphTiles",
}


if not TYPE_CHECKING:  # for a type checker there are the imports above, and nothing else

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("errors", "lights", "tiles"):
            return import_module(f"solvable.{name}")
        for home, names in _HOMES.items():
            there = dict(known.split("=") if "=" in known else (known, known) for known in names.split())
            if name in there:
                value: object = getattr(import_module(f"solvable.{home}"), there[name])
                globals()[name] = value
                return value
        raise AttributeError(f"module 'solvable' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
