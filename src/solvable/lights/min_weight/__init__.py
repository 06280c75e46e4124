"""The fewest presses, proved: the lightest member of the coset of all solutions. Begin with choose, then two_states.

choose              two states or more
coset               echelon forms, components, all members visited: what the others share
two_states          the lightest members of a coset over GF(2): components, and the method for each
every_solution      all members weighed by a kernel, from tables made once a puzzle
parity_classes      the plane in 2^(d/2), by classes of cells
walsh               all members weighed at once
bounds              where neither reaches: a good member and a proved bound
many_states         k > 2: the least sum of residues
fourier             all weights at once, modulo a prime
many_states_bounds  its bounds
distribution        how many states need how many presses
fewest_lit          as few lit lamps as possible
lit_only            only lit lamps may be pressed
"""
