"""How many presses the states of a puzzle need, as the checker counts them: against exhaustion, and in little time."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.spent import LATE, spent

from solvable import LightsOut, answers
from solvable.checker import verify
from solvable.checker.lights.covering_radius import _layers


@given(st.sets(st.integers(1, 63), max_size=7))
def test_each_sum_is_reached_by_as_few_steps_as_can_be(steps: set[int]) -> None:
    fewest = dict[int, int]()
    for count in range(len(steps) + 1):
        for chosen in combinations(steps, count):
            end = 0
            for step in chosen:
                end ^= step
            fewest.setdefault(end, count)
    counts = Counter(fewest.values())
    assert _layers(steps) == [counts[count] for count in range(len(counts))]


def test_independent_steps_are_counted_by_binomials() -> None:
    assert _layers({1 << place for place in range(15)}) == [comb(15, count) for count in range(16)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(5, 5), (4, 6), (2, 12)])  # of 2^23 and 2^24 states
def test_tables_of_millions_of_states_are_recounted_in_little_time(size: tuple[int, int]) -> None:
    answer = answers.distribution(puzzle := LightsOut(*size), answers.press_distribution(puzzle))
    begun = spent()
    report = verify(answer)
    assert report.verdict == "right" and spent() - begun < LATE
    numbers = [int(count) for count in answer["distribution"]]
    numbers[3:5] = numbers[3] + 1, numbers[4] - 1
    assert not verify(answers.distribution(puzzle, numbers))


@pytest.mark.parametrize("board", ["54x54", "40x40,torus", "30x30,king"])
def test_large_boards_are_found_solvable_by_one_elimination_at_most(board: str) -> None:
    from solvable.game_id import parse

    begun = spent()
    assert verify(answers.check(*parse(f"lights:{board}#1"))).verdict == "right"
    assert spent() - begun < LATE
