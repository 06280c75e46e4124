"""How sure a reading is: the probability that it is the board in the picture, from 0 to 1.

The evidence adds up as logarithms of odds, as in logistic regression: a reading starts from how clearly its cells fall
into classes, and each doubt takes away its weight. The weights are set by hand, on generated pictures with things over
and around the board. Such pictures are all but separated by a few of the doubts, so a fit to some hundreds of them
(`python -m tools.photos --kind all --fit`) says more about its penalty than about them; it gives smaller weights, and
these are on the safe side. What they achieve on other pictures is in docs/photo.md, with the commands.
"""

from dataclasses import dataclass, replace
from math import exp, log

from solvable.photo.evidence import Evidence

ODDS_MAX = 7.0  # log-odds of a reading without a doubt: no picture says more than its kind does
BASE_MIN = 1e-3
CLEAR_MIN = 0.9  # of `base`: below it a lamp between lit and off, which has a hue of its own, is doubted already
EXPONENT_MAX = 100.0  # far from what overflows, and no confidence at all


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-odds that each piece of evidence takes away, a unit of it; what is below its slack is light and noise."""

    odd: float = 8.0
    odd_slack: float = 0.1  # of the contrast of lit and off
    hidden: float = 30.0  # beyond what it is odd
    tint: float = 60.0
    tint_slack: float = 0.06  # of the contrast of lit and off
    minority: float = 40.0
    minority_slack: float = 0.08  # of a cell's face
    gaps: float = 6.0
    gaps_slack: float = 0.3  # of the contrast of lit and off
    goes_on: float = 24.0  # a whole side
    touched: float = 24.0  # a whole side
    outside: float = 60.0  # a step
    outside_slack: float = 0.06
    uneven: float = 100.0  # a step
    uneven_slack: float = 0.05
    skipped: float = 30.0  # of the longer step
    skipped_slack: float = 0.25
    faint: float = 8.0  # lamps of one colour
    few: float = 1.5  # a cell
    several: float = 7.0  # if there is more than one board


LAMPS = Weights()
TILES = Weights(
    odd=0.0, hidden=0.0, tint=0.0, minority=0.0, gaps=0.0, uneven=0.0, goes_on=3.0, touched=3.0, skipped=3.0
)
"""The numbers of tiles, each there once, say themselves which cells the board has,"""
COUNTING = replace(TILES, goes_on=24.0, touched=24.0)
"""unless they count upwards, as they do in a calendar, whose first rows are no board."""


def confidence(base: float, evidence: Evidence, boards: int, weights: Weights) -> float:
    """Return the probability that a reading is right.

    `base` is that by its cells and their places alone; the evidence against it is taken from its log-odds.
    """
    sure = max(BASE_MIN, min(base, 1 - exp(-ODDS_MAX)))
    against = (
        weights.odd * max(0.0, evidence.odd - weights.odd_slack)
        + weights.hidden * max(0.0, evidence.hidden - weights.odd_slack)
        + weights.tint * max(0.0, evidence.tint - weights.tint_slack) * (base >= CLEAR_MIN)
        + weights.minority * max(0.0, evidence.minority - weights.minority_slack)
        + weights.gaps * max(0.0, evidence.gaps - weights.gaps_slack)
        + weights.goes_on * evidence.goes_on
        + weights.touched * evidence.touched
        + weights.outside * max(0.0, evidence.outside - weights.outside_slack)
        + weights.uneven * max(0.0, evidence.uneven - weights.uneven_slack)
        + weights.skipped * max(0.0, evidence.skipped - weights.skipped_slack)
        + weights.faint * evidence.faint
        + weights.few * evidence.few
        + weights.several * (boards > 1)
    )
    return 1 / (1 + exp(min(against - log(sure / (1 - sure)), EXPONENT_MAX)))
