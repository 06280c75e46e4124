"""Numbers of vector kernels that their callers must know, without loading numba.

`chosen` transposes the bytes of GROUP or ROWS rows together, and looks up entries GROUP at a time.
"""

GROUP = 16
ROWS = 32
