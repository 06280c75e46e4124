"""The tuned numbers of `near`, in one place: each with its unit and what it trades.

Fitted on random boards, one core of an AMD EPYC: those up to 60 cells a side by `python tools/time_near.py SIDE 1 10`,
what concerns larger ones by `python -m benchmarks.near 100`, late answers by `python -m benchmarks.cliffs --cpu`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """Sides in cells, times in seconds of one core, widths in nodes of a beam's layer, prices in units of dx² + dy²."""

    # which method solves a board
    whole_side_max: int = 60  # longest side that one beam solves whole; more: beams that get stuck far from home
    # the first trial takes n · (a + b · n) for n cells: less is optimistic, and an unfinished first trial costs 12 to
    # 29 % of length; more leaves it to lines
    whole_s: tuple[float, float] = (4e-4, 1.1e-6)

    # beams on whole boards
    width_min: int = 25  # the first to 10 × 10, doubled from beam to beam: wider is shorter at once, but may be late
    first_width_min: int = 15  # the first beyond, for more cells: narrow, so that time is left for mending
    first_layer_cells: int = 6000  # width × cells of that beam, on boards for which it is then wider
    first_cells_node: int = 80  # cells for each node of it, if that is wider: narrower leaves large boards unsolved
    trial_growth: int = 4  # factor of the width of larger boards, after the first beam and then
    trials_per_width: int = 3  # after so many: other walks differ by some per cent, so do wider beams
    fill_from: int = 800  # least width of a small board's last beam, fitted to the time: narrower ones vary by chance
    fixed_widths: tuple[int, ...] = (1000, 1000, 1000, 1000)  # without a limit, to 10 × 10, each in another view
    beam_bytes: int = 800_000_000  # of all beams and the table of slides: more allows wider ones
    overhead_nodes: int = 200  # a beam's fixed time (guided walk, growing first layers) in nodes of its layer

    # guided walks; prices are drawn from ranges: the first in longer sides, the last, and the factor
    guide_s: tuple[float, float] = (5e-8, 1e-8)  # a node of a plan, a cell in sight: guesses before the first walk
    # of its beam, at first the least, later drawn evenly for variety; wider is 1 to 3 % shorter at twice the time
    guide_widths: tuple[int, int] = (30, 80)
    # at first their middles; a higher last one ends earlier and leaves more to the beam
    guide_ranges: tuple[tuple[float, float], ...] = ((0.5, 1.0), (2.5, 4.5), (0.87, 0.94))

    # what a beam leaves
    mend_distance: float = 150.0  # most units left for mending on 20 × 20, growing as the side: more takes too long
    mend_sides: tuple[int, ...] = (5, 7)  # of boxes: larger ones hold longer cycles, and take longer
    mend_boxes: int = 6  # of each side that are tried at a time
    mend_width: int = 200  # of a box's beam
    restart_part: float = 0.3  # of the time left: restarts, so that boxes have time to end what these leave
    restart_width: int = 50  # of beams that begin anew if one got stuck
    restart_tries: int = 12  # beams without a gain, after which restarts end

    # boards whose sides are longer, or that there is no time to solve whole
    walk_part: float = 0.5  # of the time left: the guided walk; the rest is for outer lines
    # the first, last and factor of its prices: lines take more moves than a beam
    walk_prices: tuple[float, float, float] = (0.85, 1.5, 0.92)
    walk_widths: tuple[int, int] = (10, 240)  # of its beam: the least that pays and the most
    line_width: int = 300  # of the beams that solve outer lines and the inner board: hardly any gain beyond
    line_key: tuple[int, float, float, int] = (12, 2.0, 1.65, 200)  # κ; φ(d) = 1 + factor · d^power; least fall
    inner_side: int = 7  # of the board that outer lines leave to the pair model

    # the table of slides
    table_cell_s: float = 8e-9  # it takes this, times the fourth power of the cells, to fill
    table_part: float = 0.4  # of the time left: the most it should take, else terms are summed; twice that ends it


TUNING = Tuning()
