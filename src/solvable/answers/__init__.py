"""The questions, each answered as an `Answer`: the one place where front ends get answers.

    solving     is it solvable, and how: check, solve, solve_all, count; another goal, another metric
    nearest     the same for several goals, of which the nearest counts, and for goals that leave cells open
    improving   a solution at once, then better ones and better bounds, for those who watch
    analyse     what is true of a puzzle: quiet patterns, matrix, chase, lit-only play, the fewest lit lamps
    statistics  by size, and how many states need how many moves; the hardest states
    generate    new boards
    giant       boards of millions of lamps, from file to file
    fields      what the answers have in common
    api         `solvable.solve` and its kin: boards in any form in
    frames      answers and positions as data frames

A question is put to a capability of the puzzle, not to its class: where it lacks that, PuzzleError says so in one
sentence. An unsolvable board and a limit that was reached are answers here, not exceptions.
"""

from solvable.answers.analyse import (
    all_lit,
    chase,
    chase_table,
    fewest_left,
    fewest_lit,
    lit_only,
    matrix,
    moves,
    quiet,
    replayed,
)
from solvable.answers.fields import Mode, goal_sentences, named_rules
from solvable.answers.generate import levels, new, new_boards
from solvable.answers.solving import (
    HOPELESS_PROOF_S,
    boards,
    check,
    count,
    is_hopeless,
    is_spread,
    solve,
    solve_all,
    solve_at_once,
    variants,
    with_goal,
    with_metric,
)
from solvable.answers.statistics import (
    board,
    distances,
    distribution,
    extreme,
    hardest,
    nullities,
    nullity_answers,
    press_distribution,
    worst,
)

__all__ = [
    "HOPELESS_PROOF_S",
    "Mode",
    "all_lit",
    "board",
    "boards",
    "chase",
    "chase_table",
    "check",
    "count",
    "distances",
    "distribution",
    "extreme",
    "fewest_left",
    "fewest_lit",
    "goal_sentences",
    "hardest",
    "is_hopeless",
    "is_spread",
    "levels",
    "lit_only",
    "matrix",
    "moves",
    "named_rules",
    "new",
    "new_boards",
    "nullities",
    "nullity_answers",
    "press_distribution",
    "quiet",
    "replayed",
    "solve",
    "solve_all",
    "solve_at_once",
    "variants",
    "with_goal",
    "with_metric",
    "worst",
]
