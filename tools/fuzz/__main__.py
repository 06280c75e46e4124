r"""Fuzz for some minutes, and save failures: `python -m tools.fuzz [--minutes N] [--seed S] [TARGET …]`.

The targets are texts, goals, ids, options, api, json, pickles, checks and calls; `--inputs N` ends each after N inputs.
Kernels are off unless $SOLVABLE_KERNELS is set. For `calls` it should be a library with sanitizers:

    python src/solvable/kernels/cpp/build.py --sanitizer address --out build/watched
    LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
        SOLVABLE_KERNELS=$PWD/build/watched/kernels-v3.so python -m tools.fuzz calls --minutes 60

Without targets all share the time. A finding is printed, and saved under --out as a file for `ast.literal_eval`; turn
findings into tests in tests/test_fuzz_findings.py.
"""

import argparse
import os
import sys
from hashlib import sha1
from pathlib import Path

os.environ.setdefault("SOLVABLE_KERNELS", "off")  # the references are fuzzed


def main(words: list[str]) -> int:
    """Return 1 if anything was found."""
    from tools.fuzz.targets import TARGETS
    from tools.fuzz.watch import campaign

    parser = argparse.ArgumentParser(prog="tools.fuzz")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="|".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--inputs", type=int, default=10**12, help="the most inputs of a target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"))
    given = parser.parse_args(words)
    if unknown := sorted({*given.targets} - TARGETS.keys()):
        parser.error(f"no target {unknown[0]}: {', '.join(TARGETS)}")
    names, total, bad = given.targets or [*TARGETS], 0, 0
    for name in names:
        tried, findings = campaign(name, given.seed, 60 * given.minutes / len(names), given.inputs)
        print(f"{name}: {tried:,} inputs, {len(findings)} findings", flush=True)
        for told, case in findings.items():
            given.out.mkdir(parents=True, exist_ok=True)
            path = given.out / f"{name}-{sha1(told.encode()).hexdigest()[:8]}.txt"
            path.write_text(f"{case!r}\n", "utf-8", "backslashreplace")
            print(f"  {told}: {repr(case)[:200]} ({path})", flush=True)
        total, bad = total + tried, bad + len(findings)
    print(f"{total:,} inputs, {bad} findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
