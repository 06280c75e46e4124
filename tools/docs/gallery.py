"""The gallery: every named puzzle of the catalogue and the other tilings, drawn after one press, and tiles on boards
that have a name.

A grid of dark lamps does not show its rule, so the picture shows the effect of the press in the middle.
"""

from typing import Any

import solvable
from solvable import answers
from solvable.game_id import parse_puzzle
from solvable.messages import sentence, translate

TILINGS = {"lights:5x5,hex": "hexagons", "lights:7x4,triangle": "triangles"}  # an example, and its explanation
TILES = ("3x3", "4x4", "5x5")  # ordinary boards, before those of the catalogue
WORDS = {
    "en": {
        "title": "Gallery",
        "lead": "Every named puzzle, made from the catalogue. Each lamp board is drawn after one press, marked, "
        "so that the picture shows the rule.",
        "lights": "Lights",
        "tilings": "Hexagons and triangles",
        "tilings_lead": "Any size; each board is drawn after one press, marked.",
        "tiles": "Tiles",
        "tiles_lead": "Any size, any connected graph, boards with holes, words and pictures; drawn after a scramble.",
        "line": "{rule}. {lamps} lamps of {k} states; nullity {nullity}; solutions of each solvable state: "
        "{solutions}. {worst}Source: {source}.",
        "worst": "No state needs more than {worst} presses. ",
        "alt": "{title} after one press",
        "tiles_alt": "{name}, scrambled",
        "tiles_line": "{rule}. Source: {source}. ",
        "reach": "{states} of its {total} arrangements can be reached.",
    },
    "zh": {
        "title": "图库",
        "lead": "目录中的每一种有名字的谜题。每个灯盘都画成按下一次之后的样子（所按的格子有标记），规则一看便知。",
        "lights": "点灯",
        "tilings": "六边形与三角形",
        "tilings_lead": "任意大小；画的是按下一次之后的样子（所按的格子有标记）。",
        "tiles": "滑块",
        "tiles_lead": "任意大小、任意连通图、有洞的棋盘、文字与图案；画的是打乱之后的样子。",
        "line": "{rule}。共 {lamps} 盏灯，每盏 {k} 种状态；零化度 {nullity}，每个有解的局面有 {solutions} 个解。"
        "{worst}来源：{source}。",
        "worst": "最难的局面要按 {worst} 次。",
        "alt": "{title}，按一次之后",
        "tiles_alt": "{name}，打乱之后",
        "tiles_line": "{rule}。来源：{source}。",
        "reach": "全部 {total} 种排列中，能到达的有 {states} 种。",
    },
}


def page(lang: str) -> str:
    """Return the page."""
    words = WORDS[lang]
    parts = [f"# {words['title']}", words["lead"], f"## {words['lights']}"]
    parts += [_card(answer, lang) for answer in answers.variants() if answer["puzzle"].startswith("lights:")]
    parts += [f"## {words['tilings']}", words["tilings_lead"], *(_tiling(name, lang) for name in TILINGS)]
    parts += [f"## {words['tiles']}", words["tiles_lead"]]
    return "\n\n".join([*parts, *(_tiles(name, card, lang) for name, card in _all_tiles())]) + "\n"


def pictures(lang: str) -> dict[str, str]:
    """Return the picture of each puzzle; pictures contain no words."""
    found = {f"{name}.svg": _pressed(solvable.variant(name)) for name in solvable.VARIANTS}
    found |= {f"{_file(name)}.svg": _pressed(parse_puzzle(name)) for name in TILINGS}
    return found | {f"tiles-{_file(name)}.svg": _scrambled(f"tiles:{name}#1") for name, _ in _all_tiles()}


def _all_tiles() -> list[tuple[str, Any]]:
    """Return the boards of tiles without "tiles:", each with its card, or None."""
    named = [
        (card["puzzle"].removeprefix("tiles:"), card) for card in answers.variants() if card["puzzle"][:6] == "tiles:"
    ]
    return [*((name, None) for name in TILES), *named]


def _card(answer: Any, lang: str) -> str:
    words, name = WORDS[lang], answer["puzzle"].partition(":")[2]
    title, rule, source = (translate(answer[key], lang) for key in ("title", "description", "source"))
    worst = words["worst"].format(worst=answer["worst"]) if "worst" in answer else ""
    line = words["line"].format(
        rule=rule[:1].upper() + rule[1:], lamps=answer["width"] * answer["height"], k=answer["k"], source=source,
        nullity=answer["nullity"], solutions=f"{int(answer['solutions']):,}", worst=worst,
    )  # fmt: skip
    picture = f"![{words['alt'].format(title=title)}](pictures/{name}.svg)" + "{ .card }"
    return f"### {title}\n\n{picture}\n\n`{answer['puzzle']}`\n\n{line}"


def _tiling(name: str, lang: str) -> str:
    picture = f"![{WORDS[lang]['alt'].format(title=name)}](pictures/{_file(name)}.svg)" + "{ .card }"
    return f"### {name}\n\n{picture}\n\n{sentence(f'shape.{TILINGS[name]}', lang)}"


def _tiles(name: str, card: Any, lang: str) -> str:
    words, count = WORDS[lang], solvable.count(f"tiles:{name}")
    reach = words["reach"].format(states=_number(count["solvable_states"]), total=_number(count["states"]))
    shown = name if card is None else translate(card["title"], lang)
    picture = f"![{words['tiles_alt'].format(name=shown)}](pictures/tiles-{_file(name)}.svg)" + "{ .card }"
    if card is None:
        return f"### tiles:{name}\n\n{picture}\n\n{reach}"
    title, rule, source = (translate(card[key], lang) for key in ("title", "description", "source"))
    told = words["tiles_line"].format(rule=rule[:1].upper() + rule[1:], source=source)
    return f"### {title}\n\n{picture}\n\n`tiles:{name}`\n\n{told}{reach}"


def _number(digits: str) -> str:
    return f"{int(digits):,}"


def _file(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower())


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
