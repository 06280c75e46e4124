"""The goal of a verdict on tiles, and the other usual goals for which the verdict would be the opposite.

A board that is unsolvable for its own goal is often meant for another one: `other_goals` are the named goals
(`tiles.goals`) that it can reach. Conversely, a board on which most tiles match another named goal may be meant for
that one, so the answer names its own goal, and `impossible_goals` are such goals that it cannot reach.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from solvable.core.message import msg
from solvable.core.solution import State
from solvable.families.protocol import Fields
from solvable.tiles import goals as named
from solvable.tiles import parity
from solvable.tiles.board import SlidingTiles

if TYPE_CHECKING:  # graphs are imported at first use
    from solvable.tiles.graphs.board import GraphTiles

OTHER_GOALS_CELLS_MAX = 10_000  # cells; for larger boards the other goals would take seconds
CELLS_SHOWN_MAX = 80  # characters shown of a goal without a name
HOME = "blank-last"
WORDS = {
    "blank-last": "1 … {last}, blank last",
    "blank-first": "blank first, then 1 … {last}",
    "snail": "1 … {last} in a spiral (a snail)",
    "snake": "1 … {last} back and forth (a snake)",
    "columns": "1 … {last} column by column, blank last",
    "mirror": "1 … {last} with each row from right to left",
}

different = lru_cache(maxsize=32)(lambda width, height: tuple(named.different(width, height)))


def named_goals(puzzle: "SlidingTiles | GraphTiles") -> dict[str, Callable[[], State]]:
    """Return the named goals of the puzzle; graphs and boards with holes have two, if all tiles are distinct."""
    if isinstance(puzzle, SlidingTiles) or (puzzle.width and not puzzle.dead and _are_numbers(puzzle)):
        names = (*named.NAMES, *named.ALIASES)
        return {name: partial(named.named, name, puzzle.width, puzzle.height) for name in names}
    if not _are_numbers(puzzle):
        return {}
    from solvable.tiles.graphs import game_id, states

    plain = partial(states.plain_goal, puzzle.vertices, puzzle.dead)
    return {"blank-last": plain, "blank-first": partial(game_id.blank_first, puzzle)}


def _are_numbers(puzzle: "GraphTiles") -> bool:
    """Return whether the tiles are 1, 2, 3, …, each once."""
    live = puzzle.vertices - len(puzzle.dead)
    return not puzzle.letters and sorted(puzzle.goal)[len(puzzle.dead) :] == list(range(live))


def goal_words(puzzle: "SlidingTiles | GraphTiles", goal: str) -> str:
    """Return a description of a goal, given by its name or its cells."""
    if goal in WORDS:
        return msg(WORDS[goal], last=puzzle.cells - 1)
    return goal if len(goal) <= CELLS_SHOWN_MAX else msg("of the game ID")


def goal_fields(puzzle: "SlidingTiles | GraphTiles", state: State, is_solvable: bool) -> Fields:
    """Return `goal`, unless it is home and the board solvable, and the other named goals to mention."""
    if not isinstance(puzzle, SlidingTiles):
        return {}
    is_small = puzzle.cells <= OTHER_GOALS_CELLS_MAX
    others = [each for each in different(puzzle.width, puzzle.height) if each[1] != puzzle.goal] if is_small else []
    fields: Fields = {}
    if not is_solvable:
        results = [name for name, goal in others if parity.is_reachable(state, goal, puzzle.width)]
        fields = {"other_goals": results} if results else {}
    else:
        alike = [(name, goal) for name, goal in others if _resembles(state, goal, puzzle.goal)]
        results = [name for name, goal in alike if not parity.is_reachable(state, goal, puzzle.width)]
        fields = {"impossible_goals": results} if results else {}
        if not alike and puzzle.goal_name == HOME:
            return {}
    name = named.name_of(puzzle.goal, puzzle.width)
    if name or is_small:
        fields["goal"] = name or puzzle.format(puzzle.goal)
    return fields


def _resembles(state: State, other: State, goal: State) -> bool:
    """Return whether more than half of the cells agree with the other goal, and fewer with the puzzle's own."""
    there = sum(map(int.__eq__, state, other))
    return 2 * there > len(state) and there > sum(map(int.__eq__, state, goal))
