"""The gallery: the named puzzles and the usual boards, as in the page, each with a link that opens it there.

A grid of dark lamps does not show its rule, so the picture shows the effect of the press in the middle.
"""

from functools import cache
from typing import Any

import solvable
from solvable import answers
from solvable.game_id import parse_puzzle
from solvable.messages import translate

WORDS = {
    "en": {
        "title": "Gallery",
        "lead": "Every puzzle that has a name, and the usual boards. A picture, or **Play**, opens it in the page. "
        "Each lamp board is drawn after one press, marked, so that the picture shows the rule; tiles after a scramble.",
        "lights": "Lights",
        "tiles": "Tiles",
        "play": "Play",
        "line": "{lamps} lamps of {k} states; nullity {nullity}; solutions of each solvable state: {solutions}. {worst}"
        "Source: {source}.",
        "worst": "No state needs more than {worst} presses. ",
        "alt": "{title} after one press",
        "tiles_alt": "{title}, scrambled",
        "tiles_line": "{states} of its {total} arrangements can be reached. Source: {source}.",
        "end": ".",
    },
    "zh": {
        "title": "图库",
        "lead": "每一种有名字的谜题，加上常见的棋盘。点图片或**玩**，就在网页里打开。"
        "灯盘画成按下一次之后的样子（所按的格子有标记），规则一看便知；滑块画的是打乱之后的样子。",
        "lights": "点灯",
        "tiles": "滑块",
        "play": "玩",
        "line": "共 {lamps} 盏灯，每盏 {k} 种状态；零化度 {nullity}，每个有解的局面有 {solutions} 个解。"
        "{worst}来源：{source}。",
        "worst": "最难的局面要按 {worst} 次。",
        "alt": "{title}，按一次之后",
        "tiles_alt": "{title}，打乱之后",
        "tiles_line": "全部 {total} 种排列中，能到达的有 {states} 种。来源：{source}。",
        "end": "。",
    },
}


def page(lang: str) -> str:
    """Return the page."""
    words = WORDS[lang]
    parts = [f"# {words['title']}", words["lead"]]
    for family in ("lights", "tiles"):
        cards = [_card(each, lang) for each in _all() if each["puzzle"].startswith(family)]
        parts += [f"## {words[family]}", '<div class="puzzles" markdown>', *cards, "</div>"]
    return "\n\n".join(parts) + "\n"


def pictures(lang: str) -> dict[str, str]:
    """Return the picture of each puzzle; pictures contain no words."""
    return {_file(each["puzzle"]): _drawn(each["puzzle"]) for each in _all()}


@cache
def _all() -> tuple[Any, ...]:
    """Return the named puzzles and the usual boards in the order of the page's gallery."""
    named = sorted(answers.variants(), key=_is_tiles)
    first = sum(not _is_tiles(each) for each in named)
    return (*named[:first], *answers.boards(), *named[first:])


def _is_tiles(entry: Any) -> bool:
    return bool(entry["puzzle"].startswith("tiles:"))


def _card(entry: Any, lang: str) -> str:
    words, puzzle = WORDS[lang], entry["puzzle"]
    title, rule, source = (translate(entry.get(key, ""), lang) for key in ("title", "description", "source"))
    is_lights = puzzle.startswith("lights:")
    alt = words["alt" if is_lights else "tiles_alt"].format(title=title)
    facts = ""
    if source and is_lights:
        facts = words["line"].format(
            lamps=entry["width"] * entry["height"], k=entry["k"], source=source, nullity=entry["nullity"],
            solutions=_number(entry["solutions"]),
            worst=words["worst"].format(worst=entry["worst"]) if "worst" in entry else "",
        )  # fmt: skip
    elif source:
        count = solvable.count(puzzle)
        facts = words["tiles_line"].format(
            states=_number(count["solvable_states"]), total=_number(count["states"]), source=source
        )
    link = f"page:{puzzle}#1"
    parts = [
        '<div class="puzzle" markdown>',
        f"### {title}",
        f"[![{alt}](pictures/{_file(puzzle)}){{ .card }}]({link})",
        f"{rule[:1].upper()}{rule[1:]}{words['end']}",
        facts,
        f"`{puzzle}`",
        f"[{words['play']}]({link}){{ .play }}",
        "</div>",
    ]
    return "\n\n".join(filter(None, parts))


def _number(digits: str) -> str:
    return f"{int(digits):,}"


def _file(puzzle: str) -> str:
    name = puzzle.removeprefix("lights:").lower()
    return "".join(letter if letter.isalnum() else "-" for letter in name) + ".svg"


def _drawn(puzzle: str) -> str:
    return _pressed(parse_puzzle(puzzle)) if puzzle.startswith("lights:") else _scrambled(f"{puzzle}#1")


def _pressed(puzzle: Any) -> str:
    """Draw the effect of one press: the middle one of a board, or the first if there is no middle."""
    height, width = puzzle.height, puzzle.width
    middle = (height // 2) * width + width // 2 if len(puzzle.moves(puzzle.goal)) == puzzle.cells else 0
    dark = (0,) * puzzle.cells
    state = puzzle.apply(dark, middle)
    drawing: str = puzzle.svg(state, solution=solvable.Solution((middle,), 0))
    return drawing


def _scrambled(board: str) -> str:
    puzzle, state = solvable.parse(board)
    drawing: str = getattr(puzzle, "svg")(state)  # noqa: B009  a capability
    return drawing
