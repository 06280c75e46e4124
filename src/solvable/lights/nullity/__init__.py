"""How many quiet patterns a board has, without solving it.

choose       which of them, or elimination
fibonacci    the ordinary game: a gcd of Fibonacci polynomials
tensor       rules that are polynomials in a row's and a column's adjacency
transfer     any rule on any surface, two states: chasing row after row
"""
