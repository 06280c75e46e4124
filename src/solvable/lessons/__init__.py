"""Lessons: step-by-step explanations of the user's own board, as data that every view shows; one lesson a file.

lesson     what a lesson is: steps, tables, scenes with what is pointed at; JSON
course     which lessons a puzzle has, and how one is made
worksheet  problems for a class
lights     lamps: order, chasing, the matrix, elimination, quiet patterns, fewest presses, refutation, chance
tiles      tiles: parity, slides, the human method, two arrangements compared, bounds, deepening, contests

They are made by readable plain Python from capabilities alone (`puzzle.Matrix`, `puzzle.Human`), re-deriving their
mathematics; no lesson asks a solver what it claims.
"""

from solvable.lessons.course import make, names
from solvable.lessons.lesson import Lesson, Step, Table

__all__ = ["Lesson", "Step", "Table", "make", "names"]
