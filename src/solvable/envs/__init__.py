"""The puzzles as environments of Gymnasium: one board at a time, or many as arrays.

    import gymnasium, solvable.envs
    env = gymnasium.make("solvable/LightsOut-v0", puzzle="5x5,torus", distance=4)
    envs = gymnasium.make_vec("solvable/SlidingTiles-v0", num_envs=4096, puzzle="4x4")

single   an environment of any puzzle of a family: `LightsOutEnv`, `SlidingTilesEnv`; of any family: `PuzzleEnv`
vector   many boards as arrays of numpy: `LightsOutVector`, `SlidingTilesVector`
options  the puzzle, the starts of episodes and their limit, for both kinds
actions  the meaning of an action's number
reset    the boards that episodes begin with

Start with `single`. The extra `rl` installs Gymnasium. A class is imported when it is first accessed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvable.core.errors import require

if TYPE_CHECKING:
    from solvable.envs.single import LightsOutEnv, PuzzleEnv, SlidingTilesEnv
    from solvable.envs.vector import LightsOutVector, SlidingTilesVector

__all__ = ["LightsOutEnv", "LightsOutVector", "PuzzleEnv", "SlidingTilesEnv", "SlidingTilesVector", "register"]


def register() -> None:
    """Make `solvable/LightsOut-v0`, `SlidingTiles-v0`, `Puzzle-v0` known to Gymnasium; raise ImportError if it is
    missing.
    """
    require("gymnasium", "rl")
    from gymnasium.envs import registration

    for name in ("LightsOut", "SlidingTiles"):
        if f"solvable/{name}-v0" not in registration.registry:
            single, vector = f"solvable.envs.single:{name}Env", f"solvable.envs.vector:{name}Vector"
            registration.register(f"solvable/{name}-v0", entry_point=single, vector_entry_point=vector)
    if "solvable/Puzzle-v0" not in registration.registry:
        registration.register("solvable/Puzzle-v0", entry_point="solvable.envs.single:PuzzleEnv")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'solvable.envs' has no attribute {name!r}")
    return getattr(import_module(f"solvable.envs.{'single' if name.endswith('Env') else 'vector'}"), name)


register()
