"""The outer lines of a large board, down to an inner board for the pair model.

sweeps   long walks that bring tiles near their homes
guided   such walks planned by a beam, where there is time
rolling  lines solved by a rolling beam
local    the same with the model's local terms
lines    the widths of these beams in the time there is
"""
