"""Compiled twins of `tiles`, each named as its reference, so far as it has one file there.

ida        bounded search over pattern databases     multi     the same over labelled boards
cohorts    the layout of a pattern's table           patterns  building and checking it
sharing    how threads share the parts of a bound
outer/     sweeps, and the outer lines of large boards
"""
