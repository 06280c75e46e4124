"""Many boards at once as environments of Gymnasium: arrays of numpy, with a step of all boards in a few passes.

They behave like the same number of single environments (`single`), move for move, but draw new boards from one
generator. As in Gymnasium's own vectors by default, the next step resets a finished board and ignores its action
(reward 0).

Lights are stored as bytes, in rows padded to whole words, and pressed and compared a word at a time. Boards of tiles
store the cell of the blank and the number of wrong cells, so that a move touches two cells.
"""

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Puzzle
from solvable.envs.actions import Kind, Mask, Presses, Slides
from solvable.envs.options import LIGHTS, TILES, Options
from solvable.envs.reset import TRIES, Range

Array = NDArray[Any]
WORD = 8  # bytes in a word


class Boards(VectorEnv[Array, Array, Array]):
    """Many boards of one puzzle: the common part of `LightsOutVector` and `SlidingTilesVector`."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, num_envs: int, options: Options, number: int) -> None:
        if num_envs < 1:
            raise PuzzleError(
                msg("{name} is a number from 1, or a pair of them, not {value}", name="num_envs", value=num_envs)
            )
        self.num_envs, self.options, self._actions = num_envs, options, number
        self.single_action_space = spaces.Discrete(number)
        self.single_observation_space = spaces.Box(options.low, options.high, options.shape, options.type)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.moves = np.zeros(num_envs, np.int64)
        self._goal = np.array(options.puzzle.goal, options.type)
        self._over = np.zeros(num_envs, np.bool_)
        self._all = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin an episode on every board; `options` may give all `states`, an array (boards, cells)."""
        super().reset(seed=seed)
        if seed is not None:
            self.options.starts.forget()
        asked = dict(options or {})
        states = asked.pop("states", None)
        if asked:
            raise PuzzleError(msg("unknown option {option}", option=repr(next(iter(asked)))[:40]))
        given = self._drawn(self.num_envs) if states is None else self._checked(states)
        self.moves[:], self._over[:] = 0, False
        self._put(slice(None), given)
        return self._observed(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make a move on every board; return observations, rewards, which boards reached the goal or the limit, and
        info.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "ui":
            raise PuzzleError(msg("actions are {count} whole numbers, one a board", count=self.num_envs))
        wrong = actions[(actions < 0) | (actions >= self._actions)]
        if wrong.size:
            raise PuzzleError(msg("there is no action {action}", action=int(wrong[0])))
        solved = self._moved(actions)
        self.moves += 1
        rewards = solved - 1.0
        cut = self.moves >= self.options.limit
        if self._over.any():
            self._begin(np.flatnonzero(self._over), solved, cut, rewards)
        np.logical_or(solved, cut, out=self._over)
        return self._observed(), rewards, solved, cut, self._info()

    def action_masks(self) -> Mask:
        """Return, for each board, 1 for each action that is legal now, 0 for the others."""
        raise NotImplementedError

    def _moved(self, actions: Array) -> Array:
        """Make the moves; return which boards are solved now."""
        raise NotImplementedError

    def _put(self, rows: Any, states: Array) -> None:
        """Set these boards to `states`."""
        raise NotImplementedError

    def _states(self) -> Array:
        """Return all boards, (boards, cells)."""
        raise NotImplementedError

    def _random(self, number: int) -> Array:
        """Return `number` boards drawn by array operations, possibly solved."""
        raise NotImplementedError

    def _begin(self, rows: Array, solved: Array, cut: Array, rewards: Array) -> None:
        """Begin an episode on these boards and discard the effect of their actions."""
        self._put(rows, self._drawn(len(rows)))
        self.moves[rows], solved[rows], cut[rows], rewards[rows] = 0, False, False, 0.0

    def _drawn(self, number: int) -> Array:
        """Return `number` boards to begin with, none of them solved."""
        if self.options.starts.distance or not self._is_drawn_by_arrays:
            rng = Random(int(self.np_random.integers(2**63)))
            return np.array([self.options.starts.draw(rng) for _ in range(number)], self.options.type)
        result = self._random(number)
        for _ in range(TRIES):
            again = np.flatnonzero((result == self._goal).all(axis=1))
            if not len(again):
                return result
            result[again] = self._random(len(again))
        raise PuzzleError("no board but the solved one was found")

    @property
    def _is_drawn_by_arrays(self) -> bool:
        return True

    def _checked(self, states: Any) -> Array:
        rows = np.asarray(states).reshape(self.num_envs, -1)
        return np.array([self.options.state(tuple(row)) for row in rows.tolist()], self.options.type)

    def _observed(self) -> Array:
        return self._states().reshape(self.num_envs, *self.options.shape)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.action_masks(), "_action_mask": self._all, "moves": self.moves.copy()}
        info["_moves"] = self._all
        if self.options.remaining is not None:
            info |= {"distance": self.options.remaining(self._states()), "_distance": self._all}
        return info


class LightsOutVector(Boards):
    """`solvable/LightsOut-v0`, many boards at once; options as in `LightsOutEnv`, but `distances` only on request."""

    def __init__(
        self, num_envs: int = 1, puzzle: Puzzle | str = LIGHTS, *, depth: Range | None = None,
        distance: Range | None = None, limit: int | None = None, distances: bool = False,
    ) -> None:  # fmt: skip
        options = Options.of("lights", puzzle, depth, distance, limit, distances)
        presses = Presses.of(options.puzzle)
        super().__init__(num_envs, options, presses.number)
        assert isinstance(options.puzzle, Lamps)  # checked by Presses.of
        self._k, self._matrix = options.puzzle.k, np.array(options.puzzle.matrix(), np.int64)
        self._buttons = np.flatnonzero(presses.legal)
        self._mask = np.broadcast_to(presses.legal, (num_envs, presses.number))
        self._bytes = self._padded(np.tile(self._goal, (num_envs, 1)))
        self._toggles = self._padded(self._matrix)
        self._toggle_words = self._toggles.view(np.uint64)
        self._goal_words = self._padded(self._goal[None]).view(np.uint64)[0]

    def action_masks(self) -> Mask:
        """Return, for each board, 1 for each press that the player has, 0 for the others; it never changes."""
        return self._mask

    def _padded(self, rows: Array) -> Array:
        """Return rows of cells padded to whole words."""
        kind = self.options.type
        words = np.zeros((len(rows), -(-rows.shape[1] * kind.itemsize // WORD)), np.uint64)
        words.view(kind)[:, : rows.shape[1]] = rows
        return words.view(kind)

    def _moved(self, actions: Array) -> Array:
        words = self._bytes.view(np.uint64)
        if self._k == 2:
            words ^= self._toggle_words.take(actions, axis=0)
        else:
            self._bytes += self._toggles.take(actions, axis=0)
            self._bytes -= (self._bytes >= self._k) * self._bytes.dtype.type(self._k)
        wrong = words[:, 0] != self._goal_words[0]
        for column in range(1, words.shape[1]):
            wrong |= words[:, column] != self._goal_words[column]
        solved: Array = ~wrong
        return solved

    def _put(self, rows: Any, states: Array) -> None:
        self._bytes[rows, : len(self._goal)] = states

    def _states(self) -> Array:
        return self._bytes[:, : len(self._goal)].copy()

    def _random(self, number: int) -> Array:
        pressed = np.zeros((number, len(self._matrix)), np.int64)
        if self.options.starts.depth:
            places = np.tile(self._buttons, self._k - 1)
            lengths = self.np_random.integers(*self.options.starts.depth, size=number, endpoint=True)
            ranks = self.np_random.random((number, len(places))).argsort(axis=1)
            rows, chosen = np.nonzero(ranks < lengths[:, None])
            np.add.at(pressed, (rows, places[chosen]), 1)
        else:
            pressed[:, self._buttons] = self.np_random.integers(self._k, size=(number, len(self._buttons)))
        added = (pressed.astype(np.float64) @ self._matrix).astype(np.int64)  # BLAS has no integer product
        return ((self._goal + added) % self._k).astype(self.options.type)


class SlidingTilesVector(Boards):
    """`solvable/SlidingTiles-v0`, many boards at once; options as in `SlidingTilesEnv`, but `distances` only on
    request.
    """

    def __init__(
        self, num_envs: int = 1, puzzle: Puzzle | str = TILES, *, actions: Kind | None = None,
        depth: Range | None = None, distance: Range | None = None, limit: int | None = None, distances: bool = False,
    ) -> None:  # fmt: skip
        options = Options.of("tiles", puzzle, depth, distance, limit, distances)
        slides = Slides.of(options.puzzle, actions)
        super().__init__(num_envs, options, slides.number)
        self._touched, self._masks = slides.touched, slides.masks
        self._cells = len(self._goal)
        self._flat = np.zeros(num_envs * self._cells, options.type)
        self._first = np.arange(num_envs) * self._cells  # index of each board's first cell in `_flat`
        self._blank = np.zeros(num_envs, np.int64)
        self._wrong = np.zeros(num_envs, np.int64)
        self._width = getattr(options.puzzle, "width", 0)
        self._is_multi = getattr(options.puzzle, "metric", "stm") == "mtm"

    def action_masks(self) -> Mask:
        """Return, for each board, 1 for each action that moves a tile, 0 for the others."""
        return self._masks.take(self._blank, axis=0)

    def _moved(self, actions: Array) -> Array:
        target = self._touched[self._blank, actions]
        if self._is_multi:
            self._slide(target)
        else:
            self._swap(np.arange(self.num_envs), target)
        solved: Array = self._wrong == 0
        return solved

    def _swap(self, rows: Array, target: Array) -> None:
        """Move the tile in the cell `target` of each of these boards to the blank."""
        blank, first = self._blank[rows], self._first[rows]
        tile = self._flat[first + target]
        self._flat[first + target] = 0
        self._flat[first + blank] = tile
        goal = self._goal
        now = (tile != goal[blank]).astype(np.int64) + (goal[target] != 0)
        self._wrong[rows] += now - (tile != goal[target]) - (goal[blank] != 0)
        self._blank[rows] = target

    def _slide(self, target: Array) -> None:
        """Move the blank to `target` in its line, tile by tile."""
        step = np.where(self._blank // self._width == target // self._width, 1, self._width)
        step *= np.sign(target - self._blank)
        while len(rows := np.flatnonzero(self._blank != target)):
            self._swap(rows, self._blank[rows] + step[rows])

    def _put(self, rows: Any, states: Array) -> None:
        self._flat.reshape(-1, self._cells)[rows] = states
        self._blank[rows] = (states == 0).argmax(axis=1)
        self._wrong[rows] = (states != self._goal).sum(axis=1)

    def _states(self) -> Array:
        return self._flat.reshape(-1, self._cells).copy()

    @property
    def _is_drawn_by_arrays(self) -> bool:
        """Whether this is a board in rows with distinct tiles, so that parity alone decides solvability."""
        return self._width > 1 and self._cells // self._width > 1 and hasattr(self.options.puzzle, "metric")

    def _random(self, number: int) -> Array:
        if self.options.starts.depth:
            return self._walked(number, *self.options.starts.depth)
        rng, cells = self.np_random, self._cells
        states = np.tile(self._goal, (number, 1))
        every, odd = np.arange(number), np.zeros(number, np.int64)
        for cell in range(cells - 1, 0, -1):  # Fisher–Yates shuffle, counting the exchanges
            other = rng.integers(cell + 1, size=number)
            states[every, cell], states[every, other] = states[every, other], states[:, cell].copy()
            odd ^= other != cell
        blank, home = (states == 0).argmax(axis=1), int(self._goal.argmin())
        away = abs(blank // self._width - home // self._width) + abs(blank % self._width - home % self._width)
        wrong = np.flatnonzero((odd + away) % 2)
        # Two tiles other than the blank
        first, second = (states[wrong, :3] == 0).argsort(axis=1, kind="stable")[:, :2].T
        states[wrong, first], states[wrong, second] = states[wrong, second], states[wrong, first]
        return states

    def _walked(self, number: int, least: int, most: int) -> Array:
        """Return the goal after random moves without immediate reversals."""
        lengths = self.np_random.integers(least, most, size=number, endpoint=True)
        walk = SlidingTilesVector(number, self.options.puzzle, actions="cells")
        walk._put(slice(None), np.tile(self._goal, (number, 1)))
        before = np.full(number, -1)
        for made in range(most):
            rank = self.np_random.random((number, self._cells)) * walk.action_masks()
            rank[before >= 0, before[before >= 0]] *= 1e-9  # reverse the last move only if there is no other
            onward = np.where(made < lengths, rank.argmax(axis=1), walk._blank)
            before = walk._blank.copy()
            walk._moved(onward)
        return walk._states()
