"""The rules of the named puzzles, recorded independently: written out, or as a hash if they are long.

A puzzle that is not listed may be newer than this checker: its rules are taken from the answer and reported as
unchecked.
"""

from hashlib import sha256

from solvable.checker.lights.wiring import cells_of, wiring_of
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

RULES = {
    "lights-out": "5x5",
    "mini": "4x4,torus",
    "lights-out-2000": "5x5,mod3",
    "deluxe": "6x6",
    "deluxe-x": "6x6,diagonal",
    "cube": "sha256=84be64c211923e15",
    "merlin": "3x3,matrix=d8701b1245d1246c070d8",
    "xl-25": "5x5,knight",
    "orbix": "sha256=d689b3e7ac3b654f",
    "icosahedron-opposite": "sha256=52cf1f8890e875df",
    "button-madness": "4x4,torus",
    "alien-tiles": "7x7,cross,mod4",
    "circle": "12x1,cylinder",
    "gale-berlekamp": "sha256=b3789406f8a83806",
    "tetrahedron": "graph=4;0-1;0-2;0-3;1-2;1-3;2-3",
    "hexahedron": "sha256=d6410e7feb2bd195",
    "octahedron": "sha256=5b079cd755e6344a",
    "dodecahedron": "sha256=e4ac0bfd60fdf0b6",
    "dodecahedron-sigma": "sha256=9b4eb4f1be48012c",
    "icosahedron": "sha256=65bfff5e7efb30bf",
    "truncated-tetrahedron": "sha256=c26ea0cfde081764",
    "cuboctahedron": "sha256=6663e0b47848fc93",
    "truncated-cube": "sha256=4ec7d4ca119ec197",
    "truncated-octahedron": "sha256=6c1e59514c025c42",
    "rhombicuboctahedron": "sha256=7d6c36780062c917",
    "truncated-cuboctahedron": "sha256=5ce85c659ff2ccdf",
    "snub-cube": "sha256=6376a2d0815fc99b",
    "icosidodecahedron": "sha256=6628cfa892461089",
    "truncated-dodecahedron": "sha256=399350e117c7d6d3",
    "truncated-icosahedron": "sha256=9756fc95d590e983",
    "rhombicosidodecahedron": "sha256=f12de65ec7efcce3",
    "truncated-icosidodecahedron": "sha256=d93ca714fb6acc39",
    "snub-dodecahedron": "sha256=06fd0199707095dc",
}
GOALS = {
    "merlin": "111/101/111",
    "orbix": "111111111111",
}


def written_out(params: str, rules: str, report: Report) -> str:
    """Return the PARAMS in the field `rules` for the named puzzle `params`; raise WrongError if they are not its
    rules.
    """
    family, _, written = rules.partition(":")
    name, goal = params.partition(",goal=")[::2]
    base = written.partition(",goal=")[0]
    if family != "lights" or not name.replace("-", "").isalnum() or name[0].isdigit():
        raise WrongError("rules", "are for named lights puzzles only")
    if name not in RULES:
        report.unchecked.append(msg("that {name} has these rules", name=name[:40]))
    elif RULES[name] not in (base, f"sha256={sha256(base.encode()).hexdigest()[:16]}"):
        raise WrongError("rules", msg("are not those of {name}", name=name))
    wiring = wiring_of(written)
    wanted = goal or GOALS.get(name, "")
    if (name in RULES or goal) and wiring.goal != (
        cells_of(wanted, wiring.k, "puzzle", wiring.width) if wanted else [0] * wiring.cells
    ):
        raise WrongError("rules", "have another goal than the puzzle")
    return written
