"""One board as an environment of Gymnasium: states are tuples, and the puzzle itself makes every move.

Each move costs 1, except the one that reaches the goal: the return of a shortest solution of d moves is −(d − 1). An
episode terminates at the goal, or is truncated after `limit` moves. `info` has the mask of the legal actions
(`action_mask`), the moves made so far (`moves`) and, if a table is small enough, the number of moves that the board
still needs (`distance`).
"""

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Puzzle, State, WithGoal
from solvable.core.scene import scene_of
from solvable.envs.actions import Actions, Choices, Kind, Mask, Presses, Slides
from solvable.envs.options import LIGHTS, TILES, Options
from solvable.envs.reset import Range
from solvable.render import raster
from solvable.render.text import Pen, draw

MODES = ("rgb_array", "ansi")

Observation = Any  # an array, or a dictionary of three if the environment is goal-conditioned
Info = dict[str, Any]


class BoardEnv(gymnasium.Env[Observation, np.int64]):
    """An environment of any puzzle; `LightsOutEnv`, `SlidingTilesEnv` and `PuzzleEnv` define its actions."""

    metadata = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, options: Options, actions: Actions, goal_conditioned: bool, render_mode: str | None) -> None:
        if render_mode not in (None, *MODES):
            raise PuzzleError(msg("unknown render mode {mode}: use rgb_array or ansi", mode=repr(render_mode)))
        self.options, self.actions, self.render_mode = options, actions, render_mode
        self.goal_conditioned = goal_conditioned
        self.action_space = spaces.Discrete(actions.number)
        board = spaces.Box(options.low, options.high, options.shape, options.type)
        names = ("observation", "achieved_goal", "desired_goal")
        self.observation_space = spaces.Dict(dict.fromkeys(names, board)) if goal_conditioned else board
        self.puzzle: Puzzle = options.puzzle
        self.position: State = options.puzzle.goal
        self.moves = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin an episode; `options` may contain its `state`, and in a goal-conditioned environment its `goal`."""
        super().reset(seed=seed)
        if seed is not None:
            self.options.starts.forget()
        asked = dict(options or {})
        state, goal = asked.pop("state", None), asked.pop("goal", None)
        if asked:
            raise PuzzleError(msg("unknown option {option}", option=repr(next(iter(asked)))[:40]))
        self.puzzle = self._puzzle_with(goal)
        rng = Random(int(self.np_random.integers(2**63)))
        drawn = self.options.starts.draw(rng) if state is None else state
        self.position, self.moves = self._told().state(drawn), 0
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Make a move; return the observation, the reward, whether the goal is reached, whether the limit is, and
        info.
        """
        if not self.action_space.contains(action):
            raise PuzzleError(msg("there is no action {action}", action=repr(action)[:40]))
        move = self.actions.move(self.position, int(action))
        if move is not None:
            self.position = self.puzzle.apply(self.position, move)
        self.moves += 1
        is_solved = self.position == self.puzzle.goal
        return self._observed(), float(is_solved) - 1.0, is_solved, self.moves >= self.options.limit, self._info()

    def action_masks(self) -> Mask:
        """Return 1 for each action that is legal now, 0 for the others."""
        return self.actions.mask(self.position)

    def compute_reward(self, achieved_goal: Any, desired_goal: Any, info: Any) -> NDArray[np.float64]:
        """Return the reward of a state, or of many, for a goal: 0 if it is reached, −1 otherwise."""
        return np.asarray(self._is_reached(achieved_goal, desired_goal) - 1.0)

    def compute_terminated(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return whether a state, or each of many, is the goal."""
        return self._is_reached(achieved_goal, desired_goal)

    def compute_truncated(self, achieved_goal: Any, desired_goal: Any, info: Any) -> bool:
        """Return whether the episode was cut without reaching the goal."""
        return self.moves >= self.options.limit

    def render(self) -> Any:
        """Return the board as a picture (height, width, 3) of bytes, or as text."""
        if self.render_mode is None:
            return None
        scene = scene_of(self.puzzle, self.position)
        return raster.pixels(scene) if self.render_mode == "rgb_array" else "\n".join(draw(scene, Pen()).lines)

    def _puzzle_with(self, goal: Any) -> Puzzle:
        if goal is None:
            return self.options.puzzle
        if not self.goal_conditioned or not isinstance(self.options.puzzle, WithGoal):
            raise PuzzleError("a goal of its own is for environments with goal_conditioned=True")
        return self.options.puzzle.with_goal(goal if isinstance(goal, str) else np.asarray(goal))  # type: ignore[arg-type]

    def _told(self) -> Options:
        """Return the options with the goal of this episode."""
        if self.puzzle is self.options.puzzle:
            return self.options
        return Options(self.puzzle, self.options.starts, self.options.limit, None)

    def _is_reached(self, achieved: Any, desired: Any) -> Any:
        cells = tuple(range(-len(self.options.shape), 0))
        return (np.asarray(achieved) == np.asarray(desired)).all(axis=cells)

    def _array(self, state: State) -> NDArray[Any]:
        return np.array(state, self.options.type).reshape(self.options.shape)

    def _observed(self) -> Observation:
        board = self._array(self.position)
        if not self.goal_conditioned:
            return board
        return {
            "observation": board,
            "achieved_goal": board.copy(),
            "desired_goal": self._array(self.puzzle.goal),
        }

    def _info(self) -> Info:
        info: Info = {"action_mask": self.action_masks(), "moves": self.moves}
        if self.options.remaining is not None and self.puzzle is self.options.puzzle:
            info["distance"] = int(self.options.remaining(np.array([self.position]))[0])
        return info


class LightsOutEnv(BoardEnv):
    """`solvable/LightsOut-v0`: an action is a press.

    `puzzle` is a LightsOut or the middle of its game ID (`5x5,torus`, `merlin`). Episodes begin with any solvable
    board, after `depth` random presses (a number, or a pair of least and most), or with one that needs `distance`
    presses.
    """

    def __init__(
        self, puzzle: Puzzle | str = LIGHTS, *, depth: Range | None = None, distance: Range | None = None,
        limit: int | None = None, distances: bool = True, goal_conditioned: bool = False,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        options = Options.of("lights", puzzle, depth, distance, limit, distances)
        super().__init__(options, Presses.of(options.puzzle), goal_conditioned, render_mode)


class SlidingTilesEnv(BoardEnv):
    """`solvable/SlidingTiles-v0`: an action slides a tile; `actions` are "directions" or "cells" (see the module
    `actions`).

    `puzzle` is a SlidingTiles, a GraphTiles or the middle of its game ID (`4x4,goal=spiral`, `petersen`). Episodes
    begin with any solvable board, after `depth` random moves, or with one that needs `distance` moves.
    """

    def __init__(
        self, puzzle: Puzzle | str = TILES, *, actions: Kind | None = None, depth: Range | None = None,
        distance: Range | None = None, limit: int | None = None, distances: bool = True,
        goal_conditioned: bool = False, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        options = Options.of("tiles", puzzle, depth, distance, limit, distances)
        super().__init__(options, Slides.of(options.puzzle, actions), goal_conditioned, render_mode)


class PuzzleEnv(BoardEnv):
    """`solvable/Puzzle-v0`: any puzzle of any family, by its game ID; an action is a move, as `Puzzle.apply` takes it.

    Episodes begin with any solvable board, after `depth` random moves, or with one that needs `distance` moves.
    """

    def __init__(
        self, puzzle: Puzzle | str, *, depth: Range | None = None, distance: Range | None = None,
        limit: int | None = None, distances: bool = True, goal_conditioned: bool = False,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        options = Options.of("", puzzle, depth, distance, limit, distances)
        actions = Presses.of(options.puzzle) if isinstance(options.puzzle, Lamps) else Choices(options.puzzle)
        super().__init__(options, actions, goal_conditioned, render_mode)
