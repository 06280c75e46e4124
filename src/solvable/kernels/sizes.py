"""Numbers of vector kernels that their callers must know, without loading numba.

`maxplus` does LANES places at a time; LOW (of int32) and LOW_64 stand for no way at all.
"""

LANES = 16
LOW, LOW_64 = -(1 << 30), -(1 << 62)
