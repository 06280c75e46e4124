"""The questions about boards, each answered as an `Answer`. Front ends get all their answers here.

solving     is it solvable, and how: check, solve, solve_all, count; another goal, another metric
nearest     the same for several goals, of which the nearest counts, and for goals that leave cells open
improving   a solution at once, then better ones and better bounds, until none is better
analyse     properties of a puzzle: quiet patterns, matrix, chase, lit-only play, the fewest lit lamps
statistics  tables by size, the number of states by moves, the hardest states
review      a finished game, move by move
generate    new boards
giant       boards of millions of lamps, from file to file
fields      fields that several answers share
api         `solvable.solve` and the other public functions: boards in any form
frames      answers and positions as data frames

Start with `solving`. Functions test a puzzle for a capability, not for a class; if it lacks the capability they raise
PuzzleError with one sentence. An unsolvable board and a limit reached are answers here, not exceptions.
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
