"""Shortest solutions, proved, by iterative-deepening A*.

ida                the question, and the choice of tables
reference          the search in plain Python: the kernel's readable twin
plain              the fastest one in plain Python, for boards to 16 cells if there are no kernels
bidirectional_bfs  from both ends, in plain Python: small boards in the multi-tile metric
choose_direction   from the board to the goal, or from the goal to the board
checkpoint         a search kept in a file, and gone on with
question           what is searched, as workers are told it
lookups            the problem with additive pattern databases
multi              the problem in the multi-tile metric, with labelled boards
search_worker      driving the compiled search in slices of nodes
node_ordering      the order in which the parts of one bound are searched
parallel           several lanes that share the parts
distributed        the parts given to processes, or to the workers of a cluster
upper_bound        a beam beside the proof
incumbent          what is known while a proof goes on, and what comes back at a limit
"""
