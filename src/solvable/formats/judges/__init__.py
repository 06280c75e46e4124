"""Online judges: a judge's input turned into its exact output, tie rules and all. One task a file.

    input.py    words with their places, every number bounded · boards.py    what several tasks share
    tasks.py    TASKS, one line a task; `task(name)`, `answer(name, text)`
    inputs.py   the statements' samples, and random inputs
    lights  poj1222 poj1681 poj1753 poj1830 poj2965 poj3279 uva10309 acwing95 luogu_p2962 leetcode1284
    tiles   uva10181 hdu1043 uva652 luogu_p1379 aoj_15puzzle poj3240 hackerrank_n_puzzle leetcode773

The statements' own numbers bound every input. What a task asks and the idea that solves it are sentences of the
catalogue: `judge.NAME` and `judge.NAME.idea`.
"""

from solvable.formats.judges.inputs import INPUTS, random_input
from solvable.formats.judges.tasks import ANY_ANSWER, TASKS, answer, task

__all__ = ["ANY_ANSWER", "INPUTS", "TASKS", "answer", "random_input", "task"]
