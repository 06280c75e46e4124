"""Whatever the library answers, to whatever question about whatever puzzle, the checker accepts."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checker import forgeries

from solvable import LightsOut, SlidingTiles, answers, game_id, variant
from solvable.checker import verify
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle, State, replay
from solvable.tiles.graphs.board import GraphTiles

PUZZLES: list[Puzzle] = [
    *(LightsOut(*size) for size in ((1, 1), (3, 3), (4, 4), (5, 5), (2, 7))),
    *(LightsOut(4, 3, rule=rule) for rule in ("plus0", "king", "knight", "hex", "triangle", "diagonal")),
    *(LightsOut(3, 4, surface=surface) for surface in ("torus", "klein", "projective")),
    *(LightsOut(3, 3, k=k) for k in (3, 4, 6)),
    LightsOut(4, 4, rule="cross"),
    LightsOut(3, 3, dead=[4], fixed=[0], goal=(1, 0, 0, 0, 0, 0, 0, 0, 1)),
    LightsOut.from_graph(4, [(0, 1), (1, 2), (3, 0)], directed=True),
    LightsOut.from_matrix([[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1]], width=3, height=1),
    *map(variant, ("merlin", "mini", "tetrahedron")),
    *(SlidingTiles(*size) for size in ((1, 1), (1, 4), (4, 1), (2, 2), (3, 2), (2, 3), (3, 3))),
    *(SlidingTiles(*size, metric="mtm") for size in ((1, 4), (3, 2), (3, 3))),
    *(SlidingTiles(3, 2, goal=goal) for goal in ("blank-first", "spiral", (5, 4, 3, 2, 1, 0))),
    GraphTiles.board(2, 2, (3, 1, 2, 0)),
    GraphTiles.like(SlidingTiles(3, 3)),
    GraphTiles.like(SlidingTiles(3, 2, goal="blank-first")),
    GraphTiles.board(1, 4),
    GraphTiles.board(4, 1),
    GraphTiles.board(3, 3, dead=[4]),
    GraphTiles.board(3, 2, (1, 1, 2, 2, 3, 0)),
    *(game_id.parse_puzzle(f"tiles:{name}") for name in ("theta0", "star5", "cycle5", "wheel5", "complete4", "cube")),
    game_id.parse_puzzle("tiles:cycle6,goal=AB_ABB"),
]
"""One of each constructor, rule and kind of graph; small, so that every claim can be recomputed."""

Question = Callable[[Puzzle, State, Random], Iterator[Any]]


def steps(puzzle: Puzzle, state: State, rng: Random) -> list[int]:
    """Return a random list of moves that can be made."""
    made: list[int] = []
    for _ in range(rng.randrange(1, 7)):
        free = [move for move in range(len(puzzle.goal)) if _is_legal(puzzle, state, move)]
        if not free:
            break
        made.append(rng.choice(free))
        state = puzzle.apply(state, made[-1])
    return made


def _is_legal(puzzle: Puzzle, state: State, move: int) -> bool:
    try:
        puzzle.apply(state, move)
    except PuzzleError:
        return False
    return True


QUESTIONS: dict[str, Question] = {
    "check": lambda puzzle, state, rng: iter([answers.check(puzzle, state)]),
    "solve": lambda puzzle, state, rng: iter([answers.solve(puzzle, state)]),
    "any": lambda puzzle, state, rng: iter([answers.solve(puzzle, state, mode="any")]),
    "near": lambda puzzle, state, rng: iter([answers.solve(puzzle, state, mode="near", seconds=0.05)]),
    "all": lambda puzzle, state, rng: answers.solve_all(puzzle, state, limit=3),
    "every": lambda puzzle, state, rng: answers.solve_all(puzzle, state, mode="any", limit=3),
    "at once": lambda puzzle, state, rng: iter(answers.solve_at_once(puzzle, [state, puzzle.goal]) or ()),
    "count": lambda puzzle, state, rng: iter([answers.count(puzzle)]),
    "moves": lambda puzzle, state, rng: iter([answers.moves(puzzle, state, steps(puzzle, state, rng))]),
    "solved moves": lambda puzzle, state, rng: iter(
        [answers.moves(puzzle, state, answers.solve(puzzle, state, mode="any").get("moves", []))]
    ),
    "new": lambda puzzle, state, rng: answers.new(puzzle, number=2, seed=str(rng.random())),
    "exact": lambda puzzle, state, rng: answers.new(puzzle, number=2, exact=3, seed=str(rng.random())),
    "quiet": lambda puzzle, state, rng: iter([answers.quiet(puzzle), answers.quiet(puzzle, every=True, limit=20)]),
    "matrix": lambda puzzle, state, rng: iter([answers.matrix(puzzle), answers.matrix(puzzle, state)]),
    "chase": lambda puzzle, state, rng: iter([answers.chase(puzzle, state)]),
    "chase table": lambda puzzle, state, rng: islice(answers.chase_table(puzzle), 4),
    "lit-only": lambda puzzle, state, rng: iter([answers.lit_only(puzzle, state)]),
    "fewest lit": lambda puzzle, state, rng: iter([answers.fewest_lit(puzzle, state)]),
    "all lit": lambda puzzle, state, rng: iter([answers.all_lit(puzzle)]),
    "presses": lambda puzzle, state, rng: iter([answers.distribution(puzzle, answers.press_distribution(puzzle))]),
}


def some_state(puzzle: Puzzle, rng: Random) -> State:
    """Return a state, solvable or not."""
    if rng.random() < 0.5:
        return puzzle.scramble(rng)
    k = getattr(puzzle, "k", 0)
    lost: frozenset[int] = getattr(puzzle, "dead", frozenset())
    if k:
        return tuple(0 if cell in lost else rng.randrange(k) for cell in range(len(puzzle.goal)))
    live = [cell for cell in range(len(puzzle.goal)) if cell not in lost]
    tiles, state = [puzzle.goal[cell] for cell in live], list(puzzle.goal)
    for cell, tile in zip(live, rng.sample(tiles, len(tiles)), strict=True):
        state[cell] = tile
    return tuple(state)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=game_id.format_puzzle)
def test_the_checker_accepts_what_the_library_answers(puzzle: Puzzle) -> None:
    for name, question in QUESTIONS.items():
        rng = Random(name)
        for _ in range(2):
            state = some_state(puzzle, rng)
            try:
                found = list(question(puzzle, state, rng))
            except PuzzleError:
                continue  # the puzzle has no such question
            for answer in found:
                report = verify(answer)
                assert not report.problems, answer
                assert not report.unchecked or name == "presses", answer  # of which 4⁹ states are too many to visit


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(st.sampled_from(PUZZLES), st.randoms(use_true_random=False))
def test_no_forged_list_of_moves_passes(puzzle: Puzzle, rng: Random) -> None:
    state = some_state(puzzle, rng)
    answer = dict(answers.moves(puzzle, state, steps(puzzle, state, rng)))
    assert verify(answer).verdict == "right"
    for what, text in forgeries.forged(answer):
        assert verify(text).verdict != "right", (what, answer)


def test_moves_lead_where_they_are_said_to_end() -> None:
    for puzzle in PUZZLES:
        rng = Random(1)
        state = some_state(puzzle, rng)
        made = steps(puzzle, state, rng)
        answer = answers.moves(puzzle, state, made)
        assert answer["ends"] == game_id.format_board(puzzle, replay(puzzle, state, made))
        assert verify(answer | {"ends": answer["board"]}).verdict == ("right" if not made else "wrong") or (
            answer["ends"] == answer["board"]
        )
