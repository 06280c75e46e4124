"""A budget measures, passes on what is reported, and ends with whatever it is a share of."""

from itertools import islice
from threading import Thread
from typing import Any

import pytest

from solvable import LightsOut, count, parse_puzzle
from solvable.core import budget as room
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Better, Bound, Event, Solution


class Clock:
    """A clock that is put forward by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_time_passes_by_the_clock_that_is_given() -> None:
    clock = Clock()
    budget = Budget(5.0, clock=clock)
    assert (budget.left, budget.spent, budget.is_limited, budget.is_over) == (5.0, 0.0, True, False)
    clock.now += 3
    assert (budget.left, budget.spent) == (2.0, 3.0)
    budget.put_off(1.5)
    budget.keep(0.5)
    assert budget.left == 3.0
    clock.now += 3
    assert budget.is_over
    with pytest.raises(BudgetExceededError):
        budget.check()


def test_what_has_been_begun_may_end_later() -> None:
    clock = Clock()
    whole = Budget(5.0, clock=clock)
    part, early = whole.share(), whole.share(0.5)
    with pytest.raises(KeyboardInterrupt), part.extended(1.5):
        assert (whole.left, part.left, early.left, part.share().left) == (6.5, 6.5, 2.5, 6.5)
        raise KeyboardInterrupt
    assert (whole.left, part.left) == (5.0, 5.0)


def test_without_a_limit_it_ends_only_when_cancelled() -> None:
    budget = Budget()
    assert budget.left == budget.share(0.5).left == float("inf")
    assert not budget.is_limited
    share = budget.share()
    thread = Thread(target=budget.cancel)
    thread.start()
    thread.join()
    assert budget.is_over and share.is_over and share.is_cancelled


def test_a_share_ends_no_later_than_the_whole() -> None:
    clock = Clock()
    whole = Budget(8.0, workers=3, clock=clock)
    half, quick, slow = whole.share(0.5), whole.share(seconds=1.0, workers=1), whole.share(seconds=100.0)
    assert (half.left, quick.left, slow.left) == (4.0, 1.0, 8.0)
    assert (half.workers, quick.workers) == (3, 1)
    quick.cancel()
    assert quick.is_over and not whole.is_over
    slow.put_off(2.0)
    assert slow.left == whole.left == 10.0
    whole.keep(9.0)
    assert half.left == 1.0


def test_an_answer_is_put_together_when_the_time_is_up_unless_it_is_cancelled() -> None:
    clock = Clock()
    with room.unhurried():
        room.check()  # no budget is in force
    with Budget(8.0, clock=clock) as whole, whole.share(0.5):
        clock.now += 10
        with pytest.raises(BudgetExceededError):
            room.check()
        with room.unhurried():
            room.check()
            assert not Budget.of().is_limited
            assert Budget.of(seconds=3.0).left == 3.0
            whole.cancel()
            with pytest.raises(BudgetExceededError):
                room.check()


def test_what_a_move_costs_whoever_asks_is_known_to_all_shares() -> None:
    whole = Budget()
    whole.per_move = 0.5
    assert whole.share().share(0.1).per_move == 0.5
    assert Budget().per_move == 0.0


def test_each_end_is_measured_by_its_own_clock() -> None:
    ahead, behind = Clock(), Clock()
    behind.now = 40.0
    whole = Budget(8.0, clock=behind)
    part = whole.share(clock=ahead)
    assert part.left == 8.0
    ahead.now += 3
    assert (part.left, whole.left) == (5.0, 8.0)
    behind.now += 6
    assert part.left == 2.0


def test_events_pass_up_changed_or_not_at_all() -> None:
    seen: list[Event] = []
    whole = Budget(progress=seen.append)
    plus = whole.share(through=lambda event: Bound(event.lower_bound + 10, event.best, event.nodes))
    silent = whole.share(through=lambda _: None)
    best = Solution((1, 2), 1)
    assert plus.share().goes_on(1, None, 7)
    assert silent.goes_on(5)
    assert whole.better(best, 9)
    assert seen == [Bound(11, None, 7), Better(1, best, 9)]


def test_the_callback_cancels_by_saying_false_and_hears_no_more() -> None:
    seen: list[Event] = []

    def progress(event: Event) -> bool:
        seen.append(event)
        return len(seen) < 2

    budget = Budget(progress=progress)
    share = budget.share()
    assert share.goes_on() and not share.goes_on() and not share.goes_on()
    assert budget.is_cancelled and len(seen) == 2
    assert "cancelled" in str(share.exceeded(3))


def test_the_budget_in_force_is_the_innermost() -> None:
    room.check()
    outer, inner = Budget(), Budget()
    inner.cancel()
    with outer:
        room.check()
        with inner, pytest.raises(BudgetExceededError):
            room.check()
        room.check()
        outer.cancel()
        with pytest.raises(BudgetExceededError):
            room.check()
    room.check()


def test_a_public_method_takes_a_budget_or_makes_one() -> None:
    budget = Budget()
    assert Budget.of(budget=budget, seconds=3.0) is budget
    made = Budget.parallel(seconds=3.0, workers=2)
    assert made.is_limited and made.workers == 2


def test_what_is_made_inside_a_budget_in_force_ends_with_it_and_reports_elsewhere() -> None:
    seen: list[Event] = []
    heard: list[Event] = []
    outer = Budget(8.0, clock=Clock(), progress=seen.append)
    with outer:
        made = Budget.of(seconds=100.0, progress=heard.append)
        told = Budget.of(progress=lambda _: False)
    assert made.left == 8.0 and made.goes_on(3)
    assert not told.goes_on() and not outer.is_over
    assert (seen, heard) == ([], [Bound(3)])
    outer.cancel()
    assert made.is_over


def test_who_is_heard_within_a_budget_in_force() -> None:
    """A request of its own reports to its own progress alone, whether or not the budget in force has one."""
    outer, inner = list[Event](), list[Event]()
    best = Solution((1, 2), 1)
    for budget in (Budget(), Budget(progress=outer.append)):
        with budget:
            asked, silent = Budget.of(progress=inner.append), Budget.of()
        assert asked.share().has_listener and not silent.share().has_listener
        assert asked.share().goes_on(1, lambda: best) and silent.goes_on(2, lambda: best)
    assert inner == [Bound(1, best, 0)] * 2 and not outer


def test_a_long_loop_looks_at_the_budget_after_every_few_items() -> None:
    seen = list[int]()
    with Budget() as budget, pytest.raises(BudgetExceededError):
        for item in room.checked(range(100), 7):
            seen.append(item)
            if item == 30:
                budget.cancel()
    assert seen == list(range(34))
    assert list(room.checked(iter("abc"), 1)) == list(room.checked("abc", 2)) == list("abc")
    assert list(room.checked((), 1)) == []


def test_a_keyword_that_is_no_limit_is_refused_in_the_name_of_the_public_function() -> None:
    board = LightsOut(5, 5)
    board.optimal(board.goal)  # from now on answered at once, without a budget
    known = "Did you mean 'seconds'"
    with pytest.raises(TypeError, match=rf"LightsOut.optimal\(\) got an unexpected keyword argument 'second'. {known}"):
        board.optimal(board.goal, second=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^count\(\) got an unexpected keyword argument 'timeout'$"):
        count("lights:3x3", timeout=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^count\(\) got an unexpected keyword argument 'workers'$"):
        count("lights:3x3", workers=2)  # type: ignore[call-arg]


def test_a_range_of_any_length_is_checked_on_the_way() -> None:
    assert list(islice(room.checked(range(2**200)), 3)) == [0, 1, 2]
    puzzle: Any = parse_puzzle("lights:63x5,cross,torus")
    assert len(list(islice(puzzle.quiet_list(every=True), 50))) == 50  # of 2^66
