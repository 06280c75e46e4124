"""Mutation testing: change the package and check whether the tests fail: `python -m tools.mutate [--count 100] [--seed
1] [PATH …]`.

A mutant is the package with one expression or statement changed: a comparison, a number of a function by one, `and` for
`or`, a `not` removed, two arguments exchanged, a return value dropped. `--count` lines are drawn at random from all
lines that can be changed, with one mutant each. Mutants run in copies of this checkout in a temporary folder, so the
checkout itself does not change. For each mutant the tests that mirror the file run first, then the fast ones of its
folders upwards, all the fast ones, and the slow ones of its package; a failure kills the mutant, as does a test that
does not end. Tests that fail without a mutant do not count. Survivors are shown as diffs: an untested claim, or a
change without effect. The exit status is 1 if more survive than `--survivors`.

Cost: mostly a few CPU seconds a mutant, minutes for one that survives.
"""

import argparse
import ast
import copy
import difflib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src", "solvable")
LEFT_OUT = (PACKAGE / "kernels" / "cpp",)  # the compiler's driver; a change would recompile everything
EXCHANGED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
SYMMETRIC = {"max", "min", "suppress", "math.gcd", "math.lcm", "gcd", "lcm"}  # functions whose arguments have no order
TEST_S = 120  # seconds, by the clock, after which a test counts as endless
RUN_S = 3600.0  # the same for a run of tests
TIME = "time is up"


@dataclass(frozen=True)
class Mutant:
    """A file, by its path in the checkout, with `old` at line `line` replaced by `new`."""

    file: Path
    line: int
    old: str
    new: str
    before: str  # the whole file
    text: str  # the whole file changed

    def diff(self) -> str:
        """The change as a diff."""
        name, before, after = str(self.file), self.before.splitlines(), self.text.splitlines()
        return "\n".join(difflib.unified_diff(before, after, name, name, n=1, lineterm=""))


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the replacements of a node, which itself is not changed."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield ast.Compare(node.left, [_exchanged(node.ops[0])], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(_exchanged(node.op), node.values)
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in EXCHANGED:
        changed = copy.copy(node)
        changed.op = _exchanged(node.op)
        yield changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node, ast.Call) and len(node.args) > 1 and _is_ordered(node):
        yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
    elif isinstance(node, ast.Return) and node.value and not _is(node.value, None):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)


def _is_ordered(call: ast.Call) -> bool:
    return ast.dump(call.args[0]) != ast.dump(call.args[1]) and ast.unparse(call.func) not in SYMMETRIC


def _exchanged(operator: ast.AST) -> Any:
    return EXCHANGED[type(operator)]()


def _is(node: ast.AST, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def changeable(tree: ast.AST, is_inside: bool = False) -> Iterator[ast.AST]:
    """Yield the nodes in functions that are executed: no annotations, decorators or strings; module-level numbers are
    tuning.
    """
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.Raise):
                continue  # positions in an f-string are wrong before Python 3.12; texts of errors are not tested claims
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if is_inside:
                yield child
            yield from changeable(child, is_inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def mutants(file: Path, text: str) -> Iterator[Mutant]:
    """Yield all mutants of a file, given by its path in the checkout and its text."""
    content, starts = text.encode(), [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in changeable(ast.parse(text)):
        for changed in changes(node):
            assert isinstance(node, ast.expr | ast.stmt) and node.end_lineno and node.end_col_offset is not None
            begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
            new = ast.unparse(ast.fix_missing_locations(changed))
            new = f"({new})" if isinstance(node, ast.expr) else new
            whole = content[:begin] + new.encode() + content[end:]
            yield Mutant(file, node.lineno, content[begin:end].decode(), new, text, whole.decode())


def drawn(files: list[Path], count: int, seed: int) -> list[Mutant]:
    """Return a mutant of each of `count` lines, drawn from all lines that have any."""
    lines: dict[tuple[Path, int], list[Mutant]] = {}
    for file in files:
        for mutant in mutants(file, (ROOT / file).read_text(encoding="utf-8")):
            lines.setdefault((mutant.file, mutant.line), []).append(mutant)
    rng = Random(seed)
    chosen = rng.sample(sorted(lines), min(count, len(lines)))
    return [rng.choice(lines[each]) for each in chosen]


def rings(file: Path) -> list[list[str]]:
    """Return the sets of tests for a file, the nearest first, each as arguments of pytest."""
    inside = file.relative_to(PACKAGE)
    mirrored = Path("tests", *inside.parent.parts, f"test_{inside.stem}.py")
    folders = [Path("tests", *inside.parts[:depth]) for depth in range(len(inside.parts) - 1, 0, -1)]
    places = [each for each in (mirrored, *folders) if (ROOT / each).exists()]
    unmarked = ["-m", "not slow and not browser and not cluster"]
    near = [[str(place)] if place.suffix else [*unmarked, str(place)] for place in places]
    slow = [["-m", "slow", str(place)] for place in places[-1:]]
    return [*near, unmarked, *slow]


class Copy:
    """A copy of the checkout in which one mutant at a time is tested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        shutil.copytree(ROOT / PACKAGE / "kernels" / "lib", folder / PACKAGE / "kernels" / "lib")

    def fails(self, words: list[str]) -> str:
        """Return the first of these tests that fails, TIME if one does not end, "" if all pass."""
        environment = os.environ | {"PYTHONPATH": f"{self.folder / 'src'}{os.pathsep}{self.folder}"}
        program = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
        run = subprocess.Popen(
            [*program, "-o", f"faulthandler_timeout={TEST_S}", *words], cwd=self.folder, env=environment, text=True,
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            shown, _ = run.communicate(timeout=RUN_S)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            return TIME
        if run.returncode in {0, 5}:  # 5: no tests were collected
            return ""
        failed = [line.partition(" ")[2] for line in shown.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return failed[0].partition(" - ")[0] if failed else TIME if "Timeout" in shown else f"exit {run.returncode}"

    def write(self, file: Path, text: str) -> None:
        """Write a file of the copy."""
        (self.folder / file).write_text(text, encoding="utf-8")
        for compiled in (self.folder / file).parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()


class Judge:
    """Tests mutants in copies; records which tests fail without any mutant."""

    def __init__(self, copies: list[Copy], widest: int) -> None:
        self._free, self._widest, self._failing = SimpleQueue[Copy](), widest, set[str]()
        for each in copies:
            self._free.put(each)

    def verdict(self, mutant: Mutant) -> str:
        """Return what kills the mutant, "" if it survives."""
        ground = self._free.get()
        try:
            for words in rings(mutant.file)[: self._widest]:
                while True:
                    ground.write(mutant.file, mutant.text)
                    killer = ground.fails([*words, *(f"--deselect={test}" for test in tuple(self._failing))])
                    ground.write(mutant.file, mutant.before)
                    if not killer or killer in self._failing:
                        break
                    if not ground.fails([killer]).startswith("tests/"):
                        return killer
                    print(f"fails without any mutant: {killer}", flush=True)
                    self._failing.add(killer)
            return ""
        finally:
            self._free.put(ground)


def main(words: list[str]) -> int:
    """Test mutants, and report the survivors."""
    parser = argparse.ArgumentParser(prog="tools.mutate", description="whether tests notice a changed package")
    parser.add_argument("--count", type=int, default=100, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--skip", type=int, default=0, help="how many of them are left out at the start")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once")
    parser.add_argument("--rings", type=int, default=9, help="how wide the tests may be: 1, those of the file alone")
    parser.add_argument("--survivors", type=int, default=5, help="so many may survive")
    parser.add_argument("--list", action="store_true", help="show the mutants alone")
    parser.add_argument("paths", nargs="*", type=Path, default=[PACKAGE], help="files or folders of the package")
    given = parser.parse_args(words)
    files = [path for each in given.paths for path in ([each] if each.suffix else sorted((ROOT / each).rglob("*.py")))]
    inside = [path.resolve().relative_to(ROOT) for path in files]
    sample = drawn([each for each in inside if each.parent not in LEFT_OUT], given.count, given.seed)[given.skip :]
    if given.list:
        print(*(each.diff() for each in sample), sep="\n")
        return 0
    survivors = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as name, ThreadPoolExecutor(given.jobs) as pool:
        judge = Judge([Copy(Path(name, str(number))) for number in range(given.jobs)], given.rings)
        verdicts = {pool.submit(judge.verdict, mutant): mutant for mutant in sample}
        for number, verdict in enumerate(as_completed(verdicts), 1):
            mutant, killer = verdicts[verdict], verdict.result()
            print(f"{number:3} {mutant.file}:{mutant.line}  {killer or 'SURVIVES'}", flush=True)
            if not killer:
                survivors.append(mutant)
                print(mutant.diff(), flush=True)
    print(f"{len(sample) - len(survivors)} of {len(sample)} mutants killed")
    return int(len(survivors) > given.survivors)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
