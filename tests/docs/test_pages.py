"""The pages before they are HTML: links, pictures, both languages, generated pages, notebooks."""

import re
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.docs import __main__ as site
from tools.docs import api, commands, gallery, notebooks, pages, pictures, schema

import solvable
from solvable import lessons
from solvable.cli.app import ROWS
from solvable.web import endpoints

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "zh")
WRITTEN = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "examples" / "README.md"]
IN_THE_SITE = {*site.GENERATED, "pictures"}  # made when the site is built


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(path: Path) -> None:
    for link, anchor in pages.links(path.read_text("utf-8")):
        target = (path.parent / link).resolve()
        if target.name in IN_THE_SITE or target.parent.name in IN_THE_SITE:
            continue
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.*)", target.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w]+", "-", heading.lower()) for heading in headings}


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_column_has_a_heading(path: Path) -> None:
    for head in re.findall(r"^ *(\|.*\|)\n *\|[-:| ]+\|$", path.read_text("utf-8"), re.MULTILINE):
        assert not re.search(r"\|\s*\|", head), head


def test_a_link_to_what_the_site_has_not_is_refused() -> None:
    path = ROOT / "docs" / "zh" / "index.md"
    assert pages.relinked("[a](../near.md#x)", path, {"near.md"}) == "[a](near.md#x)"
    assert pages.relinked("```\n[a](../nowhere.md)\n```", path, set()) == "```\n[a](../nowhere.md)\n```"
    with pytest.raises(ValueError, match=r"nowhere\.md"):
        pages.relinked("[a](../nowhere.md)", path, {"near.md"})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_names_every_page_once(lang: str) -> None:
    menu = tomllib.loads((ROOT / "docs" / f"site.{lang}.toml").read_text("utf-8"))["project"]["nav"]
    named = sorted(_pages(menu))
    assert named == sorted({*pages.sources(lang), *site.GENERATED})


def _pages(menu: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for entry in menu:
        for value in entry.values():
            found += [value] if isinstance(value, str) else _pages(value)
    return found


def test_what_teaches_is_there_in_chinese() -> None:
    written = {path.name for path in (ROOT / "docs" / "zh").glob("*.md")}
    assert written >= {"index.md", "player.md", "teacher.md", "developer.md", "researcher.md", "competitor.md"}
    assert written >= {"lights.md", "graphs.md", "formats.md", "python.md", "theory.md", "notebooks.md"}
    assert written >= {"play.md", "serve.md", "learning.md", "batch.md"}


def test_every_picture_is_shown_and_every_picture_shown_is_drawn() -> None:
    shown = {
        name
        for path in (ROOT / "docs").rglob("*.md")
        for name in re.findall(r"\]\((?:\.\./)?pictures/([\w.-]+)\)", path.read_text("utf-8"))
    }
    assert shown == set(pictures.PICTURES)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_are_svg_that_says_what_it_is(lang: str) -> None:
    for name, text in {**pictures.drawn(lang), **gallery.pictures(lang)}.items():
        root = ElementTree.fromstring(text)
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert root.get("role") == "img" and title is not None and title.text, name
        assert len(text) < 200_000


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_gallery_has_the_whole_catalogue(lang: str) -> None:
    text, drawn = gallery.page(lang), gallery.pictures(lang)
    assert all(f"(pictures/{name}.svg)" in text for name in solvable.VARIANTS)
    assert set(re.findall(r"pictures/([\w.-]+)\)", text)) == set(drawn)
    told = endpoints.answer("variants", {})
    for entry in (*told["variants"], *told["boards"]):  # as the page says it
        rule = entry["description"][lang]
        assert f"{rule[:1].upper()}{rule[1:]}" in text and f"### {entry['title'][lang]}\n" in text
        assert text.count(f"](page:{entry['id']}#1)") == 2, entry["id"]


def test_links_into_the_page_open_what_they_say() -> None:
    texts = {str(path): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}
    found = [(place, opened) for place, text in texts.items() for opened in pages.opened(text)]
    found += [(name, picture.opens) for name, picture in pictures.PICTURES.items()]
    assert len(found) > 50
    for place, opened in found:
        tab, _, rest = opened.partition(":") if not opened.startswith(("lights:", "tiles:")) else ("play", "", opened)
        assert tab in {"play", "solve", "learn", "lab"}, (place, opened)
        if tab == "learn":
            lesson, step, rest = rest.split(":", 2)
            puzzle, state = solvable.parse(rest)
            assert 1 <= int(step) <= len(lessons.make(puzzle, state, lesson).steps), (place, opened)
        solvable.parse(rest)


def test_the_site_opens_for_a_player(built_markdown: dict[str, str]) -> None:
    for lang, text in built_markdown.items():
        place = pages.PAGE[lang]
        assert text.index(f"({place}#lights:5x5#1)") < text.index("pictures/board.svg") < text.index("pip install"), (
            lang
        )


@pytest.fixture
def built_markdown() -> dict[str, str]:
    """The first page of each language, as the site gets it."""
    opens = {name: picture.opens for name, picture in pictures.PICTURES.items()}
    return {lang: pages.written(lang, set(site.GENERATED), opens)["index.md"] for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_has_every_command_key_and_name(lang: str) -> None:
    text = commands.page(lang)
    assert all(f"\n## {row.name}\n" in text for row in ROWS)
    keys = schema.page(lang)
    assert all(f"| `{key}` |" in keys for key in solvable.solve("110/000/000"))
    names = api.page(lang)
    assert all(f"\n### {name}\n" in names for name in solvable.__all__)
    assert "optimal(" in names and "-> Solution" in names
    assert "bit_length" not in names and "LightsOut.nullity()" not in names  # a name for a type; a property
    assert all(f"\n### {name}\n\n#" not in names for name in api.VALUES)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lights", "tiles"])
def test_notebooks_give_what_they_show_and_speak_chinese_too(name: str) -> None:
    both = notebooks.read(name), notebooks.read(name, notebooks.CHINESE)
    assert notebooks.executed(*both) == both
    for cell, other in zip(*(each["cells"] for each in both), strict=True):
        assert cell["cell_type"] == other["cell_type"]
        assert cell["cell_type"] == "code" or any("一" <= letter <= "鿿" for letter in "".join(other["source"]))
