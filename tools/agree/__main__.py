"""Compare the answers of all levels to the same questions: `python -m tools.agree [--questions 2000] [--wasm 200]
[--seed 1] [LEVEL …]`.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from shlex import join

from tools.agree import levels
from tools.agree.questions import questions


def main(words: list[str]) -> int:
    """Return 1 if an answer differs."""
    known = levels.levels()
    parser = argparse.ArgumentParser(prog="tools.agree", description="every level gives the same answers")
    parser.add_argument("levels", nargs="*", metavar="LEVEL", help=f"all without; of {', '.join(known)}")
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--wasm", type=int, default=200, help="how many of them in WebAssembly, which takes longer")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    names = given.levels or [*known]
    asked = list(islice(questions(given.seed), given.questions))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(names)) as pool:

        def answers(name: str) -> list[levels.Record]:
            most = min(given.wasm, len(asked)) if name == "wasm" else len(asked)
            found = levels.answers(known[name], asked[:most], cache=Path(folder, name))
            return [*found, *[levels.NOT_ASKED] * (len(asked) - most)]

        found = list(pool.map(answers, names))
    differing = 0
    for question, *each in zip(asked, *found, strict=True):
        told = [how for name, other in zip(names[:-1], each[:-1], strict=True)
                if (how := levels.difference(name, each[-1], other))]  # fmt: skip
        differing += bool(told)
        if told:
            print(join(question), *told, sep="\n  ", flush=True)
    counted = [f"{name}: {sum(record == levels.UNANSWERED for record in records)} unanswered"
               for name, records in zip(names, found, strict=True)]  # fmt: skip
    print(f"{len(asked)} questions, {differing} answered otherwise;", ", ".join(counted))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
