"""Any solution of tiles on a graph, in polynomial time: pebble motion (Kornhauser, Miller & Spirakis 1984).

construct  block by block, ear by ear; start here
ears       the order in which the vertices of a block are finished
walking    walks of the blank, and moving a tile along a path
threes     a remainder of long cycles, sorted by 3-cycles
"""
