"""Shortening a path whose ends stay, and ending one that is nearly home.

rounds   boxes and windows by turns, while time lasts
boxes    stretches within a box, solved anew by the pair model
windows  short stretches, searched for the shortest walk between their ends
anew     on from where a beam got stuck, by the model
mend     the few tiles not home where a beam got stuck, put right box by box
cycles   what these tiles need
"""
