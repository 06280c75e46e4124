"""Screenshots of the page, for inspection: `python -m tools.shots DIR`.

All four tabs and what opens in them, on a phone and on a desktop, dark and light, in English and Chinese, from the
built site: DIR/SCENE-SIZE-THEME-LANG.png. `--only TEXT` draws those whose name contains the text. `--readme` draws
page.png instead, the picture in the READMEs, in few colours.
"""

import argparse
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import browser

SIZES = {"desk": (1280, 800), "phone": (360, 740)}
THEMES = ("dark", "light")
LANGS = {"en": "en-US", "zh": "zh-CN"}
SWAPPED = "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0"
SOLVE = ".solve button.main:visible, #thumbs [data-do=solve]:visible"
WORDS = "tiles:4x4,goal=RATE/YOUR/MIND/PAL_"
WON = "tiles:3x3:1,2,3/4,5,6/7,0,8"

# the board has a verdict
KNOWN = """() => [...document.querySelectorAll("#headline")].some(line => line.classList.contains("alarm"))
  || [...document.querySelectorAll("#status")].some(line => /·|\\d/.test(line.textContent))
  || document.querySelector(".board.won")"""

# the address that is opened, what is clicked there, what must be visible then
SCENES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "play-lights": ("lights:5x5#1", (), "#status"),
    "play-tiles": ("tiles:4x4#1", (), "#status"),
    "play-orbix": ("lights:orbix#1", (), "#board .links"),
    "play-graph": ("tiles:petersen#1", (), "#board .links"),
    "play-words": (f"{WORDS}#1", (), "#board .tile"),
    "play-won": (WON, ("[data-cell='8']",), ".board.won"),
    "solve-edit": ("solve:tiles:4x4#1", (), ".palette"),
    "solve-lights": ("solve:lights:5x5#1", (SOLVE,), ".cell.marked"),
    "solve-tiles": ("solve:tiles:4x4#1", (SOLVE,), "[data-order='0']"),
    "solve-graph": ("solve:tiles:theta0#1", (SOLVE,), "[data-order='0']"),
    "solve-holes": ("solve:tiles:5x5,dead=12#1", (SOLVE,), "[data-order='0']"),
    "solve-words": (f"solve:{WORDS}#1", (), ".palette"),
    "proof-lights": ("solve:lights:5x5:10000/00000/00000/00000/00000", (), ".proof"),
    "proof-tiles": (f"solve:{SWAPPED}", (), ".proof .parity"),
    "learn-lights": ("learn:elimination:5:lights:3x3:110/000/000", (".matrix [data-row='3']",), ".learn .now"),
    "learn-tiles": ("learn:tiles:3x3#1", (".learn button.main",), ".learn output"),
    "gallery": ("gallery", (), ".cards .mini"),
    "about": ("help", (), ".about .mini"),
    "alien": ("lights:alien-tiles#1", (), "[data-colour=red]"),
    "switches": ("lights:gale-berlekamp#1", (), ".switches"),
    "lab-lights": ("lab:lights:5x5#1", (".patterns button >> nth=0",), ".bars"),
    "lab-tiles": ("lab:tiles:3x2#1", (), ".lab"),
    "lab-graph": (
        "lab:tiles:theta0#1",
        ("details.lab:visible > summary >> nth=0", ".lab[open] button:visible"),
        ".bars",
    ),
    "lab-map": ("lab:lights:5x5#1", ("details.lab:visible > summary >> nth=3",), ".lab[open] .map"),
    "lab-wiring": ("lab:lights:5x5#1", ("details.lab:visible > summary >> nth=-1",), ".lab[open] .notebook"),
    "rules": ("lights:5x5,mod3#1", (".rail summary",), ".rail details[open]"),
    "sheet": ("lights:5x5#1", ("[data-do=more]:visible",), ".sheet-open"),
}
ONLY_ON = {"rules": "desk", "sheet": "phone"}
README = "proof-lights", 1240, 720  # the scene in the READMEs, and its size
COLOURS = 48  # colours of that picture, to make it small


def drawn(chromium: Any, address: str, only: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name of each picture, and the picture."""
    for lang, locale in LANGS.items():
        for size, (width, height) in SIZES.items():
            names = [name for name in SCENES if ONLY_ON.get(name, size) == size]
            wanted = [(name, theme) for theme in THEMES for name in names if only in f"{name}-{size}-{theme}-{lang}"]
            if not wanted:
                continue
            touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
            context = chromium.new_context(viewport={"width": width, "height": height}, locale=locale, **touch)
            context.set_default_timeout(120_000)
            page = context.new_page()
            for name, theme in wanted:
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                yield f"{name}-{size}-{theme}-{lang}.png", shot(page, address, name)
            context.close()


def shot(page: Any, address: str, name: str) -> bytes:
    """Return a screenshot of one scene, the whole page."""
    hash_, clicks, wanted = SCENES[name]
    page.goto("about:blank")
    page.goto(f"{address}#{hash_}")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_function(KNOWN)
    for selector in clicks:
        page.click(selector)
    page.wait_for_selector(wanted, state="attached")
    page.wait_for_timeout(400)
    picture: bytes = page.screenshot(full_page=True)
    return picture


def readme(chromium: Any, address: str) -> bytes:
    """Return the picture of the page in the READMEs, in light colours and English."""
    from PIL import Image

    scene, width, height = README
    context = chromium.new_context(viewport={"width": width, "height": height}, locale=LANGS["en"])
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    shot(page, address, scene)
    seen = page.screenshot()
    context.close()
    out = io.BytesIO()
    Image.open(io.BytesIO(seen)).convert("RGB").quantize(COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    """Draw the pictures that the options choose."""
    parser = argparse.ArgumentParser(description="Draw the page as people see it.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="pictures whose name has this text")
    parser.add_argument("--readme", action="store_true", help="only page.png, the picture in the READMEs")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser.chromium() as chromium:
        browser.build(Path(folder) / "site", browser.fetched("pyodide"))
        with browser.served(Path(folder) / "site") as address:
            if asked.readme:
                (asked.out / "page.png").write_bytes(readme(chromium, address))
                return
            for name, picture in drawn(chromium, address, asked.only):
                (asked.out / name).write_bytes(picture)
                print(asked.out / name, flush=True)


if __name__ == "__main__":
    main()
