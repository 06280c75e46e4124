"""Methods that solve or refute a state, not with the fewest presses. Start with choose, then chase.

choose               the method for a puzzle, and the theorem for its nullity
forced_chase         light chasing on any wiring and for every k
frontal_elimination  large sparse graphs along a moving front
chase                the ordinary game row by row, as players solve it; their look-up table
crosses              whole rows and columns

The package `transfer_matrix` solves the ordinary game, including giant boards, by polynomials.
"""
