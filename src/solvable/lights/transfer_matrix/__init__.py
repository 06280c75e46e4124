"""The ordinary game row by row: each row is a polynomial of the path's adjacency matrix applied to the first.

Begin with ints; the others do the same on words, on files and over other fields.

ints          a row an int
words         the same in words of 64 bits, for giant boards; the answer and the proof of both
stream        a board read row by row from a file, never held
primes        k states, k prime, on the plane, the cylinder and the torus
giant_boards  these methods for puzzles
"""
