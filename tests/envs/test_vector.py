"""Many boards at once do what as many single environments do, and both teach a learner to play."""

import pickle
import warnings
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason='needs Gymnasium: pip install "solvable[rl]"')

import numpy as np  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from solvable import families  # noqa: E402
from solvable.core.errors import PuzzleError  # noqa: E402
from solvable.envs import LightsOutEnv, LightsOutVector, SlidingTilesEnv, SlidingTilesVector  # noqa: E402
from solvable.game_id import parse_puzzle  # noqa: E402

PUZZLES = [
    "lights:5x5", "lights:3x4,torus,mod3", "lights:9x2,king", "lights:3x3,dead=4", "lights:3x2,goal=101/010",
    "lights:2x2,mod200", "lights:merlin", "tiles:4x4", "tiles:2x3,mtm", "tiles:3x5,goal=blank-first", "tiles:4x4,mtm",
    "tiles:5x1", "tiles:petersen", "tiles:3x3,dead=4", "tiles:3x2,goal=AAB/BC_", "tiles:4x5,mtm,goal=spiral",
]  # fmt: skip
BOARDS = 5


def pair(puzzle: str, **options: Any) -> tuple[Any, list[Any]]:
    """Return many boards at once, and as many alone."""
    many, one = (
        (LightsOutVector, LightsOutEnv) if puzzle.startswith("lights") else (SlidingTilesVector, SlidingTilesEnv)
    )
    return many(BOARDS, puzzle, **options), [one(puzzle, **options) for _ in range(BOARDS)]


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.sampled_from(PUZZLES), st.integers(0, 2**32), st.integers(1, 12), st.booleans())
def test_many_boards_are_as_many_single_ones(puzzle: str, seed: int, limit: int, with_distances: bool) -> None:
    tells = with_distances and puzzle in ("lights:5x5", "tiles:2x3,mtm", "lights:3x3,dead=4")
    many, alone = pair(puzzle, depth=(1, 3), limit=limit, distances=tells)
    boards, info = many.reset(seed=seed)
    for number, env in enumerate(alone):
        board, told = env.reset(options={"state": boards[number].ravel().tolist()})
        assert same(info, told, number)
        assert np.array_equal(board, boards[number]) and board.dtype == boards.dtype
    random, over = np.random.default_rng(seed), np.zeros(BOARDS, bool)
    for _ in range(15):
        actions = random.integers(many.single_action_space.n, size=BOARDS)
        boards, rewards, terminated, truncated, info = many.step(actions)
        assert boards in many.observation_space
        for number, env in enumerate(alone):
            if over[number]:
                board, told = env.reset(options={"state": boards[number].ravel().tolist()})
                seen: tuple[Any, ...] = (board, 0.0, False, False)
                assert env.position != env.puzzle.goal
            else:
                *seen_, told = env.step(actions[number])
                seen = tuple(seen_)
            assert np.array_equal(seen[0], boards[number])
            assert seen[1:] == (rewards[number], terminated[number], truncated[number])
            assert same(info, told, number)
        over = terminated | truncated


def same(info: dict[str, Any], told: dict[str, Any], number: int) -> bool:
    """Whether a vector's info says of one board what that board alone says."""
    assert set(told) == {key for key in info if not key.startswith("_")}
    return all(info[f"_{key}"][number] and np.array_equal(info[key][number], told[key]) for key in told)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_boards_are_drawn_solvable_by_seed_and_pickled(puzzle: str) -> None:
    game = parse_puzzle(puzzle)
    for options in ({}, {"depth": (1, 4)}):
        many, _ = pair(puzzle, **options, distances=False)
        boards, _ = many.reset(seed=9)
        for board in boards.reshape(BOARDS, -1).tolist():
            assert tuple(board) != game.goal
            assert game.obstruction(tuple(board)) is None
        copy = pickle.loads(pickle.dumps(many))
        actions = np.zeros(BOARDS, np.int64)
        for _ in range(3):
            assert np.array_equal(copy.step(actions)[0], many.step(actions)[0])
        assert np.array_equal(many.reset(seed=9)[0], boards)
        if game.count().solvable > 1000:
            assert not np.array_equal(many.reset()[0], boards)


@pytest.mark.parametrize("puzzle", ["lights:2x2", "lights:2x1,mod3", "tiles:2x2", "tiles:2x2,goal=blank-first"])
def test_arrays_are_drawn_uniformly(puzzle: str) -> None:
    count = parse_puzzle(puzzle).count().solvable - 1  # all but the goal
    kind = LightsOutVector if puzzle.startswith("lights") else SlidingTilesVector
    boards, _ = kind(400 * count, puzzle).reset(seed=4)
    _, times = np.unique(boards.reshape(len(boards), -1), axis=0, return_counts=True)
    assert len(times) == count
    assert abs(times - 400).max() < 100  # five deviations


def test_depths_and_distances_of_arrays() -> None:
    for kind, puzzle in ((LightsOutVector, "4x4"), (SlidingTilesVector, "3x3"), (SlidingTilesVector, "3x3,mtm")):
        many: Any = kind(300, puzzle, depth=(1, 3), distances=True)
        _, info = many.reset(seed=1)
        assert set(info["distance"].tolist()) == {1, 2, 3}
    exact = SlidingTilesVector(40, "3x3", distance=(8, 10), distances=True)
    assert set(exact.reset(seed=1)[1]["distance"].tolist()) == {8, 9, 10}


def test_make_vec_makes_them_and_the_vectors_of_gymnasium() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in (None, "sync"):
            many = gymnasium.make_vec("solvable/SlidingTiles-v0", 3, mode, puzzle="3x3", distance=4)
            boards, info = many.reset(seed=5)
            assert boards.shape == (3, 3, 3)
            assert info["action_mask"].shape == (3, 4)
            for _ in range(6):
                boards, rewards, terminated, truncated, _ = many.step(many.action_space.sample())
                assert boards in many.observation_space
                assert rewards.shape == terminated.shape == truncated.shape == (3,)
            many.close()


def test_what_is_no_action_is_refused() -> None:
    many = LightsOutVector(3)
    many.reset(seed=1)
    with pytest.raises(PuzzleError, match="3 whole numbers"):
        many.step(np.array([1, 2]))
    for wrong in (-1, 25):
        with pytest.raises(PuzzleError, match=f"no action {wrong}"):
            many.step(np.array([0, 1, wrong]))
    with pytest.raises(PuzzleError, match="unknown option"):
        many.reset(options={"state": 0})
    with pytest.raises(PuzzleError, match="num_envs"):
        SlidingTilesVector(0)


def learnt(many: Any, steps: int, seed: int = 0) -> dict[bytes, Any]:
    """Return the values of actions that Q-learning finds, beginning with hope: half the actions are the best so far."""
    random = np.random.default_rng(seed)
    values: dict[bytes, Any] = {}
    boards, _ = many.reset(seed=seed)
    actions = many.single_action_space.n

    def row(board: Any) -> Any:
        return values.setdefault(board.tobytes(), np.zeros(actions))

    over = np.zeros(many.num_envs, bool)
    for _ in range(steps):
        best = np.array([row(board).argmax() for board in boards])
        chosen = np.where(random.random(many.num_envs) < 0.5, best, random.integers(actions, size=many.num_envs))
        after, rewards, terminated, truncated, _ = many.step(chosen)
        for number in np.flatnonzero(~over):
            ahead = 0.0 if terminated[number] else row(after[number]).max()
            row(boards[number])[chosen[number]] = rewards[number] + ahead  # moves are certain: the whole step
        boards, over = after, terminated | truncated
    return values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("many", "steps"),
    [(LightsOutVector(64, "3x2", limit=40), 400), (SlidingTilesVector(64, "3x2", limit=60), 1500)],
    ids=["2 × 3 lights", "2 × 3 tiles"],
)
def test_a_learner_learns_perfect_play(many: Any, steps: int) -> None:
    values = learnt(many, steps)
    puzzle, kind = many.options.puzzle, many.options.type
    actions = LightsOutEnv(puzzle).actions if many.single_action_space.n > 4 else SlidingTilesEnv(puzzle).actions
    every = [tuple(np.frombuffer(key, kind).tolist()) for key in values]
    states = [state for state in every if state != puzzle.goal]
    assert len(states) == puzzle.count().solvable - 1
    remaining = families.of(puzzle).remaining(puzzle)
    assert remaining is not None
    fewest = dict(zip(states, remaining(np.array(states)).tolist(), strict=True))
    for start in states:
        state, made = start, 0
        while state != puzzle.goal and made < fewest[start]:
            move = actions.move(state, int(values[np.array(state, kind).tobytes()].argmax()))
            state, made = puzzle.apply(state, move), made + 1
        assert state == puzzle.goal  # by the fewest moves, from every state
