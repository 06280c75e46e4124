"""The JavaScript twins as Python calls them where the package runs in a browser (`kernels.javascript`).

fifteen  the search of boards to 16 cells
beams    the beam by the pair model, to 7 × 7
"""
