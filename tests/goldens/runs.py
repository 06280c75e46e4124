"""Running the cases through the public surface, and what of it is kept: one record, a line of JSON, for each case.

Left out are times, the words of messages and comments, and what is longer than LONG, of which a hash stays.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.goldens import cases

import solvable
from solvable.cli import main
from solvable.core.budget import Budget

Record = dict[str, Any]

FOLDER = Path(__file__).parent
LONG = 500  # characters of JSON
WORDS = ("checked", "problems", "trusted", "description")  # sentences for people: only how many there are
LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG", "NO_COLOR", "COLUMNS")
DATA = ("csv", "bfile", "matrix", "convert")  # words of commands whose output is data though it is no JSON
GROUPS = (*cases.COMMANDS, "seeded", "spellings", "nodes", "imports", "names")  # each a file of goldens


def records(group: str) -> Iterator[Record]:
    """Yield the records of a group as they are today; tables are kept in the folder SOLVABLE_CACHE."""
    if group in cases.COMMANDS:
        yield from map(command, cases.lines(group))
    elif group in ("seeded", "spellings"):
        yield from map(canonical, cases.lines(group) if group == "seeded" else cases.SPELLINGS)
    elif group == "nodes":
        yield from (nodes(*case) for case in cases.NODES)
    elif group == "imports":
        yield from map(imports, cases.lines(group))
    else:
        yield {"case": "solvable.__all__", "names": sorted(solvable.__all__)}


def goldens(group: str) -> list[Record]:
    """Return the recorded goldens of a group."""
    return [json.loads(line) for line in (FOLDER / f"{group}.jsonl").read_text("utf-8").splitlines()]


def difference(golden: Any, found: Any, path: str = "") -> str:
    """Return the first field that differs, and how; empty where none does. The order of keys counts."""
    if isinstance(golden, dict) and isinstance(found, dict):
        for was, now in zip_longest(golden, found):
            if was != now:
                return f"{path}: the next key was {was}, and is {now}"
        pairs = [(f"{path}.{key}" if path else key, golden[key], found[key]) for key in golden]
    elif isinstance(golden, list) and isinstance(found, list) and len(golden) == len(found):
        pairs = [(f"{path}[{i}]", was, now) for i, (was, now) in enumerate(zip(golden, found, strict=True))]
    else:
        was, now = json.dumps(golden, ensure_ascii=False), json.dumps(found, ensure_ascii=False)
        return "" if was == now else f"{path}:\n    was {was[:LONG]}\n    is  {now[:LONG]}"
    return next(filter(None, (difference(was, now, place) for place, was, now in pairs)), "")


def command(line: str) -> Record:
    """Run a line of a shell in an empty folder: its exit code, data, files made, and where an error was seen."""
    data, code, out, err = b"", 0, "", ""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for part in line.split(" | "):
            words = shlex.split(part)
            for name in cases.FILES.keys() & set(words):
                Path(name).write_bytes(cases.file(name))
            if "<" in words:
                *words, _, name = words
                data = Path(name).read_bytes()
            code, out, err = shell(words, data)
            data = out.encode()
        made = {path.name: _content(path) for path in sorted(Path().glob("*.*")) if path.name not in cases.FILES}
    record: Record = {"case": line, "code": code}
    if code == 2 and (place := re.match(r"solvable: (\S+:\d+:\d+):", err)):
        record["at"] = place[1]
    if "--json" in words:
        record["answers"] = [kept(json.loads(row)) for row in out.splitlines()]
    elif out and any(word in words for word in DATA):
        record["out"] = shortened([row for row in out.splitlines() if "bfile" not in words or not row.startswith("#")])
    return record | ({"files": made} if made else {})


def shell(words: list[str], data: bytes) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of the program, English unless told otherwise.

    The databases that `pdb` tells of are its own, in the folder of this run: there are none yet.
    """
    inward, out, err = (io.TextIOWrapper(io.BytesIO(given), encoding="utf-8") for given in (data, b"", b""))
    plain = {name: value for name, value in os.environ.items() if name not in LANGUAGE}
    tables = {"SOLVABLE_CACHE": str(Path("tables").absolute())} if words[0] == "pdb" else {}
    with (
        patch.dict(os.environ, plain | tables, clear=True),
        patch.object(sys, "stdin", inward),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(words)
    return code, _text(out), _text(err)


def kept(answer: Record) -> Record:
    """Return the fields of an answer in their order, as they are compared."""
    fields = {}
    for name, value in answer.items():
        if name in WORDS:
            fields[name] = f"{len(value)} told" if isinstance(value, list) else bool(value)
        elif name != "seconds":
            fields[name] = shortened(value)
    return fields


def shortened(value: Any) -> Any:
    """Return `value`, or its hash where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= LONG else f"{len(text)} characters, sha256 {_hash(text.encode())}"


def canonical(text: str) -> Record:
    """Return the canonical spelling of a game ID, or the line and column where it is refused."""
    try:
        return {"case": text, "id": solvable.format_board(*solvable.parse(text))}
    except solvable.NotationError as error:
        return {"case": text, "refused": [error.line, error.column]}


def nodes(text: str, tables: str) -> Record:
    """Return what a shortest solution of tiles costs with these tables: the only look behind the public names."""
    from solvable.tiles.optimal import ida
    from solvable.tiles.pdb import labels, partitions

    puzzle, state = solvable.parse(text)
    assert isinstance(puzzle, solvable.SlidingTiles)
    named = labels.named if "mtm" in tables else partitions.named
    found = ida.search(puzzle, state, Budget(), tables=named(tables) if tables else None)
    costs = {"nodes": found.nodes, "expanded": found.expanded, "method": found.method}
    return {"case": f"{text} {tables}".strip(), **costs, "length": found.lower_bound, "moves": list(found.moves)}


def imports(program: str) -> Record:
    """Return which heavy libraries a new process has loaded when it ends, and how it ends."""
    code = program
    if program.startswith("-m"):
        _, module, *words = program.split()
        code = f"import runpy; sys.argv[1:] = {words}; runpy.run_module({module!r}, run_name='__main__')"
    told = f"print(file=sys.stderr, *sorted({set(cases.HEAVY)} & set(sys.modules)))"
    whole = f"import sys, atexit; atexit.register(lambda: {told}); {code}"
    run = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=False)
    return {"case": program, "code": run.returncode, "loaded": run.stderr.splitlines()[-1].split()}


def _content(path: Path) -> Any:
    """Return the answers in a file, or the hash of another."""
    content = path.read_bytes()
    if path.suffix in (".json", ".jsonl"):
        return [kept(json.loads(row)) for row in content.splitlines()]
    return f"{len(content)} bytes, sha256 {_hash(content)}"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
