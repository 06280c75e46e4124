"""A computation is compared with the memory there is, and with the limit the user sets."""

import pytest

from solvable.core import memory
from solvable.core.errors import BudgetExceededError, PuzzleError


@pytest.mark.parametrize("text", ["4000000000", "4G", "4 GB", "4000m", "0.004T"])
def test_the_user_may_set_a_limit(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_MEMORY", text)
    assert 0 < memory.allowed() <= 4e9
    assert memory.available() <= 4e9
    memory.check_memory(1e6, 10)
    with pytest.raises(BudgetExceededError, match="memory"):
        memory.check_memory(3.99e9, 10)


@pytest.mark.parametrize("text", ["much", "-1", "4X", "1e9", "4G5"])
def test_what_is_no_size_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_MEMORY", text)
    with pytest.raises(PuzzleError, match="SOLVABLE_MEMORY"):
        memory.available()


def test_without_one_it_is_what_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOLVABLE_MEMORY", raising=False)
    assert memory.allowed() == float("inf")
    assert 0 < memory.available() <= memory.installed()
