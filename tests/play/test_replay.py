"""Replays come back as they were written, in our links and in slidysim's, and hostile ones are refused."""

import json
import zlib
from base64 import b64encode
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import GraphTiles, LightsOut, SlidingTiles
from solvable.answers.review import review
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle
from solvable.formats import slidysim
from solvable.play.load import opened
from solvable.play.replay import Replay, format_replay, is_replay, parse_replay

PUZZLES: list[Puzzle] = [
    LightsOut(3, 3),
    LightsOut(3, 2, k=3),
    SlidingTiles(3, 3),
    SlidingTiles(4, 2),
    SlidingTiles(3, 3, metric="mtm"),
    SlidingTiles(3, 2, goal="blank-first"),
    GraphTiles.board(3, 2, goal=(1, 1, 2, 2, 3, 0)),
]


@st.composite
def replays(draw: st.DrawFn, puzzles: list[Puzzle] = PUZZLES) -> Replay:
    puzzle = draw(st.sampled_from(puzzles))
    start = puzzle.scramble(Random(draw(st.integers(0, 999))))
    moves = tuple(puzzle.solve(start).moves)
    steps = draw(st.lists(st.integers(0, 9999), min_size=len(moves), max_size=len(moves)))
    times = tuple(sum(steps[: end + 1]) for end in range(len(moves)))
    return Replay(puzzle, start, moves, draw(st.sampled_from([times, ()])))


@given(replays())
def test_links_are_read_as_they_were_written(played: Replay) -> None:
    link = format_replay(played)
    assert is_replay(link) and parse_replay(link) == played


@settings(max_examples=40)
@given(replays(PUZZLES[2:4]))
def test_slidysims_lines_and_links_are_read_as_they_were_written(played: Replay) -> None:
    timed = slidysim.TimedMoves(played.puzzle, played.start, played.moves, played.times)
    lines = slidysim.write_replay(timed)
    if played.moves:
        assert is_replay(lines) and parse_replay(lines) == played
        link = slidysim.write_link(timed)
        found = parse_replay(link)
        assert found.moves == played.moves and found.start == played.start
        assert found.times == (played.times or tuple(100 * index for index in range(len(played.moves))))


def test_a_link_as_slidysims_tracker_writes_it() -> None:
    """JSON with blanks, the pace in thousandths, milliseconds since the first move, all percent-encoded."""
    data = zlib.compress(b'["L2", 2500, "1 2 3/4 5 6/7 8 0", [0, 400]]')
    with pytest.raises(PuzzleError):  # L2 from here leaves the board
        slidysim.read_replay("https://slidysim.github.io/replay?r=" + b64encode(data).decode())
    data = zlib.compress(b'["L2", 2500, "1 2 3/4 5 6/0 7 8", [0, 400]]')
    text = "https://slidysim.github.io/replay?r=" + b64encode(data).decode().replace("+", "%2B").replace("/", "%2F")
    assert slidysim.read_replay(text.replace("=", "%3D").replace("?r%3D", "?r=")).times == (0, 400)


def packed(fields: object) -> str:
    return "?r=" + b64encode(zlib.compress(json.dumps(fields).encode())).decode().replace("+", "%2B")


HOSTILE = [
    "?r=AAAA", "?r=%%%%", packed([]), packed({}), packed([1, 2, 3, 4]), packed(["L", 1, "1 2/3", -1]),
    packed(["L", 1, "9 9/9 9", -1]), packed(["L99999", 1, "1 2 3/4 5 6/7 0 8", -1]), packed(["L"] * 12),
    packed(["L", 1, "1 2 3/4 5 6/7 0 8", [0, 1]]), packed(["L", 1, "/".join(["1 2"] * 99), -1]),
    "?r=" + b64encode(zlib.compress(b" " * (1 << 24), 9)).decode().replace("+", "%2B"),
    packed(["U", 1, "1 2 3/4 5 6/7 0 8", -1]),
    *(f"tiles:3x3:1,2,3/4,5,6/7,0,8&replay={end}" for end in ("8,0.0", "4", "8,x", "0", "8..8", "")),
    "tiles:3x3&replay=8", "5&replay=",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_replays_are_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        parse_replay(text)


def test_a_replay_opens_at_its_beginning_and_is_stepped_through() -> None:
    session = opened("tiles:3x3:1,2,3/4,5,6/0,7,8&replay=7.8,0.350", "1")
    assert (session.moves, session.undone, session.with_help) == ((), (7, 8), True)
    assert session.redo() and session.redo() and session.is_solved


def test_lost_ground_is_where_the_goal_is_farther() -> None:
    """The game of the mock-up: press 4 lost ground, and the distances are those that it shows."""
    session = opened("lights:5x5:00111/01100/11101/00100/10011", "1")
    found = review(session.puzzle, session.start, (6, 2, 13, 17, 8, 16, 17, 4, 21, 10, 23))
    assert found.lost == (3,) and found.is_complete
    assert found.remaining == (9, 8, 7, 6, 7, 6, 5, 4, 3, 2, 1, 0)


@settings(max_examples=25)
@given(st.integers(0, 200), st.data())
def test_distances_of_tiles_are_those_of_a_complete_search(seed: int, data: st.DataObject) -> None:
    puzzle = SlidingTiles(3, 2)
    start, moves = puzzle.scramble(Random(seed)), list[int]()
    state = start
    for _ in range(data.draw(st.integers(0, 6))):
        moves.append(data.draw(st.sampled_from(list(puzzle.moves(state)))))
        state = puzzle.apply(state, moves[-1])
    moves += puzzle.solve(state).moves
    found = review(puzzle, start, moves)
    states = [start]
    for move in moves:
        states.append(puzzle.apply(states[-1], move))
    expected = [len(puzzle.optimal(each)) for each in states]
    assert list(found.remaining) == expected
    assert found.lost == tuple(i for i in range(len(moves)) if expected[i + 1] > expected[i])


def test_what_is_large_is_compared_with_the_best_known() -> None:
    puzzle = SlidingTiles(6, 6)
    start = puzzle.scramble(Random(1))
    moves = puzzle.solve(start).moves
    found = review(puzzle, start, moves, seconds=0.5)
    assert len(found.best) <= len(moves) and found.lost == () and not found.is_complete
