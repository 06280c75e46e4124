"""Large boards before a beam can see all of them.

search   the inner board after the outer lines
sweeps   long walks that bring tiles near their homes
guided   such walks planned by a beam, where there is time
rolling  outer lines solved by a rolling beam
"""
