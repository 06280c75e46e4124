"""Cards: the children of a beam's nodes as numbers, slide · 2³² + node, with step · 2¹⁴ + name for a slide (`beam`)."""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit

NODE, NAME = 32, 14  # bits


@jit
def card_of(step: Any, name: Any, node: Any) -> Any:
    """Return the card of a slide, a step and a name, of a node."""
    return (step << np.uint64(NAME) | name) << np.uint64(NODE) | node


@jit
def node_of(card: Any) -> Any:
    """Return the number of the parent on a card."""
    return card & np.uint64((1 << NODE) - 1)


@jit
def slide_of(card: Any) -> Any:
    """Return the slide on a card."""
    return card >> np.uint64(NODE)


@jit
def step_of(card: Any) -> Any:
    """Return the step on a card."""
    return card >> np.uint64(NODE + NAME)


@jit
def name_of(card: Any) -> Any:
    """Return the name of the slid tile on a card."""
    return card >> np.uint64(NODE) & np.uint64((1 << NAME) - 1)
