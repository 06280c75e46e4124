"""A real server on the loopback: started as a user starts it, asked as a client asks it, ended by SIGTERM."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
PATIENT = 60.0


@dataclass(frozen=True)
class Served:
    process: subprocess.Popen[str]
    address: str
    log: Path
    workers: int

    @property
    def place(self) -> tuple[str, int]:
        """Where it listens."""
        url = httpx.URL(self.address)
        return url.host, url.port or 80

    def connect(self, client: str = "") -> socket.socket:
        """A connection, from this address of the loopback."""
        return socket.create_connection(self.place, PATIENT, (client, 0) if client else None)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"{self.address}/api/v1", timeout=PATIENT, trust_env=False)

    def ask(self, verb: str, **fields: Any) -> httpx.Response:
        with self.client() as client:
            return client.post(f"/{verb}", json=fields)

    def health(self) -> dict[str, Any]:
        with self.client() as client:
            return dict(client.get("/healthz").json())

    def settled(self, seconds: float, workers: int) -> bool:
        """Whether nothing runs, and so many workers are idle, within so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            health = self.health()
            if health["running"] == 0 and health["idle"] >= workers:
                return True
            time.sleep(0.02)
        return False

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def family(self) -> list[int]:
        """The processes of the server, itself first."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def memory(self) -> float:
        """The bytes that they hold."""
        pages = 0
        for number in self.family():
            try:
                pages += int(Path(f"/proc/{number}/statm").read_text().split()[1])
            except OSError:
                continue
        return float(pages * os.sysconf("SC_PAGE_SIZE"))

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENT)


@contextmanager
def serving(
    log: Path,
    *,
    workers: int = 2,
    site: Path | None = None,
    options: Sequence[str] = (),
    lang: str = "en",
    **environment: str,
) -> Iterator[Served]:
    """A server on a free port, with the readable twins unless told otherwise."""
    settings = {**os.environ, "SOLVABLE_KERNELS": "off", "PYTHONPATH": str(ROOT / "src"), **environment}
    command = [sys.executable, "-m", "solvable", "serve", "--port", "0", "--workers", str(workers), "--lang", lang]
    command += [*([] if site is None else ["--site", str(site)]), *options]
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8", env=settings)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://[\w.:\[\]]+", line)
            assert found, log.read_text()
            yield Served(process, found[0], log, workers)
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(PATIENT)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            if process.stdout is not None:
                process.stdout.close()
