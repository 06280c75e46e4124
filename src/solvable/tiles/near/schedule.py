"""What to do in which time on boards beyond the pair model: sweeps, outer lines, the inner board, polishing."""

from __future__ import annotations

from dataclasses import dataclass

from solvable.tiles.near import pairs

Size = tuple[int, int]

# What is tried where; the measurements are in docs/near-log.md.
SWEEP_FROM = 11  # shorter side of boards that are swept; the model solves smaller ones whole
FEW = 2500  # cells of boards that get local terms without a limit of time: 50 × 50 in some 10 s
CLOSE = 3.5  # the last price, in units of distance, before a beam with local terms ("Sweeps": 3 to 5 are best)
LEAST_SWEPT, LEAST_WIDE = 20, 60  # nodes a layer with which local terms gain after sweeps ("Sweeps"), on longer boards
LESS = 3.0  # times less distance there is after sweeps, so a beam may be so much wider
SHORT_SIDE, LONG_SIDE, SLIM = 25, 60, 4  # cells, and times the shorter side, see `has_local_terms`
WIDE_FROM = 11  # longer side of boards that take one wide beam; below, width soon gains nothing ("Outer lines")
LONG = 17  # longer side from which only a little inner board is left to the model
LITTLE = 7  # cells a side of that board: its tables take a tenth of the time
NEAR_FROM, NEAR_SECONDS, NEAR_SIDE = 15, 1.5, 12  # longer side and seconds from which swept boards leave so many cells
DEEP_SIDE, DEEP_SECONDS = 12, 4.0  # longer side, and seconds from which an inner board of 10 × 9 pays ("Outer lines")

# Shares of the time, by trial on the boards of `python -m benchmarks near`.
SHORT = 1.0  # seconds of which the outer lines take more
OUTER_NARROW, OUTER_SHORT, OUTER = 0.55, 0.75, 0.6  # of the time left: outer lines of small boards, in a hurry, else
INNER_NARROW, INNER = 0.5, 0.25  # of what is left then: the inner board of small boards, and of others
DEEP = (0.1, 0.1), (0.3, 0.9)  # both, of the usual inner board first and then of the larger one


TRIALS_FROM, TRIALS_SIDE = 11, 60  # shorter and longer side of boards that are solved whole, near their goals already
TRIAL_SHARE = 0.7  # of the time left: the model
POLISH = 0.15  # of the time that trials took: polishing


@dataclass(frozen=True, slots=True)
class Plan:
    """An inner board to leave to the model; the share of the time left for outer lines, then for the model."""

    inner: Size
    outer_share: float
    inner_share: float


def plans(w: int, h: int, seconds: float) -> list[Plan]:
    """Return what to do in so many seconds (infinity: without a limit), one after the other.

    The model's walks are shorter than those of outer lines, but on ten columns it needs a wide beam, thus time.
    """
    inner = pairs.inner_size(w, h)
    if inner == (w, h):
        inner = (min(w, pairs.SAFE_SIDE), min(h, pairs.SAFE_SIDE))
    if max(w, h) >= LONG:
        inner = (min(inner[0], LITTLE), min(inner[1], LITTLE))
    if NEAR_FROM <= max(w, h) <= SHORT_SIDE and min(w, h) > NEAR_SIDE and NEAR_SECONDS <= seconds < float("inf"):
        return [Plan((NEAR_SIDE, NEAR_SIDE), OUTER, INNER)]
    inner = pairs.fitting(*inner, seconds)
    if inner == (pairs.SIDE, pairs.SIDE) and max(w, h) <= DEEP_SIDE and DEEP_SECONDS <= seconds < float("inf"):
        larger = (pairs.SIDE + 1, pairs.SIDE) if w > pairs.SIDE else (pairs.SIDE, pairs.SIDE + 1)
        if not pairs.fits(*larger, seconds):
            return [Plan(inner, OUTER, INNER)]
        return [Plan(inner, *DEEP[0]), Plan(larger, *DEEP[1])]
    if max(w, h) < WIDE_FROM:
        return [Plan(inner, OUTER_NARROW, INNER_NARROW)]
    return [Plan(inner, OUTER_SHORT if seconds < SHORT else OUTER, INNER)]


def is_tried(w: int, h: int, seconds: float) -> bool:
    """Return whether a board is solved again and again by the model, where so many seconds are enough for that.

    Whether they are, its sweeps tell, and its first guided walk (`large.trials`).
    """
    return min(w, h) >= TRIALS_FROM and max(w, h) <= TRIALS_SIDE and seconds < float("inf")


def has_local_terms(w: int, h: int) -> bool:
    """Return whether local terms gain on a board of these sides: not on slim ones, nor on long ones after sweeps."""
    return max(w, h) <= SHORT_SIDE or max(w, h) <= min(LONG_SIDE, SLIM * min(w, h))


def least_swept(w: int, h: int) -> int:
    """Return the width from which a beam with local terms gains after sweeps."""
    return LEAST_SWEPT if max(w, h) <= SHORT_SIDE else LEAST_WIDE


def last_price(w: int, h: int, room: float | None, end: float) -> float | None:
    """Return the price down to which sweeps pay; None where a beam had better see the whole board.

    `room` is the width of a beam with local terms for which there is time, None without a limit; `end` the last price
    before a narrow beam without them.
    """
    if min(w, h) < SWEEP_FROM:
        return None
    if room is None:
        return CLOSE if w * h <= FEW else end
    if not has_local_terms(w, h) or room * LESS < least_swept(w, h):
        return end
    return CLOSE
