"""The built site, in a browser: accessible, at home on a phone, in both schemes, and alone in the world."""

import functools
import json
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from tools.docs import __main__ as site
from tools.docs import pages, search

PAGES = [name.replace(".md", ".html") for name in sorted({*pages.sources("en"), *site.GENERATED})]
OWN = {name.replace(".md", ".html") for name in site.GENERATED} | {
    f"{path.stem}.html" for path in (pages.ROOT / "docs" / "zh").glob("*.md")
}
"""Pages that the Chinese site does not share with the English one."""
FULLY = ("index.html", "teacher.html")
"""Pages that are checked in both schemes; the others in one, turn about."""
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 800}


def test_the_site_is_built_without_a_warning(built: Path) -> None:
    assert all((built / lang / name).is_file() for lang in ("", "zh") for name in PAGES)


def test_no_link_of_the_site_is_dead(built: Path) -> None:
    texts = {file: file.read_text("utf-8") for file in built.rglob("*.html")}
    anchors = {file: set(re.findall(r'\bid="?([^">\s]+)', text)) for file, text in texts.items()}
    for file, text in texts.items():
        for link in set(re.findall(r'<a\b[^>]*?\bhref="?([^">\s]+)', text)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target == built.parent and parts.path.endswith("../"):
                continue  # the page, which the documentation lies beside
            target = target / "index.html" if target.is_dir() else target
            assert target.is_relative_to(built) and target.is_file(), (file, link)
            if parts.fragment and target in anchors:
                assert unquote(parts.fragment) in anchors[target], (file, link)


@pytest.mark.parametrize("lang", ["", "zh/"])
def test_every_page_fits_a_desk_and_a_phone_is_accessible_and_asks_nobody_else(
    built: Path, chromium: Any, axe: str, lang: str
) -> None:
    asked: list[str] = []
    views = {}
    for scheme in ("light", "dark"):
        views[scheme] = chromium.new_page(color_scheme=scheme, viewport=DESK)
        views[scheme].on("request", lambda request: asked.append(request.url))
    asks: dict[str, Any] = {"resultTypes": ["violations"]}
    if lang:
        asks["rules"] = {"color-contrast": {"enabled": False}}  # half the work; the colours are the same
    for place, name in enumerate(PAGES):
        for scheme in ("light", "dark") if name in FULLY and not lang else (("light", "dark")[place % 2],):
            page = views[scheme]
            _open(page, built / lang / name)
            if lang and name not in OWN:
                continue  # axe has judged the English one
            page.add_script_tag(path=axe)
            found = page.evaluate("how => axe.run(document, how)", asks)["violations"]
            assert not found, (lang + name, scheme, json.dumps(found, indent=1)[:3000])
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked), asked
    for page in views.values():
        page.close()


def _open(page: Any, file: Path) -> None:
    """Open a page; fail where it is wider than a phone or than a desk, or lacks a picture."""
    page.goto(file.as_uri())
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (file, size)
    blurred = page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
    assert not blurred, (file, blurred)


@pytest.mark.parametrize(("lang", "word"), [("", "nullity"), ("zh/", "零化度")])
def test_search_finds_words_of_either_language(built: Path, chromium: Any, lang: str, word: str) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(built))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/{lang}index.html")
        page.locator("button.md-search__button").click()
        page.keyboard.type(word)
        page.locator("ol li", has_text=word).first.wait_for(timeout=30_000)
        page.close()
        server.shutdown()


@pytest.mark.parametrize(
    ("lang", "words"),
    [("", ["parity", "obstruction", "nullity", "distance", "quiet patterns"]), ("zh/", ["奇偶", "零化度", "静默图案"])],
)
def test_search_finds_theorems_and_guides_before_the_reference(
    built: Path, chromium: Any, lang: str, words: list[str]
) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(built))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for word in words:
            page = chromium.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/{lang}index.html")
            page.locator("button.md-search__button").click()
            page.keyboard.type(word)
            page.locator("ol li mark", has_text=word[-2:]).first.wait_for(timeout=30_000)
            links = page.locator("ol li a").evaluate_all("found => found.map(each => each.href)")
            places = [link.rpartition("/")[2].partition(".html")[0] for link in links]
            assert len(places) >= 3 and not {*places[:3]} & {*search.REFERENCE}, (word, places)
            assert places[0] == "theory" or word not in {"parity", "奇偶"}, places
            page.close()
        server.shutdown()


class Silent(SimpleHTTPRequestHandler):
    """A file server that writes no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is given
        pass
