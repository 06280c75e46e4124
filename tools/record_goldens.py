"""Record the goldens again, after an answer was changed on purpose: `python -m tools.record_goldens [GROUP …]`.

tests/goldens/runs.py defines what is recorded; the cases are in cases.py and cases.d of that folder. Read the
difference before you commit it: each line is a change that users see.
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
        os.environ["SOLVABLE_CACHE"] = folder  # tables of this machine must not be used
        for group in groups or runs.GROUPS:
            begun = perf_counter()
            lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in runs.records(group)]
            (runs.FOLDER / f"{group}.jsonl").write_text("".join(lines), "utf-8")
            print(f"{group:>9} {len(lines):4} cases {perf_counter() - begun:5.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
