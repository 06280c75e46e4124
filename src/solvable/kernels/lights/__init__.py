"""Compiled twins of `lights`, each named as its reference, so far as it has one file there.

every_solution  all solutions of a board weighed
walsh           members weighed all at once        parity_classes  members of one colour in pairs
"""
