"""Linear algebra over Z/k.

module           sums of multiples of a few vectors over Z/k
modular          linear equations over Z/k for every k: a solution or a certificate, and all solutions
plain            the same on lists
masks            bit vectors as Python ints
gf2              spans over GF(2) on Python ints
bit_matrix       matrices over GF(2) in words, for kernels
elimination      dense equations over GF(2)
sparse           sparse equations over GF(2), along a moving front
polynomials      polynomials over GF(k)
gf2_polynomials  long ones over GF(2) in words
rings            polynomials over GF(k) modulo a polynomial
ranks            of the toggle matrix, and of it beside a state
coset            echelon forms, components and answers of a coset over GF(2)
"""
