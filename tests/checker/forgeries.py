"""Answers of every kind, and what makes each false: one claim changed, another type, a field too many or twice.

A change is a forgery only where it is false by what the words mean, whatever the board. So these are left out, which
may leave an answer true: taking away a field that stands for itself; another order of presses of lights or of patterns
and cycles; a lower `lower_bound` beside `optimal` false; a higher `worst_bound`; a `lit_bound` up to `lit`; all
quiet patterns but one, which may be a basis; and the remarks, which claim nothing of the puzzle.
"""

import json
from collections.abc import Iterator
from typing import Any

from tests.goldens import runs

Answer = dict[str, Any]

REMARKS = {"seconds", "method", "nodes", "note", "seed", "title", "description", "source", "picture"}
EXACT = {  # numbers of which only one is right
    *("length", "nullity", "solutions", "solvable_states", "states", "lit", "rank", "augmented_rank"),
    *("fewest", "n", "w", "h", "width", "height", "k", "presses", "optimal_solutions", "worst"),
}
LISTS = {"chased", "residual", "first_row", "matrix", "distribution", "first_rows", "blocks"}  # each entry counts
COMPANIONS = {  # without them the rest means nothing
    *(
        "puzzle",
        "board",
        "length",
        "lower_bound",
        "optimal",
        "letters_of",
        "letters",
        "obstruction",
        "lit_bound",
        "lit",
    ),
    *("rank", "augmented_rank", "residual", "chased", "states", "probability", "w", "h"),
}
FOREIGN = {  # what a kind that has not this field never has
    *("rank", "chased", "worst_bound", "lit", "distribution", "matrix", "quiet_patterns", "first_rows"),
    *("probability", "play", "parity", "blocks", "obstruction", "moves_file", "board_file", "flat", "letters"),
}
VERDICTS = ("solved", "solvable", "unsolvable", "bounded", "maybe", "")


def answers(most: int = 2) -> Iterator[Answer]:
    """Yield the short answers of the goldens, at most so many of each kind: family, verdict and fields."""
    seen: dict[tuple[str, ...], int] = {}
    for group in ("check", "lights", "tiles", "near", "count", "table", "study", "make"):
        for golden in runs.goldens(group):
            for answer in golden.get("answers", ()):
                if not isinstance(answer, dict) or "puzzle" not in answer or "sha256" in json.dumps(answer):
                    continue
                if "moves_file" in answer or len(json.dumps(answer)) > 1500:
                    continue
                kind = (answer["puzzle"][:9], answer.get("verdict", ""), *answer)
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] <= most:
                    yield answer | (
                        {"description": "a rule"} if "description" in answer else {}
                    )  # goldens keep no words


def forged(answer: Answer) -> Iterator[tuple[str, str]]:
    """Yield what was changed and the forgery as JSON text."""
    for name, value in answer.items():
        if name not in REMARKS:
            for other in _false(answer, name, value):
                yield f"{name} = {str(other)[:60]}", json.dumps(answer | {name: other})
        if name in COMPANIONS:
            left = {key: value for key, value in answer.items() if key != name}
            if set(left) != {"puzzle", "nullity", "solutions"} and (name != "puzzle" or left):
                yield f"without {name}", json.dumps(left)
        for other in () if name in REMARKS else _types(value):
            yield f"{name} as {other!r}"[:80], json.dumps(answer | {name: other})
        text = json.dumps(answer)
        yield f"{name} twice", text[:-1] + f", {json.dumps(name)}: {json.dumps(value)}}}"
    for name in FOREIGN - answer.keys():
        if not (name in ("parity", "blocks") and answer["puzzle"].startswith("tiles") and "moves" not in answer):
            yield f"with {name}", json.dumps(answer | {name: SAMPLES[name]})


SAMPLES: Answer = {
    "rank": 77,
    "chased": [7],
    "worst_bound": 0,
    "lit": 999,
    "distribution": ["7"],
    "matrix": [[7]],
    "flat": [7777],
    "quiet_patterns": [[7]],
    "first_rows": [[7]],
    "probability": "7/9",
    "play": "dark-only",
    "parity": {"value": 7},
    "blocks": [{"kind": "knot"}],
    "obstruction": {"invariant": "none"},
    "moves_file": "none.pbm",
    "board_file": "none.pbm",
    "letters": "LRX",
}


def _false(answer: Answer, name: str, value: Any) -> Iterator[Any]:
    if name in EXACT:
        yield from _numbers(value)
    elif name == "verdict":
        open_ = {"solved", "bounded"} if answer.get("optimal") is False else set()  # both say no more than the bound
        yield from (verdict for verdict in VERDICTS if verdict != value and not {verdict, value} <= open_)
    elif name == "optimal":
        yield not value
    elif name == "lower_bound":
        top = answer.get("length", 0)
        if answer["optimal"]:
            yield from _numbers(value)
        elif top:
            yield from (top, top + 1, -1, 10**30)
    elif name == "lit_bound":
        yield from (answer["lit"] + 1, -1)
    elif name == "probability":
        yield from ("1/7", "0/1", "2/2", "1/0", "1", "-1/2")
    elif name == "moves" and value:
        yield from (value[:-1], [*value, value[-1]], [*value, 10**6], [-1, *value[1:]])
    elif name == "puzzle":
        if "board" in answer:  # a count may be true of another puzzle
            yield "lights:9x1"
        yield from ("tiles:2x7", "lights:none", "chess:8x8", value + ",goal=none")
    else:
        yield from _false_parts(answer, name, value)


def _false_parts(answer: Answer, name: str, value: Any) -> Iterator[Any]:
    if name == "board":
        yield from (value + "1", value.rpartition(":")[0], value.replace(":", ":9x", 1), "")
    elif name in ("letters", "letters_of") and answer.get("letters"):
        yield from (str(value) + "U", str(value).lower() + "!")
    elif name == "obstruction":
        yield from ({key: other for key, other in value.items() if key != gone} for gone in value)
        yield from (value | {"value": value["wanted"]}, value | {"invariant": "luck"}, value | {"weights": [1]})
        yield from (value | {key: other} for key in ("value", "wanted") for other in (value[key] + 1, -1, True, None))
    elif name == "parity":
        numbers = {key: number for key, number in value.items() if type(number) is int}
        yield from (value | {key: other} for key, number in numbers.items() for other in (number + 1, float(number)))
    elif name in LISTS and value:
        yield from (value[:-1], [*value, value[-1]], [])
    elif name == "quiet_patterns" and value:
        if len(value) == answer["nullity"]:
            yield value[:-1]
        yield from ([*value, value[-1]], [[0] * len(value[0]), *value[1:]], [[1.0] * len(value[0])])
    else:
        yield from _false_lists(answer, name, value)


def _false_lists(answer: Answer, name: str, value: Any) -> Iterator[Any]:
    """What is false of a list of moves."""
    if name in ("letters_of_blank", "inverse_letters"):
        yield from (value + "U", "D" + value, value.lower() + "!")
    elif name in ("inverse", "simplified"):
        yield from ([*value, value[-1] if value else 0], [10**6, *value], *([value[1:]] if value else []))
    elif name == "ends":
        yield from (value + "1", value.rpartition(":")[0], "")
        if value != answer["board"]:
            yield answer["board"]
    elif name == "lengths":
        yield from (value | {metric: value[metric] + 1} for metric in value)
        yield from ({"stm": value["stm"]}, value | {"mtm": float(value["mtm"])})
    elif name == "mistakes":
        yield [*value, {"index": 0, "before": 1, "after": 1}]
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
        yield from ([mistake | {key: mistake[key] + 1}, *value[1:]] for mistake in value[:1] for key in mistake)


def _numbers(value: Any) -> Iterator[Any]:
    number = int(value)
    for other in {number + 1, number - 1, 2 * number + 1, -1, 10**30, 0} - {number}:
        yield str(other) if isinstance(value, str) else other


def _types(value: Any) -> Iterator[Any]:
    """The same value in another JSON type, which is another claim."""
    yield None
    yield [[value]]
    if type(value) is int:
        yield from (float(value), str(value), value == 1)
    elif type(value) is str:
        yield 7
        if value.isdigit():
            yield from ("0" + value, int(value), f" {value}", f"{value}.0")
    elif type(value) is bool:
        yield from (int(value), str(value).lower())
    elif type(value) is list and value and type(value[0]) is int:
        yield [float(value[0]), *value[1:]]
        yield [str(value[0]), *value[1:]]
        if value[0] in (0, 1):
            yield [bool(value[0]), *value[1:]]
