"""Claims about lights puzzles, checked by definition.

claims           every answer: replay, weights, counts
wiring           the rules, written a second time
named            the catalogue, written a second time
kinds            which fields each kind of answer has
linear           the order of a null module over Z/k
counts           how many solutions and states
null_space       lists of quiet patterns
fewest           the fewest presses by comparing solutions
chase            light chasing
lit_only         lit-only play, fewest lit lamps
covering_radius  worst cases, by the flat that proves them
exhaustion       that no state needs more presses
polynomials      the nullity of ordinary boards of any size
giant            boards in files (picture_files)
given            a board of which a goal leaves lamps open
"""
