"""The fewest presses, proved: the lightest member of the coset of all solutions. Start with choose, then two_states.

choose              the method for a puzzle, of two states or more
coset               what the other methods share: echelon forms, components, visiting all members
two_states          the lightest members of a coset over GF(2): components, and a method for each
every_solution      all members weighed by a kernel, from tables computed once for a puzzle
parity_classes      the plane in 2^(d/2), by classes of cells
walsh               all members weighed together, by the Walsh–Hadamard transform
bounds              beyond these methods: a good member and a proved bound
many_states         k > 2: the least sum of residues
fourier             all weights together, by a Fourier transform modulo a prime
many_states_bounds  bounds for k > 2
distribution        the number of states by presses
fewest_lit          as few lit lamps as possible
lit_only            only lit lamps may be pressed
"""
