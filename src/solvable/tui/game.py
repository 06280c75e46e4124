"""A game as a player holds it: the session, a cursor, editing, and what was said last; keys become its methods.

It knows neither a terminal nor a clock. What is said is kept as keys and values, so another language says it again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from solvable import families, game_id
from solvable.answers.review import review
from solvable.core.errors import Invariant, NotationError, PuzzleError
from solvable.core.puzzle import Lamps, Pieces
from solvable.core.scene import Marks, Scene
from solvable.messages import sentence, translate
from solvable.play import input as play_input
from solvable.play.challenge import Challenge, clock_ms, drawn_stars, format_challenge, squares, stars
from solvable.play.record import Record
from solvable.play.session import Session
from solvable.tui.record_file import RecordFile, today

CELLS_MAX = 5000  # cells of a board that is played on a screen
JUDGING_S = 1.5  # seconds to judge a game that is copied
CELL_DIGITS_MAX = 3  # of a number that is typed into a cell
WAY_NAMES = {way: name for name, way in play_input.WAYS.items()}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence: its key, or an error's text, the place in a file that it is about and what was expected there;
    whether something is wrong; the facts that go with it."""

    key: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    place: str = ""
    expected: str = ""
    is_alarm: bool = False
    facts: tuple["Said", ...] = ()

    def words(self, lang: str) -> str:
        """Return the sentence in this language, and in a second line the facts that go with it."""
        facts = " · ".join(fact.words(lang) for fact in self.facts)
        return "\n".join(filter(None, (self._sentence(lang), facts)))

    def _sentence(self, lang: str) -> str:
        if self.text:
            text = (f"{self.place}: " if self.place else "") + translate(self.text, lang)
            if self.expected:
                text += f" ({sentence('error.expected', lang, expected=translate(self.expected, lang))})"
            return text
        return sentence(self.key, lang, **self.values) if self.key else ""


NOTHING = Said()


def told(error: Exception) -> Said:
    """Return what went wrong, said as the commands say it: the file and the place in it first, if it has one."""
    if isinstance(error, OSError):
        return Said(text=error.strerror or str(error), place=str(error.filename or ""), is_alarm=True)
    text = getattr(error, "message", None) or str(error)
    if not isinstance(error, NotationError):
        return Said(text=text, is_alarm=True)
    return Said(text=text, place=error.place if error.source else "", expected=error.expected, is_alarm=True)


class Game:
    """A session being played, and all that a view has to show of it."""

    def __init__(self, session: Session, book: RecordFile | None = None) -> None:
        self.moves_blank = False
        self.book = book
        self.begin(session)

    def begin(self, session: Session) -> None:
        """Play this session; raise PuzzleError if it is too large for a screen."""
        if len(session.state) > CELLS_MAX:
            raise PuzzleError("this board is too large to be played here")
        self.session = session
        self.cursor = -1
        self.is_editing = False
        self.picked = -1
        self.typed = ""
        self.proof: Invariant | None = None
        self.said = NOTHING
        self.is_daily = session.start == game_id.seeded(session.puzzle, today())
        if (theirs := session.challenge) is not None and not session.moves:
            self.say("play.challenge", n=theirs.length, time=clock_ms(theirs.ms))
        scene = self.scene
        self.is_sliding = play_input.is_sliding(scene)
        if not self.is_sliding:
            self.cursor = play_input.targets(session.puzzle, scene)[0].index

    @property
    def scene(self) -> Scene:
        """What is to be seen: the position, with the marks or the proof that it cannot be solved."""
        marks = Marks(weights=tuple(self.proof.weights)) if self.proof else self.session.marks
        return play_input.stage(self.session.puzzle, self.session.state, marks)

    @property
    def name(self) -> str:
        """The ID of the puzzle."""
        return game_id.format_puzzle(self.session.puzzle)

    @property
    def board(self) -> str:
        """The game ID of the position."""
        return game_id.format_board(self.session.puzzle, self.session.state)

    def say(self, key: str, **values: Any) -> None:
        """Say something to the player."""
        self.said = Said(key, values)

    def tell(self, error: Exception) -> None:
        """Say what went wrong."""
        self.said = told(error)

    # playing

    def arrow(self, way: play_input.Way) -> None:
        """Move the tile, or where cells are pressed or written the cursor."""
        session = self.session
        if self.is_sliding and not self.is_editing:
            aim = (-way[0], -way[1]) if self.moves_blank else way
            if moves := play_input.slides(session.puzzle, session.state, aim):
                self.make(moves)
            else:
                key = "play.no_step" if self.moves_blank else "play.no_slide"
                self.say(f"{key}.{WAY_NAMES[way]}")
            return
        self.typed = ""
        scene = self.scene
        cells = scene.cells[: len(session.state)] if self.is_editing else play_input.targets(session.puzzle, scene)
        self.cursor = play_input.neighbour([cell for cell in cells if cell.role != "dead"], self.cursor, way)

    def press(self, cell: int | None = None) -> None:
        """Press the cell under the cursor, or this one: a move, or while the board is edited another content."""
        if cell is not None:
            self.typed = ""
            if not self.is_sliding or self.is_editing:
                self.cursor = cell
        cell = self.cursor if cell is None else cell
        if self.is_editing:
            self._change(cell)
        elif cell >= 0:
            self.make(play_input.touched(self.session.puzzle, self.session.state, cell))

    def make(self, moves: tuple[int, ...]) -> None:
        """Make the moves, and say so where that wins the game."""
        if not moves:
            self.say("play.no_press" if isinstance(self.session.puzzle, Lamps) else "play.no_move")
            return
        was_solved, self.proof, self.said = self.session.is_solved, None, NOTHING
        for move in moves:
            self.session.move(move)
        if self.session.is_solved and not was_solved:
            self._won()

    def _won(self) -> None:
        session = self.session
        key = "play.won.help" if session.with_help else "play.won"
        if not session.with_help and session.par is not None and len(session.moves) <= session.par.lower_bound:
            key = "play.won.fewest"
        ms = session.times[-1] if session.times else 0
        self.said = Said(key, {"n": len(session.moves), "time": clock_ms(ms)}, facts=tuple(self._facts(ms)))

    def _facts(self, ms: int) -> Iterator[Said]:
        """Yield what there is to say of a win: stars, par, how it compares with the challenge, and the record."""
        session = self.session
        par, challenge, length = session.par, session.challenge, len(session.moves)
        if par is not None and par.is_optimal:
            number = 0 if session.with_help else stars(length, len(par), is_proved=True)
            yield Said(text=drawn_stars(number))
            yield Said("play.won.par", {"n": len(par)})
        if challenge is not None and not session.with_help:
            theirs = {"n": challenge.length, "time": clock_ms(challenge.ms)}
            is_draw = (challenge.length, challenge.ms) == (length, ms)
            result = "draw" if is_draw else "beaten" if challenge.is_beaten(length, ms) else "unbeaten"
            yield Said(f"play.won.{result}", theirs)
        record, faults = self._kept()
        yield from faults
        if (best := record.of(self.name).best("ms")) is not None:
            yield Said("play.won.best", {"time": clock_ms(best.ms)})
        now, longest = record.streak(today())
        if self.is_daily and now:
            yield Said("play.record.streak", {"n": now, "longest": longest})

    def give_up(self) -> None:
        """Put the game into the record as one that was not solved."""
        session = self.session
        if session.is_solved or not (session.moves or session.undone):
            self.say("play.no_game")
        else:
            self.said = Said("play.given_up", facts=self._kept()[1])

    def _kept(self) -> tuple[Record, tuple[Said, ...]]:
        """Put the game into the record and return that; or an empty one, and why the game is not in it."""
        try:
            return (self.book.finish(self.session) if self.book else Record()), ()
        except (PuzzleError, OSError) as error:
            return Record(), (Said("play.record.unwritten"), told(error))

    def undo(self) -> None:
        """Take a move back."""
        self._step(self.session.undo(), "play.no_undo")

    def redo(self) -> None:
        """Make it again."""
        self._step(self.session.redo(), "play.no_redo")

    def restart(self) -> None:
        """Go back to the beginning."""
        self.session.restart()
        self._step(True, "play.no_undo")

    def _step(self, was_made: bool, otherwise: str) -> None:
        self.proof, self.said = None, NOTHING
        if not was_made:
            self.say(otherwise)

    # editing

    def toggle_editing(self) -> None:
        """Begin to write the board, or end it."""
        self.is_editing, self.typed, self.picked, self.proof = not self.is_editing, "", -1, None
        if self.is_editing:
            self.session.hide_marks()
            self.cursor = max(self.cursor, 0)
            if isinstance(self.session.puzzle, Lamps) and self.cursor >= len(self.session.state):
                self.cursor = 0
            self.say("play.edit.tiles" if self._has_pieces else "play.edit.lights")
            return
        self.said = NOTHING
        if self.is_sliding:
            self.cursor = -1
        else:
            open_cells = [cell.index for cell in play_input.targets(self.session.puzzle, self.scene)]
            self.cursor = self.cursor if self.cursor in open_cells else open_cells[0]

    @property
    def _has_pieces(self) -> bool:
        return isinstance(self.session.puzzle, Pieces)

    def digit(self, number: int) -> None:
        """Write a number into the cell under the cursor; digits typed one after another are one number."""
        if not self.is_editing:
            self.say("play.digits")
            return
        self.typed = (self.typed + str(number))[-CELL_DIGITS_MAX:]
        if int(self.typed) > self._most:
            self.typed = str(number)
        self._write(self.cursor, int(self.typed))

    @property
    def _most(self) -> int:
        """The largest number that a cell may hold."""
        puzzle = self.session.puzzle
        return puzzle.k - 1 if isinstance(puzzle, Lamps) else max(self.session.state)

    def _change(self, cell: int) -> None:
        """Step a lamp on; pick a piece up, or let it change places with the one picked."""
        if cell >= len(self.session.state):
            return
        if not self._has_pieces:
            self._write(cell, (self.session.state[cell] + 1) % (self._most + 1))
        elif self.picked < 0:
            self.picked = cell
        else:
            swapped = {self.picked: self.session.state[cell], cell: self.session.state[self.picked]}
            self.picked = -1
            self._edited(swapped)

    def _write(self, cell: int, value: int) -> None:
        try:
            self.session.put(cell, value)
        except PuzzleError as error:
            self.tell(error)

    def _edited(self, cells: dict[int, int]) -> None:
        try:
            self.session.edit(cells)
        except PuzzleError as error:
            self.tell(error)

    # help

    def show(self, *, whole: bool) -> None:
        """Show a hint, or the complete solution, which has been found."""
        if self.session.is_solved:
            self.say("play.already")
        elif whole:
            self.say("play.marks", n=len(self.session.solve_marks()))
        else:
            self.session.hint()
            self.say("play.hint")

    def refuted(self, proof: Invariant) -> None:
        """Show why the position cannot be solved."""
        self.session.hide_marks()
        self.proof = proof if any(proof.weights) else None
        self.said = Said("play.unsolvable.cells" if self.proof else "play.unsolvable", is_alarm=True)

    def copied(self, lang: str) -> str:
        """Return what is copied: the game ID of the position, or of a game that was won the result, with its link."""
        session = self.session
        if not session.is_solved or not session.moves:
            return self.board
        ms = session.times[-1]
        link = format_challenge(game_id.format_board(session.puzzle, session.start), Challenge(len(session.moves), ms))
        par = session.par
        if session.with_help or par is None:
            return link
        is_proved = par.is_optimal
        words = sentence("play.result" if is_proved else "play.result.open", lang, n=len(session.moves), par=len(par))
        number = stars(len(session.moves), len(par), is_proved=is_proved)
        head = f"{words} {drawn_stars(number) if is_proved else ''} {clock_ms(ms)}".replace("  ", " ")
        judged = review(session.puzzle, session.start, session.moves, par=par, seconds=JUDGING_S)
        drawn = squares(len(session.moves), judged.lost) if judged.is_complete else ""
        return "\n".join(filter(None, (f"solvable · {self.name}", head, drawn, link)))

    # what is shown beside the board

    @property
    def hides_par(self) -> bool:
        """Whether par is not shown: that of today's board is not until the board is solved."""
        return self.is_daily and not self.session.is_solved

    def par(self) -> str:
        """Return the fewest moves from the beginning, or between what they are; "" while nothing is known."""
        par = self.session.par
        if self.hides_par:
            return "–"
        if par is None:
            return ""
        return str(len(par)) if par.is_optimal else f"{par.lower_bound}–{len(par)}"

    def left(self) -> tuple[str, ...]:
        """Return the marked moves in order, as pieces are named; () where the board shows them itself."""
        session = self.session
        if session.shown != "marks" or isinstance(session.puzzle, Lamps):
            return ()
        return self.scene_of_solution.caption

    @property
    def scene_of_solution(self) -> Scene:
        """The scene that lists the marked moves."""
        marks = Marks(solution=self.session.marks.pressed or ())
        return play_input.stage(self.session.puzzle, self.session.state, marks)


def clock(seconds: float) -> str:
    """Return a time as a game shows it: 0:07, 12:30, 1:02:05."""
    minutes, seconds_left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


def family_name(family: str, lang: str) -> str:
    """Return what a family is called, its ID if nobody has named it."""
    families.load(family)
    try:
        return sentence(f"family.{family}", lang)
    except KeyError:
        return family
