"""Claims about lights puzzles, checked by definition.

claims   every answer: replay, weights, counts       wiring    the rules, written a second time
fewest   the fewest presses by comparing solutions   linear    the order of a null module over Z/k
chase    light chasing                               lamps     lit-only play, fewest lit lamps
worst    worst cases, by the flat that proves them   giant     boards in files (picture_files)
kinds    which fields each kind of answer has          named     the catalogue, written a second time
counts   how many solutions and states                  quiet     lists of quiet patterns
given    a board of which a goal leaves lamps open
exhaustion   that no state needs more presses
polynomials  the nullity of ordinary boards of any size
"""
