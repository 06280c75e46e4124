"""Shortest solutions, proved, by iterative-deepening A* (IDA*). Start with `ida.search`.

ida                the entry point: chooses tables, handles small boards, lists all solutions
choose_direction   the bounds one by one, from the board to the goal or from the goal to the board
lookups            the search problem with additive pattern databases (single-tile metric)
multi              the search problem with labelled boards (multi-tile metric)
search_worker      drives the compiled depth-first search in slices of nodes
node_ordering      the order in which the parts of one bound are searched
parallel           several threads share the parts of a bound
distributed        processes or the workers of a cluster share them
checkpoint         a search saved to a file, and resumed from it
incumbent          the best solution so far: beams during the proof, and the result at a limit
plain              IDA* in plain Python, for boards of up to 16 cells without the compiled library
bidirectional_bfs  bidirectional search in plain Python: small boards in the multi-tile metric
reference          the readable reference of the compiled search
"""
