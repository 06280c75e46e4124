"""`python -m solvable.warming STEP…`: compile what these steps need, behind all other processes, and end for sure.

`--alone STEP` compiles a step at once: whoever started it sees to it that no other process does.
"""

import sys

from solvable.shared import behind
from solvable.warming import ALONE, compile_step, warm

behind.end_in_time(is_behind=ALONE not in sys.argv)
if ALONE in sys.argv:
    compile_step(sys.argv[-1])
else:
    for _ in warm(tuple(sys.argv[1:])):
        pass
