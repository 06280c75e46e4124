"""Playing: a position and its history, without input or output.

session      a game: moves, undo, marks, hints, par, time, and its files
plan         a solution kept true while moves are made
save_format  a game as JSON
record       every finished game, averages, streaks; the file of page and terminal
challenge    a puzzle as it began with a result to beat; stars, squares
replay       moves with their times, as a link
levels       boards to play: levels, today's board, any puzzle scrambled by a seed
load         a game from any text
input        what a touch, an arrow or a typed move means upon a scene
"""
