"""Lamps that do not matter: verdicts, proofs, counts and fewest presses against all press vectors of small boards."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

import solvable
from solvable import LightsOut, game_id
from solvable.core.errors import IllegalMoveError, PuzzleError, UnsolvableError
from solvable.core.puzzle import Obstruction, State, replay
from solvable.formats.base import targets_of
from solvable.lights.batch import Bulk
from solvable.render.text import Pen, draw

Table = dict[tuple[int, ...], list[int]]

BOARDS = [
    LightsOut(1, 1),
    LightsOut(2, 1),
    LightsOut(2, 2),
    LightsOut(3, 2),
    LightsOut(2, 3, rule="king"),
    LightsOut(2, 2, k=3, surface="torus"),
    LightsOut(3, 2, k=4),
    LightsOut.from_graph(4, [(0, 1), (1, 2), (2, 3)], directed=True),
]
LARGE = [LightsOut(3, 3), LightsOut(3, 3, surface="torus"), LightsOut(3, 3, k=3), LightsOut(3, 3, rule="cross")]


def reached(puzzle: LightsOut) -> Table:
    """Return for each sum of presses the lengths of the press vectors that add it."""
    matrix = np.array(puzzle.matrix())
    found: Table = defaultdict(list)
    vectors = np.array(list(product(range(puzzle.k), repeat=puzzle.presses)))
    for total, weight in zip((vectors @ matrix % puzzle.k).tolist(), vectors.sum(axis=1).tolist(), strict=True):
        found[tuple(total)].append(weight)
    return found


def check_proof(full: LightsOut, free: Sequence[int], goal: State, state: State, proof: Obstruction) -> None:
    """Check by the matrix of the board with all its lamps that no press changes the sum, which is not the goal's."""
    assert not any(proof.weights[cell] for cell in free)
    assert all(sum(map(int.__mul__, proof.weights, row)) % full.k == 0 for row in full.matrix())
    sums = [sum(map(int.__mul__, proof.weights, board)) % full.k for board in (state, goal)]
    assert sums == [proof.value, proof.wanted]
    assert proof.value != proof.wanted


def compare(full: LightsOut, table: Table, free: Sequence[int], goal: State, states: Sequence[State]) -> None:
    """Compare every answer about these states with what the table of all presses says of the cells that count."""
    counted = [cell for cell in range(full.cells) if cell not in free]
    lengths: Table = defaultdict(list)
    for total, weights in table.items():
        lengths[tuple(total[cell] for cell in counted)] += weights
    puzzle = full.with_free(free).with_goal(goal)
    assert puzzle.count().solvable == len(lengths)
    assert puzzle.count().states == full.k ** len(counted)
    assert puzzle.solutions_each == len(lengths[(0,) * len(counted)])
    for state in states:
        needed = tuple((goal[cell] - state[cell]) % full.k for cell in counted)
        proof = puzzle.obstruction(state)
        assert (proof is None) == (needed in lengths)
        if proof is not None:
            check_proof(full, free, goal, state, proof)
            continue
        found = puzzle.optimal(state)
        assert len(found) == found.lower_bound == min(lengths[needed])
        after = replay(full, state, found.moves)  # the same presses on the board with all its lamps
        assert all(after[cell] == goal[cell] for cell in counted)


@pytest.mark.slow
@pytest.mark.parametrize("full", BOARDS, ids=repr)
def test_every_goal_of_a_small_board(full: LightsOut) -> None:
    table, rng = reached(full), Random(1)
    states = list(product(range(full.k), repeat=full.cells))
    for number in range(full.cells + 1):
        for free in combinations(range(full.cells), number):
            goals = [goal for goal in states if not any(goal[cell] for cell in free)]
            for goal in goals if len(goals) < 10 else rng.sample(goals, 3):
                compare(full, table, free, goal, states if len(states) <= 64 else rng.sample(states, 12))


@pytest.mark.slow
@pytest.mark.parametrize("full", LARGE, ids=repr)
def test_goals_of_3x3_boards(full: LightsOut) -> None:
    table, rng = reached(full), Random(2)
    for number in range(10):
        free = rng.sample(range(9), number)
        goal = tuple(0 if cell in free else rng.randrange(full.k) for cell in range(9))
        compare(full, table, free, goal, [tuple(rng.randrange(full.k) for _ in range(9)) for _ in range(12)])


IDS = [
    "lights:5x5,free=6.12",
    "lights:4x3,mod3,free=0",
    "lights:3x3,king,torus,free=1.2",
    "lights:3x3x2,free=1",
    "lights:4x4,cross,free=0",
    "lights:5x4,dead=3,fixed=2,free=1.7,goal=00000/00000/00110/10000",
    "lights:6x1,matrix=c304020c3,free=2.3",
]


@pytest.mark.parametrize("text", IDS)
def test_ids_round_trip(text: str) -> None:
    puzzle = game_id.parse_puzzle(text)
    assert game_id.format_puzzle(puzzle) == text
    board, state = game_id.parse(f"{text}#7")
    assert board == puzzle
    assert game_id.parse(game_id.format_board(puzzle, state)) == (puzzle, state)


def test_question_marks_in_a_goal_are_free_cells() -> None:
    assert game_id.parse_puzzle("lights:3x3,goal=1?0/000/00?") == LightsOut(3, 3, free=[1, 8], goal="100/000/000")
    assert game_id.parse("lights:2x2,free=0:?1/10") == (LightsOut(2, 2, free=[0]), (0, 1, 1, 0))
    with pytest.raises(solvable.NotationError, match="not a cell"):
        game_id.parse("lights:2x2,free=0:1?/10")


def test_named_variants_spell_out_their_rules_with_free_cells() -> None:
    text = game_id.format_puzzle(game_id.parse_puzzle("lights:merlin,free=4"))
    assert text.startswith("lights:3x3,matrix=")
    assert game_id.format_puzzle(game_id.parse_puzzle(text)) == text


def test_targets_take_the_open_cells_from_the_goal() -> None:
    ((puzzle, state),) = targets_of(LightsOut(2, 2), (1, 1, 1, 1), [[1, None, 0, 0]]).every
    assert (puzzle, state) == (LightsOut(2, 2, free=[1], goal="10/00"), (1, 0, 1, 1))


def test_free_cells_have_a_button() -> None:
    puzzle = LightsOut(3, 1, free=[1])
    assert puzzle.apply((0, 0, 0), 1) == (1, 0, 1)
    assert puzzle.apply((0, 1, 0), 0) == (1, 0, 0)
    assert tuple(puzzle.buttons) == (0, 1, 2)
    with pytest.raises(IllegalMoveError):
        LightsOut(3, 1, free=[1], fixed=[1]).apply((0, 0, 0), 1)
    with pytest.raises(PuzzleError, match="there is no cell 3"):
        LightsOut(3, 1, free=[3])


@pytest.mark.parametrize("text", IDS)
def test_answers_are_accepted_by_the_checker(text: str) -> None:
    puzzle, rng = game_id.parse_puzzle(text), Random(5)
    assert isinstance(puzzle, LightsOut)
    assert solvable.verify(solvable.count(puzzle))
    for number in range(6):
        cells = [0 if cell in puzzle.dead else rng.randrange(puzzle.k) for cell in range(puzzle.cells)]
        state = puzzle.state(puzzle.scramble(rng) if number % 2 else cells)
        answer = solvable.solve((puzzle, state))
        assert solvable.verify(answer), answer
        assert solvable.verify(solvable.check((puzzle, state)))


def test_forged_answers_are_refused() -> None:
    answer = solvable.solve("lights:3x3,free=4:110/000/101")
    assert answer["length"] == 3
    assert not solvable.verify({**answer, "moves": answer["moves"][1:], "length": 2, "lower_bound": 2})
    assert not solvable.verify({**answer, "lower_bound": 4})
    assert not solvable.verify({**answer, "board": "lights:3x3,free=4:110/010/101"})  # a lamp that does not count
    refuted = solvable.check("lights:4x4,free=5.6:1101/0010/1000/0110")
    weights = list(refuted["obstruction"]["weights"])
    weights[0] ^= 1
    assert not solvable.verify({**refuted, "obstruction": {**refuted["obstruction"], "weights": weights}})
    whole = solvable.check("lights:4x4:1101/0010/1000/0110")
    assert whole["obstruction"]["weights"][2]
    names = {"puzzle": "lights:4x4,free=2", "board": "lights:4x4,free=2:1101/0010/1000/0110"}
    assert not solvable.verify({**whole, **names})


def test_the_hardest_state_of_a_board_with_free_cells() -> None:
    for free in ([0], [5, 6], [0, 3, 12, 15]):
        puzzle = LightsOut(4, 4, free=free)
        lengths = Bulk.of(puzzle).lengths(np.arange(1 << 16, dtype=np.uint64))
        found = puzzle.worst()
        assert found.bound == len(found.searched.solution) == lengths.max()


def test_many_boards_at_once_leave_out_what_does_not_matter() -> None:
    puzzle, rng = LightsOut(4, 4, free=[5, 6]), Random(3)
    boards = np.array([[rng.randrange(2) for _ in range(16)] for _ in range(40)], np.uint8)
    lengths = []
    for board in boards.tolist():
        try:
            lengths.append(len(puzzle.optimal(board)))
        except UnsolvableError:
            lengths.append(-1)
    assert solvable.solve_many(puzzle, boards).lengths.tolist() == lengths
    assert Bulk.of(puzzle).lengths(boards).tolist() == lengths


def test_drawings_show_question_marks() -> None:
    puzzle = LightsOut(2, 2, free=[0])
    lines = draw(puzzle.scene((0, 1, 0, 1)), Pen()).lines
    assert [line.split()[1:] for line in lines[1:]] == [["?", "●"], ["○", "●"]]
    assert ">?<" in puzzle.svg((0, 1, 0, 1))


def test_lit_only_play_needs_every_lamp() -> None:
    with pytest.raises(PuzzleError, match="leaves some lamps open"):
        LightsOut(3, 3, free=[0]).lit_only("110/000/000")
