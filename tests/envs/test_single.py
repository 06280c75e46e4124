"""One board as an environment: what Gymnasium checks, what the puzzle says of each move, seeds, goals, pictures."""

import pickle
import subprocess
import sys
import warnings
from random import Random
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason='needs Gymnasium: pip install "solvable[rl]"')

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

import solvable.envs  # noqa: E402
from solvable.core.errors import PuzzleError, UnsolvableError  # noqa: E402
from solvable.core.puzzle import Puzzle  # noqa: E402
from solvable.game_id import parse_puzzle  # noqa: E402

LIGHTS, TILES = "solvable/LightsOut-v0", "solvable/SlidingTiles-v0"
CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    (LIGHTS, {}),
    (LIGHTS, {"puzzle": "4x3,torus,mod3", "depth": (1, 6), "render_mode": "rgb_array"}),
    (LIGHTS, {"puzzle": "merlin", "distance": 3, "render_mode": "ansi"}),
    (LIGHTS, {"puzzle": "lights:graph=4;0-1;1-2;2-3", "goal_conditioned": True}),
    (LIGHTS, {"puzzle": "3x3,dead=4,goal=100/000/001", "limit": 7}),
    (LIGHTS, {"puzzle": "2x2,mod200"}),
    (TILES, {"distances": False}),
    (TILES, {"puzzle": "3x2,mtm", "distance": (1, 9), "goal_conditioned": True}),
    (TILES, {"puzzle": "3x3,dead=4", "actions": "cells", "render_mode": "rgb_array"}),
    (TILES, {"puzzle": "petersen", "depth": 5, "render_mode": "rgb_array"}),
    (TILES, {"puzzle": "4x4,goal=RATE/YOUR/MIND/PAL_", "render_mode": "ansi"}),
    (TILES, {"puzzle": "5x1", "limit": 3}),
]
EVERY = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=lambda value: str(value)[:40])


def make(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **options).unwrapped


def play(env: Any, seed: int, steps: int = 30) -> list[Any]:
    """Return all that a play of legal actions shows."""
    random, shown = Random(seed), [env.reset(seed=seed)]
    for _ in range(steps):
        shown.append(env.step(random.choice(np.flatnonzero(env.action_masks()).tolist())))
        if shown[-1][2] or shown[-1][3]:
            shown.append(env.reset())
    return shown


@pytest.mark.slow
@EVERY
def test_gymnasium_has_nothing_to_say_against_it(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, **options))


@EVERY
def test_a_seed_repeats_everything_and_so_does_a_pickled_copy(name: str, options: dict[str, Any]) -> None:
    first, again = make(name, **options), make(name, **options)
    shown = repr(play(first, 5))
    assert shown == repr(play(again, 5)) == repr(play(first, 5))
    copy = pickle.loads(pickle.dumps(first))
    assert repr(play(copy, 5)) == shown
    assert repr(play(first, 6)) != shown
    first.reset(seed=1)
    assert first.step(0)[0].__repr__() == pickle.loads(pickle.dumps(first))._observed().__repr__()


@EVERY
def test_masks_are_the_legal_moves_and_distances_those_of_the_solver(name: str, options: dict[str, Any]) -> None:
    env = make(name, **options)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(4):
            puzzle, before = env.puzzle, env.position
            assert puzzle.obstruction(before) is None
            if "distance" in info:
                assert info["distance"] == len(puzzle.optimal(before))
            reached = set()
            for action in range(env.action_space.n):
                move = env.actions.move(before, action)
                assert (move is not None) == info["action_mask"][action]
                reached |= set() if move is None else {move}
            assert reached == set(puzzle.moves(before))
            *_, info = env.step(Random(seed).randrange(env.action_space.n))


def test_directions_are_those_of_the_letters() -> None:
    env = make(TILES, puzzle="4x3", distances=False)
    board = (1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11)
    for action, letter in enumerate("UDLR"):
        move = env.actions.move(board, action)
        assert env.puzzle.to_letters(board, [move]) == letter


def test_what_is_not_legal_changes_nothing_and_costs_a_move() -> None:
    env = make(TILES, puzzle="3x3")
    env.reset(options={"state": "1,2,3/4,5,6/7,0,8"})
    board, reward, terminated, truncated, info = env.step(0)
    assert (board.ravel().tolist(), reward, terminated, truncated) == ([1, 2, 3, 4, 5, 6, 7, 0, 8], -1.0, False, False)
    assert (info["moves"], info["distance"], info["action_mask"].tolist()) == (1, 1, [0, 1, 1, 1])
    board, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, info["distance"]) == (0.0, True, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "puzzle", "most"), [(LIGHTS, "5x5", 15), (TILES, "3x2", 21), (TILES, "3x2,mtm", 20)])
def test_a_curriculum_of_exact_distances(name: str, puzzle: str, most: int) -> None:
    for distance in {1, most // 2, most}:
        env = make(name, puzzle=puzzle, distance=distance)
        boards = [env.reset(seed=5), *(env.reset() for _ in range(4))]
        assert [info["distance"] for _, info in boards] == [distance] * 5
    env = make(name, puzzle=puzzle, distance=(1, 3))
    env.reset(seed=1)
    assert {env.reset()[1]["distance"] for _ in range(60)} == {1, 2, 3}


def test_depths_are_never_exceeded_and_no_episode_begins_solved() -> None:
    for name, puzzle in ((LIGHTS, "4x4"), (TILES, "3x3"), (TILES, "3x2,mtm")):
        env = make(name, puzzle=puzzle, depth=(1, 3))
        found = [env.reset(seed=3)[1]["distance"], *(env.reset()[1]["distance"] for _ in range(50))]
        assert set(found) == {1, 2, 3}
    env = make(LIGHTS, puzzle="1x1")
    assert all(env.reset()[0].any() for _ in range(20))


def test_every_start_is_equally_likely() -> None:
    env = make(TILES, puzzle="2x2", distances=False)
    env.reset(seed=2)
    found: dict[bytes, int] = {}
    for _ in range(2200):
        key = env.reset()[0].tobytes()
        found[key] = found.get(key, 0) + 1
    assert len(found) == 11
    assert all(140 < times < 260 for times in found.values())  # 200 ± 13.5; 4.4 deviations


def test_goals_of_their_own() -> None:
    env = make(TILES, puzzle="3x3", goal_conditioned=True)
    goal = [[1, 2, 3], [8, 0, 4], [7, 6, 5]]
    seen, info = env.reset(options={"state": [[1, 2, 3], [8, 6, 4], [7, 0, 5]], "goal": goal})
    assert seen["desired_goal"].tolist() == goal
    assert "distance" not in info  # a table is kept for the puzzle's own goal alone
    seen, reward, terminated, *_ = env.step(1)
    assert terminated
    assert reward == env.compute_reward(seen["achieved_goal"], seen["desired_goal"], {}) == 0
    assert env.compute_terminated(seen["achieved_goal"], seen["desired_goal"], {})
    batch = np.array([goal, env.reset(seed=1)[0]["achieved_goal"]])
    assert env.compute_reward(batch, np.array([goal, goal]), {}).tolist() == [0, -1]
    assert not env.compute_truncated(batch, batch, {})


def test_episodes_are_cut_at_the_limit() -> None:
    env = make(LIGHTS, puzzle="5x5", limit=3, distances=False)
    env.reset(options={"state": "01110/10101/11011/10101/01110"})
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (LIGHTS, {"puzzle": "tiles:3x3"}, "is for lights"),
        (TILES, {"puzzle": "lights:3x3"}, "is for tiles"),
        (LIGHTS, {"depth": 3, "distance": 3}, "a depth or a distance"),
        (LIGHTS, {"depth": 0}, "depth is a number from 1"),
        (TILES, {"distance": (5, 3)}, "distance is a number from 1"),
        (TILES, {"limit": 0}, "limit is a number from 1"),
        (TILES, {"puzzle": "3x3,mtm", "actions": "directions"}, "directions are for"),
        (TILES, {"puzzle": "3x3", "actions": "cell"}, "actions are directions or cells, not 'cell'"),
        (LIGHTS, {"puzzle": "5x5,bus"}, "bus"),
    ],
)
def test_what_cannot_be_is_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        make(name, **options)


def test_resets_refuse_what_is_no_beginning() -> None:
    env = make(LIGHTS, puzzle="5x5")
    with pytest.raises(UnsolvableError):
        env.reset(options={"state": "10000/00000/00000/00000/00000"})
    with pytest.raises(PuzzleError, match="unknown option 'stat'"):
        env.reset(options={"stat": 1})
    with pytest.raises(PuzzleError, match="goal_conditioned"):
        env.reset(options={"goal": [0] * 25})
    with pytest.raises(PuzzleError, match="no board"):
        make(TILES, puzzle="3x2", distance=22).reset()
    with pytest.raises(PuzzleError, match="there is no action 25"):
        env.step(25)


def test_pictures_show_the_board() -> None:
    env = make(LIGHTS, puzzle="2x1", render_mode="rgb_array")
    env.reset(options={"state": "11"})
    lit = env.render()
    assert lit.shape == (40, 72, 3)
    assert (lit[20, 20] == lit[20, 52]).all()
    env.step(0)
    assert (env.render()[20, 20] != lit[20, 20]).any()
    seen: dict[tuple[str, bytes], bytes] = {}
    for puzzle in ("2x2", "3x2,hex,mod3", "3x2,triangle", "cube", "graph=3;0-1;1-2"):
        env = make(LIGHTS, puzzle=puzzle, render_mode="rgb_array")
        for seed in range(4):
            board, _ = env.reset(seed=seed)
            picture = env.render()
            assert seen.setdefault((puzzle, board.tobytes()), picture.tobytes()) == picture.tobytes()
    assert len(set(seen.values())) == len(seen)  # different boards look different
    env = make(TILES, puzzle="3x2", render_mode="ansi")
    env.reset(options={"state": "1,2,3/4,0,5"})
    assert all(str(tile) in env.render() for tile in range(1, 6))
    assert make(TILES).render() is None


def test_puzzles_themselves_and_classes_by_name() -> None:
    puzzle: Puzzle = parse_puzzle("tiles:3x3,goal=spiral")
    env = solvable.envs.SlidingTilesEnv(puzzle)
    assert env.puzzle is puzzle
    assert set(solvable.envs.__all__) >= {"LightsOutEnv", "LightsOutVector"}
    with pytest.raises(AttributeError):
        solvable.envs.Nothing  # noqa: B018


def test_gymnasium_finds_them_by_the_name_of_their_module() -> None:
    program = "import gymnasium; gymnasium.make('solvable.envs:solvable/LightsOut-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_gymnasium_the_extra_is_named() -> None:
    program = "import sys; sys.modules['gymnasium'] = None\n"
    program += "try: import solvable.envs\nexcept ImportError as e: print(e)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert 'pip install "solvable[rl]"' in shown
