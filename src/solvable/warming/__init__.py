"""Compiling all kernels of this machine, step by step.

lights  what runs the kernels of the lights once
tiles   what runs those of the tiles once

What is compiled stays on disk, with a mark for each step (`behind`), so the second time there is nothing to do. It is
compiled for this processor, also where kernels for nearly any came with the package. As a program (`__main__`) it does
some steps in a process of its own, while the readable twins answer, or one of those that `solvable warm` has done
side by side.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from solvable import kernels
from solvable.errors import require
from solvable.shared import behind

if TYPE_CHECKING:
    import subprocess

WAIT = 0.05  # seconds between two looks at processes that compile
ALONE = "--alone"  # said to a process that compiles a step while this one sees to it that nobody else does
LINKED = {
    "tiles.near": (
        "tiles/outer/rolling.roll", "tiles/outer/stages.pair_window",
    ),
}  # fmt: skip
"""Kernels that a process calls without numba (`kernels.linked`), by step: of short solutions.

Named so, or beginning so; those that only kernels call need not be here.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next: the step `number` of `count`, as "tiles.near", and whether it was done before."""

    name: str
    number: int
    count: int
    is_done: bool


def steps() -> dict[str, Callable[[], None]]:
    """Return what runs the kernels of each kind once, by family and kind, those first that people need first."""
    from solvable.warming import tiles

    return {f"tiles.{kind}": run for kind, run in tiles.STEPS.items()}


def link(step: str, file: Path, processor: str) -> None:
    """Write what a step compiled, where it is called so, as code that runs without numba on such a processor."""
    from solvable.kernels.base import jit, linking

    if modules := LINKED.get(step):
        linking.write(file, [each for each in jit.made if linking.name(each.py_func).startswith(modules)], processor)


def warm(names: tuple[str, ...] = (), workers: int = 1) -> Iterator[Step]:
    """Compile what these steps run, or all do, yielding each before it begins; ImportError without the extra `fast`.

    With several workers, as many processes compile a step each; what one of them cannot do is done here.
    """
    for module in kernels.NEEDED:
        require(module)
    wanted = names or tuple(steps())
    if workers > 1:
        yield from _together(wanted, workers)
    for number, name in enumerate(wanted, 1):
        is_done = behind.is_compiled(name)
        if workers == 1:
            yield Step(name, number, len(wanted), is_done)
        if not is_done:
            with behind.compiling():
                if not behind.is_compiled(name):  # another process may have been quicker
                    compile_step(name)


def _together(names: tuple[str, ...], workers: int) -> Iterator[Step]:
    """Have at most so many processes at a time compile a step each; they end where nobody wants to know any more."""
    running, is_alone = list["subprocess.Popen[bytes]"](), False
    with ExitStack() as held:
        for number, name in enumerate(names, 1):
            while len(running) == workers:
                time.sleep(WAIT)
                running[:] = [each for each in running if each.poll() is None]
            yield Step(name, number, len(names), behind.is_compiled(name))
            if not is_alone and not behind.is_compiled(name):
                held.enter_context(behind.compiling())
                held.callback(_end, running)
                is_alone = True
            if not behind.is_compiled(name) and (begun := behind.process(ALONE, name)):
                running.append(begun)
        for each in running:
            each.wait()


def _end(running: "list[subprocess.Popen[bytes]]") -> None:
    for each in running:
        each.kill()
        each.wait()


def compile_step(name: str) -> None:
    """Compile what a step runs, in this process, and mark it as done."""
    from solvable.kernels import linked

    linked.module("base/jit")  # so that nothing is called without numba, and left uncompiled
    before, os.environ["SOLVABLE_KERNELS"] = os.environ.get("SOLVABLE_KERNELS"), "on"
    try:
        with kernels.shipped.set_aside():
            steps()[name]()
            link(name, behind.mark(name).with_suffix(".so"), linked.processor())
        behind.mark(name).touch()
    finally:
        if before is None:
            del os.environ["SOLVABLE_KERNELS"]
        else:
            os.environ["SOLVABLE_KERNELS"] = before
