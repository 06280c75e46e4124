"""Counters that do not wrap: each button lowers some of them by one, and all are to reach exactly zero.

board   `Counters`: the rules, and every question as a method
least   the fewest presses, by branch and bound over linear programs in whole numbers
family  game IDs and sentences

A machine of Advent of Code 2025, day 10, is a Lights Out board in its first half, and these counters in its second.
"""
