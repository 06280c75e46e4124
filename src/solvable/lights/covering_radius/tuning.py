"""The tuned numbers of the search for hardest states, in one place: each with its unit and what it trades.

They decide how long a search takes and how tight an interval is, never whether a bound is true. Larger limits find
harder states and better bounds, and take longer.
"""

from solvable.core.frozen import frozen


@frozen
class Tuning:
    """Times in seconds; work in nodes, members of the coset (one for each quiet pattern), or table entries."""

    # the search over all buttons
    nodes_max: int = 1 << 30  # the proof for the 9 × 9 board takes half as many, 20 to 40 seconds
    first_nodes_divisor: int = 1 << 6  # the first search gets this part of the nodes: it often decides
    members_max: int = 1 << 12  # each node weighs all members
    buttons_max: int = 128  # of a puzzle with two colours
    paired_members_max: int = 1 << 6  # of a puzzle with more buttons, whose pairs alone may decide
    table_weights_max: int = 1 << 22  # all choices of all buttons in all members: beyond, nothing is searched
    member_nodes_per_check: int = 1 << 28  # nodes times members between two checks of the budget

    # shares of time
    step_s: float = 10.0  # the most for hard states and bounds of two colours, and for each later step
    weighing_s_min: float = 1.0  # reserved to weigh a hard state, or three quarters of the time if that is less
    weighing_overrun_s: float = 0.1  # by which weighing may be late: without it the state has no solution

    # hard states by annealing
    annealing_moves: int = 60_000  # of one annealing
    annealing_ahead: int = 2  # presses above the most so far: too distant an aim misleads
    annealing_hot: float = 4.0  # first temperature, in units of the square root of the number of quiet patterns
    annealing_cold: float = 0.2  # last temperature
    annealed_columns_max: int = 1 << 30  # columns times members; beyond, states are only sampled
    unwatched_columns_max: int = 1 << 17  # columns times cells tried without checking the time: up to 19 × 19
    digits_per_check: int = 1 << 20  # digits of quiet patterns processed between two checks of the budget

    # bounds by flats, and by exhaustion
    flat_redundancy_max: int = 16  # of the flats that a search tries, many a second; larger ones bound better
    checks_per_column: int = 8  # flats checked after each column: more prune earlier and cost more
    checked_dimension_max: int = 6  # of such a flat
    batch_rows: int = 256  # partial states extended by one call of the kernel
    batch_room_rows: int = 1 << 14  # extensions of a batch for which room is allocated at first
    nodes_per_call: int = 1 << 15  # to allow cancellation
    exhausted_nullity_max: int = 10  # of a puzzle whose bound is lowered by exhaustion
    exhausted_columns_max: int = 160  # the most that the checker can repeat


TUNING = Tuning()
