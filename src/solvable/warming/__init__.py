"""Compiling all kernels of this machine, step by step.

lights  what runs the kernels of the lights once
tiles   what runs those of the tiles once

What is compiled stays on disk, with a mark for each step (`behind`), so the second time there is nothing to do. As a
program (`__main__`) it does some steps in a process of its own, while the readable twins answer.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solvable import behind, kernels
from solvable.errors import require


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next: the step `number` of `count`, as "tiles.near", and whether it was done before."""

    name: str
    number: int
    count: int
    is_done: bool


def steps() -> dict[str, Callable[[], None]]:
    """Return what runs the kernels of each kind once, by family and kind, those first that people need first."""
    from solvable.warming import lights, tiles

    return {f"tiles.{kind}": run for kind, run in tiles.STEPS.items()} | {
        f"lights.{kind}": run for kind, run in lights.STEPS.items()
    }


def warm(names: tuple[str, ...] = ()) -> Iterator[Step]:
    """Compile what these steps run, or all do, yielding each before it begins; ImportError without the extra `fast`."""
    for module in kernels.NEEDED:
        require(module)
    wanted = {name: run for name, run in steps().items() if not names or name in names}
    before, os.environ["SOLVABLE_KERNELS"] = os.environ.get("SOLVABLE_KERNELS"), "on"
    try:
        for number, (name, run) in enumerate(wanted.items(), 1):
            yield Step(name, number, len(wanted), behind.is_done(name))
            if behind.is_done(name):
                continue
            with behind.compiling():
                if not behind.is_done(name):  # another process may have been quicker
                    run()
                    behind.mark(name).touch()
    finally:
        if before is None:
            del os.environ["SOLVABLE_KERNELS"]
        else:
            os.environ["SOLVABLE_KERNELS"] = before
