"""`counted`: the clock of all limits of time. It stands still while kernels are compiled, once on a machine, or loaded.

Whoever gives a search three seconds means three seconds of searching. Otherwise it goes as `time.monotonic` does.
"""

import sys
from time import monotonic


def wall() -> float:
    """Return the seconds that have passed since some moment, whatever they went to."""
    return monotonic()


def counted() -> float:
    """Return the seconds that have passed since some moment, less those in which kernels were compiled or loaded."""
    kernels = sys.modules.get("solvable.kernels.stopwatch")  # not imported for this: what needs no kernel stays light
    stopwatch = getattr(kernels, "stopwatch", None)  # not there yet while another thread imports it
    return monotonic() if stopwatch is None else monotonic() - stopwatch.seconds
