"""Puzzles for the lists of named puzzles: graphs, boards with holes, identical tiles."""

from typing import NamedTuple


class Named(NamedTuple):
    """A puzzle: its title, its rule in words, its source."""

    title: str
    rule: str
    source: str


_EDGES = "a tile slides along an edge into the blank"
_WILSON = "Wilson 1974"
_KORNHAUSER = "Kornhauser, Miller & Spirakis 1984"

NAMED: dict[str, Named] = {
    "theta0": Named("Theta zero", f"{_EDGES}; a hexagon with one vertex across, Wilson's exception", _WILSON),
    "petersen": Named("Petersen graph", f"{_EDGES}; a pentagon and a pentagram", _WILSON),
    "cube": Named("Cube", f"{_EDGES}; the corners of a cube", _WILSON),
    "cycle7": Named("Ring of seven", f"{_EDGES}; the order round the ring never changes", _KORNHAUSER),
    "wheel6": Named("Wheel", f"{_EDGES}; five vertices round a centre", _WILSON),
    "bipartite3x4": Named("Three and four", f"{_EDGES}; three vertices, each joined to four others", _WILSON),
    "graph=5;0-1;0-2;1-2;2-3;2-4;3-4": Named("Bow tie", f"{_EDGES}; two triangles that share a corner", _KORNHAUSER),
    "3x3,dead=4": Named("Round the hole", "tiles slide round a hole in the middle", _KORNHAUSER),
    "4x4,goal=RATE/YOUR/MIND/PAL_": Named(
        "Rate your mind, pal", "letters; the two Rs and the two As are alike", "after the 14-15 puzzle of 1880"
    ),
}
