"""Numbers of vector kernels that their callers must know, without loading numba.

`maxplus` does LANES places at a time; LOW (of int32) and LOW_64 stand for no way at all. `chosen` transposes the bytes
of GROUP or ROWS rows together, and looks up entries GROUP at a time.
"""

LANES = 16
LOW, LOW_64 = -(1 << 30), -(1 << 62)
GROUP = 16
ROWS = 32
