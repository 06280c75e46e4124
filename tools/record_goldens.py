"""Record the goldens anew, where an answer is meant to change: `python -m tools.record_goldens [GROUP …]`.

What is kept is told in tests/goldens/runs.py; the cases are in cases.py and cases.d beside it. Read the difference
before it is committed: each line of it is a promise broken.
"""

import json
import os
import sys
import tempfile
from time import perf_counter

from tests.goldens import runs


def main(groups: list[str]) -> int:
    """Write the goldens of these groups, or of all."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SOLVABLE_CACHE"] = folder  # no table of this machine may help
        for group in groups or runs.GROUPS:
            begun = perf_counter()
            lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in runs.records(group)]
            (runs.FOLDER / f"{group}.jsonl").write_text("".join(lines), "utf-8")
            print(f"{group:>9} {len(lines):4} cases {perf_counter() - begun:5.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
