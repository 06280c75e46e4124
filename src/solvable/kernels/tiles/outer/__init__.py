"""Compiled twins of `tiles.near.outer`.

sweep    the best long walk of the blank
guided   free walks that end in such a walk
rolling  a beam that commits its first moves
stages   the stages of a rolling beam
records  what these take
"""
