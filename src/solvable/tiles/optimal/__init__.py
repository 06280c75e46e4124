"""Shortest solutions, proved, by iterative-deepening A*.

ida            the question, and the choice of tables
reference      the search in plain Python: the kernel's readable twin
plain          the fastest one in plain Python, for boards to 16 cells if there are no kernels
meeting        from both ends, in plain Python: small boards in the multi-tile metric
ways           from the board to the goal, or from the goal to the board
checkpoint     a search kept in a file, and gone on with
question       what is searched, as workers are told it
lookups        the problem with additive pattern databases
multi          the problem in the multi-tile metric, with labelled boards
lanes          driving the compiled search in slices of nodes
deepest_first  the order in which the parts of one bound are searched
threads        several lanes that share the parts
spread         the parts given to processes, or to the workers of a cluster
ceiling        a beam beside the proof
best_so_far    what is known while a proof goes on, and what comes back at a limit
"""
