"""What is left to the pair model, and where sweeps pay."""

import pytest

from solvable.tiles.near import schedule

FOREVER = float("inf")


@pytest.mark.parametrize("shape", [(10, 10), (9, 10), (10, 9), (12, 10), (30, 9), (10, 3), (4, 4)])
def test_inner_boards_lie_within_the_board_and_larger_ones_need_time(shape: tuple[int, int]) -> None:
    for seconds in (0.1, 100.0, FOREVER):
        plans = schedule.plans(*shape, seconds)
        assert all(plan.inner[0] <= shape[0] and plan.inner[1] <= shape[1] for plan in plans)
        assert all(0 < plan.outer_share < 1 and 0 < plan.inner_share < 1 for plan in plans)
        assert (len(plans) == 2) == (seconds == 100 and min(shape) >= 9 and max(shape) <= 12)


def test_sweeps_are_made_where_no_beam_sees_the_whole_board() -> None:
    end = 2.0
    assert schedule.last_price(10, 100, 5.0, end) is None
    assert schedule.last_price(20, 20, None, end) == schedule.CLOSE
    assert schedule.last_price(60, 60, None, end) == end
    rooms = (schedule.LEAST_SWEPT / schedule.LESS - 1, 50.0, 600.0)
    assert [schedule.last_price(20, 20, room, end) for room in rooms] == [end, schedule.CLOSE, schedule.CLOSE]
    assert schedule.last_price(200, 20, 1e9, end) == end


def test_long_boards_leave_a_small_inner_board_to_the_model() -> None:
    for seconds in (1.0, FOREVER):
        assert [plan.inner for plan in schedule.plans(40, 30, seconds)] == [(7, 7)]


def test_swept_boards_of_middle_size_leave_more_where_there_is_time() -> None:
    assert [schedule.plans(20, 20, seconds)[0].inner for seconds in (1.0, 2.0, FOREVER)] == [(7, 7), (12, 12), (7, 7)]
    assert [plan.inner for plan in schedule.plans(12, 20, 2.0)] == [(7, 7)]


def test_boards_of_middle_size_are_tried_whole_where_there_is_a_limit() -> None:
    assert all(schedule.is_tried(*shape, 0.1) for shape in [(20, 20), (14, 14), (11, 20), (15, 30), (60, 60)])
    never = [(10, 20, 20.0), (61, 60, 60.0), (20, 20, FOREVER)]
    assert not any(schedule.is_tried(*each) for each in never)
