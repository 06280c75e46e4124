"""Compiled twins of `lights.algebra`.

elimination  dense equations over GF(2), by tables of sums
octets       the same by an instruction, eight by eight bits at once
sparse       elimination along a front
"""
