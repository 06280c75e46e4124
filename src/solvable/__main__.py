"""`python -m solvable` is the program `solvable`."""

from solvable.cli import run

if __name__ == "__main__":
    run()
