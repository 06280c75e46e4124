"""A game from any text: a saved game, Tatham's save file, a challenge, a replay, an ID, a board in any format."""

from solvable import game_id
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle
from solvable.families import FAMILIES
from solvable.formats.position import read
from solvable.play.challenge import split_challenge
from solvable.play.levels import dealt
from solvable.play.replay import TEXT_MAX, Replay, is_replay, parse_replay
from solvable.play.session import Session

_SAVE = "SAVEFILE"
_SHORT = 60  # characters of what may be a name


def opened(text: str, seed: str, family: str = "") -> Session:
    """Return the game that `text` is; if it names a puzzle only, the board that `seed` draws.

    A size, a number of tiles or the options of a puzzle (`6`, `3x4`, `4x4,torus`) name one of `family`, if that is
    given. A replay is opened at its beginning, where `redo` makes its moves; a challenge as the board it began with.
    Raise NotationError or PuzzleError if the text is no game.
    """
    start = text.lstrip()[:400]
    if start.startswith("{") and '"solvable game"' in start:
        return Session.from_json(text)
    if start.startswith(_SAVE):
        return Session.from_save(text)
    link = _link(text)
    if is_replay(link):
        return _replayed(parse_replay(link))
    board, challenge = split_challenge(link)
    if challenge is not None:
        session = _read(board)
        session.challenge = challenge
        return session
    name = text.strip()
    if game_id.is_game_id(name):
        has_position = "#" in name or ":" in name.partition(":")[2]
        return _read(text) if has_position else dealt(game_id.parse_puzzle(name), seed)
    puzzle = (_of(family, name) if family else None) or _named(name)
    if puzzle is None and game_id.is_side(name):
        game_id.parse_puzzle(name)  # which says how to write it
    return _read(text) if puzzle is None else dealt(puzzle, seed)


def _read(text: str) -> Session:
    return Session(*read(text).only_target())


def _link(text: str) -> str:
    """Return the link of a challenge or a replay as it is copied, after other lines and with the page's address."""
    last = text.strip().rpartition("\n")[2] if len(text) <= TEXT_MAX else ""
    if "&me=" not in last and "&replay=" not in last:
        return text
    return last.partition("#")[2] if last.startswith(("http://", "https://")) else last


def _replayed(played: Replay) -> Session:
    """Return a game whose moves, all undone, are those of a replay: with help, for they are another player's."""
    session = Session(played.puzzle, played.start)
    session.preset(played.moves, played.times)
    return session


def _of(family: str, name: str) -> Puzzle | None:
    """Return the puzzle of the family that `name` means, a lone number being the side of a square; None for none."""
    for params in (name, f"{name}x{name}") if len(name) < _SHORT and name.isprintable() else ():
        try:
            return game_id.parse_puzzle(f"{family}:{params}")
        except PuzzleError:
            continue
    return None


def _named(name: str) -> Puzzle | None:
    """Return the puzzle of a name that lacks its family, like merlin; None if no family or several have it."""
    results = []
    for family in FAMILIES if len(name) < _SHORT and name.isprintable() else ():
        try:
            results.append(game_id.parse_puzzle(f"{family}:{name}"))
        except PuzzleError:
            continue
    return results[0] if len(results) == 1 and not set(name) <= set("0123456789") else None
