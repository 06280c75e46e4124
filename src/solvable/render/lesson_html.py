"""A lesson as a self-contained page: headings, sentences, boards as SVG, tables as tables.

It prints well, follows the reader's light or dark scheme, and is in order for screen readers; a worksheet is the same
with problems instead of steps.
"""

from collections.abc import Iterable
from html import escape

from solvable.core.scene import Scene
from solvable.lessons.lesson import Lesson, Step, Table
from solvable.messages import sentence
from solvable.render import svg
from solvable.render.lesson_svg import thinned

STYLE = """
:root{color-scheme:light dark}
body{margin:0 auto;max-width:46rem;padding:1rem;font:1.05rem/1.5 system-ui,'PingFang SC','Noto Sans SC',sans-serif;
background:#F7F4EE;color:#1B2333}
ol{padding-left:2rem}li{margin:0 0 1.2rem}h1{font-size:1.5rem}
figure{margin:.6rem 0;display:flex;flex-wrap:wrap;gap:1rem;align-items:center}
figure svg{max-width:min(100%,20rem)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.95rem}
.table{max-width:100%;overflow-x:auto}
td,th{padding:.1rem .35rem;text-align:left;font-weight:400}th{color:#4A5670}
.matrix td{text-align:center}.bar{border-left:2px solid #6B7A99}.changed{background:#F4DFAE}
td.point{background:#CFE6F5;outline:2px solid #0072B2}
.problems{list-style-position:inside;padding:0}
.problems svg{display:block;margin-top:.4rem;max-width:14rem!important}.long svg{break-after:avoid}
.short>div{display:flex;gap:1.5rem;align-items:start}.short svg{flex:0 1 11rem}.short .lines{flex:1}
.lines hr{height:8mm;margin:0;border:0;border-bottom:1px solid #A9B4CA}
.who{display:flex;gap:1rem}.who span{display:flex;flex:1;align-items:end}.who span:first-child{flex:2}
.who i{flex:1;margin-left:.4rem;border-bottom:1px solid currentColor;height:1.5rem}
.sheet{color:#4A5670;font-size:.85rem}.corner{color:#0072B2}
.solutions figure svg{max-width:6rem;height:auto}.solutions li li{margin:0 0 .5rem}
@media (max-width:40rem){ol{padding-left:1.4rem}.matrix{font-size:.8rem}.matrix td{padding:.05rem .12rem}}
@media (prefers-color-scheme:dark){body{background:#0E1420;color:#F4EFE6}th,.sheet{color:#A9B4CA}.corner{color:#56B4E9}
.changed{background:#4A3B16}td.point{background:#12405E;outline-color:#56B4E9}}
@media print{body{background:#fff;color:#000;max-width:none}li{break-inside:avoid}
li.long{break-inside:auto}.solutions{break-before:page}}
"""


def page(title: str, body: Iterable[str], lang: str) -> str:
    """Return a complete page."""
    language = "zh-Hans" if lang == "zh" else "en"
    return "".join(
        (
            f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">',
            '<meta name="generator" content="solvable">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>\n",
            *body,
            "</main></body></html>\n",
        )
    )


def draw(lesson: Lesson, lang: str) -> str:
    """Return the lesson as a page."""
    title = sentence(lesson.title, lang)
    key = legend([step.scene for step in lesson.steps if step.scene is not None], lang)
    return page(title, (f"<h1>{escape(title)}</h1>\n{key}", steps(lesson, lang)), lang)


def legend(scenes: Iterable[Scene], lang: str) -> str:
    """Return the paragraph that explains the corner on tiles in their goal cells, "" if no tile has one."""
    cells = (cell for scene in scenes for cell in scene.cells)
    if not any(cell.is_home and cell.shape == "tile" and not cell.role for cell in cells):
        return ""
    return f"<p class='sheet'><span class='corner'>◤</span> {escape(sentence('lesson.corner', lang))}</p>\n"


def steps(lesson: Lesson, lang: str) -> str:
    """Return the steps as a list."""
    items = (f"<li><p>{_sentence(step, lang)}</p>{_figure(step, lang)}</li>\n" for step in thinned(lesson))
    return f"<ol>\n{''.join(items)}</ol>\n"


def _sentence(step: Step, lang: str) -> str:
    return escape(sentence(step.key, lang, **step.values))


def _figure(step: Step, lang: str) -> str:
    shown = svg.draw(step.scene, lang) if step.scene is not None else ""
    shown += _table(step.table, lang) if step.table is not None else ""
    return f"<figure>{shown}</figure>" if shown else ""


def _table(table: Table, lang: str) -> str:
    heads = "".join(f'<th scope="col">{escape(sentence(key, lang))}</th>' for key in table.head)
    rows = [f"<tr>{heads}</tr>"] if heads else []
    points = set(table.points)
    for number, row in enumerate(table.rows):
        cells = []
        for position, entry in enumerate(row):
            names = ["bar"] * (table.bar == position > 0) + ["point"] * ((number, position) in points)
            mark = f' class="{" ".join(names)}"' if names else ""
            cells.append(f"<td{mark}>{escape(entry)}</td>")
        changed = ' class="changed"' if number in table.changed else ""
        rows.append(f"<tr{changed}>{''.join(cells)}</tr>")
    kind = ' class="matrix"' if table.is_matrix else ""
    width = max(map(len, table.rows), default=0)
    about = sentence("lesson.matrix" if table.is_matrix else "lesson.table", lang, rows=len(table.rows), columns=width)
    scrolled = f'<div class="table" role="group" tabindex="0" aria-label="{escape(about)}">'
    return f"{scrolled}<table{kind}>{''.join(rows)}</table></div>"
