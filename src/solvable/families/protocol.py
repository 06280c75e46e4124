"""The interface of a family of puzzles, for code that serves all families: its game IDs, facts about its puzzles, its
sentences.

Functions return fields of `answer.Answer`; a family leaves out those that do not apply to it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq
from types import MappingProxyType
from typing import Any, NamedTuple

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.frozen import frozen
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Obstruction, Puzzle, Searched, Solution, State, WorstCase

Fields = dict[str, Any]
Options = Sequence[tuple[int, str]]
Template = str | Mapping[str, str]
"""A sentence with fields to fill in, or a pair for singular and plural: {"one": …, "other": …}."""

_SIZE = pattern("[0-9]{1,40}(?:x[0-9]{1,40}){1,2}")  # longer numbers match too, so that the error can be "too large"


def size_of(option: str) -> tuple[int, ...]:
    """Return the two or three numbers of a size, `4x3` or `3x3x3`; an empty tuple if the option is not a size."""
    return tuple(map(int, option.split("x"))) if _SIZE.fullmatch(option) else ()


def fault(message: str, expected: str, column: int) -> NotationError:
    """Return the error about an option at this column (from 1) of an ID's first line."""
    return NotationError(message, expected=expected, line=1, column=column)


def nothing(*_: object) -> Fields:
    """Return no fields."""
    return {}


def no_puzzles() -> Iterable[Puzzle]:
    """Return no puzzles."""
    return ()


def no_boards() -> Mapping[str, tuple[str, str]]:
    """Return no boards."""
    return {}


def no_colours(_: object) -> tuple[str, ...]:
    """Return no colours."""
    return ()


def no_goals(_: object) -> Mapping[str, Callable[[], State]]:
    """Return no goals."""
    return {}


def no_words(_: object, goal: str) -> str:
    """Return the goal as it is written."""
    return goal


def nowhere(_: object) -> None:
    """Return None."""


def one_by_one(*_: object) -> None:
    """Return None: many boards together are no faster than one after another."""


def never(_: object) -> bool:
    """Return False."""
    return False


def refused(sentence: str) -> Callable[..., Any]:
    """Return a function that raises PuzzleError with this sentence, for what a family does not offer."""

    def refuse(*_: object, **__: object) -> Any:
        raise PuzzleError(sentence)

    return refuse


no_resuming: Callable[..., Searched] = refused(
    "only the search for shortest solutions of tiles on a full board can be kept"
)


class Rules(NamedTuple):
    """The rules of the boards in a table."""

    rule: str = "plus"
    surface: str = "plane"
    k: int = 2


@frozen
class BySize:
    """A family's boards by size and rules, and the table of their nullities."""

    sized: Callable[[int, int, Rules], Any]
    """(width, height, rules): the board."""
    nullities: Callable[[Iterable[int], Iterable[int] | None, Rules, Sequence[int]], Iterator[tuple[int, ...]]]
    """(widths, heights or None for squares, rules, known): the rows, each of which ends with the nullity and the number
    of solutions.

    `known` are the known nullities of the squares of sides 1, 2, … under these rules.
    """


class Level(NamedTuple):
    """A level of difficulty: the options of a puzzle, and the number of moves that its boards need (0: any).

    If `boards` are listed, the level has only these, and each needs exactly that many moves.
    """

    params: str
    moves: int = 0
    boards: tuple[str, ...] = ()


@frozen
class Family:
    """A family of puzzles; no other package uses its classes."""

    example: str
    """A game ID without a position."""
    largest: int
    """The largest number of cells in an ID."""
    owns: Callable[[object], bool]
    """(puzzle): whether it belongs to the family."""
    parse_params: Callable[[Options, int], Any]
    """(options, limit): the puzzle with these (column, text) options; raises NotationError for bad options or more than
    `limit` cells.
    """
    format_params: Callable[[Any], str]
    """(puzzle): its options in canonical order."""
    seeded: Callable[[Any, Callable[[int], int]], State]
    """(puzzle, upto): the scramble drawn with `upto`; upto(limit) is a random number from 0 to limit − 1."""
    is_hopeless: Callable[[Any], bool] = never
    """(puzzle): whether proving the minimum is out of reach for most states, so that a time limit is needed."""
    is_spread: Callable[[Any], bool] = never
    """(puzzle): whether the search for a shortest solution can be distributed over the executor of its budget."""
    rules: Callable[[Any], Fields] = nothing
    """(puzzle): the rules of a named puzzle, written out."""
    ways: Callable[[Any], Fields] = nothing
    """(puzzle): the number of solutions of each solvable state."""
    remaining: Callable[[Any], Callable[[Any], Any] | None] = nowhere
    """(puzzle): a function that finds the fewest moves of many states together, (array of shape (states, cells)) →
    array, −1 if there is no solution; None if there is no such table.
    """
    facts: Callable[[Any], Fields] = nothing
    """(puzzle): further fields of a count: title and source, or the parts of a graph."""
    evidence: Callable[[Any, State], Fields] = nothing
    """(puzzle, state): the numbers that decide whether it is solvable."""
    moves: Callable[[Any, State, Sequence[Move]], Fields] = nothing
    """(puzzle, state, moves): the moves in the usual notation."""
    replayed: Callable[[Any, State, Sequence[Move]], Fields] = nothing
    """(puzzle, state, moves): the moves without detours, the moves in reverse, and those that lead away from the goal.
    """
    many: Callable[[Any, Sequence[State]], Sequence[Searched | Obstruction] | None] = one_by_one
    """(puzzle, states): what `search` returns for each, or its obstruction; None if that is no faster."""
    card: Callable[[Any], Fields] = nothing
    """(puzzle): its entry in a list of the named puzzles."""
    goals: Callable[[Any], Mapping[str, Callable[[], State]]] = no_goals
    """(puzzle): the goals that have a name, the most usual first."""
    toward: Callable[[Any, Sequence[int | None], State], Sequence[tuple[Any, State]]] | None = None
    """(puzzle, goal, state): puzzles whose goals together cover a goal that leaves its None cells open, with the state
    in each; the nearest goal counts. Raises PuzzleError if the goal does not fit the state.
    """
    goal_names: tuple[str, ...] = ()
    """The names that `goals` gives for some puzzle of the family."""
    goal_words: Callable[[Any, str], str] = no_words
    """(puzzle, goal): a description of a goal, given by its name or its cells."""
    goal_fields: Callable[[Any, State, bool], Fields] = nothing
    """(puzzle, state, is_solvable): the goal of the verdict, if it should be named, and other goals with the opposite
    verdict.
    """
    named: Callable[[], Iterable[Any]] = no_puzzles
    """(): the puzzles that have a name."""
    boards: Callable[[], Mapping[str, tuple[str, str]]] = no_boards
    """(): the boards without a name that a list of puzzles shows: options → title, and the rule in words."""
    colours: Callable[[Any], tuple[str, ...]] = no_colours
    """(puzzle): the colours that its rule gives the states of a lamp, state 0 first; () if lamps are lit or off."""
    by_size: BySize | None = None
    """Tables of boards by their size."""
    levels: tuple[Level, ...] = ()
    """Levels of play, the easiest first; if there are none, boards of the example are played."""
    tables: str = ""
    """The module that lists, builds, checks and removes its tables on disk (`tiles.pdb.registry`), or ""."""
    plays_like: Callable[[Any, Any], bool] = eq
    """(puzzle, other): whether the two are the same game under any name."""
    solutions: Callable[..., Iterator[Solution]] = refused(
        "a tiles board has infinitely many solutions; --all lists the optimal ones"
    )
    """(puzzle, state, budget=): every solution, if there are finitely many, else a finite list of them."""
    resume: Callable[..., Searched] = no_resuming
    """(puzzle, state, checkpoint, budget=): the result of `search`, which saves its progress to the file and continues
    from it; raises PuzzleError if the file belongs to another search, or the puzzle has no search that can be saved.
    """
    press_distribution: Callable[[Any], Sequence[int]] = refused(
        "table presses needs a lights puzzle; for tiles: table distances"
    )
    """(puzzle): the number of solvable states that need 0, 1, 2, … presses."""
    worst: Callable[..., WorstCase] = refused("only lights puzzles have a hardest state")
    """(puzzle, budget=): the hardest known state, and the proved bound."""
    quiet: Callable[..., Iterator[State]] = refused("only lights puzzles have quiet patterns")
    """(puzzle, every=): a basis of the moves that change nothing, or with `every` all but the zero pattern."""
    chase: Callable[[Any, State], Any] = refused("light chasing is for lights puzzles only")
    """(puzzle, state): a board solved row by row: the presses `chased`, what is left (`residual`), the `first_row` that
    clears it and all `presses` of the second chase, both None if no first row does.
    """
    chase_table: Callable[[Any], Mapping[State, Sequence[State]]] = refused("light chasing is for lights puzzles only")
    """(puzzle): for each residual row, the first rows that clear it."""
    lit_only: Callable[..., Solution] = refused("only lights puzzles have lit-only play")
    """(puzzle, state, budget=): a shortest sequence of presses, each of a lit lamp."""
    fewest_lit: Callable[..., tuple[State, Solution]] = refused("only lights puzzles have lamps")
    """(puzzle, state, budget=): a reachable state with the fewest lamps lit, and the presses that lead there."""
    scene: Callable[..., Any] | None = None
    """(puzzle, state, marks): the Scene to draw."""
    prefix: str = "moves"
    """Prefix of its sentences' keys, headline.PREFIX.fewest; those of "moves" fit any puzzle with moves."""
    sentences: Mapping[str, Mapping[str, Template]] = MappingProxyType({})
    """By language: the sentences under its prefix, and translations of its errors and notes by English template."""
    lessons: tuple[str, ...] = ()
    """The names of its lessons."""
