import pickle
from array import array
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError
from solvable.core.puzzle import State, replay
from solvable.tiles import SlidingTiles, compact, moves

SIZES = [(2, 2), (3, 3), (4, 3), (2, 5), (6, 1), (1, 4)]


def walk(puzzle: SlidingTiles, rng: Random, steps: int) -> tuple[State, tuple[int, ...], State]:
    start = state = puzzle.scramble(rng)
    path = []
    for _ in range(steps):
        path.append(rng.choice(puzzle.moves(state)))
        state = puzzle.apply(state, path[-1])
    return start, tuple(path), state


def test_a_published_solution() -> None:
    puzzle = SlidingTiles(3, 3)
    state = puzzle.parse("8 2 0/4 6 1/3 7 5")
    path = moves.from_letters(3, state, "R2U2LDLDRURDLULDRULURDLU")
    assert replay(puzzle, state, path) == puzzle.goal
    assert moves.to_letters(3, state, path, repeats=True) == "R2U2LDLDRURDLULDRULURDLU"
    assert moves.to_letters(3, state, path, of="blank").startswith("LLDDRU")


def test_blank_letters_of_a_judge() -> None:
    puzzle = SlidingTiles(4, 4)
    state = puzzle.parse("2 3 4 0/1 5 7 8/9 6 10 12/13 14 11 15")
    assert replay(puzzle, state, moves.from_letters(4, state, "LLLDRDRDR", of="blank")) == puzzle.goal


@settings(deadline=None, max_examples=60)
@given(size=st.sampled_from(SIZES), metric=st.sampled_from(["stm", "mtm"]), seed=st.integers(0, 999))
def test_letters_there_and_back(size: tuple[int, int], metric: str, seed: int) -> None:
    puzzle = SlidingTiles(*size, metric=metric)
    start, path, end = walk(puzzle, Random(seed), 25)
    for of in ("tile", "blank"):
        for repeats in (False, True):
            letters = moves.to_letters(size[0], start, path, of, repeats=repeats)
            back = moves.from_letters(size[0], start, letters, of, metric=metric)
            assert replay(puzzle, start, back) == end == moves.replay(size[0], start, path)
            assert back == (path if metric == "stm" else moves.merge(size[0], start, path))
            assert moves.from_letters(size[0], start, letters.lower(), of, metric=metric) == back


@settings(deadline=None, max_examples=60)
@given(size=st.sampled_from(SIZES), metric=st.sampled_from(["stm", "mtm"]), seed=st.integers(0, 999))
def test_simplify_and_invert(size: tuple[int, int], metric: str, seed: int) -> None:
    puzzle = SlidingTiles(*size, metric=metric)
    start, path, end = walk(puzzle, Random(seed), 25)
    short = moves.simplify(size[0], start, path, metric=metric)
    assert replay(puzzle, start, short) == end
    assert len(short) <= len(path)
    assert moves.simplify(size[0], start, short, metric=metric) == short
    back = moves.invert(start, path)
    assert len(back) == len(path)
    assert replay(puzzle, end, back) == start
    assert moves.invert(end, back) == path
    assert moves.simplify(size[0], start, path + back, metric=metric) == ()


def test_length_in_both_metrics() -> None:
    state = SlidingTiles(4, 2).parse("0 1 2 3/4 5 6 7")
    path = moves.from_letters(4, state, "RRRD", of="blank", metric="mtm")
    assert path == (3, 7)
    assert (moves.length(4, state, path, "stm"), moves.length(4, state, path, "mtm")) == (4, 2)
    assert moves.single_steps(4, state, path) == (1, 2, 3, 7)
    assert moves.length(4, state, (1, 2, 3, 7), "mtm") == 2


def test_small_cases() -> None:
    state = (1, 2, 3, 0)
    assert moves.from_letters(2, state, "") == moves.from_letters(2, state, " R0, ") == ()
    assert moves.invert(state, ()) == moves.simplify(2, state, ()) == ()
    assert moves.to_letters(2, state, ()) == ""


@pytest.mark.parametrize(
    ("letters", "column"), [("RX", 2), ("R2", 1), ("D R?", 4), ("DD", 2), ("U", 1), ("L9999999999", 1)]
)
def test_bad_letters_are_refused_with_their_place(letters: str, column: int) -> None:
    with pytest.raises(NotationError) as error:
        moves.from_letters(2, (1, 2, 3, 0), letters)
    assert (error.value.line, error.value.column) == (1, column)


def test_bad_moves_are_refused() -> None:
    with pytest.raises(IllegalMoveError):
        moves.to_letters(3, (1, 2, 3, 4, 5, 6, 7, 8, 0), [4])
    for move in (4, 9, -1, 8):
        with pytest.raises(IllegalMoveError):
            moves.replay(3, (1, 2, 3, 4, 5, 6, 7, 8, 0), [move])
    with pytest.raises(PuzzleError):
        moves.to_letters(3, (1, 2, 3, 4, 5, 6, 7, 8, 0), [5], of="hole")


def test_mistakes_are_the_moves_that_lose_ground() -> None:
    puzzle = SlidingTiles(2, 2)
    goal = puzzle.goal
    depth = {goal: 0}
    for state in (frontier := [goal]):
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in depth:
                depth[after] = depth[state] + 1
                frontier.append(after)
    state = puzzle.apply(puzzle.apply(goal, 1), 0)
    found = moves.mistakes(puzzle, state, [2, 0, 1, 3], depth.__getitem__)
    assert [(m.index, m.move, m.before, m.after) for m in found] == [(0, 2, 2, 3)]
    assert moves.mistakes(puzzle, state, [1, 3], depth.__getitem__) == []


def test_letters_of_many_moves_are_those_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "ARRAY_MOVES_MIN", 2)
    for size in ((4, 3), (2, 5), (1, 6), (6, 1)):
        puzzle = SlidingTiles(*size)
        state, path, rng = puzzle.goal, list[int](), Random(7)
        for _ in range(70):
            path.append(rng.choice(puzzle.moves(state)))
            state = puzzle.apply(state, path[-1])
        for of in ("tile", "blank"):
            one_by_one = "".join(
                moves.to_letters(puzzle.width, (*(1,) * at, 0), [to], of)
                for at, to in zip([puzzle.goal.index(0), *path], path, strict=False)
            )
            assert moves.to_letters(puzzle.width, puzzle.goal, path, of) == one_by_one
    with pytest.raises(IllegalMoveError):  # from the end of one row to the beginning of the next
        moves.to_letters(4, (*(1,) * 3, 0, *(1,) * 8), [4, 5])


@pytest.mark.parametrize("width", [1, 2, 3, 6])
@pytest.mark.parametrize("of", ["tile", "blank"])
def test_letters_of_many_moves_are_refused_as_those_of_few(
    width: int, of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any two cells, in the board and beyond it: the arrays know a step where the plain method does, and no other."""
    at = 1 if width < 6 else 3
    for to in (*range(-7, 14), 2**32 + at + 1, 2**70):
        try:
            by, count = moves.direction(width, at, to)
            wanted = {"tile": moves.OPPOSITE[by], "blank": by}[of] if count == 1 else None
        except IllegalMoveError:
            wanted = None
        assert moves._letters_of_many(width, at, [to], of) == wanted, to


def test_the_numbers_of_long_solutions_are_those_of_the_array(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    for cells in ([0, 5, 3, 5] * 3, [7, 1], [-1, 0, 1], [2**40, 0], []):
        found = list(compact.Moves(np.array(cells, np.int64)))
        assert found == cells
        assert all(type(cell) is int for cell in found)
    monkeypatch.setattr(compact, "LISTED", 3)
    for cells in ([900, 1, 2, 5, 900, 4, 3] * 200, [900] * 3 + [2000], [5, -1, 3, 2] * 4, [0]):
        moves = compact.Moves(array("i", cells))
        assert list(moves) == cells and list(reversed(moves)) == cells[::-1]
        assert moves == tuple(cells) and moves != (*cells[1:], 7) and hash(moves) == hash(tuple(cells))
        assert pickle.loads(pickle.dumps(moves)) == moves
    shared = list(compact.Moves(array("i", [900, 3] * 500)))
    assert len({id(cell) for cell in shared if cell == 900}) == 1
