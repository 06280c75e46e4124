"""Lessons: step-by-step explanations of the user's own board, as data that every view shows; one lesson a file.

lesson     the data of a lesson: steps, tables, scenes with marked cells; JSON; start here
course     the lessons of a puzzle by name, and how one is created
worksheet  problems for a class
lights     lamps: order, chasing, the matrix, elimination, quiet patterns, fewest presses, refutation, probability
tiles      tiles: parity, slides, the human method, two arrangements compared, bounds, deepening, contests

Lessons are readable plain Python over capabilities (`puzzle.Lamps`, `puzzle.Human`) and derive the mathematics again;
no lesson takes its claims from a solver.
"""

from solvable.lessons.course import make, names
from solvable.lessons.lesson import Lesson, Step, Table

__all__ = ["Lesson", "Step", "Table", "make", "names"]
