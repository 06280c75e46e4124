"""The lessons about lamps, one a file, each `lesson(puzzle, state)`.

lamps        a board of lamps as the lessons see it
linear       elimination with a pencil, one pivot a step
chase        chasing row by row, and how its look-up table arises
elimination  Gaussian elimination, rows coloured back to cells
quiet        quiet patterns, their space, the number of solutions
witness      why a board has no solution
order        order does not matter, twice is nothing
matrix       A and A x = b
fewest       the fewest presses: a search among the quiet patterns
probability  how many boards are solvable; the table of orders
"""
