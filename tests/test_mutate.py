"""Mutants: each is a program with one change of what runs; tests kill it or not; the checkout is left alone."""

import ast
from pathlib import Path

import pytest
from tools import mutate

FILE = mutate.PACKAGE / "core" / "seeds.py"
TEXT = '''"""Texts like 1 < 2 are left."""
TUNED = 7


@cache(1)
def f(a: Literal[1], 项: int = 2) -> Literal[3]:
    """Return 4."""
    if TYPE_CHECKING:
        return 5
    for each in 项:
        if a < 6 and not each:
            g(a, each)
            break
    raise ValueError(f"{a + 8}")
    return True if a is 9 else -a
'''


def test_what_runs_is_changed_and_nothing_else() -> None:
    found = {(each.line, each.old, each.new) for each in mutate.mutants(FILE, TEXT)}
    assert found == {
        (6, "2", "(3)"), (6, "2", "(1)"),
        (11, "a < 6 and not each", "(a < 6 or not each)"), (11, "a < 6", "(a <= 6)"), (11, "6", "(7)"),
        (11, "6", "(5)"), (11, "not each", "(each)"), (12, "g(a, each)", "(g(each, a))"), (12, "g(a, each)", "pass"),
        (13, "break", "continue"), (15, "return True if a is 9 else -a", "return None"), (15, "True", "(False)"),
        (15, "True if a is 9 else -a", "(-a if a is 9 else True)"), (15, "a is 9", "(a is not 9)"), (15, "9", "(10)"),
        (15, "9", "(8)"), (15, "-a", "(a)"),
    }  # fmt: skip


def test_every_mutant_is_another_program() -> None:
    text = (mutate.ROOT / FILE).read_text(encoding="utf-8")
    trees = [ast.dump(ast.parse(each.text)) for each in mutate.mutants(FILE, text)]
    assert trees and ast.dump(ast.parse(text)) not in trees


@pytest.mark.slow
def test_the_draw_is_that_of_its_seed_with_a_line_at_most_once() -> None:
    files = sorted((mutate.ROOT / mutate.PACKAGE / "core").glob("*.py"))
    inside = [path.relative_to(mutate.ROOT) for path in files]
    first, again, other = (mutate.drawn(inside, 50, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len({(each.file, each.line) for each in first}) == 50


@pytest.mark.slow
def test_a_test_kills_a_mutant_in_a_copy(tmp_path: Path) -> None:
    text = (mutate.ROOT / FILE).read_text(encoding="utf-8")
    judge = mutate.Judge([mutate.Copy(tmp_path)], 1)
    broken, same = (mutate.Mutant(FILE, 1, "", "", text, changed) for changed in (text + "\n1 / 0\n", text + "\n"))
    assert judge.verdict(broken).startswith("tests/core/test_seeds.py")
    assert judge.verdict(same) == ""
    assert (mutate.ROOT / FILE).read_text(encoding="utf-8") == text == (tmp_path / FILE).read_text(encoding="utf-8")
