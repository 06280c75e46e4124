"""Comparison with Simon Tatham's programs, on their boards: `python -m tools.sgt [--boards 200] [--seeds 50]`.

Needs sgt-flip and sgt-fifteen (Debian: sgt-puzzles) and an X server without a screen (xvfb). Counts boards of all their
presets that we read; our fewest presses that equal theirs in number; our move lists that their programs load in a save
file and draw as the solved board (but not one move earlier); save files with an illegal move, which they must refuse;
and seeds from which both make the same board. Exit 1 if any count falls short.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from solvable import formats
from solvable.core.puzzle import Puzzle, State
from solvable.formats.tatham import write_history

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/lib/games"])
FLIP, FIFTEEN = "sgt-flip", "sgt-fifteen"
MORE = {FLIP: ("4x3c", "4x3r"), FIFTEEN: ("3x3", "2x2", "5x4", "3x2", "6x6")}  # in addition to the presets
# Flip's random wiring is not reproduced
SEEDED = {FLIP: ("3x3c", "4x4c", "5x5c", "7x2c"), FIFTEEN: ("4x4", "3x3", "5x4")}
FEWEST = "as few presses"
ASKED = ("read", FEWEST, "played", "refused")
SECONDS = 60


class Tatham:
    """One of the programs, run in a separate folder; `display` names the X server for its pictures."""

    def __init__(self, name: str, folder: Path, display: str = "") -> None:
        found = shutil.which(name, path=PATH)
        if found is None:
            raise FileNotFoundError(f"{name} is not installed (Debian: sgt-puzzles)")
        self.name, self.program, self.folder = name, found, folder
        self.environment = os.environ | ({"DISPLAY": display} if display else {})

    def run(self, *options: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Return the result of the program with these options and input lines."""
        return subprocess.run(
            [self.program, *options], input=given, text=True, cwd=self.folder, env=self.environment,
            capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip

    def presets(self) -> list[str]:
        """Return the parameters in the program's menu."""
        return [line.split()[0] for line in self.run("--list-presets").stdout.splitlines()]

    def generated(self, params: str, number: int) -> list[str]:
        """Return IDs that the program makes."""
        return self.run("--generate", str(number), params).stdout.split()

    def saved(self, ids: Sequence[str], *options: str) -> list[str]:
        """Return the save file that the program writes of each ID; with `--test-solve` its solution is in it."""
        done = self.run("--save", "out", "--save-suffix", ".sav", *options, given="\n".join(ids) + "\n")
        if done.returncode:
            raise ValueError(done.stderr)
        return [self._taken(f"out{number}.sav") for number in range(len(ids))]

    def _taken(self, name: str) -> str:
        data = (self.folder / name).read_bytes()
        (self.folder / name).unlink()
        return data.decode("latin-1")

    def picture(self, save: str) -> bytes | None:
        """Return the PNG that the program draws of a save file, None if it refuses the file."""
        (self.folder / "in.sav").write_bytes(save.encode())
        picture = self.folder / "picture.png"
        done = self.run("--screenshot", str(picture), "--load", "in.sav")
        if done.returncode:
            return None
        data = picture.read_bytes()
        picture.unlink()
        return data


@contextmanager
def display() -> Iterator[str]:
    """Run an X server without a screen, and yield its name."""
    found = shutil.which("Xvfb")
    if found is None:
        raise FileNotFoundError("Xvfb is not installed (Debian: xvfb)")
    reading, writing = os.pipe()
    command = [found, "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def pressed(save: str) -> str | None:
    """Return the presses of the solution in a save file of flip, 0 or 1 a cell."""
    solved = re.search(r"(?m)^SOLVE +:\d+:S([01]+)$", save)
    return solved[1] if solved else None


def is_played(program: Tatham, puzzle: Puzzle, state: State, moves: Sequence[int]) -> bool:
    """Return whether the program plays the moves from `state`, and then draws the goal's picture, but not one move
    earlier.
    """
    wanted = program.picture(formats.write(puzzle, puzzle.goal, "save"))
    end = program.picture(write_history(puzzle, state, moves, len(moves)))
    before = program.picture(write_history(puzzle, state, moves, len(moves) - 1))
    return wanted is not None and end == wanted and before not in (None, wanted)


def is_refused(program: Tatham, puzzle: Puzzle, state: State) -> bool:
    """Return whether the program refuses a press below the board, or a slide onto the blank."""
    wrong = len(state) if program.name == FLIP else state.index(0)
    return program.picture(write_history(puzzle, state, [wrong], 1)) is None


def board(program: Tatham, text: str, counts: Counter[str]) -> None:
    """Check one ID of the program in all respects."""
    read = formats.read(text)
    puzzle, state = read.puzzle, read.state
    (save,) = program.saved([text], *(["--test-solve"] if program.name == FLIP else []))
    again = formats.read(save)
    counts["read"] += again.puzzle == puzzle and again.state == state
    if program.name == FLIP:
        found, theirs = puzzle.optimal(state), pressed(save)
        counts[FEWEST] += theirs is not None and len(found) == theirs.count("1")
    else:
        found = puzzle.solve(state)
    counts["played"] += is_played(program, puzzle, state, found.moves)
    counts["refused"] += is_refused(program, puzzle, state)


def seeds(program: Tatham, params: str, number: int) -> int:
    """Return the number of seeds from which both make the same board."""
    ids = [f"{params}#{seed}" for seed in range(number)]
    pairs = zip(ids, program.saved(ids), strict=True)
    both = [(formats.read(text, format=program.name.removeprefix("sgt-")), formats.read(save)) for text, save in pairs]
    return sum(ours.puzzle == theirs.puzzle and ours.state == theirs.state for ours, theirs in both)


def main() -> int:
    """Print the counts of each kind of board; return 1 if one falls short."""
    parser = argparse.ArgumentParser(prog="tools.sgt", description="Simon Tatham's own programs beside ours.")
    parser.add_argument("--boards", type=int, default=200, help="of both programs together, at least")
    parser.add_argument("--seeds", type=int, default=50, help="of each size")
    asked = parser.parse_args()
    short = total = 0
    with TemporaryDirectory() as folder, display() as screen:
        programs = [Tatham(name, Path(folder), screen) for name in (FLIP, FIFTEEN)]
        kinds = [(program, params) for program in programs for params in (*program.presets(), *MORE[program.name])]
        each = -(-asked.boards // len(kinds))
        for program, params in kinds:
            counts = Counter[str]()
            for text in program.generated(params, each):
                board(program, text, counts)
            asked_for = [word for word in ASKED if program.name == FLIP or word != FEWEST]
            short += sum(counts[word] != each for word in asked_for)
            total += each
            print(f"{program.name} {params}: {each} boards,", ", ".join(f"{counts[word]} {word}" for word in asked_for))
        for program in programs:
            for params in SEEDED[program.name]:
                same = seeds(program, params, asked.seeds)
                short += same != asked.seeds
                print(f"{program.name} {params}: {same} of {asked.seeds} seeds are the same board")
    print(f"{total} boards; " + (f"{short} counts fall short" if short else "all as it should be"))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
