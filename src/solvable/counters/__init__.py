"""Counters that do not wrap: each button lowers some of them by one, and the goal is exactly zero on all.

board   `Counters`: the rules, and every question as a method; start here
least   the fewest presses, by branch and bound over integer linear programs
family  game IDs and sentences

A machine of Advent of Code 2025, day 10, is a Lights Out board in the first half of the task, and such counters in the
second.
"""
