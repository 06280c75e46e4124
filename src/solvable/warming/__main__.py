"""`python -m solvable.warming STEP…`: compile what these steps need, behind all other processes, and end for sure."""

import sys

from solvable.shared import behind
from solvable.warming import warm

behind.end_in_time()
for _ in warm(tuple(sys.argv[1:])):
    pass
