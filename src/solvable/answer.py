"""The JSON answer: what the program says about a board, as a plain dict in a fixed order of fields.

    puzzle, board        game IDs; with them the answer is complete in itself
    play                 lights: "lit-only" where only lit lamps may be pressed
    lit, lit_bound       lights: the lamps that stay lit, and the proved bound, where the goal is as few as possible
    worst_bound, flat    lights: what no solvable state exceeds, and the set of presses that proves it
    verdict              solved | solvable | unsolvable | bounded
    moves, length        the solution
    lower_bound, optimal the proved bound, and whether it is reached
    solutions, nullity   lights: how many solutions, as a decimal string; dimension of the quiet patterns
    optimal_solutions    lights: how many of them are shortest, as a decimal string
    letters, letters_of  tiles: the moves as text, each letter the direction of the tile (or of the blank)
    ends                 of a list of moves: the board after them
    simplified, inverse  without moves that undo each other; and from the end back to the start
    fewest, mistakes     the fewest moves from the start; the moves that lost ground, with the fewest before and after
    parity               tiles: the numbers that decide
    blocks               tiles on graphs: the parts that decide, one by one
    obstruction          the proof that there is no solution
    seconds, method      how long it took, and how

`solvable.checker` checks every claim without the code that made it.
"""

import json
from typing import Any

from solvable.puzzle import Count, Obstruction, Solution

Answer = dict[str, Any]

ORDER = (
    *("puzzle", "board", "rules", "play", "verdict", "board_file", "moves_file"),
    *("lit", "lit_bound", "worst_bound", "flat"),
    *("moves", "length", "lower_bound", "optimal", "letters", "letters_of"),
    *("letters_of_blank", "lengths", "ends", "simplified", "inverse", "inverse_letters", "fewest", "mistakes"),
    *(
        "solutions",
        "nullity",
        "optimal_solutions",
        "solvable_states",
        "states",
        "probability",
        "parity",
        "blocks",
        "obstruction",
        "seconds",
        "method",
    ),
)


def decimal(number: int) -> str:
    """Return a natural `number` in decimal digits, however long.

    str() refuses more than 4300 digits and takes quadratic time; flint writes ten million in some seconds.
    """
    if number.bit_length() < 14_000:
        return str(number)
    from flint import fmpz

    return str(fmpz(number).str())


def ordered(fields: Answer) -> Answer:
    """Return `fields` in the fixed order, unknown ones last, those that are None left out."""
    known = {name: fields[name] for name in ORDER if fields.get(name) is not None}
    return known | {name: value for name, value in fields.items() if name not in ORDER and value is not None}


def to_json(answer: Answer) -> str:
    """Return the answer as one line of JSON."""
    return json.dumps(answer, ensure_ascii=False)


def solution_fields(solution: Solution) -> Answer:
    """Return the fields of a solution."""
    return {
        "moves": list(solution.moves),
        "length": len(solution),
        "lower_bound": solution.lower_bound,
        "optimal": solution.is_optimal,
    }


def obstruction_fields(obstruction: Obstruction) -> Answer:
    """Return the fields of a proof that there is no solution."""
    return {
        "obstruction": {
            "invariant": obstruction.invariant,
            "weights": list(obstruction.weights),
            "value": obstruction.value,
            "wanted": obstruction.wanted,
        }
    }


def count_fields(count: Count) -> Answer:
    """Return the fields of a count: for lights with the solutions of each solvable state."""
    share = count.probability
    fields: Answer = {
        "solvable_states": decimal(count.solvable),
        "states": decimal(count.states),
        "probability": f"{decimal(share.numerator)}/{decimal(share.denominator)}",
    }
    if count.solutions:
        fields |= {"solutions": decimal(count.solutions), "nullity": count.nullity}
    return fields
