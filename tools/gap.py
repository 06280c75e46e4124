"""GAP itself reads what `convert --to gap` writes: `python -m tools.gap [--boards 300] [--seed 1]`.

Needs GAP (Debian: gap-core). Random boards of many kinds, solvable and not, are written and run together; GAP's result
for each, the presses or whether its group contains the permutation, is compared with our proof, and its presses are
replayed. Exit 1 if the two differ.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from random import Random

from solvable import formats, game_id
from solvable.core.puzzle import Puzzle, State

KINDS = (
    *("lights:3x3", "lights:4x4", "lights:5x5", "lights:5x5,torus", "lights:4x3,mod3", "lights:3x3,king,mod5"),
    *("lights:3x2,goal=110/001", "lights:merlin", "lights:graph=4;0-1;1>2;2-3", "lights:3x2,mod4", "lights:2x3,mod6"),
    *("tiles:2x2", "tiles:3x3", "tiles:4x4", "tiles:4x3,goal=blank-first", "tiles:3x3,goal=spiral", "tiles:3x2,mtm"),
)
WIDE = "SizeScreen([4096,]);;\n"  # prevents line breaks


def drawn(puzzle: Puzzle, random: Random) -> State:
    """Return a state that may have no solution."""
    if hasattr(puzzle, "k"):
        return tuple(random.randrange(puzzle.k) for _ in puzzle.goal)
    return tuple(random.sample(puzzle.goal, len(puzzle.goal)))


def program(text: str) -> str:
    """Return the lines as statements that print only the last one's value, as JSON."""
    *head, last = [line.partition("  # ")[0] for line in text.split("\n")]
    if last.startswith("x"):
        shown = 'if x = fail then Print("null\\n"); else Print(List(x, Int), "\\n"); fi;'
        return "\n".join([*head, last.replace(";", ";;", 1), shown])
    return "\n".join([*head, f'Print({last.partition(";")[0]}, "\\n");'])


def agrees(puzzle: Puzzle, state: State, told: str) -> bool:
    """Return whether GAP's result agrees with ours; presses are replayed."""
    proof = puzzle.obstruction(state)
    found = json.loads(told)
    if isinstance(found, bool):
        return found == (proof is None)
    if found is None:
        return proof is not None
    for press, times in enumerate(found):
        for _ in range(times):
            state = puzzle.apply(state, press)
    return state == puzzle.goal


def main() -> int:
    """Print how often the two agree; return 1 if they do not always agree."""
    parser = argparse.ArgumentParser(prog="tools.gap", description="GAP reads what we write.")
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    random, boards = Random(asked.seed), []
    for number in range(asked.boards):
        puzzle = game_id.parse_puzzle(KINDS[number % len(KINDS)])
        boards.append((KINDS[number % len(KINDS)], puzzle, drawn(puzzle, random)))
    script = "\n".join(program(formats.write(puzzle, state, "gap")) for _, puzzle, state in boards) + "\nQUIT;\n"
    done = subprocess.run(["gap", "-q", "-b"], input=WIDE + script, text=True, capture_output=True, check=True)
    told = done.stdout.split("\n")[: len(boards)]
    if done.stderr:
        print(done.stderr[:2000])
        return 1
    counts, wrong = Counter[str](), 0
    for (kind, puzzle, state), line in zip(boards, told, strict=True):
        counts["no solution" if line in ("null", "false") else "a solution"] += 1
        if not agrees(puzzle, state, line):
            wrong += 1
            print(f"{kind}: {puzzle.format(state)}: {line}")
    print(f"{asked.boards} boards, {counts['a solution']} with a solution: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
