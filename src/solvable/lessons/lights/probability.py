"""The probability that a random board is solvable, and the table of orders.

The presses reach k^rank of the k^cells boards. On the ordinary n × n board the chase turns the question into n
equations for the presses of the first row, so the table is made of small systems.
"""

from solvable.lessons.lesson import Lesson, Table, step
from solvable.lessons.lights.lamps import judged, lamps, verdict
from solvable.lessons.lights.linear import reduced
from solvable.puzzle import Puzzle
from solvable.solution import State

ORDERS = 12


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    done = board.system()
    presses = board.presses(done.solution()) if done.is_consistent else None
    rank, cells = len(done.pivots), len(board.cells)
    lost, k = cells - rank, board.k
    facts = {"rank": rank, "cells": cells, "solvable": str(k**rank), "states": str(k**cells)}
    steps = [
        *board.opening(),
        step("lesson.lights.probability.states", scene=board.see(board.state), k=k, cells=cells, n=k**cells),
        step("lesson.lights.probability.reached", facts=facts, k=k, rank=rank, n=k**rank,
             buttons=len(board.buttons), nullity=len(board.buttons) - rank),
        step(f"lesson.lights.probability.{'some' if lost else 'all'}", k=k, cells=cells, rank=rank, n=k**lost),
    ]  # fmt: skip
    table = [(n, nullity(n, k)) for n in range(1, ORDERS + 1)]
    heads = tuple(f"lesson.lights.probability.head.{name}" for name in ("order", "nullity", "solutions"))
    shown = Table(
        tuple((str(n), str(d), str(k**d)) for n, d in table),
        head=heads,
        changed=tuple(at for at, (n, _) in enumerate(table) if n == board.width == board.height),
    )
    told = {"table": [list(row) for row in table]}
    steps.append(step("lesson.lights.probability.orders", table=shown, facts=told, k=k, n=ORDERS))
    steps.append(verdict(board, presses))
    return Lesson("probability", "lights", state, judged(presses), tuple(steps), presses or ())


def nullity(n: int, k: int) -> int:
    """Return the nullity of the ordinary n × n board: chase each press of the first row down, and see what it leaves.

    With rows x_0 = 0, x_1, …: a dark row r asks for x_{r+1} = −(its own presses and those beside and above it).
    """
    left = []
    for column in range(n):
        above, row = [0] * n, [int(at == column) for at in range(n)]
        for _ in range(n):
            sides = zip(above, row, [0, *row[:-1]], [*row[1:], 0], strict=True)
            above, row = row, [-sum(values) % k for values in sides]
        left.append(row)
    return n - len(reduced(left, [0] * n, k).pivots)
