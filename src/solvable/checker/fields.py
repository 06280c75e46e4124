"""The fields of each kind of answer and their exact JSON types: true is not 1, 1.0 is not 1, "01" is not a number.

A field that a kind does not have is wrong if other kinds have it; an unknown field is reported as unchecked. Fields
that depend on each other must occur together.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd, isfinite
from typing import Any

from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

Fields = Mapping[str, Any]
SHOWN = 40  # characters shown of a claimed number


@dataclass(frozen=True, slots=True)
class Form:
    """What a field may contain, in words and as a test."""

    wanted: str
    fits: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Kind:
    """The fields that an answer of a kind must have, those it may have, and groups that occur all or none."""

    needs: frozenset[str]
    may: frozenset[str]
    together: tuple[tuple[str, ...], ...]


def kind(needs: str, may: str = "", *together: str) -> Kind:
    """Return the kind with these fields, given as names separated by blanks."""
    groups = tuple(tuple(group.split()) for group in together)
    return Kind(frozenset(needs.split()), frozenset(may.split()).union(*groups), groups)


def _is_whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_decimal(value: Any) -> bool:
    return type(value) is str and value.isascii() and value.isdigit() and (value[0] != "0" or value == "0")


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(fits, value))


def _is_row(value: Any) -> bool:
    return type(value) is list and set(map(type, value)) <= {int} and min(value, default=0) >= 0


WHOLE = Form("a whole number", _is_whole)
DECIMAL = Form("a whole number in decimal digits, as text", _is_decimal)
DECIMALS = Form("a list of whole numbers in decimal digits, as texts", _list_of(_is_decimal))
ROW = Form("a list of whole numbers", _is_row)
ROWS = Form("a list of rows of whole numbers", _list_of(_is_row))
TRUTH = Form("true or false", lambda value: type(value) is bool)
TEXT = Form("a text", lambda value: type(value) is str)
TEXTS = Form("a list of texts", _list_of(lambda value: type(value) is str))
OBJECT = Form("an object", lambda value: type(value) is dict)
OBJECTS = Form("a list of objects", _list_of(OBJECT.fits))
PAIR = Form("null or two whole numbers", lambda value: value is None or (_is_row(value) and len(value) == 2))
SECONDS = Form("a number of seconds", lambda value: type(value) in (int, float) and isfinite(value) and value >= 0)
FRACTION = Form(
    "a fraction in lowest terms",
    lambda value: type(value) is str and value.count("/") == 1 and all(map(_is_decimal, value.split("/"))),
)
SCALAR = Form("a text, a number, true, false or null", lambda value: type(value) not in (list, dict))
VERDICT = Form(
    "one of solved, solvable, unsolvable, bounded",
    lambda value: type(value) is str and value in ("solved", "solvable", "unsolvable", "bounded"),
)


def each(names: str, form: Form) -> dict[str, Form]:
    """Return the form for each of the names, which are separated by blanks."""
    return dict.fromkeys(names.split(), form)


FORMS: dict[str, Form] = {
    **each("puzzle board rules play board_file moves_file method note seed letters letters_of", TEXT),
    **each("ends letters_of_blank inverse_letters", TEXT),
    **each("title description source picture", TEXT),
    "goal": TEXT,
    **each("other_goals impossible_goals", TEXTS),
    **each("line fewest lit lit_bound worst_bound worst length lower_bound nullity nodes", WHOLE),
    **each("rank augmented_rank n w h width height k presses", WHOLE),
    **each("moves flat chased residual first_row simplified inverse", ROW),
    **each("matrix quiet_patterns first_rows", ROWS),
    **each("solutions optimal_solutions solvable_states states", DECIMAL),
    **each("obstruction parity lengths", OBJECT),
    "id": SCALAR,
    "verdict": VERDICT,
    "optimal": TRUTH,
    "probability": FRACTION,
    "seconds": SECONDS,
    "distribution": DECIMALS,
    **each("blocks mistakes", OBJECTS),
}
MAKING = frozenset({"method", "nodes", "note", "seconds", "seed"})  # how an answer or its board was made
ASKED = frozenset({"line", "id"})  # which of many questions it answers
TOLD = frozenset({"title", "description", "source", "picture"})  # descriptions from the catalogue


def check_fields(fields: Fields, of: Kind, report: Report) -> None:
    """Check that the answer has the fields of its kind, each with its type; raise WrongError at the first that
    fails.
    """
    check_types(fields, FORMS, "", report)
    for name in sorted(of.needs - fields.keys()):
        raise WrongError(name, "is missing")
    for group in of.together:
        if fields.keys() & set(group):
            for name in group:
                if name not in fields:
                    raise WrongError(
                        name,
                        msg(
                            "is missing: it belongs to {value}", value=", ".join(each for each in group if each != name)
                        ),
                    )
    for name in fields:
        if name in FORMS and name not in of.needs | of.may | MAKING | ASKED:
            raise WrongError(name, "does not belong to this kind of answer")
    report.remarks += [name for name in fields if name in MAKING | TOLD | ASKED]


def check_types(fields: Fields, forms: Mapping[str, Form], inside: str, report: Report) -> None:
    """Check the JSON type of each field; report those that are not in `forms` as unchecked."""
    for name, value in fields.items():
        if name not in forms:
            report.unchecked.append(msg("the unknown field {json}", json=json.dumps(inside + name)[:SHOWN]))
        elif not forms[name].fits(value):
            raise WrongError(inside + name, msg("{form} was expected", form=forms[name].wanted))


def check_object(fields: Fields, name: str, forms: Mapping[str, Form], report: Report) -> dict[str, Any]:
    """Return the object in field `name`, which must have all fields of `forms`."""
    inner: dict[str, Any] = fields[name]
    check_types(inner, forms, f"{name}.", report)
    for each in forms:
        if each not in inner:
            raise WrongError(f"{name}.{each}", "is missing")
    return inner


def is_same(value: Any, expected: Any) -> bool:
    """Return whether two values are the same in JSON: false is not 0, and 1.0 is not 1."""
    return json.dumps(value, sort_keys=True) == json.dumps(expected, sort_keys=True)


def big(digits: str) -> int:
    """Return the value of decimal `digits` of any length (int() refuses more than 4300)."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    scale: int = 10 ** (len(digits) - half)
    return big(digits[:half]) * scale + big(digits[half:])


def at_goal(end: Sequence[int], goal: Sequence[int], report: Report) -> None:
    """Check that the moves of a solution end at the goal."""
    for cell, (tile, wanted) in enumerate(zip(end, goal, strict=True)):
        if tile != wanted:
            raise WrongError(
                "moves",
                msg(
                    "after all moves cell {cell} holds {tile}, the goal has {wanted}",
                    cell=cell,
                    tile=tile,
                    wanted=wanted,
                ),
            )
    report.checked.append("the moves lead to the goal")


def lengths(fields: Fields, moves: int, report: Report) -> None:
    """Check that `length`, `lower_bound`, `optimal` and `verdict` agree with the number of moves and with each
    other.
    """
    if fields["length"] != moves:
        raise WrongError(
            "length", msg("is {claimed}, but there are {moves} moves", claimed=fields["length"], moves=moves)
        )
    bound = fields["lower_bound"]
    if bound > moves:
        raise WrongError(
            "lower_bound", msg("is {claimed}, but a solution of {moves} moves is given", claimed=bound, moves=moves)
        )
    if fields["optimal"] is not (bound == moves):
        raise WrongError(
            "optimal",
            msg(
                "must be {value}: {moves} moves, lower bound {bound}",
                value=str(bound == moves).lower(),
                moves=moves,
                bound=bound,
            ),
        )
    if fields["verdict"] == "bounded" and bound == moves:
        raise WrongError("verdict", "is bounded, but the bound is reached: that is solved")
    report.checked.append("length, bound and verdict agree")


def only_bounded(fields: Fields) -> None:
    """Check an answer without moves, which has a bound and makes no further claims."""
    if fields["verdict"] == "solved":
        raise WrongError("moves", "a solved board needs its moves")
    if fields["optimal"]:
        raise WrongError("optimal", "must be false: no solution is given")


def check_probability(fields: Fields, solvable: int, states: int) -> None:
    """Check that `probability`, if present, is solvable/states in lowest terms."""
    if "probability" not in fields:
        return
    numerator, denominator = map(big, fields["probability"].split("/"))
    if numerator * states != denominator * solvable or gcd(numerator, denominator) != 1:
        raise WrongError("probability", "is not the solvable states divided by the states")


def object_without_repeats(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; raise WrongError for a duplicate key, since readers differ in which value they take."""
    results: dict[str, Any] = {}
    for name, value in pairs:
        if name in results:
            raise WrongError(re.sub("[^!-~]", "?", name)[:SHOWN] or "answer", "occurs twice in one object")
        results[name] = value
    return results


def no_constant(name: str) -> Any:
    """Refuse NaN and Infinity, which Python accepts though they are not JSON."""
    raise WrongError("answer", msg("{name} is not a JSON number", name=name))
