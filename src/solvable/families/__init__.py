"""The families of puzzles, by name, and the interface that each implements.

Start with `protocol`. Code that serves every family calls a `Family`, never a family's own classes.

registry  the families by name, one line each, loaded at first use
protocol  the interface of a family
"""

from solvable.families.registry import (
    FAMILIES,
    Home,
    family_of,
    load,
    of,
    offered,
    registry,
    row_solver,
    sentences,
    verify,
)

__all__ = ["FAMILIES", "Home", "family_of", "load", "of", "offered", "registry", "row_solver", "sentences", "verify"]
