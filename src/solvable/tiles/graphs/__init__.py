"""Tiles on any connected graph, boards with holes, and pictures with identical tiles. Start with board.

board          the puzzle
states         its states, checked and read
game_id        its game IDs
named          graphs by name; catalogue: the puzzles shown in lists
blocks         the group that one blank generates in each block of a graph
orbits         which arrangements of a block reach each other
pictures       identical tiles, by labelling them
bidirectional  shortest paths from both ends
short          short solutions if these are too long
pebbles        any solution, in polynomial time
"""
