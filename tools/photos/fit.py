"""Fits the weights of `solvable.photo.confidence` to readings with known correctness.

Logistic regression with weights of at least 0 and a small penalty, by projected gradient descent: the evidence reduces
the log-odds of a reading without any doubts. For comparison only: a few doubts separate right and wrong readings so
well that the penalty determines the size of the weights.
"""

from collections.abc import Sequence
from math import exp

import numpy as np

from solvable.photo.confidence import BASE_MIN, LAMPS, ODDS_MAX
from solvable.photo.recognise import Detection

PENALTY = 0.002  # per squared log-odds
STEPS, RATE = 4000, 4.0


def fitted(readings: Sequence[tuple[Detection, bool]]) -> dict[str, float]:
    """Return the weight of each piece of evidence, in log-odds per unit; needs readings of both kinds."""
    names = (
        "odd",
        "hidden",
        "tint",
        "minority",
        "gaps",
        "goes_on",
        "touched",
        "outside",
        "uneven",
        "skipped",
        "faint",
        "few",
        "several",
    )
    values = np.array([_evidence(seen) for seen, _ in readings])
    right = np.array([is_right for _, is_right in readings], float)
    base = np.array([min(max(seen.base, BASE_MIN), 1 - exp(-ODDS_MAX)) for seen, _ in readings])
    start = np.log(base / (1 - base))
    scale = values.max(axis=0) + 1e-9  # so that one learning rate suits all
    weights = np.ones(len(names))
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(np.clip(values / scale @ weights - start, -30, 30)))
        slope = (values / scale).T @ (right - likely) / len(right) + PENALTY * weights
        weights = np.maximum(0.0, weights - RATE * slope)
    return {name: round(float(weight / part), 1) for name, weight, part in zip(names, weights, scale, strict=True)}


def _evidence(seen: Detection) -> list[float]:
    found = seen.evidence
    return [
        max(0.0, found.odd - LAMPS.odd_slack),
        max(0.0, found.hidden - LAMPS.odd_slack),
        max(0.0, found.tint - LAMPS.tint_slack),
        max(0.0, found.minority - LAMPS.minority_slack),
        max(0.0, found.gaps - LAMPS.gaps_slack),
        found.goes_on,
        found.touched,
        max(0.0, found.outside - LAMPS.outside_slack),
        max(0.0, found.uneven - LAMPS.uneven_slack),
        max(0.0, found.skipped - LAMPS.skipped_slack),
        found.faint,
        float(found.few),
        float(seen.boards > 1),
    ]
