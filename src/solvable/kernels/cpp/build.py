"""Compile the C++ kernels to shared libraries: run `python build.py`, or call it from the build hook of a wheel.

Plain Python that imports nothing of the package, so that the hook, `make` and tests can load it by its path. It builds
a library for each level of this processor's family (x86-64-v2 and v3; one for other families); `kernels.library` opens
the highest that runs. WebAssembly gets a dynamic library as well, of the kind that Emscripten loads: under Pyodide it
works in Python's own memory, and ctypes calls it like any other. Objects are cached in build/ or $SOLVABLE_OBJECTS, by
a checksum of the command, the source and its headers, independent of the checkout's path: a change compiles only what
it affects.

Compiler: $SOLVABLE_CXX, else c++, g++ or clang++ on the PATH if it compiles a line of C++20 (a `c++` may lack headers),
else zig's from PyPI (`ziglang`). A library for another platform is always compiled by zig. The only external symbols
are libc's memset, memcpy and memmove, and not even these with zig; `-Wl,-z,defs` refuses any other.

The declarations of exported functions and structures, and a fingerprint of this folder, are compiled into the library
as strings: the Python wrappers are generated from the first, so the two sides cannot differ, and the second reveals in
a checkout that the sources have changed since.
"""

import argparse
import hashlib
import importlib.util
import os
import platform
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

SOURCES = Path(__file__).resolve().parent
LIBRARIES = SOURCES.parent / "lib"
CACHE = Path(os.environ.get("SOLVABLE_OBJECTS") or SOURCES.parents[3] / "build" / "kernels")
FLAGS = [
    "-std=c++20", "-O3", "-fPIC", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-fno-stack-protector",
    "-fvisibility=hidden", "-fno-asynchronous-unwind-tables", "-fno-threadsafe-statics", "-fno-math-errno",
    "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-Wno-unknown-pragmas",
]  # fmt: skip
SANITIZERS = {
    "address": ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
    "thread": ("-fsanitize=thread",),
}
NO_COMPILER = 3  # exit status


class BuildError(Exception):
    """The kernels cannot be compiled; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Platform:
    """The names of libraries on a platform, its levels, and how they are linked."""

    tag: str
    suffix: str
    levels: dict[str, tuple[str, ...]]
    link: tuple[str, ...]


X86: dict[str, tuple[str, ...]] = {"v2": ("-march=x86-64-v2",), "v3": ("-march=x86-64-v3", "-mpclmul")}
X86_ZIG: dict[str, tuple[str, ...]] = {"v2": ("-mcpu=x86_64_v2",), "v3": ("-mcpu=x86_64_v3+pclmul",)}
BASELINE: dict[str, tuple[str, ...]] = {"baseline": ()}
WASM: dict[str, tuple[str, ...]] = {"baseline": ("-mcpu=generic+simd128+bulk_memory", "-Os")}
"""Searches and beams are as fast as with -O3, and the page downloads a quarter less."""
ELF = ("-shared", "-Wl,-z,defs", "-Wl,--build-id=none", "-s")
MACH = ("-shared", "-s", "-Wl,-install_name,@rpath/kernels.dylib")
TARGETS = {  # zig's target → platform; Linux libraries need no libc, so one serves both glibc and musl
    "x86_64-linux-gnu.2.17": Platform("manylinux_2_17_x86_64.musllinux_1_1_x86_64", ".so", X86_ZIG, ELF),
    "aarch64-linux-gnu.2.17": Platform("manylinux_2_17_aarch64.musllinux_1_1_aarch64", ".so", BASELINE, ELF),
    "x86_64-macos.11.0": Platform("macosx_11_0_x86_64", ".dylib", X86_ZIG, MACH),
    "aarch64-macos.11.0": Platform("macosx_11_0_arm64", ".dylib", BASELINE, MACH),
    "x86_64-windows-gnu": Platform("win_amd64", ".dll", X86_ZIG, ("-shared", "-s")),
    "wasm32-emscripten": Platform("any", ".wasm", WASM, ("--experimental-pic", "-shared", "-s")),
}
PYODIDE = "wasm32-emscripten"  # the target that runs in browsers, included in the wheel for any platform


def fingerprint() -> str:
    """Return a checksum of everything in this folder: sources, headers, this file."""
    checksum = 0
    for path in sorted(path for path in SOURCES.rglob("*") if path.suffix in {".cpp", ".hpp", ".py"}):
        checksum = crc32(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes() + b"\0", checksum)
    return f"{checksum:08x}"


def signatures() -> str:
    """Return the declarations that headers export, one a line: functions (`EXPORT`) and structures (`INTERFACE`)."""
    lines = []
    for header in sorted(SOURCES.rglob("*.hpp")):
        text = re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))
        text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
        for match in re.finditer(r"\bINTERFACE\s+(struct\s+\w+\s*\{[^}]*\})|\bEXPORT\s+([^;{]*)[;{]", text):
            lines.append(" ".join((match[1] or match[2]).split()))
    return "\n".join(lines)


def host() -> Platform:
    """Return the platform of this machine."""
    machine = platform.machine().lower()
    levels = X86 if machine in {"x86_64", "amd64"} else BASELINE
    if sys.platform == "win32":
        return Platform("win_amd64", ".dll", levels, ("-shared", "-s"))
    if sys.platform == "darwin":
        release = "11_0_arm64" if machine == "arm64" else "11_0_x86_64"
        return Platform(f"macosx_{release}", ".dylib", levels, MACH)
    return Platform(f"manylinux_2_17_{machine}.musllinux_1_1_{machine}", ".so", levels, ELF)


def compiler() -> list[str] | None:
    """Return the command of a compiler on this machine that compiles and links C++20; None if there is none."""
    for command in filter(None, [os.environ.get("SOLVABLE_CXX"), "c++", "g++", "clang++"]):
        words = shlex.split(command)
        if shutil.which(words[0]) and _works(words):
            return words
    return None


def _works(command: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.cpp")
        source.write_text(
            '#include <stdint.h>\ntemplate <int N> concept Small = N < 9;\nextern "C" int f() { return Small<3>; }\n'
        )
        words = [*command, *FLAGS, *host().link, str(source), "-o", str(Path(folder, "try"))]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0


def zig() -> list[str]:
    """Return the command of zig's compiler from PyPI; raise BuildError if it is not installed."""
    if importlib.util.find_spec("ziglang") is None:
        raise BuildError("no C++20 compiler was found: install g++ or clang++, or `pip install ziglang`")
    return [sys.executable, "-m", "ziglang", "c++", "-fno-sanitize=all", "-nostdlib", "-DFREESTANDING"]


def build(
    out: Path,
    *,
    target: str | None = None,
    sanitizer: str | None = None,
    sanitized: Iterable[str] | None = None,
    only: Iterable[str] | None = None,
) -> list[Path]:
    """Compile the libraries of all levels into the folder `out`, for a zig target or this machine; return them.

    With a sanitizer (`SANITIZERS`) they report errors in a process that has loaded its runtime, in the sources named
    in `sanitized` (all by default); `only` restricts the levels. A library is renamed when it is complete, so processes
    may build in parallel, and a process that has an older one open is not affected. Raise BuildError if there is no
    compiler, or with the compiler's output.
    """
    there = TARGETS[target] if target else host()
    words = [*zig(), "-target", target] if target else compiler() or zig()
    levels = there.levels
    if not target and "ziglang" in words:
        levels = X86_ZIG if "v3" in levels else levels
    out.mkdir(parents=True, exist_ok=True)
    more = ("-O1", "-g1", "-fno-omit-frame-pointer", *SANITIZERS[sanitizer]) if sanitizer else ()
    names = {source.stem for source in _files()} if sanitized is None else set(sanitized)
    return [
        _library(out, words, there, level, levels[level], dict.fromkeys(names, more))
        for level in (levels if only is None else only)
    ]


def _library(
    out: Path, words: list[str], there: Platform, level: str, flags: Iterable[str], extra: dict[str, tuple[str, ...]]
) -> Path:
    library = out / f"kernels-{level}{there.suffix}"
    strings = _c_string("kernel_signatures", signatures()) + _c_string("kernel_fingerprint", fingerprint())
    with tempfile.TemporaryDirectory(dir=out) as folder:
        info = Path(folder, "info.cpp")
        info.write_text(f'#include "base/base.hpp"\n{strings}', encoding="utf-8")
        sources = [*_files(), info]
        commands = [[*words, *FLAGS, *flags, *extra.get(source.stem, ()), f"-I{SOURCES}"] for source in sources]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(_object, commands, sources))
        made = Path(folder, library.name)
        sanitizers = {flag: None for each in extra.values() for flag in each if flag.startswith("-fsanitize")}
        link = [flag for flag in there.link if not sanitizers or flag not in {"-s", "-Wl,-z,defs"}]
        linker = [*words[:3], "wasm-ld"] if library.suffix == ".wasm" else words  # zig's driver requires a libc
        _run([*linker, *sanitizers, *link, *map(str, objects), "-o", str(made)])
        if library.suffix == ".dll":
            _remove_time(made)
        made.replace(library)
    return library


def _remove_time(library: Path) -> None:
    """Write 0 for the time of linking, which zig's linker stores in a DLL's header, so that builds are reproducible."""
    content = bytearray(library.read_bytes())
    (header,) = struct.unpack_from("<I", content, 0x3C)
    struct.pack_into("<I", content, header + 8, 0)
    library.write_bytes(content)


def _files() -> list[Path]:
    return sorted(SOURCES.rglob("*.cpp"))


def _object(command: list[str], source: Path) -> Path:
    """Return the object of a source, compiled unless the cache has one for the same text, headers and command."""
    digest = hashlib.sha256("\0".join(command).replace(str(SOURCES), "").encode())
    for file in [source, *sorted(_included(source, set()))]:
        digest.update(file.read_bytes())
    cached = CACHE / f"{source.stem}-{digest.hexdigest()[:24]}.o"
    if not cached.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            made = Path(folder, "made.o")
            _run([*command, "-c", str(source), "-o", str(made)])
            made.replace(cached)
    return cached


def _included(source: Path, seen: set[Path]) -> set[Path]:
    """Return our headers that a source includes, directly or indirectly."""
    # Matches the value of a macro as well
    for name in re.findall(r'"([^"\n]+\.hpp)"', source.read_text(encoding="utf-8")):
        header = SOURCES / name
        if header.exists() and header not in seen:
            seen.add(header)
            _included(header, seen)
    return seen


def _c_string(name: str, text: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in text.split("\n"))
    lines = "\n".join(f'    "{line}\\n"' for line in escaped)
    return f"EXPORT const char* {name}() {{\n    return\n{lines};\n}}\n"


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{shlex.join(words)}\n{done.stderr.strip()}")


def are_current(out: Path = LIBRARIES, target: str | None = None) -> bool:
    """Return whether the libraries of all levels of a zig target, or of this machine, exist and were built from the
    current content of this folder.
    """
    mark, there = fingerprint().encode(), TARGETS[target] if target else host()
    names = [out / f"kernels-{level}{there.suffix}" for level in there.levels]
    return all(path.exists() and mark in path.read_bytes() for path in names)


def main() -> int:
    """Compile what is out of date; return the exit status."""
    parser = argparse.ArgumentParser(description="compile the kernels of a checkout")
    parser.add_argument("--out", type=Path, default=LIBRARIES, help="folder of the libraries")
    parser.add_argument("--target", choices=list(TARGETS), help="another platform, by zig")
    parser.add_argument("--sanitizer", choices=list(SANITIZERS), help="AddressSanitizer with UBSan, or ThreadSanitizer")
    chosen = parser.parse_args()
    if not chosen.sanitizer and are_current(chosen.out, chosen.target):
        return 0
    try:
        for path in build(chosen.out, target=chosen.target, sanitizer=chosen.sanitizer):
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    except BuildError as error:
        print(error, file=sys.stderr)
        return NO_COMPILER if "ziglang" in str(error) and compiler() is None else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
