"""Fields that answers share: the puzzle and the board, the solution, the limits, the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Literal, TypeVar

from solvable import families
from solvable.core.answer import Answer, Fields, solution_fields
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, Solution, State
from solvable.game_id import format_puzzle

# Seconds and bytes per move in an answer; moves from which a solution is long
PER_MOVE, BYTES, LONG = 3.0e-8, 20, 1 << 20
GOALS_SHOWN_MAX = 3  # other goals that are listed for people
Mode = Literal["optimal", "any", "near"]
Able = TypeVar("Able")


def able(puzzle: Puzzle, capability: type[Able], refusal: str) -> Able:
    """Return the puzzle, typed as one that has the capability; raise PuzzleError with the sentence `refusal` if it does
    not.
    """
    if isinstance(puzzle, capability):
        return puzzle
    raise PuzzleError(refusal)


def named_rules(puzzle: Puzzle) -> Fields:
    """Return the puzzle's ID, and for a named one its rules written out."""
    return {"puzzle": format_puzzle(puzzle)} | families.of(puzzle).rules(puzzle)


def head(puzzle: Puzzle, state: State) -> Fields:
    """Return the first fields of an answer about a board."""
    named = named_rules(puzzle)
    return named | {"board": f"{named['puzzle']}:{puzzle.format(state)}"}


def solved(puzzle: Puzzle, state: State, solution: Solution, mode: Mode) -> Fields:
    """Return the fields of a solution; the verdict is `bounded` if a shortest one was requested and this is not proved
    to be one.

    Raise BudgetExceededError if the answer's list of moves would not fit into memory.
    """
    if len(solution) >= LONG:
        try:
            check_memory(BYTES * len(solution), len(state), 1.5)
        except BudgetExceededError as error:
            raise BudgetExceededError(str(error), solution.lower_bound) from None
    is_open = mode != "any" and not solution.is_optimal
    family = families.of(puzzle)
    fields = {"verdict": "bounded" if is_open else "solved"} | solution_fields(solution)
    fields |= family.ways(puzzle) | family.moves(puzzle, state, solution.moves)
    return fields | family.goal_fields(puzzle, state, True)


def goal_sentences(puzzle: Puzzle, answer: Answer) -> list[str]:
    """Return the sentences about goals in an answer: the goal that it is for, and other usual goals."""
    words, sentences = families.of(puzzle).goal_words, list[str]()
    if "goal" in answer:
        sentences.append(msg("This is for the goal {goal}.", goal=words(puzzle, answer["goal"])))
    for name in answer.get("other_goals", ())[:GOALS_SHOWN_MAX]:
        sentences.append(msg("Solvable for the goal {goal}: --goal {name}", goal=words(puzzle, name), name=name))
    for name in answer.get("impossible_goals", ()):
        sentences.append(msg("Impossible for the goal {goal}: --goal {name}", goal=words(puzzle, name), name=name))
    return sentences


@contextmanager
def timed() -> Iterator[Fields]:
    """Yield a dict that contains the elapsed seconds when the block ends."""
    start, fields = perf_counter(), dict[str, Any]()
    yield fields
    fields["seconds"] = round(perf_counter() - start, 6)
