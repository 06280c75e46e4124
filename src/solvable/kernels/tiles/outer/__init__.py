"""Compiled twins of `tiles.near.outer`.

rolling  a beam that commits its first moves
stages   the stages of a rolling beam
records  what these take
"""
