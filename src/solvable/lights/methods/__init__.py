"""How a state is solved or refuted: some presses, not yet the fewest. Begin with choose, then chase.

choose               which method serves which puzzle, and which theorem tells its nullity
forced_chase         light chasing on any wiring and for every k
frontal_elimination  large sparse graphs along a moving front
chase                the ordinary game row by row, from the first; what players do and their table
crosses              whole rows and columns

The ordinary game row by polynomials, giant boards among them, is `transfer_matrix`.
"""
