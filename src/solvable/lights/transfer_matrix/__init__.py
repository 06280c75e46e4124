"""The ordinary game row by row: each row is a polynomial of the path's adjacency matrix applied to the first.

ints          a row an int
words         the same in words of 64 bits, for giant boards
rows          what the two share
stream        a board read row by row from a file, never held
primes        k states, k prime, on the plane, the cylinder and the torus
giant_boards  these methods for puzzles
"""
