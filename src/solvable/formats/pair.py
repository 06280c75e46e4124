"""A start and its goal in one text: which part is the board, and which the goal.

    1 2 3/4 5 6/7 0 8 -> 1 2 3/4 5 6/7 8 0        an arrow, ->, =>, →, between the two
    Initial: …   Goal: …                          labels, also start = …, goal = …, 初始： …, 目标： …
    {"start": [[1, 2], [0, 3]], "goal": …}        an object of JSON

Two boards with only a blank line between them, or one a line, are found where boards are recognised (`recognise`).
"""

import json
import re
from typing import Any, NamedTuple

from solvable.core.pattern import pattern
from solvable.formats.base import Part
from solvable.formats.diagnosis import is_program
from solvable.formats.goal import texts_of
from solvable.formats.text import Text
from solvable.game_id import is_game_id

CHARACTERS_MAX = 200_000  # characters

_ARROW = pattern("[-=]{1,3}>|[→⟶⇒➔➜➡⇨]")
_START_KEYS = ("start", "initial", "initialstate", "startstate", "source", "board", "state", "grid", "tiles", "cells")
_GOAL_KEYS = ("goal", "goalstate", "target", "targetstate", "final", "finalstate", "goalboard")
_ENDS = " \t\n;,"


class Pair(NamedTuple):
    """The board, and the goal; `others` are further goals."""

    board: Part
    goal: Part
    others: tuple[str, ...] = ()


def marked(text: Text) -> Pair | None:
    """Return the two parts of a text that says which is the start and which the goal; None for any other text."""
    typed = text.typed
    if len(typed) > CHARACTERS_MAX:
        return None
    arrow = _ARROW.search(typed)
    if is_game_id(typed) and "#" in typed[: arrow.start() if arrow else None]:
        return None  # a seed may hold anything
    if typed[:1000].lstrip()[:1] == "{":
        return _object(typed)
    return _labelled(typed) or (None if is_program(text) else _arrow(typed))


def _arrow(typed: str) -> Pair | None:
    arrows = list(_ARROW.finditer(typed))
    if len(arrows) != 1:
        return None
    start, goal = _part(typed, 0, arrows[0].start()), _part(typed, arrows[0].end(), len(typed))
    return Pair(start, goal) if start.data and goal.data else None


def _labelled(typed: str) -> Pair | None:
    if ":" not in typed and "=" not in typed:  # one of which ends a label
        return None
    from solvable.formats.goal_labels import LABEL

    labels = list(LABEL.finditer(typed))
    if is_game_id(typed):  # whose options may be named so
        labels = [label for label in labels if typed[: label.start()].endswith("\n")]
    kinds = [label.lastgroup for label in labels]
    if kinds == ["goal"]:  # the board is above
        start, goal = _part(typed, 0, labels[0].start()), _part(typed, labels[0].end(), len(typed))
        if not start.data:  # or below
            end = typed.find("\n", labels[0].end()) % (len(typed) + 1)
            goal, start = _part(typed, labels[0].end(), end), _part(typed, end, len(typed))
    elif sorted(map(str, kinds)) == ["goal", "start"] and not re.search("[0-9]", typed[: labels[0].start()]):
        ends = [labels[1].start(), len(typed)]
        parts = [_part(typed, label.end(), end) for label, end in zip(labels, ends, strict=True)]
        start, goal = parts if kinds[0] == "start" else parts[::-1]
    else:
        return None
    return Pair(start, goal) if start.data and goal.data else None


def _part(typed: str, start: int, end: int) -> Part:
    """Return what is between, without blanks and separators around it; blanks before its first line stay."""
    data = typed[start:end].rstrip(_ENDS)
    bare = data.lstrip(_ENDS)
    return Part(start + len(data) - len(bare), bare)


def _object(typed: str) -> Pair | None:
    try:
        value = json.loads(typed)
    except (ValueError, RecursionError):
        return None
    known = {re.sub("[ _-]", "", str(key)).lower(): key for key in value} if isinstance(value, dict) else {}
    start, goal = (next((known[key] for key in keys if key in known), None) for keys in (_START_KEYS, _GOAL_KEYS))
    if start is None or goal is None:
        return None
    first, *others = texts_of(value[goal]) if isinstance(value[goal], str | list) and value[goal] else [value[goal]]
    return Pair(_value(typed, start, value[start]), _value(typed, goal, first), tuple(others))


def _value(typed: str, key: str, value: Any) -> Part:
    """Return a value of an object as a text, and where its key is."""
    return Part(max(0, typed.find(json.dumps(key))), value if isinstance(value, str) else json.dumps(value), False)
