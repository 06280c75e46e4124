"""The title of a picture, which screen readers read instead of it: its content in one or two sentences."""

from solvable.core.scene import Scene
from solvable.messages import join, sentence

READ = 36  # tiles that are listed
MARKED = (("press", "scene.presses"), ("weight", "scene.weights"), ("point", "scene.points"), ("arrow", "scene.next"))


def title(scene: Scene, lang: str) -> str:
    """Return the kind of board, its contents, and its marks, in words."""
    text = _board(scene, lang)
    for kind, key in MARKED:
        number = sum(mark.kind == kind for cell in scene.cells for mark in cell.marks)
        if number:
            text = join(text, sentence(key, lang, n=number))
    return text


def _board(scene: Scene, lang: str) -> str:
    cells, lit = scene.cells, sum(cell.level > 0 for cell in scene.cells)
    live = sum(cell.role != "dead" for cell in cells)
    size = {"width": scene.width, "height": scene.height}
    kind = cells[0].shape if cells else ""
    if kind == "vertex" or scene.links:
        is_lamps = kind not in {"vertex", "tile"}
        return sentence("scene.graph.lamps" if is_lamps else "scene.graph.tiles", lang, n=len(cells), lit=lit)
    if len(cells) < scene.width * scene.height:
        return sentence("scene.corner", lang, **size)
    if kind != "tile":
        return sentence("scene.lamps", lang, n=live, lit=lit, **size)
    if len(cells) > READ:
        return sentence("scene.tiles.many", lang, **size)
    blank = sentence("scene.blank", lang)
    names = [cell.label or ("–" if cell.role == "dead" else blank) for cell in cells]
    rows = tuple(" ".join(names[offset : offset + scene.width]) for offset in range(0, len(names), scene.width))
    return sentence("scene.tiles", lang, rows=rows, **size)
