"""Ending a walk that leads nearly home.

restart  beams that begin anew where one got stuck
repair   what is left, put right box by box
cycles   the cycles of tiles that are not home, and what they take
"""
