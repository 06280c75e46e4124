"""Linear algebra over Z/k; start with module and masks, whose vectors all others use.

module           sums of multiples of a few vectors over Z/k
masks            bit vectors as Python ints
modular          equations over Z/k for every k: a solution or a certificate, and all solutions
gf2              the same over GF(2): spans on Python ints
elimination      dense equations over GF(2), in words, by kernels
polynomials      polynomials over GF(k), and modulo a polynomial
gf2_polynomials  long ones over GF(2) in words
"""
