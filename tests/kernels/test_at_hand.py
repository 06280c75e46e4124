"""Whether kernels can be had, and whether they must be compiled first."""

from pathlib import Path

import pytest

from solvable import kernels


def test_they_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "on")
    assert kernels.are_at_hand() and kernels.are_ready("tiles/none of this name")
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    assert not kernels.are_at_hand() and not kernels.are_ready()


def test_what_numba_has_kept_is_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SOLVABLE_KERNELS", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernels.are_ready("tiles/ida")
    folder = tmp_path / "tiles_0123"
    folder.mkdir()
    (folder / f"ida.searcher.locals.search-240{kernels.TAG}").touch()
    assert kernels.are_ready("tiles/ida")
    assert not kernels.are_ready("tiles/ida", "tiles/construct")
