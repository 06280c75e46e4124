"""The probability that a random board is solvable, and the table of orders.

The presses reach k^rank of the k^cells boards. If k is composite, so that there are no ranks, the number is that of all
ways of pressing divided by that of the quiet patterns. On the ordinary n × n board the chase reduces the question to n
equations for the presses of the first row, so the table needs only small systems.
"""

from collections.abc import Iterator
from math import prod

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.lights.lamps import Board, judged, lamps, verdict
from solvable.lessons.lights.linear import Reduced, reduced

ORDERS = 12


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = lamps(puzzle, state)
    done = board.system()
    presses = board.presses(done.solution()) if done.is_consistent else None
    steps = [*board.opening(), *(_ranked if board.is_prime else _counted)(board, done), _orders(board)]
    steps.append(verdict(board, presses))
    return Lesson("probability", "lights", state, judged(presses), tuple(steps), presses or ())


def _ranked(board: Board, done: Reduced) -> Iterator[Step]:
    """Yield the number of boards, and the number that presses reach: k^rank."""
    k, rank, cells, buttons = board.k, len(done.pivots), len(board.cells), len(board.buttons)
    lost = cells - rank
    facts = {"rank": rank, "cells": cells, "solvable": str(k**rank), "states": str(k**cells)}
    yield step("lesson.lights.probability.states", scene=board.see(board.state), k=k, cells=cells, n=k**cells)
    yield step("lesson.lights.probability.reached", facts=facts, k=k, rank=rank, n=k**rank, buttons=buttons,
               nullity=buttons - rank)  # fmt: skip
    yield step(f"lesson.lights.probability.{'some' if lost else 'all'}", k=k, cells=cells, rank=rank, n=k**lost)


def _counted(board: Board, done: Reduced) -> Iterator[Step]:
    """Yield the same without ranks: the number of ways of pressing, divided by the number of quiet patterns."""
    k, cells, buttons = board.k, len(board.cells), len(board.buttons)
    states, solvable, quiet = k**cells, done.span, prod(done.orders)
    facts = {"cells": cells, "solvable": str(solvable), "states": str(states), "quiet": str(quiet)}
    yield step("lesson.lights.probability.states", scene=board.see(board.state), k=k, cells=cells, n=states)
    yield step("lesson.lights.probability.shared", facts=facts, k=k, buttons=buttons, quiet=quiet, n=solvable)
    if states == solvable:
        yield step("lesson.lights.probability.all")
    else:
        yield step("lesson.lights.probability.one_in", n=states // solvable, solvable=solvable, states=states)


def _orders(board: Board) -> Step:
    """Return the step with the table of orders; for a prime k it includes nullities, which are dimensions."""
    k = board.k
    systems = [(n, ordinary(n, k)) for n in range(1, ORDERS + 1)]
    heads = ("order", "nullity", "solutions") if board.is_prime else ("order", "solutions")
    table = [
        [n, len(done.free), prod(done.orders)] if board.is_prime else [n, prod(done.orders)] for n, done in systems
    ]
    side = board.width if board.width == board.height <= ORDERS else 0
    here = side if [tuple(line) for line in board.adds] == adds_of(side, k) else 0
    shown = Table(
        tuple(tuple(map(str, row)) for row in table),
        head=tuple(f"lesson.lights.probability.head.{name}" for name in heads),
        changed=tuple(position for position, (n, *_) in enumerate(table) if n == here),
    )
    key = f"lesson.lights.probability.{'orders' if board.is_prime else 'sizes'}"
    return step(key, table=shown, facts={"table": table}, k=k, n=ORDERS)


def ordinary(n: int, k: int) -> Reduced:
    """Return the equations of the first row of the dark n × n board: the chase of each of its presses, and the
    residual.

    With rows x_0 = 0, x_1, …: a dark row r requires x_{r+1} = −(its own presses and those of their neighbours to the
    sides and above).
    """
    left = []
    for column in range(n):
        above, row = [0] * n, [int(position == column) for position in range(n)]
        for _ in range(n):
            sides = zip(above, row, [0, *row[:-1]], [*row[1:], 0], strict=True)
            above, row = row, [-sum(values) % k for values in sides]
        left.append(row)
    return reduced(left, [0] * n, k)


def adds_of(n: int, k: int) -> list[tuple[int, ...]]:
    """Return what each press of the ordinary n × n board adds to each lamp: 1 to its own and to its neighbours."""
    places = [(row, column) for row in range(n) for column in range(n)]
    return [tuple(int(abs(r - y) + abs(c - x) < 2) % k for y, x in places) for r, c in places]
