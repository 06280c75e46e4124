"""The 15-puzzle and all its kin: parity, construction, heuristic search."""
