"""The lessons about tiles, one a file, each `lesson(puzzle, state)`.

tray     a board of tiles as the lessons see it
parity   inversions tile by tile, the blank, normal and odd arrangements
human    the method of people, stage by stage
"""
