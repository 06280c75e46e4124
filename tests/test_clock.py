import subprocess
import sys
from threading import Thread
from time import monotonic
from types import ModuleType

import pytest
from numba import njit

from solvable.clock import counted
from solvable.kernels.stopwatch import LONGEST, Stopwatch, stopwatch


def test_time_counts_but_for_compiling() -> None:
    start, begun, before = monotonic(), counted(), stopwatch.seconds
    njit(lambda x: x + 1)(1)
    compiling = stopwatch.seconds - before
    assert compiling > 0
    assert 0 <= counted() - begun <= monotonic() - start - compiling


def test_it_is_the_plain_clock_where_nothing_is_compiled() -> None:
    program = (
        "import sys\n"
        "from time import monotonic\n"
        "from solvable.clock import counted\n"
        "assert monotonic() <= counted() <= monotonic() and 'numba' not in sys.modules\n"
        "from time import sleep\n"
        "from solvable.kernels.stopwatch import loading, stopwatch\n"
        "sleep(0.3)\n"
        "assert stopwatch.seconds == 0\n"
        "begun = monotonic()\n"
        "from solvable.kernels.base import jit\n"
        "assert 0 < stopwatch.seconds <= monotonic() - begun  # not from when the first of ours was imported\n"
        "assert monotonic() - stopwatch.seconds <= counted() <= monotonic() - stopwatch.seconds\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_kernels_that_are_compiled_at_once_count_once() -> None:
    watch, start = Stopwatch(2.0), monotonic()
    watch.begin()
    for step in (watch.begin, watch.end):
        thread = Thread(target=step)
        thread.start()
        thread.join()
    assert watch.seconds > 2.0
    watch.end()
    assert watch.depth == 0
    assert watch.seconds <= 2.0 + monotonic() - start


def test_an_end_that_an_interrupt_has_hidden_does_not_stop_the_clock() -> None:
    watch = Stopwatch()
    watch.begin()
    watch.begun -= 10 * LONGEST
    assert watch.seconds == LONGEST
    watch.end()
    assert watch.seconds == LONGEST


def test_what_loading_imports_counts_once() -> None:
    program = (
        "from time import monotonic\n"
        "from solvable.kernels.stopwatch import loading, stopwatch\n"
        "begun = monotonic()\n"
        "with loading():\n"
        "    from solvable.kernels.base import jit\n"
        "assert 0 < stopwatch.seconds <= monotonic() - begun\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_it_goes_on_while_another_thread_imports_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "solvable.kernels.stopwatch", ModuleType("half imported"))
    before = counted()
    assert counted() >= before
