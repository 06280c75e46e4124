"""Fifty clients at once, a tenth of them with ill will: the honest ones are answered, nothing crashes or leaks."""

from pathlib import Path

import pytest
from tests.web.serving import serving
from tools.stress import is_well, storm


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell what processes hold")
def test_the_server_stands_a_storm(tmp_path: Path) -> None:
    with serving(tmp_path / "log") as server:
        told = storm(server, clients=50, seconds=5)
    assert is_well(told), told
