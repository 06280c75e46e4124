"""Kernels that came with the package are taken by the process that they were compiled for, and by no other."""

import json
import shutil
import subprocess
import sysconfig
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from tools import make_wheel

from solvable.kernels import shipped
from solvable.kernels.base import jit
from solvable.kernels.tiles import beam
from solvable.shared import behind

TRIPLE = "x86_64-unknown-linux-gnu"
MAGIC = TRIPLE, shipped.BASELINE, ""
ALL = ",".join(f"+{feature}" for feature in shipped.FEATURES)
CAN = dict.fromkeys(shipped.FEATURES, True)


@pytest.fixture(autouse=True)
def numba(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """A package with kernels compiled for this process, next to numba 1.2; say where its files are."""
    for name in (*shipped.CHOICES, "SOLVABLE_KERNELS"):
        monkeypatch.delenv(name, raising=False)
    for name in ("numba-1.2", "llvmlite-0.3"):
        (tmp_path / f"{name}.dist-info").mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled here"))
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(shipped, "_is_capable", lambda: True)
    monkeypatch.setattr(shipped, "find_spec", lambda name: type("Spec", (), {"origin": str(tmp_path / name / "x.py")}))
    shipped.write(tmp_path, "1.2", "0.3", MAGIC, ("tiles.near",))
    forget()
    yield "1.2"
    forget()


def forget() -> None:
    shipped.note.cache_clear()
    shipped._fits.cache_clear()


def written_for(folder: Path, **changed: Any) -> None:
    found = shipped.note()
    assert found is not None
    (folder / shipped.NOTE).write_text(json.dumps(asdict(replace(found, **changed))))
    forget()


def test_they_are_taken_where_everything_is_as_noted(tmp_path: Path) -> None:
    assert shipped.magic((TRIPLE, "znver5", f"{ALL},+gfni"), "1.2", "0.3", CAN | {"gfni": True}) == MAGIC
    assert shipped.magic(MAGIC, "1.2", "0.3", CAN) == MAGIC
    assert shipped.has("tiles.near") and not shipped.has("tiles.optimal")
    assert behind.is_done("tiles.near") and not behind.is_compiled("tiles.near")
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "ida.search-1.py311.nbi").touch()
    assert shipped.holds("tiles", "ida.*.nbi") and not shipped.holds("tiles", "beam.*.nbi")


@pytest.mark.parametrize(
    "changed",
    [{name: "another"} for name in ("python", "system", "numba", "llvmlite", "source")] + [{"magic": ()}],
    ids=str,
)
def test_no_other_version_and_no_other_source(changed: dict[str, Any], tmp_path: Path) -> None:
    written_for(tmp_path, **changed)
    assert shipped.magic(MAGIC, "1.2", "0.3", CAN) is None
    assert "magic" in changed or not shipped.has("tiles.near")


def test_the_libraries_loaded_count_not_those_installed() -> None:
    assert shipped.magic(MAGIC, "1.3", "0.3", CAN) is None
    assert shipped.magic(MAGIC, "1.2", "0.4", CAN) is None


@pytest.mark.parametrize("feature", shipped.FEATURES)
def test_no_processor_that_lacks_anything(feature: str) -> None:
    poorer = (TRIPLE, "old", ALL.replace(f"+{feature},", f"-{feature},") if feature != "xsave" else "")
    assert shipped.magic((TRIPLE, "old", ALL), "1.2", "0.3", CAN | {feature: False}) is None
    assert shipped.magic(poorer, "1.2", "0.3", CAN) is None
    assert shipped.magic(("aarch64-linux", "old", ALL), "1.2", "0.3", CAN) is None
    assert shipped.magic((TRIPLE, "generic", ""), "1.2", "0.3", CAN) is None


@pytest.mark.parametrize("name", shipped.CHOICES)
def test_whoever_asks_for_another_processor_gets_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipped.has("tiles.near")
    monkeypatch.setenv(name, "generic")
    assert not shipped.has("tiles.near")


def test_whoever_compiles_does_not_see_them() -> None:
    with shipped.set_aside():
        assert not shipped.has("tiles.near") and shipped.magic(MAGIC, "1.2", "0.3", CAN) is None
    assert shipped.has("tiles.near")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"python": 1}'])
def test_a_damaged_note_counts_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / shipped.NOTE).write_text(text)
    forget()
    assert shipped.fitting() is None and shipped.magic(MAGIC, "1.2", "0.3", CAN) is None


def test_a_wheel_packed_with_kernels_can_be_read_by_pip(tmp_path: Path) -> None:
    """Files, checksums and tag: what `pip` looks at when it unpacks a wheel."""
    light, more = tmp_path / "solvable-0.1.0-py3-none-any.whl", tmp_path / "more" / "tiles"
    more.mkdir(parents=True)
    (more / "ida.nbi").write_bytes(b"compiled")
    with zipfile.ZipFile(light, "w") as archive:
        archive.writestr("solvable/__init__.py", "")
        archive.writestr("solvable-0.1.0.dist-info/WHEEL", "Root-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("solvable-0.1.0.dist-info/RECORD", "")
    full = make_wheel.packed(light, more.parent)
    assert full.name == f"solvable-0.1.0-{make_wheel.tag()}.whl" and sysconfig.get_platform()[:5] in full.name
    with zipfile.ZipFile(full) as archive:
        assert archive.read("solvable/kernels/compiled/tiles/ida.nbi") == b"compiled"
        assert archive.read("solvable-0.1.0.dist-info/WHEEL").decode() == (
            f"Root-Is-Purelib: false\nTag: {make_wheel.tag()}\n"
        )
        lines = archive.read("solvable-0.1.0.dist-info/RECORD").decode().splitlines()
        assert sorted(line.split(",")[0] for line in lines) == sorted(archive.namelist())
        assert "solvable/kernels/compiled/tiles/ida.nbi,sha256=" in "\n".join(lines) and lines[-1].endswith(",,")
    if shutil.which("unzip"):
        subprocess.run(["unzip", "-tq", full], check=True, stdout=subprocess.DEVNULL)


def test_a_kernel_is_looked_for_here_and_then_in_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Numba's own files: written for the baseline, found for a better processor unless it has its own; once written."""
    monkeypatch.setattr("numba.__version__", "1.2")
    monkeypatch.setattr("llvmlite.__version__", "0.3")
    monkeypatch.setattr(jit, "abilities", lambda: CAN)

    def file(folder: str) -> Any:
        (tmp_path / folder).mkdir(exist_ok=True)
        made: Any = jit.caching.IndexDataCacheFile(str(tmp_path / folder), "ida.search-1.py311", b"stamp")
        made.__class__, made.folder = jit.CacheFile, tmp_path / "tiles"
        return made

    here, generic, code = (TRIPLE, "znver5", ALL), (TRIPLE, "generic", ""), ("bytes", "cells")
    file("tiles").save(("f(x)", MAGIC, code), "from the package")
    own = file("own")
    assert own.load(("f(x)", here, code)) == "from the package"
    for other in (("f(y)", here, code), ("f(x)", generic, code), ("f(x)", here, ("other", "cells"))):
        assert own.load(other) is None
    with shipped.set_aside():
        assert own.load(("f(x)", here, code)) is None
    own.save(("f(x)", here, code), "from here")
    assert file("own").load(("f(x)", here, code)) == "from here"
    next((tmp_path / "tiles").glob("*.nbc")).write_bytes(b"torn")
    assert file("empty").load(("f(x)", here, code)) is None


def test_a_kernel_is_found_where_no_folder_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(jit.caching._CacheLocator, "ensure_cache_path", refuse)
    kernel: Any = jit.jit(beam.evaluate.py_func)  # type: ignore[attr-defined]
    assert isinstance(kernel._cache._impl.locator, jit.Nowhere)
    assert kernel._cache._cache_file.folder == shipped.FOLDER / "tiles"
    kernel._cache.save_overload(("f(x)",), None)  # and leaves nothing
