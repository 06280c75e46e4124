"""The tuned numbers of `near`, in one place: each with its unit and what it trades.

Fitted with `tools/time_near.py` and `python -m benchmarks.near` on random boards, one core of an AMD EPYC.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """Sides in cells, times in seconds of one core, widths in nodes of a beam's layer, prices in units of dx² + dy²."""

    # which method solves a board
    whole_side_max: int = 60  # longest side that one beam solves whole; more: beams that get stuck far from home
    whole_cell_s: float = 4e-4  # the first trial takes n · (this + whole_cells_s · n) for n cells: less is optimistic,
    whole_cells_s: float = 1.1e-6  # and an unfinished first trial costs 12 to 29 % of length; more leaves it to lines

    # beams on whole boards
    width_min: int = 25  # the first beam to 10 × 10: wider is shorter at once, but none ends in the shortest limits
    first_width_min: int = 15  # the same beyond: narrow, so that time is left to finish it
    first_layer_cells: int = 6000  # width × cells of that beam, on boards for which it is then wider
    first_cells_node: int = 80  # cells for each node of it, where that is more: narrower leaves large boards unsolved
    small_growth: int = 2  # factor of the width from beam to beam to 10 × 10: more is quicker at great widths
    trial_growth: int = 4  # the same for larger boards, after the first and after trials_per_width more
    trials_per_width: int = 3  # at one width: other walks differ by some per cent, so do wider beams
    views: int = 3  # to 10 × 10: the board, its inverse, and that mirrored in turn; more repeat what was found
    fill_from: int = 800  # least width of a small board's last beam, fitted to the time: narrower ones vary by chance
    fill_part: float = 0.5  # least part of the last width that is worth another beam in the time left
    fixed_widths: tuple[int, ...] = (1000, 1000, 1000, 1000)  # without a limit, to 10 × 10, each in another view
    fixed_trials: int = 3  # without a limit, to fixed_cells cells; one trial beyond
    fixed_cells: int = 400
    overhead_nodes: int = 200  # a beam's fixed time (guided walk, growing first layers) in nodes of its layer
    unit_s: float = 5e-5  # a unit of Manhattan distance takes a beam unit_s + unit_node_s · width · cells: a guess for
    unit_node_s: float = 1.4e-8  # the first one only; less risks that it is not done in time
    first_part: float = 0.5  # of the time left: the most that the first beam should take, the rest is for mending
    first_late_s: float = 0.15  # that the first beam to 10 × 10 may be late: else only the human method's answer
    # to 10 × 10 that found nothing, before one is finished by restarts and boxes: these are slower
    stuck_beams: int = 3
    stuck_layers: int = 100  # without a gain of one move, after which a beam is given up
    array_bytes: int = 700_000_000  # of a beam: allows wider ones
    total_bytes: int = 950_000_000  # the same with the slide tables

    # guided walks
    guide_s: tuple[float, float] = (5e-8, 1e-8)  # a node of a plan, a cell in sight: guesses before the first walk
    guide_width: int = 30  # the first walk's beam; wider is 1 to 3 % shorter at twice the time
    guide_prices: tuple[float, float, float] = (0.7, 3.5, 0.9)  # first walk: start in longer sides, end, factor
    guide_widths: tuple[int, int] = (40, 80)  # later walks draw theirs evenly from these ranges: variety
    guide_starts: tuple[float, float] = (0.5, 1.0)
    guide_ends: tuple[float, float] = (2.5, 4.5)  # higher ends earlier and leaves more to the beam
    guide_falls: tuple[float, float] = (0.87, 0.94)
    wide_cells: int = 225  # to so many cells the end price grows with (width / 100) ** wide_power: wide beams take
    wide_power: float = 0.2  # over farther from home

    # what a beam leaves
    stop_moves: tuple[int, ...] = (12, 8, 4)  # moves a unit left is thought to take: where mending may begin, in order
    mend_distance: float = 150.0  # most units left for mending on 20 × 20, growing as the side: more takes too long
    mend_sides: tuple[int, ...] = (5, 7)  # of boxes: larger ones hold longer cycles, and take longer
    hurry_s: float = 0.4  # on 20 × 20, growing as cells do: with less left restarts come last, and small boxes first
    mend_boxes: int = 6  # of each side that are tried at a time
    mend_width: int = 200  # of a box's beam
    restart_part: float = 0.3  # of the time left: restarts, so that boxes have time to end what these leave
    restart_width: int = 50  # of beams that begin anew where one got stuck
    restart_layers: int = 60  # without a gain, after which such a beam is given up
    restart_tries: int = 12  # beams without a gain, after which restarts end

    # boards whose sides are longer, or that there is no time to solve whole
    walk_part: float = 0.5  # of the time left: the guided walk; the rest is for outer lines
    walk_part_max: float = 0.65  # of the time left, after which sweeps end it
    walk_prices: tuple[float, float, float] = (0.85, 1.5, 0.92)  # as guide_prices: lines take more moves than a beam
    walk_widths: tuple[int, int] = (10, 240)  # of its beam: the least that pays and the most
    line_width: int = 300  # of the rolling beam that solves outer lines: no gain beyond
    line_width_fixed: int = 10  # without a limit of time
    line_part: float = 0.9  # of the time left: the rolling beam
    line_key: tuple[int, float, float, int] = (12, 2.0, 1.65, 200)  # κ; φ(d) = 1 + factor · d^power; least fall
    inner_side: int = 7  # of the board that outer lines leave to the pair model
    inner_width: int = 400  # of its beam
    inner_s: float = 0.03  # kept for it
    answer_move_s: float = 2e-7  # kept for a move of the answer, to put it together

    # tables of slides
    table_cell_s: float = 5e-9  # they take this, times the fourth power of the cells, to fill
    table_part: float = 0.4  # of the time left: the most they should take, else terms are summed for each child
    table_part_max: float = 0.8  # of the time left, after which filling is given up
    table_bytes: int = 7  # times the fourth power of the cells


TUNING = Tuning()
