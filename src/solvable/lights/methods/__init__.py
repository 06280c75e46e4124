"""How a state is solved or refuted: some presses, not yet the fewest.

choose        which method serves which puzzle
forcing       light chasing on any wiring and for every k
frontal       large sparse graphs along a moving front
chase         the ordinary game row by row, from the first
crosses       whole rows and columns
planes        giant boards by polynomials, as methods for puzzles
plane_ints    the ordinary game by polynomials, a row an int
plane_words   the same in uint64 arrays, for giant boards
plane_rows    what the two share
plane_primes  k states, k prime, on the plane, the cylinder and the torus
"""
