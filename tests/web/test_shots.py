"""The picture of the page in the READMEs is what the page looks like, and what the command below it makes."""

import io
from pathlib import Path
from typing import Any

import pytest
from tools import shots

ROOT = Path(__file__).parents[2]
COMMAND = "python -m tools.shots docs --readme"
MOST_BYTES = 60_000
APART = 6.0  # of 255, on average: fonts of another machine


def test_the_picture_in_the_readmes_is_the_page(chromium: Any, address: str) -> None:
    image = pytest.importorskip("PIL.Image")
    chops = pytest.importorskip("PIL.ImageChops")
    stat = pytest.importorskip("PIL.ImageStat")
    kept = ROOT / "docs" / "page.png"
    made = shots.readme(chromium, address)
    assert kept.stat().st_size <= MOST_BYTES and len(made) <= MOST_BYTES
    with image.open(kept) as one, image.open(io.BytesIO(made)) as other:
        assert one.size == other.size
        apart = stat.Stat(chops.difference(one.convert("RGB"), other.convert("RGB"))).mean
    assert max(apart) < APART, f"make it again: {COMMAND}"


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_the_readmes_show_the_picture_and_how_it_is_made(readme: str) -> None:
    text = (ROOT / readme).read_text("utf-8")
    assert "](docs/page.png)" in text and f"`{COMMAND}`" in text
