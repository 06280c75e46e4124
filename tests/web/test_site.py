"""The static site in a real browser: it asks for nothing that is not there, and lets nothing in that is not its own."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests import test_architecture
from tests.web.conftest import Visit
from tools import make_site

from solvable.web.server.middleware import PAGE_POLICY

INLINE = """() => {
  const parts = [["script", "textContent", "window.inside = true"], ["img", "src", "https://a.example/b.png"]];
  for (const [kind, name, text] of parts) {
    const part = document.createElement(kind);
    part[name] = text;
    document.body.append(part);
  }
  return fetch("https://a.example/").then(() => "fetched", () => "refused");
}"""

SOLVE = """async () => {
  const { createEngine } = await import("./engine/engine.js");
  const engine = createEngine();
  await engine.load();
  const answer = await engine.ask("solve", { board: "tiles:3x3#5" });
  return { ...answer, isThere: await engine.hasServer() };
}"""


def test_a_visit_asks_for_nothing_that_is_not_there(visit_site: Visit, site: str) -> None:
    page = visit_site()
    answers: list[tuple[str, int]] = []
    page.on("response", lambda response: answers.append((response.url, response.status)))
    page.goto("about:blank")
    page.goto(f"{site}#tiles:3x3#5")
    page.wait_for_selector("body[data-ready]")
    answer = page.evaluate(SOLVE)
    assert (answer["answeredBy"], answer["verdict"]) == ("local", "solved")  # by the runtime, in its worker
    assert not answer["isThere"]
    assert f"{site}healthz" in dict(answers)
    assert [(url, status) for url, status in answers if status >= 400] == []


def test_the_page_runs_only_what_is_its_own(chromium: Any, site: str) -> None:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.goto(site)
    page.wait_for_selector("body[data-ready]")
    violations: list[str] = []
    page.on("console", lambda said: violations.append(said.text))
    assert page.evaluate(INLINE) == "refused"
    assert page.evaluate("window.inside") is None
    for directive in ("script-src", "img-src", "default-src"):
        assert any(directive in text for text in violations), violations
    context.close()


@pytest.mark.slow
def test_what_a_browser_does_not_need_is_not_in_its_package(built: Path) -> None:
    assert not [name for name in make_site.LEFT_OUT if not (make_site.PACKAGE / name).exists()]
    with ZipFile(built / "solvable.zip") as archive:
        names = {name.removeprefix("solvable/") for name in archive.namelist()} - {make_site.KERNELS}
    assert not [name for name in names if name.startswith(tuple(f"{each}/" for each in make_site.LEFT_OUT))]
    assert not [name for name in names if name.endswith(".xz")]


@pytest.mark.slow
def test_what_is_in_the_package_imports_nothing_that_is_left_out() -> None:
    there = set(make_site.light())
    for path in (path for path in there if path.suffix == ".py"):
        found = (test_architecture.file_of(name) for _, name in test_architecture.imports(path))
        assert {file for file in found if file} <= there, path


@pytest.mark.slow
def test_kernels_and_parameters_are_small(built: Path) -> None:
    with ZipFile(built / "solvable.zip") as archive:
        sizes = [each.compress_size for each in archive.infolist() if each.filename.endswith(make_site.DATA)]
    assert len(sizes) == 3 and sum(sizes) <= 360_000  # the benchmark wants 350


def test_the_policy_stands_before_all_that_it_governs(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    place = page.index(f'content="{PAGE_POLICY}"')
    assert place < min(page.index(each) for each in ("<script", "<link", "<style", "<body") if each in page)
    assert "healthz" not in (built / "sw.js").read_text("utf-8").partition("PREFIX")[0].replace("/healthz", "")
    assert make_site.guarded('<meta charset="utf-8">\n') != '<meta charset="utf-8">\n'
