"""Tiles on any connected graph, boards with holes, and pictures with tiles alike.

board          the puzzle
states         its states, checked and read
game_id        its game IDs
named          graphs by name; catalogue the puzzles that lists show
blocks         what one blank can do within each block of a graph
orbits         which arrangements of a block reach each other
pictures       identical tiles, by labelling them
bidirectional  shortest paths from both ends
short          what to do where these are too long
pebbles        some solution, in polynomial time
"""
