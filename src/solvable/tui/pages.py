"""What is shown beside the board and over it, as text in either language: figures, keys, the list of new games."""

from solvable import answers, families
from solvable.messages import sentence, translate
from solvable.play.levels import levels
from solvable.render.text import fold, pad, table, wrap
from solvable.tui.game import Game, clock, family_name
from solvable.tui.search import Search

MOVES_LISTED_MAX = 14  # moves of a solution that are listed
KEYS = {
    "move": "↑↓←→ WASD hjkl",
    "press": "Space Enter",
    "undo": "U Z",
    "redo": "R Y",
    "restart": "Shift+R",
    "new": "N",
    "hint": "Shift+H I",
    "marks": "M",
    "edit": "E",
    "digits": "0–9",
    "copy": "C",
    "paste": "V",
    "save": "F2",
    "load": "F3",
    "blank": "P",
    "language": "G",
    "theme": "T",
    "help": "?",
    "close": "Esc",
    "quit": "Q Ctrl+C",
}
FIRST = {"move": "↑↓←→", "press": "Space", "hint": "I", "marks": "M", "undo": "U", "redo": "R", "new": "N", "edit": "E"}
FIRST |= {"help": "?"}


def panel(game: Game, lang: str, width: int, *, lines: int) -> str:
    """Return what is shown beside the board: the figures, the next moves, the keys that one needs first."""
    session = game.session
    figures = [("play.moves", str(len(session.moves))), ("play.par", game.par() or "…")]
    figures.append(("play.time", clock(session.elapsed)))
    rows = [pad(sentence(key, lang), 10) + value for key, value in figures]
    if game.is_editing:
        rows = [sentence("play.editing", lang)]
    moves = game.left()
    if moves:
        shown = "  ".join(moves[:MOVES_LISTED_MAX]) + ("  …" if len(moves) > MOVES_LISTED_MAX else "")
        rows += ["", sentence("play.next", lang), *fold(shown, width)]
    does = table([(keys, sentence(f"does.{name}", lang)) for name, keys in FIRST.items()], width, indent="")
    return "\n".join([*rows, "", *does] if len(rows) + 1 + len(does) <= lines else rows)


def figures(game: Game, lang: str) -> str:
    """Return moves, par and time in one line, for screens without room beside the board."""
    session = game.session
    values = {"moves": len(session.moves), "par": game.par() or "…", "time": clock(session.elapsed)}
    return sentence("play.figures", lang, **values)


def first_keys(game: Game, lang: str, width: int) -> str:
    """Return the keys that one needs first, in lines of this width, for screens without room beside the board."""
    keys = sentence("play.keys.slide" if game.is_sliding else "play.keys.press", lang)
    return "\n".join(wrap(keys.split(" · "), width))


def verdict(game: Game, scout: Search | None, lang: str, *, with_fewest: bool = True) -> str:
    """Return whether the board that was dealt is solvable, in how many ways, and how well it can be done."""
    par = game.session.par
    if scout is not None and scout.proof is not None:
        return sentence("play.refutable", lang)
    if par is None:
        return sentence("play.looking", lang) if scout is not None and not scout.is_over else ""
    ways = families.of(game.session.puzzle).ways(game.session.puzzle).get("solutions")
    parts = [sentence("play.solvable", lang)]
    if ways is not None:
        parts.append(sentence("play.ways", lang, n=ways))
    if with_fewest:
        key = "play.fewest" if par.is_optimal else "play.between"
        parts.append(sentence(key, lang, n=len(par), bound=par.lower_bound))
    return " · ".join(parts)


def progress(search: Search, lang: str) -> str:
    """Return how far the search for a solution is."""
    if search.best is None:
        return sentence("play.searching", lang)
    return sentence("play.improving", lang, best=len(search.best), bound=search.bound)


def key_list(lang: str, width: int) -> str:
    """Return all keys and what they do, in lines of this width."""
    return "\n".join(table([(keys, sentence(f"does.{name}", lang)) for name, keys in KEYS.items()], width, indent=""))


def new_games(game: Game, lang: str, day: str, *, with_moves: bool = True) -> list[tuple[str, str]]:
    """Return the games to choose from, each with its name: this puzzle again, and of each family levels and today's.

    `with_moves` says of each level how many moves its boards need.
    """
    rows = [("again", sentence("play.new.again", lang, puzzle=game.name))]
    for family in families.offered():
        rows.append(("", f"── {family_name(family, lang)} ──"))
        rows.append((f"daily-{family}", sentence("play.new.daily", lang, day=day)))
        for number, (name, puzzle, level) in enumerate(levels(family)):
            row = pad(sentence(f"level.{name}", lang), 18) + pad(puzzle, 18)
            if level.moves and with_moves:
                row += sentence("level.exact" if level.boards else "level.moves", lang, n=level.moves)
            rows.append((f"level-{family}-{number}", row.rstrip()))
    rows.append(("", f"── {sentence('play.new.named', lang)} ──"))
    return rows + [(f"text:{card['puzzle']}", translate(card["title"], lang)) for card in answers.variants()]
