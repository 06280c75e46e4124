"""The JSON answer about a board, a puzzle or a table: a plain dict whose fields have a fixed order.

`Answer` declares every key that any command prints, once, in order, with its meaning; the JSON schema (`schema`) is
generated from it. Front ends get answers from the package `answers`; `checker` verifies every claim with code of its
own.
"""

import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypedDict, cast, get_args, get_origin, get_type_hints, is_typeddict

from solvable.core.budget import check
from solvable.core.frozen import frozen
from solvable.core.puzzle import Count, Obstruction, Searched, Solution

Fields = dict[str, Any]
"""Some of an answer's fields, in any order, before they are ordered."""

Cells = list[int]


class Proof(TypedDict, total=False):
    """An invariant of every move on which the board and the goal disagree."""

    invariant: Annotated[str, "what every move keeps: quiet pattern, left null vector, parity, order, tiles, theta, …"]
    weights: Annotated[Cells, "one weight for each cell; empty where the invariant is no weighted sum"]
    value: Annotated[int, "the invariant of the board"]
    wanted: Annotated[int, "the invariant of the goal"]
    weights_file: Annotated[str, "the file that holds the weights as a picture, instead of `weights`"]


class Parity(TypedDict, total=False):
    """The numbers that decide whether tiles can reach their goal."""

    inversions: Annotated[int, "pairs of tiles in the wrong order, row by row"]
    permutation: Annotated[int, "parity of the permutation from the board to the goal"]
    blank_row: Annotated[int, "row of the blank, from 0"]
    blank_column: Annotated[int, "column of the blank, from 0"]
    goal_inversions: Annotated[int, "inversions of the goal"]
    goal_blank_row: Annotated[int, "row of the blank in the goal, from 0"]
    goal_blank_column: Annotated[int, "column of the blank in the goal, from 0"]
    distance: Annotated[int, "steps of the blank to its home"]
    value: Annotated[int, "parity of permutation and distance together: 0 where the goal can be reached"]
    cycles: Annotated[list[Cells], "cycles of the permutation, as tiles"]
    order: Annotated[Cells | None, "on a board of one line: the first tile out of order, and the one wanted there"]


class Block(TypedDict, total=False):
    """A part of a graph in which the blank permutes the tiles by themselves."""

    vertices: Annotated[Cells, "the vertices of the part"]
    kind: Annotated[str, "what it allows: bridge, cycle, theta, even or all"]
    entry: Annotated[int, "the vertex by which the blank enters it"]
    tiles: Annotated[Cells, "its tiles, with the blank at home"]
    wanted: Annotated[Cells, "its tiles in the goal"]
    reason: Annotated[
        str, "why the tiles cannot become those wanted: tiles, order, parity, theta; empty where they can"
    ]
    order: Annotated[str, "how many arrangements of different tiles it allows, in decimal digits"]


class Lengths(TypedDict, total=False):
    """The length of a list of moves, by metric."""

    stm: Annotated[int, "each move slides one tile"]
    mtm: Annotated[int, "a move slides any number of tiles of a line"]


class Mistake(TypedDict, total=False):
    """A move that does not reduce the distance to the goal."""

    index: Annotated[int, "its place among the moves, from 0"]
    before: Annotated[int, "the fewest moves needed before it"]
    after: Annotated[int, "the fewest moves needed after it"]


class GoalClaim(TypedDict, total=False):
    """One of several goals of a board: whether it is reachable, in how many ways, and in how few moves."""

    puzzle: Annotated[str, "game ID of the puzzle with this goal"]
    board: Annotated[str, "game ID of the position"]
    rules: Annotated[str, "game ID of a named puzzle with its rules written out"]
    verdict: Annotated[Literal["solvable", "unsolvable"], "whether the goal can be reached"]
    lower_bound: Annotated[int, "no solution has fewer moves; proved as far as the nearest goal needs it"]
    solutions: Annotated[str, "how many solutions there are"]
    nullity: Annotated[int, "dimension of the quiet patterns"]
    obstruction: Annotated[Proof, "the proof that there is no solution"]


class Answer(TypedDict, total=False):
    """The object that a command prints with --json, one a line. Long numbers are strings of decimal digits."""

    line: Annotated[int, "batch: the line of the board, in a binary file its number; verify: that of the answer"]
    id: Annotated[str | int | float | bool | None, "batch: the `id` of the board's line, where it has one"]
    n: Annotated[int, "table: the side of a square board"]
    w: Annotated[int, "table: the width of the board"]
    h: Annotated[int, "table: the height of the board"]
    puzzle: Annotated[str, "game ID of the puzzle; its goal and rules are in it"]
    board: Annotated[str, "game ID of the position"]
    given: Annotated[str, "game ID of the position as it was given, where its goal leaves cells open"]
    symbols: Annotated[list[str], "what the tiles 1, 2, … (A, B, …) were called in the position as it was given"]
    rules: Annotated[str, "game ID of a named puzzle with its rules written out"]
    play: Annotated[Literal["lit-only"], "lit-only: only lit lamps may be pressed"]
    verdict: Annotated[
        Literal["solved", "solvable", "unsolvable", "bounded", "right", "wrong", "unchecked"],
        "what was found; the last three by verify",
    ]
    board_file: Annotated[str, "the file that holds the board, instead of `board`"]
    moves_file: Annotated[str, "the file that holds the presses as a picture, instead of `moves`"]
    lit: Annotated[int, "lamps that stay lit, where the question was how few can stay lit"]
    lit_bound: Annotated[int, "no presses leave fewer lamps lit"]
    worst_bound: Annotated[int, "no solvable state needs more presses"]
    flat: Annotated[Cells, "the set of presses that proves `worst_bound`"]
    moves: Annotated[Cells, "the solution: the cell that is pressed, or the cell of the tile before it slides"]
    length: Annotated[int, "how many moves it has"]
    lower_bound: Annotated[int, "no solution has fewer moves; proved"]
    optimal: Annotated[bool, "whether `length` reaches `lower_bound`"]
    letters: Annotated[str, "tiles: the moves as letters U D L R"]
    letters_of: Annotated[Literal["tile", "blank"], "whose directions the letters are"]
    letters_of_blank: Annotated[str, "the same moves as directions of the blank"]
    lengths: Annotated[Lengths, "how many moves they are in each metric"]
    ends: Annotated[str, "game ID of the position after the moves"]
    simplified: Annotated[Cells, "the moves without those that undo each other"]
    inverse: Annotated[Cells, "the moves that lead back"]
    inverse_letters: Annotated[str, "those as letters"]
    fewest: Annotated[int, "how few moves the board needs"]
    mistakes: Annotated[list[Mistake], "the moves that lost ground"]
    solutions: Annotated[str, "how many solutions there are"]
    nullity: Annotated[int, "dimension of the quiet patterns"]
    optimal_solutions: Annotated[str, "how many solutions are shortest"]
    solvable_states: Annotated[str, "how many states can reach the goal"]
    states: Annotated[str, "how many states there are"]
    probability: Annotated[str, "that a random state is solvable, as a fraction"]
    goal: Annotated[
        str, "tiles: the goal that the verdict is for, by its name or its cells, unless it is home and solvable"
    ]
    other_goals: Annotated[
        list[str], "of an unsolvable board of tiles: the named goals that it can reach, for `--goal`"
    ]
    impossible_goals: Annotated[
        list[str], "of a solvable board that most tiles of another named goal are in place for: those it cannot reach"
    ]
    parity: Annotated[Parity, "the numbers that decide on a board of tiles"]
    blocks: Annotated[list[Block], "the parts that decide for tiles on a graph"]
    obstruction: Annotated[Proof, "the proof that there is no solution"]
    goals: Annotated[list[GoalClaim], "several goals: what is claimed of each; the answer is about the nearest"]
    seconds: Annotated[float, "how long it took"]
    method: Annotated[str, "how it was found"]
    nodes: Annotated[int, "how many states the search made"]
    note: Annotated[str, "what else is to be said: why the search stopped, and how to ask for more"]
    title: Annotated[str, "what a named puzzle is called"]
    description: Annotated[str, "its rule, in a sentence"]
    source: Annotated[str, "where it comes from"]
    worst: Annotated[int, "the most presses that a state of it needs, where that is known"]
    width: Annotated[int, "columns of the board"]
    height: Annotated[int, "rows of the board"]
    k: Annotated[int, "states of a lamp"]
    presses: Annotated[int, "how many buttons there are"]
    picture: Annotated[str, "the puzzle at its goal, as SVG"]
    quiet_patterns: Annotated[list[Cells], "presses that change nothing: a basis, or all"]
    matrix: Annotated[list[Cells], "row i is what press i adds to each cell"]
    rank: Annotated[int, "rank of the matrix"]
    augmented_rank: Annotated[int, "its rank with the board beside it: equal where the board is solvable"]
    distribution: Annotated[list[str], "how many states need 0, 1, 2, … moves"]
    chased: Annotated[Cells, "the presses of a chase with an untouched first row, cell by cell"]
    residual: Annotated[Cells, "what that leaves in the last row"]
    first_row: Annotated[Cells, "the presses of the first row that mend it"]
    first_rows: Annotated[list[Cells], "chase table: every first row that mends `residual`, lightest first"]
    seed: Annotated[
        str, "the seed of a new board: FAMILY:PARAMS#SEED; where an exact length is asked for, one for all boards"
    ]
    error: Annotated[str, "batch: what is wrong with that line"]
    column: Annotated[int, "batch: where, from 1"]
    expected: Annotated[str, "batch: what would have been right"]
    valid: Annotated[bool, "whether nothing in it is wrong"]
    problems: Annotated[list[str], "what is wrong"]
    checked: Annotated[list[str], "what was recomputed and found right"]
    trusted: Annotated[list[str], "what was too large to recompute"]
    remarks: Annotated[list[str], "fields that claim nothing of the puzzle"]
    name: Annotated[str, "pdb: the name of a table"]
    bytes: Annotated[int, "its size"]
    built: Annotated[bool, "whether it is on disk"]
    damaged: Annotated[bool, "whether its file is damaged"]
    problem: Annotated[str, "what is wrong with it, empty where nothing is"]
    task: Annotated[str, "bench: what was timed"]
    signature: Annotated[str, "a hash of its answers, the same on every machine"]


ORDER = tuple(Answer.__annotations__)


@frozen
class Done:
    """The last event of a job: its answer."""

    answer: Answer


FEW_BITS = 1 << 11  # bits of a number that `decimal.Decimal` converts in one call


def decimal(number: int) -> str:
    """Return a natural `number` of any length in decimal digits; ten million digits take a few seconds.

    str() refuses more than 4300 digits and takes quadratic time; this function splits the number into halves and joins
    them by the fast multiplication of `decimal.Decimal`. Raises BudgetExceededError if the budget in force is over.
    """
    if number.bit_length() < 14_000:
        return str(number)
    from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext

    powers: dict[int, Decimal] = {}

    def power_of_two(exponent: int) -> Decimal:
        if exponent not in powers:
            half = exponent // 2
            is_short = exponent <= FEW_BITS
            powers[exponent] = (
                Decimal(1 << exponent) if is_short else power_of_two(half) * power_of_two(exponent - half)
            )
        return powers[exponent]

    def written(part: int, bits: int) -> Decimal:
        check()
        if bits <= FEW_BITS:
            return Decimal(part)
        half = bits // 2
        upper = part >> half
        return written(upper, bits - half) * power_of_two(half) + written(part - (upper << half), half)

    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        return str(written(number, number.bit_length()))


def ordered(fields: Mapping[str, Any]) -> Answer:
    """Return `fields` as an answer, in the declared order, without those that are None.

    Raises KeyError for a field that `Answer` does not declare.
    """
    if unknown := fields.keys() - Answer.__annotations__.keys():
        raise KeyError(f"no answer has a field {min(unknown)!r}")
    return cast(Answer, {name: fields[name] for name in ORDER if fields.get(name) is not None})


def to_json(answer: Answer) -> str:
    """Return the answer as one line of JSON."""
    return json.dumps(answer, ensure_ascii=False)


def solution_fields(solution: Solution) -> Fields:
    """Return the fields of a solution."""
    return {
        "moves": list(solution.moves),
        "length": len(solution),
        "lower_bound": solution.lower_bound,
        "optimal": solution.is_optimal,
    }


def search_fields(found: Searched) -> Fields:
    """Return the fields about a search: its cost, and the number of shortest solutions if it is known."""
    count = None if found.count is None else decimal(found.count)
    return {"optimal_solutions": count, "method": found.method, "nodes": found.nodes or None}


def obstruction_fields(obstruction: Obstruction) -> Fields:
    """Return the fields of a proof that there is no solution."""
    return {
        "obstruction": {
            "invariant": obstruction.invariant,
            "weights": list(obstruction.weights),
            "value": obstruction.value,
            "wanted": obstruction.wanted,
        }
    }


def count_fields(count: Count) -> Fields:
    """Return the fields of a count: for lights, with the solutions of each solvable state."""
    share = count.probability
    fields: Fields = {
        "solvable_states": decimal(count.solvable),
        "states": decimal(count.states),
        "probability": f"{decimal(share.numerator)}/{decimal(share.denominator)}",
    }
    if count.solutions:
        fields |= {"solutions": decimal(count.solutions), "nullity": count.nullity}
    return fields


def schema() -> Fields:
    """Return the JSON schema of an answer, generated from the declarations in `Answer`."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Answer", **_schema(Answer)}


_TYPES = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


def _schema(kind: Any) -> Fields:
    """Return the schema of a type: a TypedDict, a list, a Literal or a plain type, any of them with an optional
    note.
    """
    if is_typeddict(kind):
        fields = {name: _schema(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
        return {
            "description": kind.__doc__,
            "type": "object",
            "properties": fields,
            "additionalProperties": False,
        }
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return {**_schema(arguments[0]), "description": arguments[1]}
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0])}
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is UnionType:
        return {"anyOf": [_schema(each) for each in arguments]}
    return {"type": _TYPES[kind]}
