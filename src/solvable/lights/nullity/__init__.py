"""How many quiet patterns a board has, without solving it.

choose       which of them, or elimination
fibonacci    the ordinary game: a gcd of Fibonacci polynomials
torsion      the ordinary game, all squares to some side: roots of unity
kept         what was found so to a million
tensor       rules that are polynomials in a row's and a column's adjacency
transfer     any rule on any surface, two states: chasing row after row
"""
