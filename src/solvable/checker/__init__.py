"""The independent checker behind `solvable verify`: it shares no code with parsers, rules or solvers.

report, fields   the outcome of a check, and the fields that an answer may have
goals            several goals, and goals that leave cells open
census           the number of states by moves
lights/, tiles/  the claims of each family
counters         claims about counters, whose fewest presses are recomputed

An answer is accepted only if everything it claims follows from its game ID: moves are replayed with a second
implementation of the rules, the weights of an obstruction are tested against every press, counts come from a separate
elimination, and bounds from a separate search. Every field is either checked or listed in the report: as `unchecked` if
it is too large to recompute or unknown here, as a remark if it makes no claim about the puzzle.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from solvable.checker import goals
from solvable.checker.fields import FORMS, check_types, no_constant, object_without_repeats
from solvable.checker.report import Report, TooLargeError, WrongError
from solvable.core.message import msg

__all__ = ["Report", "WrongError", "read", "verify"]

REPLAY = {"ends", "simplified", "inverse", "inverse_letters", "letters_of_blank", "lengths", "fewest", "mistakes"}
MOVES = {"moves", "length", "letters", "letters_of"}
NO_BOARD = {"line", "id", "error", "column", "expected"}
CHECKERS = {
    "lights": f"{__name__}.lights.claims",
    "tiles": f"{__name__}.tiles.claims",
    "counters": f"{__name__}.counters",
}


def verify(answer: Mapping[str, Any] | str | bytes, checkers: Mapping[str, str] = CHECKERS) -> Report:
    """Return a report on one JSON answer, which is true if nothing in the answer is wrong.

    `checkers` maps each family to the module that checks its claims, `verify(fields, params, report)`; the default is
    the checker's own list. Never raises: if an answer is not JSON, has no puzzle or has fields of the wrong type, the
    report lists that problem. Cost: replaying the moves, plus an elimination and a search of bounded size.
    """
    report = Report()
    try:
        fields = read(answer if isinstance(answer, str | bytes) else json.dumps(dict(answer)))
        if not isinstance(fields, dict):
            raise WrongError("answer", "a JSON object was expected")
        if "error" in fields and fields.keys() <= NO_BOARD:
            report.remarks.append(msg("a line that was no board: nothing is claimed"))
            return report
        family, _, params = _text(fields, "puzzle").partition(":")
        if family not in checkers:
            raise WrongError(
                "puzzle",
                msg(
                    "unknown family {family}; the families are {checkers}",
                    family=repr(family[:40]),
                    checkers=", ".join(checkers),
                ),
            )
        module = import_module(checkers[family])
        if fields.keys() & set(goals.OWN):
            goals.check(fields, family, module.verify, report)
            fields = {name: value for name, value in fields.items() if name not in goals.OWN}
        module.verify(_without_list(fields), params, report)
        if "ends" in fields:
            _check_list(module, fields, params, report)
    except TooLargeError as large:
        report.unchecked.append(str(large))
    except ImportError as missing:  # in the browser numpy, which reads pictures in .npy, is missing
        report.unchecked.append(msg("what this machine cannot recompute ({error})", error=str(missing)[:200]))
    except WrongError as wrong:
        report.problems.append(str(wrong))
    except (ValueError, RecursionError) as error:
        report.problems.append(str(WrongError("answer", msg("not a JSON answer ({error})", error=str(error)[:200]))))
    except Exception as error:  # an unforeseen error is no reason to accept an answer
        what = msg("a field has the wrong form ({name}: {error})", name=type(error).__name__, error=str(error)[:200])
        report.problems.append(str(WrongError("answer", what)))
    return report


def _without_list(fields: dict[str, Any]) -> dict[str, Any]:
    """Return an answer of `moves` without its fields about the list; other answers unchanged."""
    if "ends" not in fields:
        return fields
    names = REPLAY if fields.get("verdict") == "solved" else REPLAY | MOVES
    return {name: value for name, value in fields.items() if name not in names}


def _check_list(module: Any, fields: dict[str, Any], params: str, report: Report) -> None:
    """Check the fields about the list in an answer of `moves`; report them as unchecked for a family that cannot."""
    shown = {name: value for name, value in fields.items() if name in REPLAY | MOVES}
    check_types(shown, FORMS, "", report)
    for name in ("board", "verdict", "moves", "length"):
        if name not in fields:
            raise WrongError(name, "is missing")
    if not hasattr(module, "verify_list"):
        report.unchecked.append(msg("the list of moves: {sorted}", sorted=", ".join(sorted(shown))))
        return
    module.verify_list(fields, params, report)


def read(text: str | bytes) -> Any:
    """Return the value of JSON text; raise WrongError for a duplicate key and for NaN, else ValueError."""
    return json.loads(text, object_pairs_hook=object_without_repeats, parse_constant=no_constant)


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value.isascii():
        raise WrongError(name, "a game ID was expected")
    return value
