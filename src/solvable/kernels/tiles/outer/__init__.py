"""Compiled twins of `tiles.near.outer`.

rolling  a beam that commits its first moves
local    the same with the model's local terms
stages   the stages of a rolling beam
records  what these take
"""
