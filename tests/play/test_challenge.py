"""Challenges: a link holds a puzzle as it began and a result; stars, squares and times are written as on the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError
from solvable.play.challenge import (
    Challenge,
    clock_ms,
    drawn_stars,
    format_challenge,
    split_challenge,
    squares,
    stars,
)
from solvable.play.load import opened
from solvable.play.session import Session

BOARD = "lights:5x5:00111/01100/11101/00100/10011"


def test_the_link_of_the_page() -> None:
    assert format_challenge(BOARD, Challenge(11, 72_300)) == f"{BOARD}&me=11,72.3"
    assert split_challenge(f"{BOARD}&me=11,72.3") == (BOARD, Challenge(11, 72_300))


@given(st.integers(0, 999_999), st.integers(0, 10**9))
def test_links_are_read_as_they_were_written(length: int, ms: int) -> None:
    challenge = Challenge(length, ms)
    assert split_challenge(format_challenge(BOARD, challenge)) == (BOARD, challenge)


@pytest.mark.parametrize(
    "end", ["&me=", "&me=11", "&me=11,", "&me=-1,5", "&me=1,2.3456", "&me=1e9,1", "&you=1,2", "&me=1,2&x"]
)
def test_what_is_no_challenge_is_left_as_it_is(end: str) -> None:
    assert split_challenge(BOARD + end) == (BOARD + end, None)
    with pytest.raises(PuzzleError):
        opened(BOARD + end, "1")


def test_a_challenge_is_opened_saved_and_loaded() -> None:
    session = opened(f"{BOARD}&me=11,72.3", "1")
    assert session.challenge == Challenge(11, 72_300) and not session.moves
    assert Session.from_json(session.to_json()).challenge == session.challenge
    session.put(0, 1)
    assert session.challenge is None  # another board


def test_a_result_that_was_copied_whole_is_opened() -> None:
    text = (
        f"solvable · lights 5 × 5\n11 presses, par 9 ★★☆ 1:12.3\n■■■□\nhttps://example.org/page/#{BOARD}&me=11,72.3\n"
    )
    assert opened(text, "1").challenge == Challenge(11, 72_300)
    assert opened("https://example.org/#tiles:3x3:1,2,3/4,5,6/0,7,8&replay=7.8", "1").undone == (7, 8)


def test_fewer_moves_beat_more_and_less_time_a_draw() -> None:
    theirs = Challenge(11, 5000)
    assert theirs.is_beaten(10, 9999) and theirs.is_beaten(11, 4999)
    assert not theirs.is_beaten(11, 5000) and not theirs.is_beaten(12, 1)


@pytest.mark.parametrize(
    ("length", "par", "number"),
    [(9, 9, 3), (10, 9, 2), (11, 9, 2), (12, 9, 1), (1, 1, 3), (2, 1, 2), (3, 1, 1), (100, 80, 2), (101, 80, 1)],
)
def test_stars(length: int, par: int, number: int) -> None:
    assert stars(length, par, is_proved=True) == number
    assert stars(length, par, is_proved=False) == 0
    assert drawn_stars(number) == ("★★★☆☆☆"[3 - number : 6 - number])


def test_squares_and_times() -> None:
    assert squares(11, {3}) == "■■■□■■■■■■■"
    assert squares(21, ()) == "■" * 20 + "\n■"
    assert squares(201, ()) == ""
    assert [clock_ms(ms) for ms in (0, 58_610, 72_348, 3_725_125)] == [
        "0:00.000",
        "0:58.610",
        "1:12.348",
        "1:02:05.125",
    ]
