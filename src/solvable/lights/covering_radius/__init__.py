"""The hardest states: how many presses any solvable state needs at most. Begin with hardest.

hardest       the question, for every puzzle; without quiet patterns the state that needs every button
intervals     two states: annealing below, flats above
flats         upper bounds by exhaustion
known         intervals found by long searches, with their witnesses
"""
