"""Compiled twins of `lights`, each named as its reference, so far as it has one file there.

plane_words     chasing in uint64 arrays           polynomial      polynomials over GF(2)
plane_primes    chasing k states                   nullity         parts of a square's polynomial
divsteps        the same by products of words
transfer        rank within a band                 torsion         nullities of a whole table
algebra/        equations over GF(2)
"""
