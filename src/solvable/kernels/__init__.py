"""Compiled twins of the slow loops: arrays in, arrays out; numpy and numba only, nothing of ours but other kernels.

Every kernel has a readable twin in its family's folder and a property test that the two agree.
"""

from time import monotonic

BEGUN = monotonic()  # `jit` counts from here what loading numba takes
