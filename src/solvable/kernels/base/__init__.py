"""What kernels are made of, and permutations of many cells.

jit      how every kernel is compiled
linking  writing some as a shared object
bits     population count and trailing zeros
vectors  instructions on many numbers at once
lamps    bytes to bits and back, 64 at once
affine   products of bit matrices by one instruction
carryless  products of polynomials by one instruction
memory   asking for a word before it is read
maxplus  the best way along a line
chosen   sums of what bytes choose from tables
permutations  drawing them by ranks, counting their cycles
"""

from time import monotonic

BEGUN = monotonic()  # `jit` counts from here what loading numba takes
