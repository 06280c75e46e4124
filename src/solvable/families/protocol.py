"""What a family of puzzles offers to the rooms that are written once for all families: reading and writing its IDs,
facts about its puzzles, and its sentences.

Fields are those of `answer.Answer`; a family leaves out what does not apply to it.
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
"""A sentence with fields to fill in, or one for a single thing and one for several: {"one": …, "other": …}."""

_SIZE = pattern("[0-9]{1,40}(?:x[0-9]{1,40}){1,2}")  # longer numbers too, so that the error says "too large"


def size_of(option: str) -> tuple[int, ...]:
    """Return the two or three numbers of a size, `4x3` or `3x3x3`; an empty tuple where the option is no size."""
    return tuple(map(int, option.split("x"))) if _SIZE.fullmatch(option) else ()


def fault(message: str, expected: str, column: int) -> NotationError:
    """Return the error about an option at this column (from 1) of an ID's first line."""
    return NotationError(message, expected=expected, line=1, column=column)


def nothing(*_: object) -> Fields:
    """Return no fields."""
    return {}


def no_puzzles() -> Iterable[Puzzle]:
    """Return no named puzzles."""
    return ()


def no_boards() -> Mapping[str, tuple[str, str]]:
    """Return no boards."""
    return {}


def no_colours(_: object) -> tuple[str, ...]:
    """Return no colours."""
    return ()


def no_goals(_: object) -> Mapping[str, Callable[[], State]]:
    """Return no named goals."""
    return {}


def no_words(_: object, goal: str) -> str:
    """Return a goal as it is written."""
    return goal


def nowhere(_: object) -> None:
    """Return None."""


def one_by_one(*_: object) -> None:
    """Return None: many boards together are solved no faster than one after another."""


def never(_: object) -> bool:
    """Return False."""
    return False


def refused(sentence: str) -> Callable[..., Any]:
    """Return a function that raises PuzzleError with this sentence: what a family does not offer."""

    def refuse(*_: object, **__: object) -> Any:
        raise PuzzleError(sentence)

    return refuse


no_resuming: Callable[..., Searched] = refused(
    "only the search for shortest solutions of tiles on a full board can be kept"
)


class Rules(NamedTuple):
    """The rules of a table of boards."""

    rule: str = "plus"
    surface: str = "plane"
    k: int = 2


@frozen
class BySize:
    """The boards of a family that size and rules describe, and the table of their nullities."""

    sized: Callable[[int, int, Rules], Any]
    """(width, height, rules): the board."""
    nullities: Callable[[Iterable[int], Iterable[int] | None, Rules, Sequence[int]], Iterator[tuple[int, ...]]]
    """(widths, heights or None for squares, rules, known): the rows, each with nullity and solutions at its end.

    `known` are the nullities of the squares of sides 1, 2, … by these rules, as far as they are known."""


class Level(NamedTuple):
    """A step of rising difficulty: the options of a puzzle, and from how many moves its boards are made (0: any).

    Where `boards` are listed the level has these alone, and each needs exactly so many moves.
    """

    params: str
    moves: int = 0
    boards: tuple[str, ...] = ()


@frozen
class Family:
    """A family: its classes are known to nobody else."""

    example: str
    """A game ID without a position."""
    largest: int
    """Cells that an ID may name."""
    owns: Callable[[object], bool]
    """(puzzle): whether it is one of the family's."""
    parse_params: Callable[[Options, int], Any]
    """(options, limit): the puzzle of these (column, text) options; raises NotationError, also beyond `limit` cells."""
    format_params: Callable[[Any], str]
    """(puzzle): its options in canonical order."""
    seeded: Callable[[Any, Callable[[int], int]], State]
    """(puzzle, upto): the scramble drawn with `upto`, where upto(limit) is a random number from 0 to limit − 1."""
    is_hopeless: Callable[[Any], bool] = never
    """(puzzle): whether proving the minimum is out of reach for most states, so that a time limit is needed."""
    is_spread: Callable[[Any], bool] = never
    """(puzzle): whether the search for a shortest solution can be spread over the executor of its budget."""
    rules: Callable[[Any], Fields] = nothing
    """(puzzle): the rules of a named puzzle, written out."""
    ways: Callable[[Any], Fields] = nothing
    """(puzzle): how many solutions each solvable state has."""
    remaining: Callable[[Any], Callable[[Any], Any] | None] = nowhere
    """(puzzle): how to find the fewest moves of many states at once, (array of shape (states, cells)) → array, −1 if
    there is no solution; None if there is no such table."""
    facts: Callable[[Any], Fields] = nothing
    """(puzzle): what a count says in addition: title and source, or the parts of a graph."""
    evidence: Callable[[Any, State], Fields] = nothing
    """(puzzle, state): the numbers that decide whether it is solvable."""
    moves: Callable[[Any, State, Sequence[Move]], Fields] = nothing
    """(puzzle, state, moves): the moves in the notation of the field."""
    replayed: Callable[[Any, State, Sequence[Move]], Fields] = nothing
    """(puzzle, state, moves): the moves without detours, the moves in reverse, and which of them lead away."""
    many: Callable[[Any, Sequence[State]], Sequence[Searched | Obstruction] | None] = one_by_one
    """(puzzle, states): what `search` returns for each, or its obstruction; None if that is no faster."""
    card: Callable[[Any], Fields] = nothing
    """(puzzle): its entry in a list of the named puzzles."""
    goals: Callable[[Any], Mapping[str, Callable[[], State]]] = no_goals
    """(puzzle): the goals that have a name, the most usual first."""
    toward: Callable[[Any, Sequence[int | None], State], Sequence[tuple[Any, State]]] | None = None
    """(puzzle, goal, state): the puzzles of reaching a goal that leaves open the cells where it has None, and the state
    in each; the nearest counts. Raises PuzzleError if it is no goal of that state."""
    goal_names: tuple[str, ...] = ()
    """The names that `goals` gives for some puzzle of the family."""
    goal_words: Callable[[Any, str], str] = no_words
    """(puzzle, goal): a goal of the puzzle in words, given by its name or its cells."""
    goal_fields: Callable[[Any, State, bool], Fields] = nothing
    """(puzzle, state, is_solvable): which goal the verdict is for, if that is to be said, and for which other goals
    it would be another."""
    named: Callable[[], Iterable[Any]] = no_puzzles
    """(): the puzzles that have a name."""
    boards: Callable[[], Mapping[str, tuple[str, str]]] = no_boards
    """(): the boards without a name that a list of puzzles shows: options → title, and the rule in words."""
    colours: Callable[[Any], tuple[str, ...]] = no_colours
    """(puzzle): the colours that its rule gives the states of a lamp, state 0 first; () if lamps are lit or off."""
    by_size: BySize | None = None
    """Tables of boards by their size."""
    levels: tuple[Level, ...] = ()
    """Levels of play from a child's first board up; without any, boards of the example are played."""
    tables: str = ""
    """The module that lists, builds, checks and removes its tables on disk (`tiles.pdb.registry`), or ""."""
    plays_like: Callable[[Any, Any], bool] = eq
    """(puzzle, other): whether the two are the same game, whatever they are called."""
    solutions: Callable[..., Iterator[Solution]] = refused(
        "a tiles board has infinitely many solutions; --all lists the optimal ones"
    )
    """(puzzle, state, budget=): every solution, if there are finitely many, or a finite list of them."""
    resume: Callable[..., Searched] = no_resuming
    """(puzzle, state, checkpoint, budget=): what `search` returns, saved to the file and continued from it; raises
    PuzzleError if the file is of another search, or the puzzle has none that can be kept."""
    press_distribution: Callable[[Any], Sequence[int]] = refused(
        "table presses needs a lights puzzle; for tiles: table distances"
    )
    """(puzzle): how many solvable states need 0, 1, 2, … presses."""
    worst: Callable[..., WorstCase] = refused("only lights puzzles have a hardest state")
    """(puzzle, budget=): the hardest state that is known, and the proved bound."""
    quiet: Callable[..., Iterator[State]] = refused("only lights puzzles have quiet patterns")
    """(puzzle, every=): a basis of the moves that change nothing, or with `every` all but the empty ones."""
    chase: Callable[[Any, State], Any] = refused("light chasing is for lights puzzles only")
    """(puzzle, state): a board solved row by row: the presses `chased`, what is left (`residual`), the `first_row`
    that mends it and all `presses` of the second chase, both None if there is none."""
    chase_table: Callable[[Any], Mapping[State, Sequence[State]]] = refused("light chasing is for lights puzzles only")
    """(puzzle): for each residual row the first rows that mend it."""
    lit_only: Callable[..., Solution] = refused("only lights puzzles have lit-only play")
    """(puzzle, state, budget=): a shortest sequence of presses, each of a lit lamp."""
    fewest_lit: Callable[..., tuple[State, Solution]] = refused("only lights puzzles have lamps")
    """(puzzle, state, budget=): a reachable state with the fewest lamps lit, and the presses that lead there."""
    scene: Callable[..., Any] | None = None
    """(puzzle, state, marks): the Scene to draw."""
    prefix: str = "moves"
    """Where its sentences are: headline.PREFIX.fewest; "moves" are those that fit any puzzle with moves."""
    sentences: Mapping[str, Mapping[str, Template]] = MappingProxyType({})
    """By language: the sentences with its own prefix, and those of its errors and notes by English template."""
    lessons: tuple[str, ...] = ()
    """The names of its lessons."""
