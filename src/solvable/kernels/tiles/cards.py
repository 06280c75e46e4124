"""Cards: the children of a beam's nodes as numbers, slide · 2⁴⁴ + node, with step · 512 + name for a slide (`beam`)."""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit


@jit
def node_of(card: Any) -> Any:
    """Return the number of the parent on a card."""
    return card & np.uint64(0x1FFFFF)


@jit
def step_of(card: Any) -> Any:
    """Return the step on a card."""
    return card >> np.uint64(53)


@jit
def name_of(card: Any) -> Any:
    """Return the name of the slid tile on a card."""
    return card >> np.uint64(44) & np.uint64(511)
