"""The written pages of a language, with their links rewritten from paths in the repository to paths in the site.

A page that a language lacks is the English one, under the same name, so that links between pages work in both. A link
to a file that the site does not have is an error here; Zensical finds dead anchors. `page:` begins a link into the page
of the game, in whose folder the documentation is: `[play](page:lights:5x5#1)`,
`[lesson](page:learn:chase:1:lights:4x4#1)`. A picture of a board is such a link automatically.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).parents[2]
ELSEWHERE = {  # files outside docs/ → their pages
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples.md",
    "benchmarks/RESULTS.md": "results.md",
    "README.md": "index.md",
    "README.zh.md": "index.md",
}
KEPT = ("pictures/", "notebooks/")  # folders next to the pages
_FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)
_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n *(?=[\u3000-\u9fff\uff00-\uffef`]|\*\*)")
_LINK = re.compile(r"\]\((?!https?:|page:)([^)#\s]+)((?:#[^)]*)?)\)")
_TO_PAGE = re.compile(r"\]\(page:([^)\s]*)\)")
_PICTURE = re.compile(r"^!\[[^\]]*\]\(pictures/([\w.-]+)\)(?:\{[^}]*\})?$", re.MULTILINE)
PAGE = {"en": "../", "zh": "../../?lang=zh"}
"""The address of the page, relative to the documentation of a language."""


def sources(lang: str) -> dict[str, Path]:
    """Return page → its file."""
    found = {page: ROOT / place for place, page in ELSEWHERE.items() if not place.startswith("README")}
    found |= {path.name: path for path in sorted((ROOT / "docs").glob("*.md"))}
    if lang != "en":
        found |= {path.name: path for path in sorted((ROOT / "docs" / lang).glob("*.md"))}
    return found


def written(lang: str, generated: set[str], opens: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return page → its Markdown, its links leading to pages; `opens` maps a picture to its link into the page."""
    found = sources(lang)
    known = set(found) | generated
    texts = {page: joined(relinked(path.read_text("utf-8"), path, known)) for page, path in found.items()}
    return {page: to_page(pictured(text, opens), lang) for page, text in texts.items()}


def to_page(text: str, lang: str) -> str:
    """Return `text` with its links into the page leading there."""
    return _TO_PAGE.sub(lambda found: f"]({PAGE[lang]}#{found[1]})", text)


def opened(text: str) -> Iterator[str]:
    """Yield the targets in the page of the links of a text."""
    yield from (found[1] for found in _TO_PAGE.finditer(text))


def pictured(text: str, opens: Mapping[str, str]) -> str:
    """Return `text` with each picture that stands alone turned into a link to its board."""
    return _PICTURE.sub(lambda found: f"[{found[0]}](page:{opens[found[1]]})" if found[1] in opens else found[0], text)


def joined(text: str) -> str:
    """Return `text` without line breaks between Chinese letters, which a browser would render as spaces."""
    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _BREAK.sub("", part) for part in parts)


def relinked(text: str, path: Path, known: set[str]) -> str:
    """Return `text`, the content of the file `path`, with links to the pages `known`."""
    parts = _FENCE.split(text)
    return "".join(
        part if part.startswith("```") else _LINK.sub(lambda found: _link(found, path, known), part) for part in parts
    )


def _link(found: re.Match[str], path: Path, known: set[str]) -> str:
    page = _page(path.parent.relative_to(ROOT).as_posix(), found[1])
    if page not in known and not page.startswith(KEPT):
        raise ValueError(f"{path.relative_to(ROOT)}: the site has nothing for the link {found[1]}")
    return f"]({page}{found[2]})"


def _page(folder: str, link: str) -> str:
    place = posixpath.normpath(posixpath.join(folder, link))
    return ELSEWHERE.get(place) or place.removeprefix("docs/").removeprefix("zh/")


def links(text: str) -> Iterator[tuple[str, str]]:
    """Yield (file, anchor) of each link within the repository."""
    for part in _FENCE.split(text):
        if not part.startswith("```"):
            yield from ((found[1], found[2][1:]) for found in _LINK.finditer(part))
