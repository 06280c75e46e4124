"""The static site: the page, the runtime, this package as a zip, and what is made of the library for the page.

    python -m tools.make_site OUT --pyodide FOLDER      FOLDER: the npm package `pyodide`, unpacked

    *, engine/, i18n/           static/, as it stands
    pyodide/                    the runtime: no package but the standard library
    solvable.zip, runtime.json  what the worker loads, and how it starts
    image.gz                    the runtime's memory once the package is imported, made by node so that no visit has to
    variants.json               every named variant: both titles, how it is played, its picture as a Scene
    messages/en.json, zh.json   the sentences that the page may need
    sw.js                       the service worker, told every file and a hash of it
    healthz                     says that there is no server, which would answer instead of this file

Nothing in it asks any other host. The package goes without what a browser cannot use, as front ends and
tables, and with the kernels in WebAssembly, which zig compiles (`pip install ziglang`) if they are not current.
Kernels and parameters are compressed by what takes least room; modules by what zipimport reads.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from tools import make_wheels

from solvable.messages import LANGUAGES, catalogue
from solvable.web import endpoints
from solvable.web.server.middleware import PAGE_POLICY

PACKAGE = Path(__file__).parents[1] / "src" / "solvable"
STATIC = PACKAGE / "web" / "static"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LEFT_OUT = (
    "__main__.py", "answers/giant.py", "batch", "cli", "envs", "formats/file_kinds.py", "formats/judges.py",
    "formats/moves.py", "formats/row_files.py", "kernels/cpp", "kernels/lib", "lessons/worksheet.py", "play",
    "render/animation.py", "render/raster.py", "render/worksheet.py", "tiles/pdb/data", "tui", "web/server",
    "web/static",
)  # fmt: skip
FOR_TERMINALS = ("bench.", "examples.", "giant.", "help.", "judge.", "option.", "pdb.", "section.")
KERNELS = "kernels/lib/kernels-baseline.wasm"
DATA = (".wasm", ".npz", ".xz")  # kernels and parameters, not text
PREPARE = """
import sys
sys.path.insert(0, "/solvable.zip")
from solvable.web.rpc import warm
warm()
"""  # without kernels, which an image of the memory cannot hold
START = f"""
import os, random
random.seed()  # an image holds the state of the random numbers too
from zipfile import ZipFile
os.environ["SOLVABLE_CACHE"] = "/tables"
os.environ["SOLVABLE_KERNELS"] = ZipFile("/solvable.zip").extract("solvable/{KERNELS}", "/")
from solvable.web.rpc import ask
ask
"""
HEALTH = {"status": "static"}  # a server says "ok"
NOT_CACHED = {"sw.js", "healthz"}  # what the service worker leaves to the network
BEGUN = (1980, 1, 1, 0, 0, 0)  # of all files in the zip, so that the same package is the same zip


def package() -> bytes:
    """Return the package as the browser gets it; raise BuildError if its kernels cannot be compiled."""
    kernels, buffer = make_wheels.kernels(), BytesIO()
    if not kernels.are_current(target=kernels.PYODIDE):
        kernels.build(kernels.LIBRARIES, target=kernels.PYODIDE)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted([*light(), PACKAGE / KERNELS]):
            name = zipfile.ZipInfo(f"solvable/{path.relative_to(PACKAGE).as_posix()}", BEGUN)
            name.compress_type = zipfile.ZIP_LZMA if path.suffix == ".wasm" else zipfile.ZIP_DEFLATED
            archive.writestr(name, _repacked(path) if path.suffix == ".npz" else path.read_bytes())
    return buffer.getvalue()


def _repacked(path: Path) -> bytes:
    """Return a file of arrays compressed by bzip2, a sixth smaller than by what numpy writes; zipfile reads both."""
    buffer = BytesIO()
    with zipfile.ZipFile(path) as arrays, zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        for each in arrays.namelist():
            archive.writestr(zipfile.ZipInfo(each, BEGUN), arrays.read(each), zipfile.ZIP_BZIP2)
    return buffer.getvalue()


def light() -> Iterator[Path]:
    """Yield the package's files but for what is left out."""
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        is_left_out = any(name == each or name.startswith(f"{each}/") for each in LEFT_OUT)
        if path.is_file() and "__pycache__" not in path.parts and not is_left_out:
            yield path


def made() -> dict[str, bytes]:
    """Return the files that are made of the library: path → content."""
    files = {"solvable.zip": package(), "variants.json": _json(endpoints.answer("variants", {}))}
    for lang in LANGUAGES:
        told = {key: text for key, text in catalogue(lang).items() if not key.startswith(FOR_TERMINALS)}
        files[f"messages/{lang}.json"] = _json(told)
    return files


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def build(out: Path, pyodide: Path) -> None:
    """Write the whole site to `out`, which is made anew."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(STATIC, out)
    for name, content in made().items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(content)
    page = out / "index.html"
    page.write_text(guarded(page.read_text("utf-8")), "utf-8")
    (out / "healthz").write_bytes(_json(HEALTH))
    (out / "pyodide").mkdir()
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, out / "pyodide" / name)
    counted = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "solvable.zip"]
    sizes = {name: (out / name).stat().st_size for name in counted}
    runtime = {"package": "solvable.zip", "prepare": PREPARE, "start": START}
    (out / "runtime.json").write_bytes(_json(runtime | {"sizes": sizes}))
    if image(out):
        sizes["image.gz"] = (out / "image.gz").stat().st_size
        (out / "runtime.json").write_bytes(_json(runtime | {"sizes": sizes, "image": "image.gz"}))
    worker = out / "sw.js"
    if worker.exists():
        hashes = {name: mark for name, mark in _hashes(out).items() if name not in NOT_CACHED}
        files = {"./" if name == "index.html" else name: mark for name, mark in hashes.items()}
        told = worker.read_text("utf-8").replace("/* FILES */ {}", json.dumps(files, indent=0))
        worker.write_text(told, "utf-8")


def image(out: Path) -> bool:
    """Make image.gz for the site in `out`; return False if there is no node, and then each visit takes seconds more."""
    node = shutil.which("node")
    if node is None:
        print("no image of the runtime: node is not installed", file=sys.stderr)
        return False
    subprocess.run([node, str(Path(__file__).parent / "image.mjs"), str(out)], check=True)
    return True


def guarded(page: str) -> str:
    """Return the page with what it may load and run written into it: a host of files sends no such header."""
    charset = '<meta charset="utf-8">\n'
    before, found, after = page.partition(charset)
    if not found:
        raise ValueError(f"the page has no {charset.strip()}")
    return f'{before}{charset}<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">\n{after}'


def _hashes(out: Path) -> dict[str, str]:
    """Return a hash of each file, by its path."""
    files = sorted(path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): _hash(path) for path in files}


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def main() -> None:
    """Build the site that the command line asks for."""
    parser = argparse.ArgumentParser(description="Build the static site.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--pyodide", type=Path, required=True, help="the npm package pyodide, unpacked")
    asked = parser.parse_args()
    build(asked.out, asked.pyodide)


if __name__ == "__main__":
    main()
