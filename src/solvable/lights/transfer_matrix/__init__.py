"""The ordinary game row by row: each row is a polynomial in the path's adjacency matrix applied to the first.

Start with ints; the others do the same on words, on files and over other fields.

ints          each row an int
words         the same in 64-bit words, for giant boards; the result classes of both
stream        a board read row by row from a file, never all in memory
primes        k states, k prime, on the plane, the cylinder and the torus
giant_boards  these methods for puzzles
"""
