"""The lessons about tiles, one a file, each `lesson(puzzle, state)`.

tray       the model of a board that the lessons use; start here
parity     inversions tile by tile, the blank, normal and odd arrangements
human      solving by hand, stage by stage
slide      why a slide keeps parity + the blank's steps
compare    two arrangements, and the moves from one to the other
distance   Manhattan distance and a pattern of a few tiles
deepening  thresholds and nodes of IDA* on the user's board
contest    boards of equal minimum, and why that is fair
"""
