"""Shortening a path whose ends stay.

rounds   boxes and windows by turns, while time lasts
boxes    stretches within a box, solved anew by the pair model
windows  short stretches, searched for the shortest walk between their ends
"""
