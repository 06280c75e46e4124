"""Parts given to others come back in order, with their errors; and what tables and new boards they make is the same."""

import os
import pickle
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from solvable import answers, batch
from solvable.batch.worker import sendable
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.executor import Executor, LostError, ThreadExecutor, map_ordered
from solvable.families.protocol import Rules
from solvable.game_id import parse_puzzle
from solvable.lights.nullity import roots_of_unity


@pytest.fixture
def executor() -> Iterator[Executor]:
    with closing(ThreadExecutor(3)) as threads:
        yield threads


def slept(number: int) -> int:
    """Return the number, the later the smaller it is."""
    time.sleep(0.002 * (9 - number % 10))
    return number


def test_parts_come_back_in_order_and_not_all_are_given_at_once(executor: Executor) -> None:
    given = 0

    def numbers() -> Iterator[tuple[int]]:
        nonlocal given
        for given in range(100):
            yield (given,)

    found = map_ordered(executor, slept, numbers())
    assert next(found) == 0 and given < 30
    assert list(found) == list(range(1, 100))


def test_what_a_part_or_whoever_looks_at_the_budget_raises_ends_the_rest(executor: Executor) -> None:
    with pytest.raises(ZeroDivisionError):
        list(map_ordered(executor, divmod, [(6, 2), (1, 0), (4, 2)]))
    budget = Budget()
    budget.cancel()
    with pytest.raises(BudgetExceededError):
        list(map_ordered(executor, slept, [(0,)], budget.check))


def test_a_share_has_the_crew_of_its_budget(executor: Executor) -> None:
    assert Budget(executor=executor).share(seconds=1).share().executor is executor
    assert Budget().share().executor is None


def test_errors_are_sent_as_they_are_or_as_what_they_say() -> None:
    class OwnError(Exception):  # of a class that cannot be found by its name
        pass

    assert isinstance(sendable(PuzzleError("no board")), PuzzleError)
    assert str(sendable(OwnError("lost"))) == "lost" and isinstance(sendable(OwnError("lost")), PuzzleError)
    assert str(pickle.loads(pickle.dumps(LostError()))) == str(LostError())


@pytest.mark.parametrize(
    ("widths", "heights", "rules"),
    [(range(1, 9), range(1, 30), Rules()), (range(1, 20), None, Rules("king", k=6))],
)
def test_tables_of_nullities_are_the_same_by_a_crew(
    executor: Executor, widths: range, heights: range | None, rules: Rules
) -> None:
    alone = list(answers.nullities(widths, heights, rules))
    with Budget(executor=executor):
        assert list(answers.nullities(widths, heights, rules)) == alone


def test_squares_are_found_alike_by_a_crew(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(roots_of_unity.plane(1, 1200))
    monkeypatch.setattr(roots_of_unity, "PART", 1 << 17)
    with Budget(executor=executor):
        assert list(roots_of_unity.plane(1, 1200)) == alone


@pytest.mark.parametrize(
    ("puzzle", "more"),
    [("lights:4x4,mod3", {}), ("lights:3x3", {"graded": 5}), ("tiles:3x3", {"exact": 20}), ("lights:2x2", {})],
)
def test_new_boards_are_the_same_by_a_crew(executor: Executor, puzzle: str, more: dict[str, Any]) -> None:
    def made(budget: Budget) -> list[object]:
        boards = answers.new(parse_puzzle(puzzle), number=20, seed="7", budget=budget, **more)
        return [{**answer, "seconds": 0} for answer in boards]

    assert made(Budget(executor=executor)) == made(Budget())


def test_processes_compute_parts_and_tell_what_went_wrong() -> None:
    with closing(batch.make_executor(2)) as processes:
        assert list(map_ordered(processes, divmod, [(7, number) for number in range(1, 6)])) == [
            divmod(7, number) for number in range(1, 6)
        ]
        with pytest.raises(ZeroDivisionError):
            processes.submit(divmod, 1, 0).result()
        with pytest.raises(LostError):
            processes.submit(os._exit, 9).result()
