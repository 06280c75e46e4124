"""The number of quiet patterns of a board, without solving it. `methods.choose` selects one of these; start with
fibonacci.

fibonacci        the ordinary game: a gcd of Fibonacci polynomials
roots_of_unity   the ordinary game, all squares up to a side: roots of unity; known to a million
kronecker        rules that are polynomials in a row's and a column's adjacency
sparse_transfer  any rule on any surface, two states: chasing row by row
"""
