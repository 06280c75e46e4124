"""One rule for every writer: no byte, mode or owner of a file changes before the file is known to be the program's own.

`WRITERS` is every command and option that names a file to write; each meets files of others, its own, and a lock.
"""

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import solvable
from solvable.cli.progress import Watch
from solvable.cli.terminal import Terminal
from solvable.core.atomic_write import atomic_write, locked
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.formats.file_kinds import ANSWERS, ROWS_FILE

if TYPE_CHECKING:
    from tests.cli.conftest import Cli, Shell

pytest.importorskip("numpy")
pytest.importorskip("PIL")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes and owners are those of POSIX")

LIGHTS, TILES, OTHER = "110/000/000", "1 2 3/4 0 5/7 8 6", 12345


@dataclass(frozen=True)
class Writer:
    """A command line with {} for the file, the file's name, and whether it is the game, which outlives an error."""

    words: str
    name: str
    is_game: bool = False

    def run(self, cli: "Cli", *more: str) -> "Shell":
        """Run it in a folder with a file of boards."""
        Path("b.txt").write_text("110/000/000\n1 2 3/4 5 6/8 7 0\n")
        Path("g.txt").write_text(("1" * 1024 + "\n") * 1024)
        if self.is_game:
            return cli("play", LIGHTS, "--plain", stdin=f"save {self.name}\nyes\n")
        return cli(*self.words.replace("{}", self.name).split(), *more)

    @property
    def refusal(self) -> int:
        """The exit code when the file is refused."""
        return 0 if self.is_game else 2

    def __str__(self) -> str:
        return f"{self.words} > {self.name}"


PACKED = Writer("batch b.txt --no-time --out {}", "n.gz")
WRITERS = [
    Writer(f"solve {LIGHTS} --out {{}}", "n"),
    Writer(f"solve {LIGHTS} --out {{}} --json", "n.json"),
    Writer(f"solve {LIGHTS} --out {{}}", "n.pbm"),
    Writer(f"solve {LIGHTS} --out {{}}", "n.npy"),
    Writer("solve g.txt --out {}", "n.pbm"),
    Writer("solve 110/000 --out {}", "n.npy"),  # the proof as a picture
    Writer("solve tiles:3x3#1 --checkpoint {}", "n"),
    Writer("count lights:3x3 --svg {}", "n.svg"),
    Writer(f"explain {LIGHTS} --svg {{}}", "n.svg"),
    Writer(f"explain {LIGHTS} --html {{}}", "n.html"),
    Writer(f"explain {LIGHTS} --gif {{}}", "n.gif"),
    Writer(f"explain {LIGHTS} --gif {{}}", "n.png"),
    Writer(f"explain {LIGHTS} --gif {{}}", "n.svg"),
    Writer("worksheet --count 1 --seed 1 --html {}", "n.html"),
    Writer("table nullity 1..3 --out {}", "n"),
    Writer("table nullity 1..3 --out {}", "n.csv"),
    Writer("table nullity 1..3 --out {} --resume", "n.csv"),
    Writer("table nullity 1..3 --format bfile --out {}", "n.txt"),
    Writer("table nullity 1..3 --format bfile --out {} --resume", "n.txt"),
    Writer("table nullity 1..3 --out {}", "n.json"),
    Writer("table worst 2..3 --out {}", "n"),
    Writer("table distances tiles:2x2 --out {}", "n"),
    Writer("table distances tiles:2x2 --lang zh --out {}", "n"),
    Writer("batch b.txt --no-time --out {}", "n"),
    Writer("batch b.txt --no-time --out {} --resume", "n.jsonl"),
    PACKED,
    Writer("batch b.txt --no-time --out {} --resume", "n.json.gz"),
    Writer("dataset tiles:3x3 --boards 3 --out {}", "n.npz"),
    Writer("play", "n.json", is_game=True),
    Writer("play", "n.sav", is_game=True),
]
EVERY = pytest.mark.parametrize("writer", WRITERS, ids=str)
FOREIGN = {
    "notes without an end": b"notes, no newline",
    "notes": b"my notes\nand more\n",
    "input": b'{"board": "110/000/000"}\n',
    "torn input": b'{"board": "110/0',
    "other JSON": b'{"verdict": "guilty", "name": "a case"}\n',
    "an answer and notes": b'{"puzzle": "lights:3x3", "verdict": "solvable"}\nnotes',
    "numbers": b"1 2 3\n4 5 6\n7 8 0\n",
    "packed notes": gzip.compress(b"my notes, packed\n"),
    "packed, no end of line": gzip.compress(b"notes"),
    "a program": b"\x7fELF" + bytes(range(256)),
    "an SVG of another": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "a page of another": b"<!doctype html>\n<html><body>mine</body></html>",
    "a picture of another": b"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x00;",
    "an array of another": b"\x93NUMPY\x01\x00",
    "a PBM cut short": b"P4\n9 9\nabc",
    "zeros": bytes(3000),
}


def status(path: Path) -> tuple[bytes, list[int]]:
    """Return all that must not change: the content; mode, owners, number and time."""
    found = path.stat()
    return path.read_bytes(), [found.st_mode, found.st_uid, found.st_gid, found.st_ino, found.st_mtime_ns]


def give(path: Path, mode: int) -> None:
    """Give a file a mode, and another owner if this user may."""
    path.chmod(mode)
    if os.geteuid() == 0:
        os.chown(path, OTHER, OTHER)


def others(folder: Path) -> set[str]:
    """Return the names of the files in a folder beside those that `Writer.run` makes."""
    return {each.name for each in folder.iterdir()} - {"b.txt", "g.txt"}


@pytest.mark.slow
@EVERY
def test_a_foreign_file_is_left_as_it_is(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    path = tmp_path / writer.name
    for told, content in FOREIGN.items():
        path.write_bytes(content)
        give(path, 0o640)
        before = status(path)
        ended = writer.run(cli)
        assert ended.code == writer.refusal, told
        assert status(path) == before, told
        assert writer.name in ended.err + ended.out, told
        assert "internal error" not in ended.err + ended.out, told
        assert others(tmp_path) == {writer.name}, told


@pytest.mark.slow
@EVERY
def test_its_own_file_is_replaced_and_keeps_mode_and_owner(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    path = tmp_path / writer.name
    if "--checkpoint" not in writer.words:
        path.touch()  # an empty file holds nothing of anybody
    writer.run(cli)
    made = path.read_bytes()
    assert made
    for mode in (0o600, 0o640):
        give(path, mode)
        before = status(path)
        assert writer.run(cli).code in (0, 1)
        content, rest = status(path)
        assert rest[:3] == before[1][:3]
        if "dataset" not in writer.words and not writer.is_game:  # which say when they were made
            assert content.partition(b'"seconds"')[0] == made.partition(b'"seconds"')[0]
    assert others(tmp_path) == {writer.name}


@pytest.mark.slow
@EVERY
def test_a_file_that_is_read_only_is_left(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    path = tmp_path / writer.name
    writer.run(cli)
    path.chmod(0o400)
    before = status(path)
    ended = writer.run(cli)
    assert ended.code == writer.refusal
    assert ("只读" if "zh" in writer.words else "read-only") in ended.err + ended.out
    assert status(path) == before and others(tmp_path) == {writer.name}


@EVERY
def test_a_loop_of_links_and_a_folder_are_errors_that_name_the_file(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    path = tmp_path / writer.name
    path.symlink_to(path.name)
    looped = writer.run(cli)
    path.unlink()
    path.mkdir()
    for ended, told in ((looped, "Too many levels of symbolic links"), (writer.run(cli), "Is a directory")):
        assert ended.code == writer.refusal
        assert f"{writer.name}: {told if 'zh' not in writer.words else ''}" in ended.err + ended.out
    assert others(tmp_path) == {writer.name} and not list(path.iterdir())


@pytest.mark.slow
@EVERY
def test_a_link_goes_on_leading_to_the_file(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    path, real = tmp_path / writer.name, tmp_path / "real"
    path.symlink_to("real")
    for _ in range(2):
        assert writer.run(cli).code in (0, 1)
        assert path.is_symlink() and real.stat().st_size > 0
    real.write_bytes(b"notes")
    assert writer.run(cli).code == writer.refusal
    assert real.read_bytes() == b"notes" and others(tmp_path) == {writer.name, "real"}


@pytest.mark.slow
@EVERY
def test_one_writer_at_a_time(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    with locked(tmp_path / writer.name):
        ended = writer.run(cli)
        assert ended.code == writer.refusal
        told = "另一个进程正在写" if "zh" in writer.words else "another process is writing"
        assert f"{told} {writer.name}" in ended.err + ended.out
        assert not others(tmp_path)
    assert writer.run(cli).code in (0, 1)


@EVERY
def test_an_ending_of_another_kind_is_refused_with_those_allowed(cli: "Cli", tmp_path: Path, writer: Writer) -> None:
    if "--checkpoint" in writer.words:
        return  # nobody else reads it: any name will do
    for suffix in (".docx", ".json" if "gif" in writer.words else ".png"):
        ended = Writer(writer.words, f"n{suffix}", writer.is_game).run(cli)
        assert ended.code == writer.refusal
        allowed = Path(writer.name).suffix or ".txt"
        assert f"n{suffix}" in ended.err + ended.out and allowed in ended.err + ended.out
        assert not others(tmp_path)


@pytest.fixture
def part(tmp_path: Path) -> Iterator[Path]:
    """The file in which a packed batch keeps its next lines, here somebody's own: at the end it is as it was."""
    path = tmp_path / "n.gz.part"
    path.write_text("my own part\n")
    before = status(path)
    yield path
    assert status(path) == before


def test_a_part_of_another_is_left(cli: "Cli", part: Path) -> None:
    for more in ((), ("--resume",)):
        ended = PACKED.run(cli, *more)
        assert ended.code == 2 and "n.gz.part exists and is not a file of answers" in ended.err
        assert not part.with_suffix("").exists()


def test_the_answers_of_another_input_are_left(cli: "Cli", tmp_path: Path) -> None:
    for name in ("n", "n.gz"):
        cli("batch", "-", "--out", name, "--no-time", stdin="lights:2x2#1\n" * 3)
        before = status(tmp_path / name)
        ended = cli("batch", "-", "--out", name, "--resume", stdin="no board\nlights:2x2#2\nlights:3x3#1\n")
        assert ended.code == 2 and "not those of this input" in ended.err
        assert status(tmp_path / name) == before
    assert others(tmp_path) == {"n", "n.gz"}


def test_a_moving_picture_is_what_its_name_says(cli: "Cli") -> None:
    from PIL import Image

    for name, form in (("x.gif", "GIF"), ("x.png", "PNG")):
        assert cli("explain", LIGHTS, "--gif", name).code == 0
        with Image.open(name) as picture:
            assert picture.format == form and getattr(picture, "n_frames", 1) > 5
    assert cli("explain", LIGHTS, "--gif", "x.svg").code == 0
    assert Path("x.svg").read_text("utf-8").startswith("<svg")


def test_the_ending_decides_the_layout_of_a_table(cli: "Cli") -> None:
    for name, words in (("t.csv", "--format csv"), ("t.json", "--json"), ("t.txt", ""), ("t", "")):
        cli("table", "nullity", "1..4", "--out", name)
        assert Path(name).read_text() == cli("table", "nullity", "1..4", *words.split()).out
    assert cli("table", "nullity", "1..4", "--format", "bfile", "--out", "t.csv").code == 2
    assert Path("t.csv").read_text().startswith("n,nullity,solutions\n1,0,1\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["batch", "solve"])
def test_an_output_that_is_the_input_is_noticed_on_standard_input_too(tmp_path: Path, command: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps(dict(solvable.solve("lights:3x3:110/000/000"))) + "\n")
    (tmp_path / "link.json").symlink_to("b.json")
    before = status(path)
    for name in ("b.json", "link.json"):
        words = [sys.executable, "-m", "solvable", command, "-", "--out", name]
        with path.open("rb") as file:
            ended = subprocess.run(words, cwd=tmp_path, stdin=file, capture_output=True, text=True, check=False)
        assert ended.returncode == 2 and "is the file of the board itself" in ended.stderr
        assert status(path) == before


LIMITED = """import resource, sys
from solvable.cli import run
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
run()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "batch b.txt --out full",
        "batch b.txt --out full.gz",
        "table nullity 1..2000 --format csv --out full",
        "explain lights:5x5#1 --svg full.svg",
        "solve lights:60x60#1 --any --out full.json",
    ],
)
def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path: Path, words: str) -> None:
    (tmp_path / "b.txt").write_text("lights:5x5#1\n" * 200)
    program = [sys.executable, "-c", LIMITED, *words.split()]
    ended = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "full" in ended.stderr and ": File too large" in ended.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells which signals are caught")
@pytest.mark.parametrize(
    "words",
    [
        "solve tiles:5x5#1 --checkpoint kept --time 600",
        "solve tiles:5x5#1 --near --time 600",
        "batch b.txt --out o --time 600",
        "batch b.txt --out o.gz --time 600 --workers 2",
        "table nullity 1..10000000 --format csv --out t.csv",
        "new tiles:5x5 --count 2 --time 600",
        "play tiles:4x4#1 --plain",
        "verify -",
    ],
)
def test_a_request_to_end_has_its_code_everywhere(tmp_path: Path, words: str) -> None:
    (tmp_path / "b.txt").write_text("tiles:5x5#1\n" * 3)
    program = [sys.executable, "-m", "solvable", *words.split()]
    hidden = subprocess.DEVNULL
    with subprocess.Popen(program, cwd=tmp_path, stdin=subprocess.PIPE, stdout=hidden, stderr=hidden) as running:
        while not is_caught(running.pid, signal.SIGTERM):
            time.sleep(0.01)
        time.sleep(0.5)  # to be in the middle of the work: the code is the same at any moment
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 128 + signal.SIGTERM


def is_caught(process: int, number: int) -> bool:
    """Return whether a process has a handler for a signal."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    caught = next(line for line in lines if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


def test_a_search_that_is_kept_ends_with_the_code_of_the_signal() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with Watch(Terminal.open(), is_kept=True) as watch:
            os.kill(os.getpid(), number)
            assert watch.is_cancelled and watch.code == 128 + number
        ended = KeyboardInterrupt if number == signal.SIGINT else SystemExit
        with pytest.raises(ended) as error, Watch(Terminal.open(), is_kept=True):
            os.kill(os.getpid(), number)
            raise BudgetExceededError("over", 0)
        assert number == signal.SIGINT or error.value.args == (143,)


def test_a_file_written_meanwhile_by_another_is_left(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    for before, meanwhile in ((b"", b"notes"), (b"", b"010"), (b"01\n", b"1\n")):
        path.unlink(missing_ok=True)
        if before:
            path.write_bytes(before)
        with (
            pytest.raises(PuzzleError, match=r"changed by another program|is not rows"),
            atomic_write(path, ROWS_FILE) as file,
        ):
            file.write(b"1")
            path.write_bytes(meanwhile)
        assert path.read_bytes() == meanwhile and others(tmp_path) == {"rows"}


def test_the_start_file_of_a_shell_is_only_added_to(
    cli: "Cli", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    start = tmp_path / ".bashrc"
    start.write_bytes(b"# caf\xe9 in latin-1, no end of line")
    start.chmod(0o600)
    for _ in range(2):
        assert cli("--install-completion", "bash").code == 0
    assert start.read_bytes().startswith(b"# caf\xe9 in latin-1, no end of line\n. '")
    assert start.read_bytes().count(b"# solvable") == 1 and start.stat().st_mode & 0o777 == 0o600
    fish = tmp_path / ".config/fish/completions/solvable.fish"
    fish.parent.mkdir(parents=True)
    fish.write_text("# my own\n")
    assert cli("--install-completion", "fish").code == 2
    assert fish.read_text() == "# my own\n"


def test_answers_are_known_again_wherever_they_were_torn() -> None:
    answers = "".join(json.dumps(dict(solvable.solve(board))) + "\n" for board in (LIGHTS, TILES)).encode()
    for end in range(len(answers)):
        assert ANSWERS.is_own(io.BytesIO(answers[:end]))
    for foreign in FOREIGN.values():
        assert not ANSWERS.is_own(io.BytesIO(answers + foreign))
        assert not ANSWERS.is_own(io.BytesIO(foreign + b"\n" + answers))
