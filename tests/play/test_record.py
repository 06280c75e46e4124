"""The record: averages as speedcubing has them, streaks over days, and a file that is checked before it is believed."""

import json
import statistics
from datetime import UTC, datetime, timedelta, timezone
from math import ceil, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import LightsOut, SlidingTiles
from solvable.core.errors import PuzzleError
from solvable.play.levels import daily
from solvable.play.record import GAMES_MAX, Game, Record, average, game_of, rolling
from solvable.play.session import Session

BOARD = "tiles:3x3:1,2,3/4,5,6/7,0,8"
NOON = datetime(2026, 11, 28, 12, tzinfo=timezone(timedelta(hours=8)))


def game(minute: int, ms: int, **fields: object) -> Game:
    """A game that ends so many minutes after noon."""
    date = (NOON + timedelta(minutes=minute)).isoformat(timespec="seconds")
    return Game(BOARD, date, ms, **{"length": 30, **fields})  # type: ignore[arg-type]


def wca(times: list[float]) -> float:
    """An average by the words of the rules, one result at a time."""
    remaining = list(times)
    for _ in range(ceil(len(times) / 20)):
        remaining.remove(max(remaining))
        remaining.remove(min(remaining))
    return inf if inf in remaining else statistics.fmean(remaining)


@given(st.lists(st.one_of(st.integers(1, 10**7), st.just(inf)), min_size=3, max_size=60))
def test_an_average_is_that_of_the_rules(times: list[float]) -> None:
    assert average(times) == pytest.approx(wca(times)) or (average(times), wca(times)) == (inf, inf)


def test_published_averages() -> None:
    """As the rules have it, one game of five that was given up is left out, and two make it no average."""
    assert average([10_000, 11_000, 12_000, 13_000, inf]) == 12_000
    assert average([10_000, 11_000, 12_000, inf, inf]) == inf
    assert rolling([5, 1, 3, 2, 4, 100], 5) == [3, 10 / 3 - 1 / 3 + 0]  # 2, 3, 4 and 2, 3, 4


def test_a_session_of_twelve_is_that_of_an_independent_computation() -> None:
    times = [12_345, 9_871, 15_002, 11_111, 10_050, 22_222, 9_999, 13_131, 10_101, 14_014, 11_911, 12_012]
    helped = game(99, 1, help=True)
    record = Record().merged([helped, *(game(minute, ms) for minute, ms in enumerate(times))])
    found = record.of("tiles:3x3")
    assert found.average(12, "ms") == pytest.approx(wca([*times]))
    assert found.average(5, "ms") == pytest.approx(wca([*times[-5:]]))
    assert found.best_average(5, "ms") == pytest.approx(min(wca([*times[end - 5 : end]]) for end in range(5, 13)))
    assert found.average(50, "ms") is None and found.best_average(50, "ms") is None
    best = found.best("ms")
    assert best is not None and best.ms == 9_871
    assert found.mean("ms") == pytest.approx(statistics.fmean(times))
    assert (len(found.games), len(found.counted)) == (13, 12)


def test_a_game_that_was_given_up_is_the_worst() -> None:
    record = Record().merged([game(0, 5, solved=False), *(game(minute, 1000) for minute in range(1, 5))])
    found = record.of("tiles:3x3")
    assert found.average(5, "ms") == 1000
    best = found.best("ms")
    assert best is not None and best.ms == 1000
    again = record.merged([game(9, 7, solved=False)]).of("tiles:3x3")
    assert again.average(5, "ms") == 1000 and again.average(12, "ms") is None
    assert record.merged([game(9, 7, solved=False), game(10, 8, solved=False)]).of("tiles:3x3").average(5, "ms") == inf


def test_sessions_end_where_an_hour_goes_by() -> None:
    record = Record().merged(game(minute, 1000 + minute) for minute in (0, 3, 40, 101, 102, 300))
    assert [len(each) for each in record.of("tiles:3x3").sessions()] == [3, 2, 1]
    assert Record().of("tiles:3x3").sessions() == []


def test_a_streak_over_a_week() -> None:
    """Seven days, the fifth left out: the streak counts days in a row, and today does not end it."""
    days = [NOON + timedelta(days=number) for number in range(7)]
    record = Record()
    expected = {0: (1, 1), 1: (2, 2), 2: (3, 3), 3: (4, 4), 4: (4, 4), 5: (1, 4), 6: (2, 4)}
    for number, day in enumerate(days):
        if number != 4:
            session = daily("lights", day.date().isoformat())
            for move in session.find_par().moves:
                session.move(move)
            record = record.merged([game_of(session, day)])
        assert record.streak(day.date().isoformat()) == expected[number]
    assert record.streak((days[-1] + timedelta(days=1)).date().isoformat()) == (2, 4)
    assert record.streak((days[-1] + timedelta(days=2)).date().isoformat()) == (0, 4)
    assert len(record.calendar()) == 6 and set(record.calendar().values()) == {"solved"}


def test_a_day_that_is_solved_later_is_lit_and_is_no_streak() -> None:
    record = Record().merged([game(0, 5, daily="2026-11-01"), game(1, 5, daily="2026-11-02", help=True)])
    assert record.streak("2026-11-28") == (0, 0)
    assert record.calendar() == {"2026-11-01": "solved", "2026-11-02": "help"}


def test_a_session_becomes_a_game() -> None:
    session = Session(SlidingTiles(3, 3), SlidingTiles(3, 3).parse("1,2,3/4,5,6/0,7,8"))
    session.move(7)
    session.tick(1.25)
    session.move(6)
    session.undo()
    session.undo()
    session.tick(0.5)
    for move in session.find_par().moves:
        session.move(move)
        session.tick(0.25)
    found = game_of(session, NOON)
    assert (found.board, found.length, found.times, found.ms) == ("tiles:3x3:1,2,3/4,5,6/0,7,8", 2, (1750, 2000), 2000)
    assert (found.par, found.proved, found.help, found.solved, found.daily) == (2, True, False, True, "")
    assert found.tps == 1.0 and found.day == "2026-11-28"


GAMES = st.builds(
    Game,
    board=st.sampled_from([BOARD, "lights:5x5:00111/01100/11101/00100/10011"]),
    date=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)).map(
        lambda at: at.isoformat(timespec="seconds")
    ),
    ms=st.integers(0, 10**9),
    length=st.just(2),
    moves=st.sampled_from([(), (3, 4)]),
    times=st.sampled_from([(), (0, 17)]),
    par=st.sampled_from([None, 0, 9]),
    proved=st.booleans(),
    help=st.booleans(),
    solved=st.booleans(),
    inspection=st.integers(0, 9),
    daily=st.sampled_from(["", "2026-11-28"]),
)


@given(st.lists(GAMES, max_size=6), st.lists(GAMES, max_size=6))
def test_records_are_written_read_and_merged_without_doubles(some: list[Game], others: list[Game]) -> None:
    one, two = Record().merged(some), Record().merged(others)
    assert Record.from_json(one.to_json()) == one
    both = one.merged(two.games)
    assert both.merged(one.games).games == both.games == both.merged(both.games).games
    assert {each.identity for each in both.games} == {each.identity for each in (*some, *others)}


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "7", "null", "{", "[" * 100_000, '{"format": "solvable game", "version": 1}',
        '{"format": "solvable record", "version": 2, "games": []}', '{"format": "solvable record", "version": 1}',
        '{"format": "solvable record", "version": 1, "games": {"0": 1}}',
        '{"format": "solvable record", "version": 1, "games": [7]}',
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        Record.from_json(text)


WRONG: dict[str, list[object]] = {
    "board": [None, 7, "", "tiles:3x3", "tiles:3x3#7", "<b>:x:y z", "x" * 100_001 + ":1:1"],
    "date": ["", "yesterday", "2026-02-30T00:00:00Z", "2026-11-28T25:00:00Z", "2026-11-28T12:00:00", "2026-11-28", 7,
        "²026-11-28T12:00:00Z"],
    "ms": [-1, 1.5, True, None, "7", 10**11],
    "length": [-1, "30", 10**6],
    "moves": ["1", [1], [1.5] * 30, [-1] * 30, {"0": 1}],
    "times": [[True] * 30, [0] * 29],
    "par": [-1, "9", True],
    "help": [0, "yes"],
    "daily": ["2026-13-01", "today", 5],
    "inspection": [-1],
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_field_that_is_wrong_is_named(name: str, value: object) -> None:
    fields = game(0, 5).to_fields() | {name: value}
    text = json.dumps({"format": "solvable record", "version": 1, "games": [game(1, 6).to_fields(), fields]})
    with pytest.raises(PuzzleError, match="game 2 of the record has a wrong (length|" + name + ")"):
        Record.from_json(text)


def test_a_record_is_bounded() -> None:
    text = '{"format": "solvable record", "version": 1, "games": [' + "7," * GAMES_MAX + "7]}"
    with pytest.raises(PuzzleError, match="at most"):
        Record.from_json(text)
    with pytest.raises(PuzzleError, match="characters"):
        Record.from_json(" " * (1 << 25) + "{}")


def test_times_come_back_with_a_saved_game() -> None:
    session = Session(LightsOut(3, 3), LightsOut(3, 3).parse("000/010/000"))
    session.move(0)
    session.tick(1.5)
    session.move(4)
    assert Session.from_json(session.to_json()).times == session.times == (0, 1500)
    fields = json.loads(session.to_json())
    del fields["times"]
    assert Session.from_json(json.dumps(fields)).moves == (0, 4)  # a file of an older program
    for wrong in ([0], [0, -1], "00", [0, True]):
        with pytest.raises(PuzzleError):
            Session.from_json(json.dumps(fields | {"times": wrong}))
