"""Compiled twins of `lights`, each named as its reference, so far as it has one file there.

plane_words     chasing in uint64 arrays           plane_primes    chasing k states
every_solution  all solutions of a board weighed
walsh           members weighed all at once        parity_classes  members of one colour in pairs
"""
