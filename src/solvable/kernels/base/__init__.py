"""What kernels are made of.

jit      how every kernel is compiled
linking  writing some as a shared object
bits     population count and trailing zeros
vectors  instructions on many numbers at once
lamps    bytes to bits and back, 64 at once
memory   asking for a word before it is read
"""

from time import monotonic

BEGUN = monotonic()  # `jit` counts from here what loading numba takes
