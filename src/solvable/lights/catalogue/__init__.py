"""Named puzzles: rules as data, with their sources. Start with variants.

variants  the catalogue, a row a puzzle
solids    the edge graphs of the Platonic and Archimedean solids
"""
