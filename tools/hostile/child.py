"""Makes one request, read from standard input, and prints as JSON what came of it: see `runner`."""

import json
import resource
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from threading import Timer
from time import monotonic, process_time
from typing import Any

from tools.hostile.runner import CANCELLED_AFTER

import solvable
from solvable import notation, query
from solvable.budget import Budget
from solvable.clock import counted
from solvable.errors import PuzzleError

SHOWN = 120  # characters of an outcome


def parse(text: str) -> tuple[Any, Any]:
    """Return the puzzle and the state that a game ID names."""
    return notation.parse(text)


def board(text: str) -> Any:
    """Return the puzzle that a game ID names."""
    return notation.parse_puzzle(text)


def disturbed(puzzle: Any) -> Any:
    """Return the goal with one cell changed."""
    return (int(not puzzle.goal[0]), *puzzle.goal[1:])


def drained(found: Iterator[Any]) -> str:
    """Return how many came of an iterator, all of them taken."""
    return f"{sum(1 for _ in found)} came"


SCOPE = {
    "solvable": solvable,
    "query": query,
    "notation": notation,
    "parse": parse,
    "board": board,
    "Random": Random,
    "islice": islice,
}


def moment() -> tuple[float, float, float]:
    """Return the CPU, the wall and the counted seconds."""
    return process_time(), monotonic(), counted()


def between(begun: tuple[float, float, float], ended: tuple[float, float, float]) -> float:
    """Return the CPU seconds beyond compiling: the share of the CPU that the counted time had."""
    cpu, wall, own = (late - early for early, late in zip(begun, ended, strict=True))
    return min(own, cpu * own / wall) if wall > 0 else 0.0


def made(request: str, puzzle: Any, budget: Budget) -> tuple[str, bool]:
    """Make the request with the budget in force; return a word on what came, and whether that was fair."""
    scope = SCOPE | {"budget": budget, "p": puzzle, "one": puzzle and disturbed(puzzle)}
    try:
        with budget:
            found = eval(request, scope)
            return (drained(found) if isinstance(found, Iterator) else told(found)), True
    except PuzzleError as error:
        return f"{type(error).__name__}: {error}"[:SHOWN], True
    except ImportError as error:
        return f"{type(error).__name__}: {error}"[:SHOWN], True
    except BaseException as error:  # whatever else comes is what is sought
        return f"{type(error).__name__}: {error}"[:SHOWN], False


def told(found: Any) -> str:
    """Return a word on an answer."""
    if isinstance(found, dict) and "verdict" in found:
        return str(found["verdict"])
    return type(found).__name__


def main(words: list[str]) -> None:
    """Make the request under these bounds: by what, the limit in seconds, the address space in bytes."""
    bounded, limit, space = words[0], float(words[1]), int(float(words[2]))
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    before, request = sys.stdin.read().split("\n", 1)
    puzzle = eval(before, SCOPE)
    budget = Budget(limit if bounded == "seconds" else None)
    starts = [moment()]

    def cancel() -> None:
        budget.cancel()
        starts.append(moment())

    timer = Timer(CANCELLED_AFTER, cancel)
    if bounded == "cancel":
        timer.start()
    what, is_fair = made(request, puzzle, budget)
    ended = moment()
    timer.cancel()
    seconds = 0.0 if bounded == "cancel" and len(starts) == 1 else between(starts[-1], ended)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"seconds": round(seconds, 3), "peak": peak, "what": what, "is_fair": is_fair}))


if __name__ == "__main__":
    main(sys.argv[1:])
