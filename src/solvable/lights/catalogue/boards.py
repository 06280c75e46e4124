"""Boards without a name that a list of puzzles shows after the named ones: each rule, surface and usual size."""

_NEIGHBOURS = "a press toggles a lamp and its neighbours"

BOARDS: dict[str, tuple[str, str]] = {
    "2x2": ("Four lamps", f"{_NEIGHBOURS}; on this one all but the lamp across"),
    "3x3": ("Nine lamps", f"{_NEIGHBOURS}; every board has exactly one solution"),
    "4x4": ("Sixteen lamps", f"{_NEIGHBOURS}; a board that can be solved is solved by chasing the lights down"),
    "7x7": ("Seven by seven", f"{_NEIGHBOURS}; 49 presses for the hardest board"),
    "8x8": ("Eight by eight", f"{_NEIGHBOURS}; as large as a chessboard"),
    "10x10": ("Ten by ten", f"{_NEIGHBOURS}; every board has exactly one solution"),
    "5x5,plus0": ("Neighbours only", "a press toggles the neighbours, not the lamp itself"),
    "5x5,diagonal": ("Small crosses", "a press toggles a lamp and its diagonal neighbours"),
    "5x5,king": ("King's move", "a press toggles a lamp and all eight around it"),
    "5x5,king0": ("All round", "a press toggles the eight lamps around it, not the lamp itself"),
    "6x6,knight0": ("Knight's leap", "a press toggles the lamps a knight's move away, not the lamp itself"),
    "5x5,cross": ("Whole lines", "a press toggles its whole row and column"),
    "5x5,hex": ("Hexagons", "a press toggles a hexagon and the six around it"),
    "7x4,triangle": ("Triangles", "a press toggles a triangle and the three beside it"),
    "5x5,cylinder": ("Cylinder", f"{_NEIGHBOURS}; the left edge is glued to the right"),
    "5x5,torus": ("Torus", f"{_NEIGHBOURS}; opposite edges are glued"),
    "5x5,mobius": ("Möbius strip", f"{_NEIGHBOURS}; left and right are glued with a twist"),
    "5x5,klein": ("Klein bottle", f"{_NEIGHBOURS}; all edges are glued, two of them with a twist"),
    "5x5,projective": ("Projective plane", f"{_NEIGHBOURS}; opposite edges are glued with a twist"),
    "4x4,mod3": ("Three states", "a press moves a lamp and its neighbours on by one of three states"),
    "4x4,mod5": ("Five states", "a press moves a lamp and its neighbours on by one of five states"),
    "3x3,dead=4": ("Ring of eight", f"{_NEIGHBOURS}; there is no lamp in the middle"),
    "5x5,goal=11111/11111/11111/11111/11111": ("Lights on", f"{_NEIGHBOURS}; the goal is all lit"),
}
"""The options of each board, in canonical order: its title, and its rule in words."""
