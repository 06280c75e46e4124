"""Tables that bound the moves still needed: pattern databases and labelled boards.

partitions  which tiles share a pattern
patterns    additive pattern databases: build, load, verify
cohorts     the layout of a pattern's table
small       least costs of small patterns without numpy; those of the 15-puzzle are shipped
labels      labelled boards, for the multi-tile metric: build, load, verify
automaton   words of moves that are never needed
parallel    building the parts of a table side by side
registry    all tables by name
"""
