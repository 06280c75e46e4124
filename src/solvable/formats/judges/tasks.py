"""TASKS: the tasks of online judges, one line each, with the names that other judges have for them.

A task is the module of its name, loaded when it is asked for: `answer(given)` yields the lines of its output.
"""

from collections.abc import Iterator
from importlib import import_module

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.formats.judges.input import Input

TASKS: dict[str, tuple[str, ...]] = {
    "poj3279": ("luogu-p1985", "bzoj1647"),
    "poj1222": (),
    "poj1681": (),
    "poj1753": (),
    "poj1830": (),
    "poj2965": (),
    "uva10309": (),
    "acwing95": ("luogu-p10449",),
    "luogu-p2962": ("bzoj1770",),
    "leetcode1284": (),
    "uva10181": (),
    "hdu1043": ("poj1077",),
    "uva652": (),
    "luogu-p1379": (),
    "aoj-15puzzle": (),
    "poj3240": (),
    "hackerrank-n-puzzle": (),
    "leetcode773": (),
}


ANY_ANSWER = frozenset({"poj2965", "uva10181", "hdu1043", "uva652", "poj3240", "hackerrank-n-puzzle"})
"""The tasks whose judges accept every right answer, of which ours is one."""


def task(name: str) -> str:
    """Return the name in TASKS of the task `name`, in any case and at any judge; raise PuzzleError for a stranger."""
    wanted = name.strip().lower()
    for known, others in TASKS.items():
        if wanted in {known, *others}:
            return known
    raise PuzzleError(msg("there is no task {name}; `solvable judge --list` lists them", name=repr(name)))


def answer(name: str, text: str, source: str = "") -> Iterator[str]:
    """Yield the lines that the judge of the task `name` expects for the input `text`.

    Raises NotationError if the input is not what the statement says, or goes on after its end; what was yielded before
    is right.
    """
    module = import_module(f"solvable.formats.judges.{task(name).replace('-', '_')}")
    given = Input(text, source)
    lines: Iterator[str] = module.answer(given)
    yield from lines
    given.check_end()
