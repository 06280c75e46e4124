"""Solve every board in examples/ with the program itself, print the answers, and verify each of them."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
SOLVABLE = [sys.executable, "-m", "solvable"]


def main() -> int:
    """Return 0 when every board was solved or refuted and every answer was verified."""
    boards = sorted(path for path in EXAMPLES.iterdir() if path.name != "README.md")
    for board in boards:
        print(f"\n── {board.name} ──", flush=True)
        shown = subprocess.run([*SOLVABLE, "solve", str(board)], check=False)
        answer = subprocess.run([*SOLVABLE, "solve", str(board), "--json"], stdout=subprocess.PIPE, check=False)
        verified = subprocess.run([*SOLVABLE, "verify", "--trust"], input=answer.stdout, check=False)
        if shown.returncode not in (0, 1) or answer.returncode != shown.returncode or verified.returncode:
            print(f"{board.name}: failed", file=sys.stderr)
            return 1
    print(f"\n{len(boards)} boards answered, every answer verified.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
