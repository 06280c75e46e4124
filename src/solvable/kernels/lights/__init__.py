"""Compiled twins of `lights`, each named as its reference, so far as it has one file there.

plane_words     chasing in uint64 arrays           polynomial      polynomials over GF(2)
plane_primes    chasing k states                   nullity         parts of a square's polynomial
divsteps        the same by products of words
transfer        rank within a band                 torsion         nullities of a whole table
every_solution  all solutions of a board weighed
walsh           members weighed all at once        parity_classes  members of one colour in pairs
intervals       annealing for hard states          hardest         search for the hardest state
flats           class sums that no flat forbids
"""
