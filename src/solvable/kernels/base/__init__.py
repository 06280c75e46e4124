"""What kernels are made of, and permutations of many cells.

jit      how every kernel is compiled
bits     population count and trailing zeros
vectors  instructions on many numbers at once
memory   asking for a word before it is read
atomic   words that threads share
maxplus  the best way along a line
permutations  drawing them by ranks, counting their cycles
"""
