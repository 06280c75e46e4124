"""The kernel that weighs all solutions of a board, beside its reference by Gray code."""

from random import Random

import numpy as np
import pytest

from solvable import LightsOut, solve_many
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.lights.algebra.masks import pack, positions
from solvable.lights.min_weight import two_states
from solvable.lights.min_weight.coset import METHOD, optimal_members
from solvable.lights.min_weight.every_solution import BOARD_CELLS_MAX, RANK_MAX, Tables

PUZZLES = {
    "one cell": LightsOut(1, 1),
    "no quiet pattern": LightsOut(7, 6),
    "two quiet patterns": LightsOut(5, 5),
    "four": LightsOut(4, 4),
    "a word exactly": LightsOut(8, 8, surface="torus"),
    "five, several words": LightsOut(29, 9, rule="plus0"),
    "eight, two words": LightsOut(9, 9),
    "eight, on a torus": LightsOut(5, 5, surface="torus"),
    "ten, fourteen words": LightsOut(29, 29),
    "a goal": LightsOut(9, 9, goal=(1,) * 81),
    "dead and fixed cells": LightsOut(6, 5, dead=(7, 8), fixed=(0, 13, 29)),
    "parts": LightsOut(5, 5, rule="plus0"),
    "more buttons than cells": LightsOut(3, 1, rule=[[(0, 1)], [(0, 1), (1, 1)], [(2, 1)], [(1, 1)], [(0, 1), (2, 1)]]),
}


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_the_kernel_finds_what_gray_code_finds(puzzle: LightsOut) -> None:
    rng, tables = Random(1), Tables(puzzle, puzzle.nullity)
    states = [puzzle.scramble(rng) for _ in range(6)]
    states += [tuple(rng.randrange(2) * (cell not in puzzle.dead) for cell in range(puzzle.cells)) for _ in range(6)]
    presses, lengths = np.full((12, puzzle.presses), 7, np.uint8), np.full(12, 7)
    flat, boards = presses.reshape(-1), np.array(states, np.uint8).reshape(-1)
    assert tables.many(boards, 6, 12, flat, lengths)
    assert tables.many(boards, 0, 6, flat, lengths)  # in any order, as workers take them
    for number, state in enumerate(states):
        moves, count = tables.one(bytearray(state))
        try:
            offset = pack(puzzle.vector(state))
        except UnsolvableError:
            assert moves is None
            assert (lengths[number], presses[number].sum()) == (-1, 0)
            continue
        weight, number_of, best = optimal_members(offset, puzzle.quiet.masks)
        assert (moves, count) == (tuple(positions(best)), number_of)
        assert (lengths[number], pack(presses[number].tolist())) == (weight, best)


def test_the_largest_that_is_weighed() -> None:
    puzzle = LightsOut(19, 19)
    assert (puzzle.nullity, RANK_MAX) == (16, 17)
    state = puzzle.scramble(Random(2))
    moves, count = Tables(puzzle, puzzle.nullity).one(bytearray(state))
    assert moves is not None
    assert puzzle.apply_all(state, moves) == puzzle.goal
    parity = two_states.fewest(361, pack(puzzle.vector(state)), puzzle.quiet.masks, Budget(), width=19)
    assert (len(moves), count) == (parity.weight, parity.optimal_count)
    assert parity.method == "parity classes"
    assert LightsOut(30, 30).system.weighing is None
    assert LightsOut(BOARD_CELLS_MAX + 1, 1).system.weighing is None


def test_what_is_no_board_is_refused() -> None:
    tables, presses, lengths = (
        Tables(PUZZLES["dead and fixed cells"], PUZZLES["dead and fixed cells"].nullity),
        np.zeros(30, np.uint8),
        np.zeros(1, np.int64),
    )
    for cell, value in ((3, 2), (7, 1), (29, 255)):
        board = np.zeros(30, np.uint8)
        board[cell] = value
        assert not tables.many(board, 0, 1, presses, lengths)
        assert tables.one(bytearray(board))[0] is None
    boards = np.zeros((500, 25), np.uint8)
    boards[499, 24] = 2
    with pytest.raises(PuzzleError, match=r"not in 0\.\.1"):
        solve_many(LightsOut(5, 5), boards)


@pytest.mark.parametrize("side", [4, 6, 9])
def test_an_answer_does_not_tell_which_of_them_gave_it(side: int) -> None:
    puzzle, slow = LightsOut(side, side), LightsOut(side, side)
    for seed in range(4 + side * side // 16):
        state = puzzle.scramble(Random(seed))
        found, other = puzzle.search(state), LightsOut(side, side).search(state)
        assert (found.solution, found.count, found.nodes, found.method) == (
            other.solution, other.count, other.nodes, other.method,
        )  # fmt: skip
        assert found.solution.start == state
        assert found.method == (METHOD if puzzle.nullity else "unique")
    assert puzzle.system.weighing is not None
    assert puzzle.system.weighing.prepared(puzzle) is not None
    for broken in ([2] * side * side, [0] * (side * side - 1), [0.5] * side * side, ["x"] * side * side):
        with pytest.raises(PuzzleError) as error:
            puzzle.optimal(broken)
        with pytest.raises(PuzzleError) as same:
            slow.solve(broken)
        assert str(error.value) == str(same.value)
    rows = [list(state[row * side : row * side + side]) for row in range(side)]
    assert puzzle.optimal(rows) == puzzle.optimal(state) == puzzle.optimal(np.array(rows, bool))
