"""Makes one request, read from standard input, and prints the outcome as JSON (see `runner`)."""

import gzip
import json
import os
import resource
import shutil
import sys
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path
from random import Random
from threading import Timer
from time import process_time
from typing import Any

from tools.hostile.runner import CANCELLED_AFTER
from tools.wreck import lengths

import solvable
from solvable import answers, formats, game_id
from solvable.cli import main as cli
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError

SHOWN = 120  # characters of an outcome


def parse(text: str) -> tuple[Any, Any]:
    """Return the puzzle and the state that a game ID names."""
    return game_id.parse(text)


def board(text: str) -> Any:
    """Return the puzzle that a game ID names."""
    return game_id.parse_puzzle(text)


def disturbed(puzzle: Any) -> Any:
    """Return the goal with one cell changed."""
    return (int(not puzzle.goal[0]), *puzzle.goal[1:])


def drained(found: Iterator[Any]) -> str:
    """Return the number of items of an iterator, after consuming all of them."""
    return f"{sum(1 for _ in found)} came"


def packed(data: bytes) -> Path:
    """Return a gzip file of this content."""
    path = Path(tempfile.mkdtemp(prefix="hostile-")) / "b.gz"
    path.write_bytes(gzip.compress(data, 1))
    return path


def unpacked(data: bytes) -> Path:
    """Return a file of this content."""
    path = Path(tempfile.mkdtemp(prefix="hostile-")) / "b.txt"
    path.write_bytes(data)
    return path


def batched(path: Path) -> str:
    """Return the exit code of a batch over a file, which is then removed."""
    return _told("batch", path)


def verified(path: Path) -> str:
    """Return the exit code of `verify` of a file, which is then removed."""
    return _told("verify", path)


def _told(command: str, path: Path) -> str:
    with redirect_stdout(sys.stderr):
        code = cli([command, str(path)])
    shutil.rmtree(path.parent)
    if code not in (0, 1, 2, 3):
        raise AssertionError(f"exit code {code}")
    return f"exit code {code}"


def forged(name: str, words: int) -> str:
    """Write a table with the right key and sums, but another number of words; it is for this process alone."""
    from solvable.core import disk_cache
    from solvable.tiles.pdb import labels, patterns, registry

    os.environ["SOLVABLE_CACHE"] = tempfile.mkdtemp(prefix="hostile-")
    what = registry.named(name)
    key = labels.key(what) if isinstance(what, labels.Collection) else patterns.key(what)
    disk_cache.save(name, key, memoryview(array("Q", [1]) * words))
    return name


SCOPE = {
    "read": formats.read,
    "packed": packed,
    "unpacked": unpacked,
    "batched": batched,
    "verified": verified,
    "forged": forged,
    "lengths": lengths,
    "solvable": solvable,
    "answers": answers,
    "notation": game_id,
    "parse": parse,
    "board": board,
    "Random": Random,
    "islice": islice,
}


def made(request: str, puzzle: Any, budget: Budget) -> tuple[str, bool]:
    """Make the request with the budget in force; return a description of the outcome, and whether it was acceptable."""
    scope = SCOPE | {"budget": budget, "p": puzzle, "one": disturbed(puzzle) if hasattr(puzzle, "goal") else None}
    try:
        with budget:
            found = eval(request, scope)
            return (drained(found) if isinstance(found, Iterator) else told(found)), True
    except PuzzleError as error:
        return f"{type(error).__name__}: {error}"[:SHOWN], True
    except ImportError as error:
        return f"{type(error).__name__}: {error}"[:SHOWN], True
    except BaseException as error:  # any other exception is a finding
        return f"{type(error).__name__}: {error}"[:SHOWN], False


def told(found: Any) -> str:
    """Return a description of an answer."""
    if isinstance(found, dict) and "verdict" in found:
        return str(found["verdict"])
    return type(found).__name__


def main(words: list[str]) -> None:
    """Make the request under these bounds: the kind, the limit in seconds, the address space in bytes."""
    bounded, limit, space = words[0], float(words[1]), int(float(words[2]))
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    before, request = sys.stdin.read().split("\n", 1)
    puzzle = eval(before, SCOPE)
    clock = process_time
    budget = Budget(limit if bounded == "seconds" else None, clock=clock)
    starts = [clock()]

    def cancel() -> None:
        budget.cancel()
        starts.append(clock())

    timer = Timer(CANCELLED_AFTER, cancel)
    if bounded == "cancel":
        timer.start()
    what, is_fair = made(request, puzzle, budget)
    ended = clock()
    timer.cancel()
    seconds = 0.0 if bounded == "cancel" and len(starts) == 1 else ended - starts[-1]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"seconds": round(seconds, 3), "peak": peak, "what": what, "is_fair": is_fair}))


if __name__ == "__main__":
    main(sys.argv[1:])
