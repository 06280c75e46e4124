"""Checks answers about the nearest of several goals, and about goals that leave cells open.

The claim for each goal has the form of an answer, so the family's checker verifies its bound or its proof. Then no goal
is nearer than the answer's if no bound is below the answer's, and the answer's puzzle is one of the goals.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from solvable.checker.fields import Fields
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

CLAIMED = {"puzzle", "board", "rules", "verdict", "lower_bound", "solutions", "nullity", "obstruction"}
OWN = ("goals", "given", "symbols")
"""The fields that are checked here."""

GIVEN = "the board as it was given"

Check = Callable[[Mapping[str, Any], str, Report], None]
"""The check of a family: (fields, the puzzle's params, report)."""


def check(fields: Fields, family: str, verify: Check, report: Report) -> None:
    """Check the fields about goals and about the board as the user gave it; raise WrongError."""
    if "symbols" in fields:
        if type(fields["symbols"]) is not list or not all(type(each) is str for each in fields["symbols"]):
            raise WrongError("symbols", "a list of texts was expected")
        if family != "tiles" or "board" not in fields:
            raise WrongError("symbols", "does not belong to this kind of answer")
        from solvable.checker.tiles.given import check_symbols

        check_symbols(fields["symbols"], str(fields.get("given", fields["board"])))
        report.remarks.append("symbols")
    if "given" in fields:
        _given(fields, family, fields, report)
    if "goals" in fields:
        _goals(fields, family, verify, report)


def _goals(fields: Fields, family: str, verify: Check, report: Report) -> None:
    claims = fields["goals"]
    if type(claims) is not list or len(claims) < 2 or not all(type(claim) is dict for claim in claims):
        raise WrongError("goals", "a list of two goals or more was expected")
    if not {"verdict", "board"} <= fields.keys():
        raise WrongError("goals", "does not belong to this kind of answer")
    for number, claim in enumerate(claims):
        try:
            _claim(claim, fields, family, verify, report)
        except WrongError as wrong:
            raise type(wrong)(f"goals.{number}.{wrong.where}", wrong.what) from None
    puzzles = [claim["puzzle"] for claim in claims]
    if len(set(puzzles)) < len(puzzles):
        raise WrongError("goals", "name one goal twice")
    own = next((claim for claim in claims if claim["puzzle"] == fields["puzzle"]), None)
    if own is None or own["board"] != fields["board"]:
        raise WrongError("goals", "do not name the goal that the answer is about")
    reachable = [claim for claim in claims if claim["verdict"] == "solvable"]
    if (fields["verdict"] == "unsolvable") != (not reachable) or (reachable and own not in reachable):
        raise WrongError("verdict", "does not agree with those of the goals")
    if "lower_bound" in fields and min(claim.get("lower_bound", 0) for claim in reachable) < fields["lower_bound"]:
        raise WrongError("lower_bound", "is above that of one of the goals")
    report.checked.append(msg("{count} goals, none of them nearer", count=len(claims)))


def _claim(claim: dict[str, Any], fields: Fields, family: str, verify: Check, report: Report) -> None:
    """Check the claim for one goal, as a separate answer."""
    for name in ("puzzle", "board", "verdict"):
        if type(claim.get(name)) is not str:
            raise WrongError(name, "a text was expected")
    if claim["verdict"] not in ("solvable", "unsolvable") or not claim.keys() <= CLAIMED:
        raise WrongError("verdict", "is not solvable or unsolvable, or other fields are claimed")
    if claim["puzzle"].partition(":")[0] != family or not claim["board"].startswith(claim["puzzle"] + ":"):
        raise WrongError("board", "its game ID does not belong to the puzzle")
    if claim["puzzle"].endswith(",mtm") != fields["puzzle"].endswith(",mtm"):
        raise WrongError("puzzle", "counts moves in another metric than the answer")
    if "given" in fields:
        _given(claim, family, fields, report)
    elif _cells(claim["board"]) != _cells(fields["board"]) or _size(claim["board"]) != _size(fields["board"]):
        raise WrongError("board", "is not the board of the answer")
    whole = dict(claim)
    if claim["verdict"] == "solvable" and "lower_bound" in claim:
        whole |= {"verdict": "bounded", "optimal": False}
    sub = Report()
    verify(whole, claim["puzzle"].partition(":")[2], sub)
    report.unchecked += [each for each in sub.unchecked if each not in report.unchecked]


def _given(claim: Fields, family: str, fields: Fields, report: Report) -> None:
    """Check that the board is the given one, except for what the goal leaves open."""
    given, board = fields["given"], claim["board"]
    if type(given) is not str or given.partition(":")[0] != family or given.count(":") < 2:
        raise WrongError("given", "a game ID with a position was expected")
    if family == "lights":
        from solvable.checker.lights.given import is_left_open
    else:
        from solvable.checker.tiles.given import is_left_open
    if is_left_open(given, board, report):
        if GIVEN not in report.checked:
            report.checked.append(GIVEN)
    else:
        raise WrongError("given", "is not the board, but for what the goal leaves open")


def _cells(board: str) -> str:
    return board.rpartition(":")[2]


def _size(board: str) -> str:
    """Return the options of an ID without its goal and the lamps that do not matter for it."""
    return re.sub(",goal=.*?(?=,mtm$|$)|,free=[0-9.]*", "", board.rpartition(":")[0])
