"""`wall`: the clock of front ends, which time games; limits of time are read by the budget alone."""

from time import monotonic


def wall() -> float:
    """Return the seconds that have passed since some moment."""
    return monotonic()
