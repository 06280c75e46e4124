"""Tables that bound the remaining moves: pattern databases and labelled boards. Start with patterns.

partitions  the division of the tiles into patterns
patterns    additive pattern databases: build, load, verify
cohorts     the layout of a pattern's table
small       costs of small patterns without numpy; those of the 15-puzzle are included in the package
labels      labelled boards, for the multi-tile metric: build, load, verify
automaton   redundant words of moves
parallel    building the parts of a table in parallel
registry    all tables by name
"""
