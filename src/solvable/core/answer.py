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

    invariant: Annotated[
        str, "its name, an invariant of every move: quiet pattern, left null vector, parity, order, tiles, theta, …"
    ]
    weights: Annotated[Cells, "one weight for each cell; empty if the invariant is not a weighted sum"]
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
    distance: Annotated[int, "steps of the blank to its goal cell"]
    value: Annotated[int, "parity of permutation and distance together: 0 if the goal can be reached"]
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
        str, "why the wanted arrangement is out of reach: tiles, order, parity, theta; empty if it is not"
    ]
    order: Annotated[str, "the number of arrangements of distinct tiles it allows, in decimal digits"]


class Lengths(TypedDict, total=False):
    """The length of a list of moves, by metric."""

    stm: Annotated[int, "each move slides one tile"]
    mtm: Annotated[int, "a move slides any number of tiles of a line"]


class Mistake(TypedDict, total=False):
    """A move that does not reduce the distance to the goal."""

    index: Annotated[int, "its index in the list of moves, from 0"]
    before: Annotated[int, "the fewest moves needed before it"]
    after: Annotated[int, "the fewest moves needed after it"]


class GoalClaim(TypedDict, total=False):
    """One of several goals of a board: whether it is reachable, in how many ways, and in how few moves."""

    puzzle: Annotated[str, "game ID of the puzzle with this goal"]
    board: Annotated[str, "game ID of the position"]
    rules: Annotated[str, "game ID of a named puzzle with its rules written out"]
    verdict: Annotated[Literal["solvable", "unsolvable"], "whether the goal can be reached"]
    lower_bound: Annotated[
        int, "no solution has fewer moves; proved only as far as the search for the nearest goal needs it"
    ]
    solutions: Annotated[str, "the number of solutions"]
    nullity: Annotated[int, "dimension of the quiet patterns"]
    obstruction: Annotated[Proof, "the proof that there is no solution"]


class Answer(TypedDict, total=False):
    """The object that a command prints with --json, one a line. Long numbers are strings of decimal digits."""

    line: Annotated[int, "batch: the line of the board, in a binary file its number; verify: that of the answer"]
    id: Annotated[str | int | float | bool | None, "batch: the `id` of the board's line, if it has one"]
    n: Annotated[int, "table: the side of a square board"]
    w: Annotated[int, "table: the width of the board"]
    h: Annotated[int, "table: the height of the board"]
    puzzle: Annotated[str, "game ID of the puzzle; its goal and rules are in it"]
    board: Annotated[str, "game ID of the position"]
    given: Annotated[str, "game ID of the position as the user gave it, if its goal leaves cells open"]
    symbols: Annotated[list[str], "names of the tiles 1, 2, … (A, B, …) in the user's text"]
    rules: Annotated[str, "game ID of a named puzzle with its rules written out"]
    play: Annotated[Literal["lit-only"], "lit-only: only lit lamps may be pressed"]
    verdict: Annotated[
        Literal["solved", "solvable", "unsolvable", "bounded", "right", "wrong", "unchecked"],
        "the result; the last three are those of verify",
    ]
    board_file: Annotated[str, "the file that holds the board, instead of `board`"]
    moves_file: Annotated[str, "the file that holds the presses as a picture, instead of `moves`"]
    lit: Annotated[int, "lamps that stay lit, if the question was how few can"]
    lit_bound: Annotated[int, "no presses leave fewer lamps lit"]
    worst_bound: Annotated[int, "no solvable state needs more presses"]
    flat: Annotated[Cells, "the set of presses that proves `worst_bound`"]
    moves: Annotated[Cells, "the solution: the cell that is pressed, or the cell of the tile before it slides"]
    length: Annotated[int, "its number of moves"]
    lower_bound: Annotated[int, "no solution has fewer moves; proved"]
    optimal: Annotated[bool, "whether `length` reaches `lower_bound`"]
    letters: Annotated[str, "tiles: the moves as letters U D L R"]
    letters_of: Annotated[Literal["tile", "blank"], "whether the letters are directions of the tile or of the blank"]
    letters_of_blank: Annotated[str, "the same moves as directions of the blank"]
    lengths: Annotated[Lengths, "the number of moves in each metric"]
    ends: Annotated[str, "game ID of the position after the moves"]
    simplified: Annotated[Cells, "the moves without those that undo each other"]
    inverse: Annotated[Cells, "the moves that lead back"]
    inverse_letters: Annotated[str, "those as letters"]
    fewest: Annotated[int, "the fewest moves that the board needs"]
    mistakes: Annotated[list[Mistake], "the moves that did not reduce the distance to the goal"]
    solutions: Annotated[str, "the number of solutions"]
    nullity: Annotated[int, "dimension of the quiet patterns"]
    optimal_solutions: Annotated[str, "the number of shortest solutions"]
    solvable_states: Annotated[str, "the number of states that can reach the goal"]
    states: Annotated[str, "the number of states"]
    probability: Annotated[str, "probability that a random state is solvable, as a fraction"]
    goal: Annotated[
        str, "tiles: the goal that the verdict is for, by its name or its cells, unless it is home and solvable"
    ]
    other_goals: Annotated[
        list[str], "of an unsolvable board of tiles: the named goals that it can reach, for `--goal`"
    ]
    impossible_goals: Annotated[
        list[str], "of a solvable board on which most tiles match another named goal: such goals that it cannot reach"
    ]
    parity: Annotated[Parity, "the numbers that decide the parity of a board of tiles"]
    blocks: Annotated[list[Block], "the parts that decide for tiles on a graph"]
    obstruction: Annotated[Proof, "the proof that there is no solution"]
    goals: Annotated[list[GoalClaim], "several goals: the claim for each; the answer is about the nearest"]
    seconds: Annotated[float, "elapsed time, in seconds"]
    method: Annotated[str, "the method that found it"]
    nodes: Annotated[int, "the number of states that the search generated"]
    note: Annotated[str, "a remark: why the search stopped, and how to allow more"]
    title: Annotated[str, "the name of the puzzle"]
    description: Annotated[str, "its rule, in a sentence"]
    source: Annotated[str, "its source"]
    worst: Annotated[int, "the most presses that any state of it needs, if known"]
    width: Annotated[int, "columns of the board"]
    height: Annotated[int, "rows of the board"]
    k: Annotated[int, "states of a lamp"]
    presses: Annotated[int, "the number of buttons"]
    picture: Annotated[str, "the puzzle at its goal, as SVG"]
    quiet_patterns: Annotated[list[Cells], "presses that change nothing: a basis, or all"]
    matrix: Annotated[list[Cells], "row i is what press i adds to each cell"]
    rank: Annotated[int, "rank of the matrix"]
    augmented_rank: Annotated[int, "rank of the matrix augmented by the board: equal if the board is solvable"]
    distribution: Annotated[list[str], "the number of states that need 0, 1, 2, … moves"]
    chased: Annotated[Cells, "the presses of a chase with an untouched first row, cell by cell"]
    residual: Annotated[Cells, "the last row after that chase"]
    first_row: Annotated[Cells, "the presses of the first row that clear it"]
    first_rows: Annotated[list[Cells], "chase table: every first row that clears `residual`, lightest first"]
    seed: Annotated[
        str, "the seed of a new board: FAMILY:PARAMS#SEED; if an exact length was requested, one seed for all boards"
    ]
    error: Annotated[str, "batch: the error in that line"]
    column: Annotated[int, "batch: the column of the error, from 1"]
    expected: Annotated[str, "batch: what was expected there"]
    valid: Annotated[bool, "whether nothing in it is wrong"]
    problems: Annotated[list[str], "the errors found"]
    checked: Annotated[list[str], "the claims that were recomputed and found right"]
    trusted: Annotated[list[str], "the claims that were too large to recompute"]
    remarks: Annotated[list[str], "fields that make no claim about the puzzle"]
    name: Annotated[str, "pdb: the name of a table"]
    bytes: Annotated[int, "the size of its file in bytes"]
    built: Annotated[bool, "whether it is on disk"]
    damaged: Annotated[bool, "whether its file is damaged"]
    problem: Annotated[str, "the fault of its file, empty if there is none"]
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
