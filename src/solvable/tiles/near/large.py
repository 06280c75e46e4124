"""Boards beyond the pair model: sweeps, outer lines by rolling beams, the inner board by the model, then polishing.

A board is solved from outside in by a rolling beam (`outer.rolling`), where there is no time for a wide one after long
sweeps (`outer.sweeps`), until an inner board remains for the pair model (`inner`). What can be shortened of the path is
shortened while time lasts (`polish`). `schedule` decides how much time each takes. Where the time is up before the
outer lines are home, the human method ends what the beam began (`first_answer`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles import compiling
from solvable.tiles.near import beam, first_answer, pairs, schedule
from solvable.tiles.near.anytime import Attempt, Path, Walk
from solvable.tiles.near.boards import after, far
from solvable.tiles.near.inner import Tried, finish
from solvable.tiles.near.outer import guided, lines, local, rolling, sweeps
from solvable.tiles.near.polish import boxes, rounds, windows

LOOKS = 0.015  # seconds between two looks at the budget
LATE = 0.1  # that the first solution by outer lines and the model may be late: else lines end it, by a tenth longer
SWEEPING, TRYING = 0.6, 0.15  # of the time, after which no further sweeps are made, and no other ones tried
TRIALS, TRIED = 60, 60_000  # sweeps that are tried, and cells that these may have together
STARTS, FALLS = (0.8, 2.5), (0.8, 0.97)  # first prices, in longer sides, and their factors, that are tried ("Sweeps")
EACH_SWEPT = 1.5e-7  # seconds a move that a sweep takes
GUIDING, GUIDING_LONG = 0.4, 0.6  # of the time left after sweeps: the most that guided walks take, on large boards
NARROW, WIDER, WIDEST, COMMIT = 30, 2, 480, 8  # widths of their beams: the first, times the last, the most; their moves
HASTY = guided.Beam(15, commit=24)  # where there is no time for the first: half as long, 1.5 % more moves on 100 × 100
GUIDED_STARTS = 0.5, 1.0  # their first prices, in longer sides
GUIDES, GUIDED_ENDS = (40, 80), (2.5, 4.5)  # of trials: the widths of beams that make guided walks, the last prices
GUIDED_FALLS = 0.87, 0.94  # and the factors of their prices
WIDE_ENDS = 0.2  # the last prices are times a trial's width, in FIRST, to this power: wider beams may begin farther off
FIRST, NEXT, REPEATED = 100, 400, 3  # widths of trials' beams: the first, the next, and how many until twice that
QUICK, QUICK_LEAST, VAST = 6250, 15, 1600  # the first width, times cells, but so much, or twice beyond so many cells
LEAST, PART = 8, 0.8  # the least width where time is short, and beyond QUICK / QUICK_LEAST cells, of the first one
LARGE = 225  # cells of boards of whose trials only one is of the FIRST width, not three: wider ones gain more there
GUIDE, GUIDE_START, GUIDE_END, GUIDE_FALL = 30, 0.7, 3.5, 0.9  # of the first trial's walk: width, prices, their factor
GUIDE_MOVES, GUIDE_LEAVES, GUIDE_SLOWER = 0.7, 2.7, 1.4  # its moves in cells times longer side, the distance left in
# cells, and how much slower it is than sweeps are
TRIALS_MOST = 10_000
FIXED = 200  # of a trial's time: as that of so many nodes more in a layer
EACH, EACH_NODE = 5e-5, 8e-9  # seconds that the model takes for a unit of distance, and a node of a layer and a cell
ENDING = 4e-4  # seconds a cell, see `ending`
SURE = 1.4  # times what the first trial should take: one that is not done in time is worse than none
DOUBLED = 10  # times at most that trials' beams get twice as wide: more do not fit into any time
LEAST_REST = 1.2  # moves that a unit takes the model at least, on boards beyond 10 × 10: solutions take 1.35 in all
REST_TIME = 5e-5  # seconds that lines and the model take for a unit of the distance left, at least
REST = 3.4  # moves that a unit of the distance left takes a beam after sweeps ("Sweeps")

Start = tuple[Path, State]
"""The blank's cells from the board that is asked for, and the board then."""


def improve(attempt: Attempt) -> None:
    """Improve a board beyond the pair model: sweeps, outer lines, the inner board, and then the complete path."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    load()
    attempt.keep(LOOKS + lines.TELL * w * h * max(w, h))
    if not schedule.is_tried(w, h, budget.left) or needed(attempt) > budget.left:
        once(attempt)
    elif (begun := trials(attempt)) is not None:  # slower than thought
        once(attempt, begun)
    rounds.polish(attempt)


def once(attempt: Attempt, begun: Start | None = None) -> None:
    """Solve a board by sweeps or guided walks, maybe one that has `begun`, by outer lines, and by the model."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    plans = schedule.plans(w, h, budget.left)
    room = lines.local_room(attempt, plans[0]) if min(w, h) >= schedule.SWEEP_FROM else None
    for plan in plans:
        if pairs.covers(*plan.inner):
            pairs.tables(*plan.inner, budget)
    start = swept(attempt, room, begun)
    for plan in schedule.plans(w, h, budget.left):
        if attempt.is_over:
            break
        solve(attempt, start, plan)


def solve(attempt: Attempt, found: Start, plan: schedule.Plan) -> None:
    """Solve the board that is found, after some moves, by outer lines and the model; offer what that makes."""
    import numpy as np

    before, board = found
    size, budget = (attempt.width, attempt.height), attempt.budget
    late = LATE if attempt.best is None and attempt.puzzle.cells <= schedule.FEW else 0.0
    share = budget.share(plan.outer_share)
    with budget.extended(late):
        outer = lines.outer_lines(attempt, board, before, plan.inner, share)
    if outer is None:
        return
    walk, rest = outer
    room = room_after(attempt, len(before) + len(walk))
    least = 1.0 if pairs.covers(*plan.inner) else LEAST_REST
    if room is not None and room < least * far(rest, attempt.width):
        return
    share = budget.share(plan.inner_share)
    with budget.extended(late):
        core = finish(rest, size, plan.inner, budget, share, room)
    if core is not None:
        attempt.offer(np.concatenate([before, *(np.array(part, np.int32) for part in (walk, core))]))


def room_after(attempt: Attempt, made: int) -> int | None:
    """Return how many moves may follow those made for an answer that is shorter; None where there is none yet."""
    return None if attempt.best is None else len(attempt.best) - made - 1


def try_whole(attempt: Attempt, found: Start, width: int, trial: int) -> None:
    """Solve the board that is found, after some moves, by a beam of the model whose turn the trial is; offer that."""
    import numpy as np

    before, board = found
    size, budget = (attempt.width, attempt.height), attempt.budget
    room = room_after(attempt, len(before))
    if room is not None and room < LEAST_REST * far(board, attempt.width):
        return

    def whole(core: Walk) -> Path:
        return np.concatenate([before, np.array(core, np.int32)])

    def hears(core: Walk) -> None:
        if attempt.best is None:  # there is only a draft
            first_answer.complete(attempt, whole(core), after(board, core))

    core = finish(board, size, size, budget, budget.share(schedule.TRIAL_SHARE), room, Tried(width, trial, hears))
    if core is not None:
        attempt.offer(whole(core))


def trials(attempt: Attempt) -> Start | None:
    """Solve a board again and again, each time from another guided walk, by wider and wider beams, while there is time.

    Lengths differ by some per cent by chance, so several beams find more than one as wide as can be. What is tried, and
    in which order, does not depend on the limit: more time finds what less time found, and more. Where there is no time
    for the first trial but for its walk, return that walk.
    """
    w, h, budget = attempt.width, attempt.height, attempt.budget
    rng, cost, before = Random(w * h), 0.0, 0  # seconds a node of a layer, and the width for which that was measured
    for trial in range(TRIALS_MOST):
        begun = budget.spent
        width, left = trial_width(trial, w, h), budget.left - schedule.POLISH * begun
        least = trial_width(min(trial, 1), w, h)
        while width > least and cost * (FIXED + width) > left:
            width = max(least, width // 2)
        if cost * (FIXED + width) > left:
            return None
        walked = trial_walk(attempt, trial, rng)
        if attempt.best is None:  # lines end it where there is no time for more
            first_answer.complete(attempt, *walked)
        if trial == 0:
            width = first_width(attempt, walked, budget.spent - begun)
            if not width:
                return walked
        try_whole(attempt, walked, width, trial)
        now = (budget.spent - begun) / (FIXED + width)
        cost, before = max(now, cost if width == before else 0.0), width
        if attempt.is_over:
            return None
    return None


def trial_walk(attempt: Attempt, trial: int, rng: Random) -> Start:
    """Return the guided walk that begins a trial."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    width, start, end, fall = GUIDE, GUIDE_START, GUIDE_END, GUIDE_FALL
    if trial:
        start, end, fall = (rng.uniform(*each) for each in (GUIDED_STARTS, GUIDED_ENDS, GUIDED_FALLS))
        width = rng.randint(*GUIDES)
        if w * h < LARGE:  # larger boards gain nothing by it
            end *= max(1.0, trial_width(trial, w, h) / FIRST) ** WIDE_ENDS
    beam = guided.Beam(width, commit=COMMIT)
    return guided.walk(attempt.board, w, h, beam, start=start, end=end, fall=fall, budget=budget)


def trial_width(trial: int, w: int, h: int) -> int:
    """Return the width of a trial's beam: some narrow ones first, then several of each width."""
    quick = max(QUICK // (w * h), QUICK_LEAST if w * h <= VAST else 2 * QUICK_LEAST)
    widths = [width for width in (quick, 2 * quick) if width < FIRST // 2]  # others would take as long nearly
    if trial < len(widths):
        return widths[trial]
    beyond = trial - len(widths) - (1 if w * h >= LARGE else 3)
    return FIRST if beyond < 0 else NEXT << min(beyond // REPEATED, DOUBLED)


def least_width(w: int, h: int) -> int:
    """Return the width below which a trial is not worth making."""
    return LEAST if w * h * QUICK_LEAST <= QUICK else int(PART * trial_width(0, w, h))


def needed(attempt: Attempt) -> float:
    """Return the seconds that surely do for the narrowest first trial, as slow as this machine was when it swept."""
    w, h = attempt.width, attempt.height
    solving = GUIDE_SLOWER * attempt.slower * GUIDE_LEAVES * w * h * (EACH + EACH_NODE * w * h * least_width(w, h))
    return SURE * (guide_seconds(attempt, guided.Beam(GUIDE, commit=COMMIT)) + solving) + ending(attempt)


def ending(attempt: Attempt) -> float:
    """Return about the seconds that it takes to end a walk which leaves a few tiles of a board beyond 20 × 20."""
    cells = attempt.width * attempt.height
    return ENDING * attempt.slower * cells if cells > pairs.BEYOND**2 else 0.0


def guide_seconds(attempt: Attempt, beam: guided.Beam) -> float:
    """Return about the seconds that a guided walk takes, as slow as this machine was when it swept."""
    w, h = attempt.width, attempt.height
    return GUIDE_SLOWER * attempt.slower * beam.seconds(w, h, int(GUIDE_MOVES * w * h * max(w, h)))


def first_width(attempt: Attempt, walked: Start, seconds: float) -> int:
    """Return the width for which the first trial has time, whose walk took so many seconds; 0 where for none."""
    w, h = attempt.width, attempt.height
    slower = seconds / guided.Beam(GUIDE, commit=COMMIT).seconds(w, h, len(walked[0]))
    each = slower * far(walked[1], w)
    fitting = int(((attempt.budget.left - ending(attempt)) / each - EACH) / (EACH_NODE * w * h)) if each else FIRST
    return min(fitting, trial_width(0, w, h)) if fitting >= least_width(w, h) else 0


@cache
def load() -> None:
    """Load, or compile, all kernels, so that no time is lost to them later: each has something small to do."""
    compiling.load(_call_all)


def _call_all() -> None:
    import numpy as np

    board, forever = (1, 2, 3, 4, 0, 5), Budget()
    outside = (0, 2, 3, 1, 4, 5)  # an outer line is not home yet
    rolling.roll(outside, 3, 2, (2, 2), 1, limit=1)
    local.roll(outside, 3, 2, (2, 2), 1, limit=1)
    beam.load()
    beam.load_wide()
    path = np.array([4, 5, 2, 1] * 7)  # round and round: twelve steps change nothing
    list(boxes.shortened(path, 3, 2, forever, ((2, 2),)))
    list(windows.polished(board, 3, 2, path[1:].astype(np.int32), forever, ((20, 5, 10),)))


def swept(attempt: Attempt, room: float | None, begun: Start | None = None) -> Start:
    """Return (the blank's cells, the board) after the best of some sweeps and, where there is time, guided walks.

    `room` is the width of a beam with local terms for which there is time, None without a limit; `begun` is such a walk
    that there is already. Answer by them and by lines.
    """
    import numpy as np

    end = schedule.last_price(attempt.width, attempt.height, room, sweeps.END)
    if end is None:
        return np.empty(0, np.int32), attempt.board
    found = best_sweep(attempt, end)
    first_answer.complete(attempt, *found)
    starts = [found] if begun is None else [found, begun]
    return guide(attempt, min(starts, key=lambda each: moves_with(each, attempt.width)))


def best_sweep(attempt: Attempt, end: float) -> Start:
    """Return the best of some sweeps, with random first prices."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    rng, sweeping, trying = Random(w * h), budget.share(SWEEPING), budget.share(TRYING)
    found = [] if attempt.swept is None else [attempt.swept]
    for trial in range(max(1, min(TRIALS, TRIED // (w * h)))):
        if found and len(found[-1][0]) * EACH_SWEPT > trying.left:
            break
        drawn = sweeps.Prices(rng.uniform(*STARTS), end, rng.uniform(*FALLS)) if trial else sweeps.Prices(end=end)
        found.append(sweeps.sweep(attempt.board, w, h, drawn, budget=sweeping))
    return min(found, key=lambda each: moves_with(each, w))


def moves_with(swept: Start, width: int) -> float:
    """Return about how many moves a solution takes that begins so."""
    return len(swept[0]) + REST * far(swept[1], width)


def guide(attempt: Attempt, swept: Start) -> Start:
    """Return the best of guided walks by growing beams, while there is time, and of what was found before."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    is_large = w * h > schedule.FEW
    guiding, beam = budget.share(GUIDING_LONG if is_large else GUIDING), guided.Beam()
    if not budget.is_limited:
        return swept if is_large else guided.walk(attempt.board, w, h, beam, budget=guiding)
    rng, start, found = Random(w * h), guided.START, swept
    beam = guided.Beam(NARROW, commit=2 * COMMIT if is_large else COMMIT)
    slower, rest = max(1.0, attempt.slower), REST_TIME * attempt.slower * far(swept[1], w)
    needed = slower * beam.seconds(w, h, len(swept[0]))
    if needed >= guiding.left:
        beam, needed = HASTY, slower * HASTY.seconds(w, h, len(swept[0]))
    if not is_large and guide_seconds(attempt, beam) + rest > budget.left:
        return swept
    while needed < guiding.left:
        begun = guiding.spent
        other = guided.walk(attempt.board, w, h, beam, start=start, budget=guiding)
        if moves_with(other, w) < moves_with(found, w):
            found = other
            first_answer.complete(attempt, *other)
        needed = guiding.spent - begun
        if beam.width < WIDEST:
            needed *= WIDER
            beam = replace(beam, width=WIDER * beam.width)
        start = rng.uniform(*GUIDED_STARTS)
    return found
