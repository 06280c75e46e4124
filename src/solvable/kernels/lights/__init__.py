"""Compiled twins of `lights`, each named as its reference, so far as it has one file there.

plane_words  chasing in uint64 arrays        polynomial      polynomials over GF(2)
plane_primes chasing k states                nullity         nullities of a whole table
transfer     rank within a band              elimination     dense equations over GF(2)
sparse       elimination along a front       bulk            many boards of one puzzle
graycode     members of a coset in turn      parity_classes  members of one colour in pairs
walsh        members weighed all at once     hardest         search for the hardest state
intervals    annealing for hard states       flats           class sums that no flat forbids
"""
