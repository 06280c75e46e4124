"""The hardest states: the most presses that any solvable state needs. Start with hardest.

hardest       bounds and hard states for every puzzle; without quiet patterns the state that needs every button
intervals     two colours: annealing for lower bounds, flats for upper bounds
flats         upper bounds by exhaustion
known         intervals found by long searches, with their witnesses
tuning        the tuned numbers of these searches
"""
