"""The search of `plain` by its JavaScript twin, in a browser (`web/static/kernels/fifteen.js`): the same states."""

import json
from functools import lru_cache
from typing import Any

from solvable import kernels
from solvable.puzzle import State
from solvable.tiles.frame import Frame
from solvable.tiles.optimal.plain import Found, Seen, Tick
from solvable.tiles.tables import small
from solvable.tiles.tables.small import Tables


def search(frame: Frame, state: State, tick: Tick) -> Found:
    """Return a shortest walk of the blank from a state of the frame; raise what `tick` raises."""
    raised: list[BaseException] = []

    def go_on(bound: int, expanded: int) -> bool:
        try:
            tick(bound, expanded)
        except BaseException as error:  # it must not travel through JavaScript
            raised.append(error)
        return not raised

    found = _deepening(frame)(json.dumps(state), go_on)
    if raised:
        raise raised[0]
    answer = json.loads(found)
    return Found(tuple(answer["cells"]), answer["bound"], answer["expanded"])


@lru_cache(4)
def _deepening(frame: Frame) -> Any:
    tables = small.obtain(frame)
    return kernels.javascript().deepening(json.dumps(problem(frame, tables)), tables.costs)


def problem(frame: Frame, tables: Tables) -> dict[str, Any]:
    """Return what the twin reads besides the costs, to be written as JSON."""
    seen = [Seen.by(lookup) for lookup in tables.lookups]
    one, other = (
        {"begin": each.lookup.begin, "image": each.lookup.image, "pattern": each.pattern, "shift": each.shift}
        for each in seen
    )
    machine = tables.machine
    steps = {"cell": machine.cell, "following": machine.following, "start": machine.start}
    return {"one": one, "other": other, "home": frame.home} | steps
