"""Steps per second of environments: our vectors and a plain one in numpy. `python -m benchmarks envs`.

The plain one, written here, is the obvious code: operations on arrays of boards, without masks, records or resets.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

Row = dict[str, object]
BOARDS, SECONDS = 4096, 1.0


class PlainLights:
    """A 5 × 5 board as an array of two dimensions."""

    def __init__(self) -> None:
        self.board = np.random.default_rng(1).integers(2, size=(5, 5))

    def step(self, action: int) -> tuple[Any, float, bool]:
        row, column = divmod(action, 5)
        for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= row + down < 5 and 0 <= column + right < 5:
                self.board[row + down, column + right] ^= 1
        return self.board.copy(), -1.0, not self.board.any()


class PlainTiles:
    """A 4 × 4 board as an array of two dimensions."""

    def __init__(self) -> None:
        self.goal = np.append(np.arange(1, 16), 0).reshape(4, 4)
        self.board, self.blank = self.goal.copy(), (3, 3)

    def step(self, action: int) -> tuple[Any, float, bool]:
        down, right = ((1, 0), (-1, 0), (0, 1), (0, -1))[action]
        row, column = self.blank[0] + down, self.blank[1] + right
        if 0 <= row < 4 and 0 <= column < 4:
            self.board[self.blank] = self.board[row, column]
            self.board[row, column] = 0
            self.blank = (row, column)
        return self.board.copy(), -1.0, bool((self.board == self.goal).all())


def speed(step: Callable[[Any], object], actions: list[Any], boards: int) -> float:
    """Return the steps a second of processor time."""
    for action in actions[:3]:
        step(action)
    start, made = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        for action in actions:
            step(action)
        made += len(actions) * boards
    return made / spent


def rows() -> list[Row]:
    from solvable.envs import LightsOutEnv, LightsOutVector, SlidingTilesEnv, SlidingTilesVector

    random, found = np.random.default_rng(1), []
    cases: tuple[tuple[str, Any, Any, Any, float], ...] = (
        ("5 × 5 lights", LightsOutVector(BOARDS), LightsOutEnv(limit=10**9, distances=False), PlainLights(), 5e6),
        ("4 × 4 tiles", SlidingTilesVector(BOARDS), SlidingTilesEnv(limit=10**9), PlainTiles(), 1e6),
    )
    for name, many, one, plain, target in cases:
        many.reset(seed=1)
        one.reset(seed=1)
        number = many.single_action_space.n
        single = random.integers(number, size=200)
        measured = (
            (
                f"{BOARDS} boards at once",
                speed(many.step, list(random.integers(number, size=(20, BOARDS))), BOARDS),
                target,
            ),
            ("one board", speed(one.step, list(single), 1), None),
            ("plain numpy, one board", speed(plain.step, single.tolist(), 1), None),
        )
        for how, value, wanted in measured:
            found.append(
                {"name": f"{name}, {how}", "value": float(f"{value:.3g}"), "unit": "steps/s", "target": wanted}
            )
    return found


if __name__ == "__main__":
    for measured in rows():
        print(measured)
