"""No input exhausts the machine: what does not fit is refused with exit code 3 and a sentence, and Ctrl-C is heard."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Cli
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")
PROGRAM = (sys.executable, "-m", "solvable")
BEGUN = 0.8  # seconds of computing after which the work has begun: loading takes half of that, each work ten times more


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("count lights:3162x3162,mod2147483647", "has about 93302911 digits, too many to write out"),
        ("table presses lights:1x100000", "too long to write out"),
    ],
)
def test_what_is_too_large_is_refused(cli: "Cli", words: str, said: str) -> None:
    shown = cli(*words.split())
    assert (shown.code, shown.out) == (3, "")
    assert said in shown.err


@pytest.mark.slow
def test_a_count_of_millions_of_digits(cli: "Cli") -> None:
    shown = cli("count", "lights:500x500,cross,mod2147483646")
    assert shown.code == 0
    assert "≈ 2.92 × 10^2332982" in shown.out
    assert "1/9 = 0.1111" in shown.out


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    "words",
    [
        "count lights:3162x3162,knight,klein",  # a compiled chase
        "count lights:240x240,knight,torus,mod9",  # forms, then numpy's elimination
        "count lights:2000x2000,mod8",
        "quiet lights:400x400,knight,torus,mod3",
        "check lights:700x700,knight,torus#1",
        "table nullity 900..1000 --rule hex --surface torus --mod 3",
    ],
)
def test_an_interrupt_ends_a_long_elimination(words: str, tmp_path: Path) -> None:
    environment = dict(os.environ, LANG="C", SOLVABLE_CACHE=str(tmp_path))
    with subprocess.Popen(
        [*PROGRAM, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        end = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < end and _spent(process.pid) < BEGUN:
            time.sleep(0.02)
        out = err = ""
        for _ in range(12):  # Python drops an interrupt that falls into a callback of the compiler: press again
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                out, err = process.communicate(timeout=15)
                break
        else:
            process.kill()
    assert process.returncode == 130, out
    assert err.endswith("Interrupted.\n")
    assert "Traceback" not in err or "Exception ignored" in err


HEARD = """
from solvable import cli
cli.main(["--version"])  # all is loaded: no more code made of text comes by chance
try:
    exec("raise KeyboardInterrupt")
except KeyboardInterrupt:
    cli.run()
"""


@POSIX
def test_an_interrupt_heard_in_code_made_of_text_changes_no_exit_code(tmp_path: Path) -> None:
    """Python 3.11 remembers it as unheard; what is loaded has such code, that of dataclasses."""
    (tmp_path / "heard.py").write_text(HEARD, encoding="utf-8")
    shown = subprocess.run([sys.executable, "-m", "heard", "--version"], cwd=tmp_path, capture_output=True, check=False)
    assert shown.returncode == 0, shown.stderr


def _spent(pid: int) -> float:
    """The seconds of computing of a process; a second a call where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        time.sleep(1)
        return BEGUN if time.monotonic() % 10 > 9 else 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
