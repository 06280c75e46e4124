"""Compares the answers of each level of the compiled kernels, and of the references, which must be equal.

Each level has one process that answers all questions through the command line, each in a separate folder: output, exit
code, errors and files are compared exactly, except for times. Without kernels (`off`) the references use smaller tables
and narrower beams, so for a search on tiles only the length must agree, and the solution is verified; questions that
they cannot answer in SECONDS are skipped. Two more levels have the highest kernels but no numpy, here (`no numpy`) and
under Pyodide in node (`wasm`, if npm is installed): they may refuse only what needs numpy.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import click
from tools import browser, make_wheels
from tools.agree.questions import Words

import solvable
from solvable.kernels import library

ROOT = Path(__file__).parents[2]
LIBRARIES = ROOT / "src" / "solvable" / "kernels" / "lib"
SECONDS = 8.0  # CPU seconds for a question
PATIENCE = 600.0  # seconds, if CPU time cannot be limited
USAGE, LIMITED, INTERRUPTED = 2, 3, 130  # exit codes
UNANSWERED, NOT_ASKED = {"unanswered": True}, {"not asked": True}
LONG = 300  # characters shown of an answer
MOST = 6  # fields shown of an answer
WAY = ("moves", "letters", "method", "nodes")

TIME = re.compile(r" in [0-9.]+ m?s\b")

LACKING = {  # fragments of refusals for lack of something that a level does not have
    "off": ("pip install", "needs the compiled kernels"),
    "no numpy": ("pip install",),
    "wasm": ("pip install", "can't start new thread"),
}

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["flint"] = None
from tools.agree.levels import main
main()
"""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Level:
    """One engine: the value of $SOLVABLE_KERNELS, whether numpy is present, and whether it runs under Pyodide in
    node.
    """

    kernels: str
    has_numpy: bool = True
    is_in_node: bool = False

    def command(self) -> list[str]:
        """Return the command that starts its process; fetches the runtime and compiles its kernels if necessary."""
        if not self.is_in_node:
            return [sys.executable, *(["-m", "tools.agree.levels"] if self.has_numpy else ["-c", WITHOUT_NUMPY])]
        build = make_wheels.kernels()
        if not build.are_current(target=build.PYODIDE):
            build.build(build.LIBRARIES, target=build.PYODIDE)
        packages = str(Path(click.__file__).parents[1])
        paths = [str(ROOT), str(ROOT / "src"), packages]
        code = f"import sys\nsys.dont_write_bytecode = True\nsys.path += {paths!r}\n{WITHOUT_NUMPY}"
        runtime = f"{browser.fetched('pyodide')}/pyodide.mjs"
        return ["node", str(ROOT / "tools" / "pyodide.mjs"), runtime, code, str(ROOT), packages]


def levels() -> dict[str, Level]:
    """Return the levels available here by name, the highest level of the kernels last."""
    files = [str(file) for file in sorted(LIBRARIES.glob(f"kernels-*{library.SUFFIX}"))]
    found = {"off": Level("off")}
    if files:
        found["no numpy"] = Level(files[-1], has_numpy=False)
    if shutil.which("node") and shutil.which("npm"):
        found["wasm"] = Level(str(LIBRARIES / "kernels-baseline.wasm"), has_numpy=False, is_in_node=True)
    return found | {Path(file).stem.removeprefix("kernels-"): Level(file) for file in files}


def answers(level: Level, questions: Iterable[Words], *, cache: Path | None = None) -> Iterator[Record]:
    """Yield the answers of a level's process to the questions; if the process dies, a new one continues with the next.

    Tables are in the folder `cache`, else in the user's.
    """
    left = list(questions)
    environment = os.environ | {"SOLVABLE_KERNELS": level.kernels} | ({"SOLVABLE_CACHE": str(cache)} if cache else {})
    while left:
        with subprocess.Popen(
            level.command(), cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(json.dumps(left))
                process.stdin.close()
            done, timer = 0, _killing(process)
            for line in process.stdout:
                timer.cancel()
                done += 1
                yield json.loads(line)
                timer = _killing(process)
            timer.cancel()
        if done < len(left):
            yield UNANSWERED if process.returncode == -signal.SIGKILL else {"died": process.returncode}
        left = left[done + 1 :]


def _killing(process: "subprocess.Popen[str]") -> Timer:
    """Return a running timer that ends a process when PATIENCE is over."""
    timer = Timer(PATIENCE, process.kill)
    timer.start()
    return timer


def answer(question: Words) -> Record:
    """Return the result of the command line in an empty folder: exit code, output, error, files."""
    parts: list[list[str]] = [[]]
    for word in question:
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    told, code, error = "", 0, ""
    _limit(SECONDS)
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            for words in parts:
                code, told, error = _shell(words, told)
                if code == INTERRUPTED:
                    return UNANSWERED
            files = {path.name: _content(path) for path in sorted(Path().iterdir())}
    finally:
        _limit(0)
    lines = [json.loads(line) if line.startswith("{") else line for line in TIME.sub("", told).splitlines()]
    record: Record = {"code": code, "lines": lines}
    return record | ({"files": files} if files else {}) | ({"error": error} if code == USAGE else {})


def _limit(seconds: float) -> None:
    if hasattr(signal, "setitimer"):  # not available under Pyodide
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _shell(words: list[str], given: str) -> tuple[int, str, str]:
    from solvable.cli import main

    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
            code = main([*words, "--lang", "en"])
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        sys.stdin = before
    return code, out.getvalue(), err.getvalue()


def _content(path: Path) -> str:
    if path.suffix == ".npz":
        import numpy as np

        with np.load(path) as arrays:
            return "; ".join(f"{name}: {_hash(arrays[name].tobytes())} {arrays[name].dtype}" for name in arrays)
    return _hash(path.read_bytes())


def _hash(data: bytes) -> str:
    return f"{len(data)} bytes {hashlib.sha256(data).hexdigest()[:16]}"


def difference(level: str, here: Record, there: Record) -> str:
    """Return how the answers of the highest level (`here`) and of another differ; "" if they agree."""
    if UNANSWERED in (here, there) or there == NOT_ASKED or _is_beyond(level, there):
        return ""
    fields = [(name, here.get(name), there.get(name)) for name in dict.fromkeys((*here, *there)) if name != "lines"]
    lines, others = here.get("lines", []), there.get("lines", [])
    if len(lines) != len(others):
        fields.append(("lines", lines, others))
    for mine, other in zip(lines, others, strict=False):
        if isinstance(mine, dict) and isinstance(other, dict):
            free = _free(mine, other) if level == "off" else ()
            names = [name for name in dict.fromkeys((*mine, *other)) if name not in free]
            fields += [(name, mine.get(name), other.get(name)) for name in names]
            fields.append(("order of keys", [*mine] if not free else 0, [*other] if not free else 0))
            if free and "board" in other and (wrong := solvable.verify(other).problems):
                fields.append(("verify", "", str(wrong)))
        else:
            fields.append(("line", mine, other))
    found = [f"{name}: {_shown(mine)} | {_shown(other)}" for name, mine, other in fields if mine != other]
    return f"here | {level}\n    " + "\n    ".join(found[:MOST]) if found else ""


def _free(here: Record, there: Record) -> tuple[str, ...]:
    """Return the fields in which an answer of the references may differ: the method, and for tiles the solution."""
    if "moves" not in here or "moves" not in there:
        return ()
    if not str(here.get("puzzle")).startswith("tiles"):
        return ("method",)
    return WAY if here.get("optimal") else (*WAY, "length", "verdict", "optimal")


def _shown(value: Any) -> str:
    return json.dumps(value)[:LONG]


def _is_beyond(level: str, record: Record) -> bool:
    """Return whether a level cannot answer, for lack of kernels (and so of time), of numpy, or of threads."""
    code, error = record.get("code"), record.get("error", "")
    is_refused = code == USAGE and any(words in error for words in LACKING.get(level, ()))
    return is_refused or (level == "off" and code == LIMITED)


def main() -> int:
    """Answer the questions on standard input, a list in JSON, one line each."""

    def over(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGPROF, over)
    for question in json.load(sys.stdin):
        print(json.dumps(answer(tuple(question))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
