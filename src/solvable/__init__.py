"""Is it solvable, in how many ways, how, how best, and why? Lights Out and sliding tiles, with proofs."""

__version__ = "0.1.0"
