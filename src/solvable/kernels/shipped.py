"""Kernels that came compiled with the package: where they lie, and whether they are for this process.

A wheel that `make wheel` built has a folder `kernels/compiled` of numba's cache files, with a note of what they were
compiled for. Whatever an object depends on is in that note: Python's bytecode, numba and LLVM, the system, the source
of all kernels (numba looks at one file only, but a kernel holds what it calls), and the processor. They are compiled
for `BASELINE`, which Intel's processors have had since 2013 and AMD's since 2017, so one wheel fits nearly all; where
one of `FEATURES` is missing, or any version is another, kernels are compiled as if none had come.

`fitting` decides without loading numba, `magic` once more by what LLVM says of the processor, before a file is read.
What this machine compiled for itself goes first, and `set_aside` hides what was shipped from whoever compiles it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import Any

KERNELS = Path(__file__).parent
FOLDER = KERNELS / "compiled"
NOTE = "made_for.json"
CHOICES = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"  # by which a user asks for another processor

BASELINE, BEYOND = "x86-64-v3", "+pclmul"  # a name for a processor, and what all of that kind have besides
FEATURES = {  # what it has beyond the first x86-64: LLVM's name, that of Linux
    "sse3": "pni", "ssse3": "ssse3", "sse4.1": "sse4_1", "sse4.2": "sse4_2", "popcnt": "popcnt", "cx16": "cx16",
    "sahf": "lahf_lm", "avx": "avx", "avx2": "avx2", "bmi": "bmi1", "bmi2": "bmi2", "f16c": "f16c", "fma": "fma",
    "lzcnt": "abm", "movbe": "movbe", "pclmul": "pclmulqdq", "xsave": "xsave",
}  # fmt: skip
Magic = tuple[str, str, str]  # triple, name and features of a processor: a part of numba's key
_hidden = 0


@dataclass(frozen=True, slots=True)
class Note:
    """What the shipped kernels were compiled for, and which steps of `solvable warm` they spare."""

    python: str
    system: str
    numba: str
    llvmlite: str
    source: str
    magic: tuple[str, ...]
    steps: tuple[str, ...]

    @property
    def libraries(self) -> tuple[str, str]:
        """The versions of numba and llvmlite."""
        return self.numba, self.llvmlite


def python() -> str:
    """Return what compiled kernels depend on in Python: its name, version and bytecode."""
    return f"{sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}"


def system() -> str:
    """Return the system and its processor's kind, as in the name of a wheel."""
    import sysconfig

    return sysconfig.get_platform()


def source() -> str:
    """Return a checksum of the source of all kernels."""
    import hashlib

    found = hashlib.sha256()
    for file in sorted(KERNELS.rglob("*.py")):
        found.update(
            f"{file.relative_to(KERNELS).as_posix()}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode()
        )
    return found.hexdigest()


def write(folder: Path, numba: str, llvmlite: str, magic: Magic, steps: tuple[str, ...]) -> None:
    """Note in a folder of compiled kernels what they are for: this Python, system and source."""
    import json

    note = Note(python(), system(), numba, llvmlite, source(), magic, steps)
    (folder / NOTE).write_text(json.dumps(asdict(note), indent=1) + "\n")


@cache
def note() -> Note | None:
    """Return what is noted of the kernels shipped with this package; None where none are, or none can be read."""
    if not (FOLDER / NOTE).exists():
        return None
    import json

    try:
        said = json.loads((FOLDER / NOTE).read_text())
        return Note(**said | {name: tuple(said[name]) for name in ("magic", "steps")})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def fitting() -> Note | None:
    """Return the note where the kernels shipped are for this process, as far as numba is not asked; else None."""
    found = None if _hidden else note()
    return found if found and _fits(found) and not any(os.environ.get(name) for name in CHOICES) else None


def has(step: str) -> bool:
    """Return whether a step of `solvable warm` is spared by what was shipped."""
    found = fitting()
    return found is not None and step in found.steps


def holds(folder: str, pattern: str) -> bool:
    """Return whether a file of that pattern was shipped, for this process, in a folder as "tiles"."""
    return fitting() is not None and any((FOLDER / folder).glob(pattern))


def magic(here: Any, numba: str, llvmlite: str, can: dict[str, bool]) -> Magic | None:
    """Return the part of numba's key by which the shipped kernels are found, None where they are not to be loaded.

    `here` is that part for this process, the versions are those loaded, `can` is what LLVM says of this processor.
    """
    found = None if _hidden else note()
    if found is None or len(found.magic) != 3 or not _fits(found) or found.libraries != (numba, llvmlite):
        return None
    triple, name, features = found.magic
    asked = {f"+{feature}" for feature in FEATURES}
    is_meant = here == (triple, name, features) or (here[0] == triple and asked <= set(here[2].split(",")))
    return (triple, name, features) if is_meant and all(can.get(feature) for feature in FEATURES) else None


@contextmanager
def set_aside() -> Iterator[None]:
    """Hide what was shipped while this context lasts: for whoever compiles for this processor."""
    global _hidden  # noqa: PLW0603  a depth
    _hidden += 1
    try:
        yield
    finally:
        _hidden -= 1


@cache
def _fits(found: Note) -> bool:
    """Return whether Python, the system, the libraries installed, the processor and the source are those noted."""
    return (
        (found.python, found.system) == (python(), system())
        and _are_installed(found)
        and _is_capable()
        and found.source == source()
    )


def _are_installed(found: Note) -> bool:
    """Return whether numba and llvmlite are installed in the versions noted; asking metadata takes ten times longer."""
    for name, version in zip(("numba", "llvmlite"), found.libraries, strict=True):
        spec = find_spec(name)
        if spec is None or not spec.origin:
            return False
        if not (Path(spec.origin).parents[1] / f"{name}-{version}.dist-info").is_dir():
            return False
    return True


def _is_capable() -> bool:
    """Return whether Linux says that the first processor of this machine has what the baseline needs."""
    try:
        with Path("/proc/cpuinfo").open() as file:
            line = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return False
    return set(FEATURES.values()) <= set(line.split())
