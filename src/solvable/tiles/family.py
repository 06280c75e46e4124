"""The family of tiles: game IDs, facts, goals and sentences, for code that serves all families."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.core.answer import count_fields, decimal
from solvable.core.puzzle import Budget, Move, Searched, State, replay
from solvable.families.protocol import Family, Fields, Level, no_resuming
from solvable.tiles import game_id, goals, other_goals, seeded
from solvable.tiles.board import SlidingTiles

if TYPE_CHECKING:  # graphs are imported at first use
    from solvable.tiles.graphs.board import GraphTiles

    Tiles = SlidingTiles | GraphTiles


PROVABLE_CELLS_MAX = 25  # cells of the largest boards whose minimum can be proved
PLAINLY, PLAINLY_MULTI = 16, 9  # the same without kernels, in either metric


def owns(puzzle: object) -> bool:
    """Return whether this is a puzzle of tiles."""
    if isinstance(puzzle, SlidingTiles):
        return True
    from solvable.tiles.graphs.board import GraphTiles

    return isinstance(puzzle, GraphTiles)


def is_hopeless(puzzle: "Tiles") -> bool:
    """Return whether the board is too large for a proof (6 × 6 needs about 170 moves); the limit is lower without
    kernels.
    """
    if min(puzzle.width, puzzle.height) == 1:  # a line has only one solution
        return False
    if len(puzzle.goal) > PROVABLE_CELLS_MAX:
        return True
    maximum = PLAINLY_MULTI if isinstance(puzzle, SlidingTiles) and puzzle.metric == "mtm" else PLAINLY
    return isinstance(puzzle, SlidingTiles) and len(puzzle.goal) > maximum and not kernels.has_library()


def toward(puzzle: "Tiles", goal: Sequence[int | None], state: State) -> "list[tuple[Tiles, State]]":
    """Return the puzzles with the goal `goal`, in which None is any tile, and the state in each."""
    from solvable.tiles.partial import toward

    return toward(puzzle, goal, state)


def card(puzzle: "GraphTiles") -> Fields:
    """Return the catalogue's description of a named puzzle, its number of states, its size and its picture."""
    from solvable.tiles.graphs.catalogue import NAMED

    entry = NAMED[game_id.format_params(puzzle)]
    shown: Fields = {"title": entry.title, "description": entry.rule, "source": entry.source}
    if puzzle.width:
        shown |= {"width": puzzle.width, "height": puzzle.vertices // puzzle.width}
    return count_fields(puzzle.count()) | shown | {"picture": puzzle._repr_svg_()}


def named() -> Iterator["GraphTiles"]:
    """Yield the puzzles of the catalogue."""
    from solvable.tiles.graphs.catalogue import NAMED

    for params in NAMED:
        puzzle = game_id.parse_params([(0, each) for each in params.split(",")], game_id.CELLS_MAX)
        if not isinstance(puzzle, SlidingTiles):
            yield puzzle


def boards() -> dict[str, tuple[str, str]]:
    """Return the ordinary boards that a list of puzzles shows after the named ones."""
    from solvable.tiles.boards import BOARDS

    return BOARDS


def is_spread(puzzle: "Tiles") -> bool:
    """Return whether the search for a shortest solution uses tables, and so can be distributed."""
    from solvable.tiles.optimal import ida

    return isinstance(puzzle, SlidingTiles) and not ida.is_line(puzzle) and ida.has_tables(puzzle)


def resume(puzzle: "Tiles", state: State, checkpoint: str | PathLike[str], *, budget: Budget) -> Searched:
    """Return the result of the search for a shortest solution, saved in a file; raise PuzzleError for graphs."""
    if isinstance(puzzle, SlidingTiles):
        return puzzle.resume(state, checkpoint, budget=budget)
    return no_resuming()


def facts(puzzle: "Tiles") -> Fields:
    """Return the blocks of a graph, and the number of arrangements of distinct tiles that each allows."""
    if isinstance(puzzle, SlidingTiles):
        return {}
    shapes = ((list(block.vertices), block.kind, decimal(block.order)) for block in puzzle.blocks)
    return {"blocks": [dict(zip(("vertices", "kind", "order"), shape, strict=True)) for shape in shapes]}


def remaining(puzzle: "Tiles") -> Callable[[Any], Any] | None:
    """Return a function for the fewest moves of many states together, or None."""
    from solvable.tiles.census import remaining as tables

    return tables.remaining(puzzle)


def evidence(puzzle: "Tiles", state: State) -> Fields:
    """Return the parity of a board, or the blocks of a graph as seen from the blank's home."""
    if isinstance(puzzle, SlidingTiles):
        from solvable.tiles.parity import explain

        numbers = explain(state, puzzle.goal, puzzle.width)
        return {"parity": {name: getattr(numbers, name) for name in numbers.__match_args__}}
    results = []
    for compared in puzzle.comparisons(state):
        shape = {"vertices": list(compared.block.vertices), "kind": compared.block.kind, "entry": compared.entry}
        results.append(
            shape | {"tiles": list(compared.tiles), "wanted": list(compared.wanted), "reason": compared.reason}
        )
    return {"blocks": results}


def moves(puzzle: "Tiles", state: State, path: Sequence[Move]) -> Fields:
    """Return the moves on a board as letters."""
    if not puzzle.width:
        return {}
    from solvable.tiles.moves import to_letters

    return {"letters": to_letters(puzzle.width, state, path, of="tile"), "letters_of": "tile"}


def replayed(puzzle: "Tiles", state: State, made: Sequence[Move]) -> Fields:
    """Return the path of the blank in letters, without detours, reversed, and its mistakes."""
    from solvable.tiles import moves as tiles

    width, metric = puzzle.width, puzzle.metric if isinstance(puzzle, SlidingTiles) else "stm"
    distance = tiles.cheap_distance(puzzle, len(made))
    results: Fields = {}
    if distance is not None and puzzle.obstruction(state) is None:
        lost = tiles.mistakes(puzzle, state, made, distance)
        listed = [{"index": each.index, "before": each.before, "after": each.after} for each in lost]
        results = {"fewest": distance(state), "mistakes": listed}
    back, end = tiles.invert(state, made), replay(puzzle, state, made)
    short = tiles.simplify(width, state, made, metric=metric) if width else tiles.direct(state, made)
    results |= {"inverse": list(back), "simplified": list(short)}
    if width:
        letters, blank = (tiles.to_letters(width, state, made, of) for of in ("tile", "blank"))
        counts = {each: tiles.length(width, state, made, each) for each in ("stm", "mtm")}
        results |= {"letters": letters, "letters_of": "tile", "letters_of_blank": blank, "lengths": counts}
        results["inverse_letters"] = tiles.to_letters(width, end, back)
    return results


FARTHEST = (
    "0,12,9,13/15,11,10,14/3,7,2,5/4,8,6,1",
    "0,12,9,13/15,11,10,14/3,7,5,6/4,8,2,1",
    "0,12,9,13/15,11,10,14/7,8,5,6/4,3,2,1",
    "0,12,10,13/15,11,14,9/3,7,2,5/4,8,6,1",
)
"""15-puzzles that need 80 moves, the maximum: those of `generate.farthest`."""

LEVELS = (
    Level("3x2", 3),
    Level("3x3", 8),
    Level("3x3"),
    Level("4x4", 30),
    Level("4x4"),
    Level("5x5"),
    Level("4x4", 80, FARTHEST),
)  # fmt: skip

FAMILY = Family(
    example=game_id.EXAMPLE,
    largest=game_id.CELLS_MAX,
    owns=owns,
    is_hopeless=is_hopeless,
    is_spread=is_spread,
    parse_params=game_id.parse_params,
    format_params=game_id.format_params,
    seeded=seeded.seeded,
    remaining=remaining,
    card=card,
    named=named,
    boards=boards,
    facts=facts,
    goals=other_goals.named_goals,
    toward=toward,
    goal_names=(*goals.NAMES, *goals.ALIASES),
    goal_words=other_goals.goal_words,
    goal_fields=other_goals.goal_fields,
    evidence=evidence,
    moves=moves,
    replayed=replayed,
    resume=resume,
    levels=LEVELS,
    tables="solvable.tiles.pdb.registry",
    lessons=("parity", "slide", "human", "compare", "distance", "deepening", "contest"),
)
