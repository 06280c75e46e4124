"""Named puzzles: rules as data, with their sources. Start with variants.

variants  the catalogue, a row a puzzle
boards    boards without a name that a list of puzzles shows too
solids    the edge graphs of the Platonic and Archimedean solids
"""
