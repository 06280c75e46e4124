"""Compiled twins of `lights`, each named as its reference, so far as it has one file there.

polynomial      polynomials over GF(2)             nullity         parts of a square's polynomial
divsteps        the same by products of words      torsion         nullities of a whole table
transfer        rank within a band                 parity_classes  members of one colour in pairs
every_solution  all solutions of a board weighed   walsh           members weighed all at once
intervals       annealing for hard states          hardest         search for the hardest state
flats           class sums that no flat forbids
"""
