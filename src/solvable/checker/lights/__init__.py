"""Claims about lights puzzles, checked by definition.

claims           every answer: replay, weights, counts; start here
wiring           a second implementation of the rules
named            a second copy of the catalogue
kinds            the fields of each kind of answer
linear           the order of a null module over Z/k
counts           the numbers of solutions and states
null_space       lists of quiet patterns
fewest           the fewest presses by comparing solutions
chase            light chasing
lit_only         lit-only play, fewest lit lamps
covering_radius  worst cases, by the flat that proves them
exhaustion       a proof that no state needs more presses
polynomials      the nullity of ordinary boards of any size
giant            boards in files (picture_files)
given            boards whose goal leaves lamps open
"""
