"""What answers have in common: which puzzle and board they are about, the solution, the limits, the time."""

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

PER_MOVE, BYTES, LONG = 3.0e-8, 20, 1 << 20  # seconds and bytes that a move takes in the answer; moves that are many
GOALS_SHOWN_MAX = 3  # other goals that people are shown
Mode = Literal["optimal", "any", "near"]
Able = TypeVar("Able")


def able(puzzle: Puzzle, capability: type[Able], refusal: str) -> Able:
    """Return the puzzle as one that has the capability; else raise PuzzleError with that sentence."""
    if isinstance(puzzle, capability):
        return puzzle
    raise PuzzleError(refusal)


def named_rules(puzzle: Puzzle) -> Fields:
    """Return the puzzle's ID, and for a named one its rules written out."""
    return {"puzzle": format_puzzle(puzzle)} | families.of(puzzle).rules(puzzle)


def head(puzzle: Puzzle, state: State) -> Fields:
    """Return what an answer about a board begins with."""
    named = named_rules(puzzle)
    return named | {"board": f"{named['puzzle']}:{puzzle.format(state)}"}


def solved(puzzle: Puzzle, state: State, solution: Solution, mode: Mode) -> Fields:
    """Return the fields of a solution: bounded where a shortest one was wanted and this is not proved to be.

    Raise BudgetExceededError if its moves would not fit into memory as an answer has them.
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
    """Return what an answer says of goals, as sentences of the library: which it is for, and which others are usual."""
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
    """Give a dict that holds the seconds once it is done."""
    start, fields = perf_counter(), dict[str, Any]()
    yield fields
    fields["seconds"] = round(perf_counter() - start, 6)
