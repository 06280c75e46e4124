"""A game keeps its history: whatever is done, the moves lead from start to position, and a file brings it back."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from solvable import GraphTiles, LightsOut, SlidingTiles, variant
from solvable.core.errors import IllegalMoveError, PuzzleError, UnsolvableError
from solvable.core.puzzle import Puzzle, Solution, State, replay
from solvable.core.scene import UNMARKED, Marks
from solvable.play.session import Session

PUZZLES: list[Puzzle] = [
    LightsOut(3, 3),
    LightsOut(3, 2, k=3),
    LightsOut(2, 2, k=4, rule="king"),
    LightsOut(3, 3, dead=[4]),
    variant("tetrahedron"),
    SlidingTiles(3, 2),
    SlidingTiles(3, 3, metric="mtm"),
    GraphTiles(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]),
    GraphTiles.board(3, 2, goal=(1, 1, 2, 2, 3, 0)),
]


class Play(RuleBasedStateMachine):
    """Any sequence of what a player can do, beside a plain model: the list of all moves and a place in it."""

    @initialize(puzzle=st.sampled_from(PUZZLES), seed=st.integers(0, 999))
    def begin(self, puzzle: Puzzle, seed: int) -> None:
        self.session = Session(puzzle, puzzle.scramble(Random(seed)))
        self.start: State = self.session.start
        self.moves: list[int] = []
        self.place = 0

    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        session = self.session
        move = data.draw(st.sampled_from(list(session.puzzle.moves(session.state))))
        before = session.state
        if self.moves[self.place : self.place + 1] != [move]:
            self.moves[self.place :] = [move]
        self.place += 1
        assert session.move(move) == session.puzzle.apply(before, move)
        assert session.undo() and session.state == before and session.redo()

    @rule()
    def undo(self) -> None:
        assert self.session.undo() == (self.place > 0)
        self.place = max(0, self.place - 1)

    @rule()
    def redo(self) -> None:
        assert self.session.redo() == (self.place < len(self.moves))
        self.place = min(len(self.moves), self.place + 1)

    @rule()
    def restart(self) -> None:
        self.session.restart()
        self.place = 0

    @rule(data=st.data())
    def go(self, data: st.DataObject) -> None:
        self.place = data.draw(st.integers(0, len(self.moves)))
        self.session.go(self.place)

    @rule()
    def hint(self) -> None:
        found = self.session.hint()
        assert (found is None) == self.session.is_solved
        assert self.session.is_solved or self.session.with_help

    @rule()
    def solve(self) -> None:
        assert self.follow(self.session.solve_marks()) == self.session.puzzle.goal

    @rule()
    def hide(self) -> None:
        self.session.hide_marks()

    @rule(seconds=st.floats(0, 100))
    def tick(self, seconds: float) -> None:
        before, counts = self.session.elapsed, bool(self.moves) and not self.session.is_solved
        self.session.tick(seconds)
        assert self.session.elapsed == before + (seconds if counts else 0)

    @rule(seed=st.integers(0, 999))
    def edit(self, seed: int) -> None:
        state = self.session.puzzle.scramble(Random(seed))
        self.session.edit(dict(enumerate(state)))
        self.start, self.moves, self.place = state, [], 0
        assert (self.session.elapsed, self.session.with_help, self.session.par) == (0, False, None)

    @rule()
    def find_par(self) -> None:
        par = self.session.find_par()
        assert par.is_optimal and replay(self.session.puzzle, self.start, par.moves) == self.session.puzzle.goal

    @rule()
    def save_and_load(self) -> None:
        saved = self.session.to_json()
        self.session = Session.from_json(saved)
        assert self.session.to_json() == saved

    @precondition(lambda self: self.session.marks.pressed is not None)
    @rule()
    def follow_the_marks(self) -> None:
        pressed = self.session.marks.pressed or ()
        move = pressed[0]
        if self.moves[self.place : self.place + 1] != [move]:
            self.moves[self.place :] = [move]
        self.place += 1
        self.session.move(move)
        left = len(self.session.marks.pressed or ())
        assert left == (0 if self.session.is_solved else len(pressed) - 1)

    def follow(self, moves: tuple[int, ...]) -> State:
        return replay(self.session.puzzle, self.session.state, moves)

    @invariant()
    def the_history_leads_here(self) -> None:
        session = self.session
        assert (session.start, session.moves) == (self.start, tuple(self.moves[: self.place]))
        assert session.undone == tuple(self.moves[self.place :])
        assert session.state == replay(session.puzzle, self.start, session.moves)
        assert session.is_solved == (session.state == session.puzzle.goal)

    @invariant()
    def what_is_shown_is_true(self) -> None:
        session, marks = self.session, self.session.marks
        if marks.pressed is not None:
            assert self.follow(marks.pressed) == session.puzzle.goal
        if marks.next is not None:
            after = session.puzzle.apply(session.state, marks.next)
            shorter = len(session.puzzle.optimal(after)) < len(session.puzzle.optimal(session.state))
            assert shorter or session.shown == "marks"


Play.TestCase.settings = settings(deadline=None, max_examples=40, stateful_step_count=25)
test_any_sequence = Play.TestCase


def test_a_marked_press_goes_and_a_wrong_one_is_marked() -> None:
    board = LightsOut(5, 5)
    session = Session(board, replay(board, board.goal, (0, 7, 12)))
    assert set(session.solve_marks()) == {0, 7, 12}
    session.move(7)
    assert set(session.marks.pressed or ()) == {0, 12}
    session.move(24)
    assert set(session.marks.pressed or ()) == {0, 12, 24}
    session.undo()
    assert set(session.marks.pressed or ()) == {0, 12}
    for press in (12, 0):
        session.move(press)
    assert session.is_solved and session.with_help and session.marks == UNMARKED


def test_wrong_presses_of_more_states_are_marked_as_often_as_mends_them() -> None:
    session = Session(LightsOut(3, 3, k=4))
    session.solve_marks()
    session.move(4)
    assert session.marks.pressed == (4, 4, 4)
    session.undo()
    assert session.marks == UNMARKED and session.is_solved


def test_the_way_back_comes_first_for_tiles() -> None:
    tiles = SlidingTiles(3, 3)
    session = Session(tiles, (1, 2, 3, 4, 5, 6, 0, 7, 8))
    assert session.solve_marks() == (7, 8)
    session.move(3)
    assert session.marks == Marks(pressed=(6, 7, 8), next=6)


def test_a_hint_is_one_move_and_goes_with_it() -> None:
    tiles = SlidingTiles(3, 3)
    session = Session(tiles, (1, 2, 3, 4, 5, 6, 0, 7, 8))
    assert session.hint() == 7 and session.marks == Marks(next=7)
    session.move(7)
    assert session.marks == UNMARKED and session.hint() == 8
    session.move(8)
    assert session.is_solved and session.hint() is None


def test_a_hint_after_marks_of_a_mistake_is_a_step_of_a_shortest_solution() -> None:
    board = LightsOut(3, 2, k=3)
    session = Session(board, (0, 1, 2, 1, 2, 0))
    assert session.solve_marks() == (1, 1, 2, 2, 3, 4)
    session.move(0)
    assert session.marks.pressed == (0, 0, 1, 1, 2, 2, 3, 4)
    shortest = len(board.optimal(session.state))
    assert shortest == 5
    for game in (session, Session.from_json(session.to_json())):
        game.hide_marks()
        hint = game.hint()
        assert hint is not None and len(board.optimal(board.apply(game.state, hint))) == shortest - 1


def test_par_is_what_is_known_of_the_fewest_moves() -> None:
    tiles = SlidingTiles(5, 5)
    session = Session(tiles, tiles.scramble(Random(3)))
    par = session.find_par(seconds=0.2)
    assert par.lower_bound < len(par) and replay(tiles, session.start, par.moves) == tiles.goal
    session.par = Solution(par.moves, par.lower_bound + 2)
    assert session.find_par(seconds=0.1).lower_bound >= par.lower_bound + 2


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    session = Session(SlidingTiles(2, 2), (1, 2, 0, 3))
    with pytest.raises(IllegalMoveError):
        session.move(1)
    for place in (-1, 1):
        with pytest.raises(PuzzleError, match="history"):
            session.go(place)
    for cells in ({0: 2}, {9: 1}, {-1: 1}, {0: -1}):
        with pytest.raises(PuzzleError):
            session.edit(cells)
    with pytest.raises(PuzzleError):
        Session(LightsOut(2, 2), (0, 1, 2, 0))
    assert (session.state, session.moves) == ((1, 2, 0, 3), ())
    session.edit({0: 2, 1: 1})
    with pytest.raises(UnsolvableError):
        session.hint()
    assert not session.with_help


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "other"), ("version", 2), ("puzzle", 5), ("puzzle", "lights:0x0"), ("start", "1,2"),
        ("start", None), ("moves", [99]), ("moves", ["1"]), ("moves", None), ("place", 5), ("place", True),
        ("place", -1), ("shown", "all"), ("solution", [5]), ("solution", 3), ("with_help", 1), ("seconds", -1),
        ("seconds", float("nan")), ("seconds", "1"), ("par", {"moves": [8], "lower_bound": 0}),
        ("par", {"moves": [7, 8], "lower_bound": 3}), ("par", []),
    ],
)  # fmt: skip
def test_broken_files_are_refused(key: str, value: Any) -> None:
    session = Session(SlidingTiles(3, 3), (1, 2, 3, 4, 5, 6, 0, 7, 8))
    session.move(7)
    session.find_par()
    session.solve_marks()
    fields = json.loads(session.to_json())
    assert Session.from_json(json.dumps(fields)).to_json() == session.to_json()
    with pytest.raises(PuzzleError):
        Session.from_json(json.dumps(fields | {key: value}))


def test_what_is_no_json_is_refused() -> None:
    for text in ("", "[]", "null", "{", "[" * 100_000):
        with pytest.raises(PuzzleError):
            Session.from_json(text)


@pytest.mark.parametrize("puzzle", [LightsOut(4, 3), LightsOut(3, 3, rule="king"), SlidingTiles(4, 3)])
def test_a_game_goes_to_tathams_files_and_back(puzzle: Puzzle) -> None:
    rng = Random(5)
    session = Session(puzzle, puzzle.scramble(rng))
    for _ in range(12):
        session.move(rng.choice(list(puzzle.moves(session.state))))
    session.go(7)
    back = Session.from_save(session.to_save())
    assert (back.start, back.moves, back.undone, back.state) == (
        session.start,
        session.moves,
        session.undone,
        session.state,
    )


def test_his_other_moves_are_understood() -> None:
    start = Session(SlidingTiles(3, 2), (5, 1, 4, 2, 0, 3))
    lines = start.to_save().splitlines()[:-2]

    def saved(place: int, *steps: str) -> str:
        return "\n".join([*lines, f"NSTATES :1:{len(steps) + 1}", f"STATEPOS:1:{place}", *steps, ""])

    moves = ("MOVE    :4:M1,0", "MOVE    :4:M0,0", "SOLVE   :1:S", "MOVE    :4:M0,1")
    whole = Session.from_save(saved(5, *moves))
    assert (whole.start, whole.moves, whole.with_help) == ((1, 2, 3, 4, 5, 0), (4, 3), True)  # a line is two tiles
    early = Session.from_save(saved(2, *moves))
    assert (early.moves, early.undone, early.with_help) == ((1,), (0,), False)
    again = Session.from_save(saved(3, "MOVE    :4:M1,0", "RESTART :1:R"))
    assert (again.state, again.moves) == (start.start, ())


def test_puzzles_that_he_does_not_have() -> None:
    for puzzle in (LightsOut(3, 3, k=3), SlidingTiles(3, 3, metric="mtm"), GraphTiles(3, [(0, 1), (1, 2)])):
        with pytest.raises(PuzzleError, match="format save"):
            Session(puzzle).to_save()
    with pytest.raises(PuzzleError):
        Session.from_save("lights:3x3:000/000/000")
