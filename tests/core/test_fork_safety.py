"""A child that is forked while other threads work has none of their locks."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, threading
from functools import cached_property
from solvable import LightsOut, SlidingTiles
from solvable.tiles.suboptimal import pair_heuristic as package

class Slow:
    @cached_property
    def value(self):
        begun.set()
        end.wait()
        return 1

Slow.__module__ = "solvable.slow"
package.Slow = Slow  # a class of the package
begun, end = threading.Event(), threading.Event()
threading.Thread(target=lambda: Slow().value, daemon=True).start()
begun.wait()
pid = os.fork()
if pid == 0:
    signal.alarm(30)
    end.set()
    assert Slow().value == 1
    assert len(LightsOut(5, 5).optimal(LightsOut(5, 5).scramble(1)).moves) <= 15
    assert SlidingTiles(3, 3).near(SlidingTiles(3, 3).scramble(1), seconds=0.05).moves
    os._exit(0)
print(os.waitpid(pid, 0)[1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing forks there")
def test_a_child_does_not_wait_for_threads_that_it_has_not() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=100
    )
    assert done.stdout.strip() == "0", done.stderr
