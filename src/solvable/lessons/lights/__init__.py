"""The lessons about lamps, one a file, each `lesson(puzzle, state)`.

lamps        the model of a board that the lessons use; start here
linear       elimination with a pencil, one pivot a step
chase        chasing row by row, and the origin of its look-up table
elimination  Gaussian elimination, with rows shown as cells of the board
quiet        quiet patterns, their space, the number of solutions
witness      why a board has no solution
order        order does not matter, pressing twice changes nothing
matrix       A and A x = b
fewest       the fewest presses: a search among the quiet patterns
probability  the number of solvable boards; the table of orders
"""
