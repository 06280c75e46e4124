"""Some solution of tiles on a graph, in polynomial time: pebble motion (Kornhauser, Miller & Spirakis 1984).

construct  block by block, ear by ear
ears       in which order the vertices of a block are finished
walking    the blank walked, a tile brought
threes     what is left of long cycles, sorted by turning three tiles
"""
