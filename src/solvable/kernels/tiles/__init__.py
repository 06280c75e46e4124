"""Compiled twins of `tiles`, each named as its reference, so far as it has one file there.

outer/     sweeps, and the outer lines of large boards
"""
