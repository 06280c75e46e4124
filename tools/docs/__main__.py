"""Write the Markdown of both languages to build/docs/, and the site built from it to OUT (English) and OUT/zh."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from tools.docs import api, commands, gallery, pages, pictures, schema, search

ROOT = Path(__file__).parents[2]
GENERATED = {
    "gallery.md": gallery.page, "commands.md": commands.page, "api.md": api.page, "schema.md": schema.page
}  # fmt: skip


def assemble(lang: str, folder: Path) -> None:
    """Write every page and picture of a language to `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True)
    opens = {name: picture.opens for name, picture in pictures.PICTURES.items()}
    for name, text in pages.written(lang, set(GENERATED), opens).items():
        (folder / name).write_text(text, "utf-8")
    for name, make in GENERATED.items():
        (folder / name).write_text(pages.to_page(make(lang), lang), "utf-8")
    for name, picture in {**pictures.drawn(lang), **gallery.pictures(lang)}.items():
        (folder / "pictures" / name).write_text(picture, "utf-8")
    shutil.copytree(ROOT / "docs" / "notebooks", folder / "notebooks")
    for name in ("site.css", "site.js"):
        shutil.copyfile(ROOT / "docs" / name, folder / name)


def build(out: Path, work: Path) -> None:
    """Build the site of both languages in `out`, through `work`."""
    shutil.rmtree(out, ignore_errors=True)
    for lang, place in (("en", out), ("zh", out / "zh")):
        assemble(lang, work / lang)
        config = (ROOT / "docs" / f"site.{lang}.toml").read_text("utf-8")
        (work / f"{lang}.toml").write_text(config.replace("BUILT", f"{lang}-site"), "utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", f"{lang}.toml"]
        run = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
        if run.returncode or "warning" in (run.stdout + run.stderr).lower():
            sys.exit(run.stdout + run.stderr)
        index = work / f"{lang}-site" / "search.json"
        found = search.ranked(json.loads(index.read_text("utf-8")))
        index.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")), "utf-8")
        # The site is in a folder, but that page's links begin at the root
        unserved = shutil.ignore_patterns("404.html")
        shutil.copytree(work / f"{lang}-site", place, dirs_exist_ok=True, ignore=unserved)


def main() -> None:
    """Build the site as the options choose."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "docs", help="where the Markdown is put together")
    asked = parser.parse_args()
    build(asked.out.resolve(), asked.work.resolve())
    print(f"{asked.out}/index.html")


if __name__ == "__main__":
    main()
