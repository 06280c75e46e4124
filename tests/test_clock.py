import subprocess
import sys
from threading import Thread
from time import monotonic
from types import ModuleType

import pytest
from numba import njit

from solvable.clock import counted
from solvable.kernels.base import jit


def test_time_counts_but_for_compiling() -> None:
    start, begun, before = monotonic(), counted(), jit.stopwatch.seconds
    njit(lambda x: x + 1)(1)
    compiling = jit.stopwatch.seconds - before
    assert compiling > 0
    assert 0 <= counted() - begun <= monotonic() - start - compiling


def test_it_is_the_plain_clock_where_nothing_is_compiled() -> None:
    program = (
        "import sys\n"
        "from time import monotonic\n"
        "from solvable.clock import counted\n"
        "assert monotonic() <= counted() <= monotonic() and 'numba' not in sys.modules\n"
        "from solvable.kernels.base.jit import stopwatch\n"
        "assert stopwatch.seconds > 0\n"
        "assert monotonic() - stopwatch.seconds <= counted() <= monotonic() - stopwatch.seconds\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_kernels_that_are_compiled_at_once_count_once() -> None:
    watch, start = jit.Stopwatch(2.0), monotonic()
    watch.on_start(None)
    for step in (watch.on_start, watch.on_end):
        thread = Thread(target=step, args=(None,))
        thread.start()
        thread.join()
    assert watch.seconds > 2.0
    watch.on_end(None)
    assert watch.depth == 0
    assert watch.seconds <= 2.0 + monotonic() - start


def test_an_end_that_an_interrupt_has_hidden_does_not_stop_the_clock() -> None:
    watch = jit.Stopwatch(0.0)
    watch.on_start(None)
    watch.begun -= 10 * jit.LONGEST
    assert watch.seconds == jit.LONGEST
    watch.on_end(None)
    assert watch.seconds == jit.LONGEST


def test_it_goes_on_while_another_thread_imports_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "solvable.kernels.base.jit", ModuleType("half imported"))
    before = counted()
    assert counted() >= before
