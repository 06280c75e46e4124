"""Playing: a position and its history, without input or output.

session  a game: moves, undo, marks, hints, par, time, and its files
marks    a solution kept true while moves are made
saved    a game as JSON
"""
