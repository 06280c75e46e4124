"""The families of puzzles: what is written once for all of them asks a family by its name.

registry  the families by name, one line each, loaded when they are first asked for
protocol  what a family brings
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
