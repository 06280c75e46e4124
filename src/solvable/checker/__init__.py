"""The independent checker behind `solvable verify`: it shares no code with parsers, rules or solvers.

An answer is accepted only when everything it claims follows from the game ID it names: the moves are replayed by
the rules written here a second time, an obstruction's weights are tried against every press, counts are found by a
separate elimination, and bounds by a separate search. What is too large to be recomputed is not silently
believed: the report lists it under `trusted`.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from solvable.checker.report import Report, WrongError

__all__ = ["Report", "verify"]

CHECKERS = {name: f"{__name__}.{name}.claims" for name in ("lights", "tiles")}


def verify(answer: Mapping[str, Any] | str | bytes, checkers: Mapping[str, str] = CHECKERS) -> Report:
    """Return a report on one JSON answer: true when nothing in it is wrong.

    `checkers` names for each family the module that checks its claims, `verify(fields, params, report)`; by itself the
    checker knows its own. Never raises: an answer that is not JSON, names no puzzle or has fields of the wrong kind is
    a report with that problem. Cost: replaying the moves, plus an elimination and a search of bounded size.
    """
    report = Report()
    try:
        fields = json.loads(answer) if isinstance(answer, str | bytes) else dict(answer)
        if not isinstance(fields, dict):
            raise WrongError("answer", "a JSON object was expected")
        family, _, params = _text(fields, "puzzle").partition(":")
        if family not in checkers:
            raise WrongError("puzzle", f"no family {family[:40]!r}; known: {', '.join(checkers)}")
        import_module(checkers[family]).verify(fields, params, report)
    except WrongError as wrong:
        report.problems.append(str(wrong))
    except (ValueError, RecursionError) as error:
        report.problems.append(str(WrongError("answer", f"not a JSON answer ({str(error)[:200]})")))
    except (TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        what = f"a field has the wrong form ({type(error).__name__}: {str(error)[:200]})"
        report.problems.append(str(WrongError("answer", what)))
    return report


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise WrongError(name, "a text was expected")
    return value
