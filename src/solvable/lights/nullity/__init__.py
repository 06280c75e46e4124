"""How many quiet patterns a board has, without solving it. `methods.choose` takes one; begin with fibonacci.

fibonacci        the ordinary game: a gcd of Fibonacci polynomials
roots_of_unity   the ordinary game, all squares to some side: roots of unity; those known to a million
kronecker        rules that are polynomials in a row's and a column's adjacency
sparse_transfer  any rule on any surface, two states: chasing row after row
"""
