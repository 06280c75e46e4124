"""The game on the full screen: the board, the panel beside it, and the keys; every search is in a thread."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Static

from solvable.core.budget import wall
from solvable.core.errors import PuzzleError
from solvable.game_id import family_of
from solvable.messages import sentence
from solvable.play import levels
from solvable.play.input import WAYS
from solvable.play.load import opened
from solvable.play.record import Record
from solvable.play.session import Session
from solvable.render.text import cut, display_width, pad
from solvable.tui import files, pages
from solvable.tui.board import Board
from solvable.tui.dialogs import Choice, Confirm, Line, Page, Paste
from solvable.tui.game import NOTHING, Game, told
from solvable.tui.record_file import RecordFile, today
from solvable.tui.search import Search
from solvable.tui.settings import DEFAULT, Settings
from solvable.tui.theme import THEMES, Palette

PAR, HINT, MARKS = 5.0, 1.5, 10.0  # seconds to look for the par, for a hint, for all marks
PANEL_COLUMNS_MIN = 72  # columns from which the panel is beside the board
PANEL = 30
PAGE, PAGE_FRAME = 64, 10  # columns of a page, and of what surrounds it on a narrow screen
OTHER = {"en": "中文", "zh": "English"}  # what a language calls itself
LETTERS = {
    "hint": "HiI",  # h moves to the left
    "new": "nN",
    "marks": "mM",
    "edit": "eE",
    "copy": "cC",
    "paste": "vV",
    "language": "gG",
    "theme": "tT",
    "blank": "pP",
    "record": "bB",
    "give_up": "xX",
    "quit": "qQ",
}
KEYS = {
    **dict.fromkeys(("left", "a", "A", "h"), "left"),
    **dict.fromkeys(("right", "d", "D", "l", "L"), "right"),
    **dict.fromkeys(("up", "w", "W", "k", "K"), "up"),
    **dict.fromkeys(("down", "s", "S", "j", "J"), "down"),
    **dict.fromkeys(("enter", " ", "space"), "press"),
    **dict.fromkeys("uUzZ", "undo"),
    **dict.fromkeys("ryY", "redo"),
    "R": "restart",
    "?": "help",
    "escape": "close",
    "f2": "save",
    "f3": "load",
    **{key: name for name, keys in LETTERS.items() for key in keys},
}
CSS = """
Screen { background: $background; color: $foreground; }
#head { height: 1; padding: 0 1; color: $text-muted; }
#middle { height: 1fr; }
#board { width: 1fr; height: 100%; }
#panel { width: 30; padding: 1 1 0 2; }
#keys { display: none; height: 2; padding: 0 1; color: $text-muted; }
#verdict { height: 1; padding: 0 1; color: $text-muted; }
#said { height: auto; min-height: 1; max-height: 2; padding: 0 1; }
.won { color: $accent; text-style: bold; }
.alarm { color: $error; }
.narrow #panel { display: none; }
.narrow #keys { display: block; }
ModalScreen { align: center middle; background: $background 60%; }
.dialog { width: 72; max-width: 96%; height: auto; max-height: 96%; padding: 1 2; background: $background;
          border: round $primary; }
.heading { text-style: bold; margin-bottom: 1; }
.fault { height: auto; max-height: 3; }
.page { padding: 0 2; max-height: 100%; }
.page .heading { margin: 0; }
.dialog OptionList { height: auto; max-height: 40vh; border: none; background: $background; padding: 0; }
.dialog TextArea { height: 10; }
.dialog Input { margin-top: 1; }
"""


def theme(name: str, palette: Palette) -> Theme:
    """Return the house colours as the toolkit wants them."""
    return Theme(
        name=f"house-{name}",
        primary=palette["mark"],
        accent=palette["lit" if name == "dark" else "lit_edge"],
        error=palette["alarm"],
        foreground=palette["text"],
        background=palette["ground"],
        surface=palette["ground"],
        panel=palette["rule"],
        dark=name == "dark",
        variables={"text-muted": palette["dim"]},
    )


class PlayApp(App[None]):
    """A game in a terminal."""

    class Found(Message):
        """A search has ended, in its thread."""

        def __init__(self, search: Search) -> None:
            super().__init__()
            self.search = search

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(
        self,
        session: Session,
        lang: str,
        *,
        colour: bool = True,
        likes: Settings = DEFAULT,
        keep: Callable[[Settings], None] | None = None,
        book: RecordFile | None = None,
    ) -> None:
        super().__init__(ansi_color=not colour)
        self.game, self.lang, self.colour = Game(session, book), lang, colour
        self.likes, self.keep, self.look = likes, keep, likes.look
        self.game.moves_blank = likes.moves_blank
        self.help_search: Search | None = None
        self.scout: Search | None = None
        self.wants_all = False
        self.last = wall()
        self.board = Board(self.game, THEMES[self.look], colour=colour)

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen."""
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield self.board
            yield Static(id="panel", markup=False)
        yield Static(id="keys", markup=False)
        yield Static(id="verdict", markup=False)
        yield Static(id="said", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        for name, palette in THEMES.items():
            self.register_theme(theme(name, palette))
        if self.colour:
            self.theme = f"house-{self.look}"
        self.board.focus()
        self.set_interval(0.2, self._tick)
        self._begun()

    def on_unmount(self) -> None:
        """Let no search go on."""
        self._cancel()
        if self.scout is not None:
            self.scout.cancel()

    # what is shown

    def say(self, key: str, **values: Any) -> str:
        """Return a sentence in the player's language."""
        return sentence(key, self.lang, **values)

    def show(self) -> None:
        """Show everything as it is now."""
        screen = self.screen_stack[0]
        if not screen.query("#said"):  # not yet, or no more
            return
        is_narrow = self.size.width < PANEL_COLUMNS_MIN
        screen.set_class(is_narrow, "narrow")
        self.board.show(THEMES[self.look])
        self._write(screen)
        said = screen.query_one("#said", Static)
        searching = self.help_search is not None
        said.update(
            pages.progress(self.help_search, self.lang) if self.help_search else self.game.said.words(self.lang)
        )
        said.set_class(not searching and self.game.said.key.startswith("play.won"), "won")
        said.set_class(not searching and self.game.said.is_alarm, "alarm")

    def _write(self, screen: Screen[Any]) -> None:
        """Write what changes with time: the head, the panel, the verdict."""
        width, is_narrow = self.size.width - 2, self.size.width < PANEL_COLUMNS_MIN
        right = pages.figures(self.game, self.lang) if is_narrow else self.say("play.corner", other=OTHER[self.lang])
        left = self.game.name if is_narrow else f"solvable  {self.game.name}"
        room = width - display_width(right)
        screen.query_one("#head", Static).update(pad(cut(left, room - 1), room) + right)
        lines = self.board.size.height - 1
        screen.query_one("#panel", Static).update(pages.panel(self.game, self.lang, PANEL - 3, lines=lines))
        screen.query_one("#keys", Static).update(pages.first_keys(self.game, self.lang, width))
        verdict = pages.verdict(self.game, self.scout, self.lang, with_fewest=not is_narrow)
        screen.query_one("#verdict", Static).update(verdict)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.show)

    def _tick(self) -> None:
        """Let time pass, and show what a search has found by now."""
        self._pass_time()
        if self.help_search is not None:
            self._take(self.help_search)
            self.show()
        elif self.screen_stack and self.screen_stack[0].query("#said"):  # none is left while the game ends
            self._write(self.screen_stack[0])

    def _pass_time(self) -> None:
        """Let the clock of the game go on, unless something is open over the board."""
        now = wall()
        if len(self.screen_stack) == 1:
            self.game.session.tick(now - self.last)
        self.last = now

    # keys and the mouse

    def on_key(self, event: events.Key) -> None:
        """Do what the key is for, unless something is open over the board."""
        if len(self.screen_stack) > 1:
            return
        key = event.character if event.character and event.character.isprintable() else event.key
        if key.isascii() and key.isdigit():
            self._play(lambda: self.game.digit(int(key)))
        elif key in KEYS:
            event.stop()
            event.prevent_default()  # else the page that it opens takes the same key
            self.do(KEYS[key])

    def do(self, name: str) -> None:
        """Do the action of this name."""
        game = self.game
        if name in WAYS:
            self._play(lambda: game.arrow(WAYS[name]))
            return
        plays: dict[str, Callable[[], None]] = {
            "press": game.press,
            "undo": game.undo,
            "redo": game.redo,
            "restart": game.restart,
            "give_up": game.give_up,
            "edit": self._edit,
        }
        if name in plays:
            self._play(plays[name])
            return
        getattr(self, f"on_{name}_wanted")()
        self.show()

    def on_board_touched(self, message: Board.Touched) -> None:
        """Press the cell that was clicked."""
        self._play(lambda: self.game.press(message.cell))

    def _play(self, does: Callable[[], None]) -> None:
        """Do something to the game, whose clock is right at this moment; a search for another position is over."""
        self._pass_time()
        before = self.game.session.state, self.game.session.start
        does()
        if before[0] != self.game.session.state:
            self._cancel()
        if before[1] != self.game.session.start:
            self._scout()
        self.show()

    def _edit(self) -> None:
        self.game.toggle_editing()
        if not self.game.is_editing:
            self._scout()

    # help from the solver

    def on_hint_wanted(self) -> None:
        """Show one move, found in a thread."""
        self._help(whole=False)

    def on_marks_wanted(self) -> None:
        """Show the complete solution, or hide it."""
        if self.game.session.shown == "marks" and self.help_search is None:
            self.game.session.hide_marks()
            self.game.said = NOTHING
        else:
            self._help(whole=True)

    def _help(self, *, whole: bool) -> None:
        session = self.game.session
        if self.game.is_editing:
            self.game.toggle_editing()
        self.wants_all = whole
        self._cancel()
        if session.has_solution or session.is_solved:
            self.game.show(whole=whole)
            return
        self.help_search = Search(session.puzzle, session.state, MARKS if whole else HINT, self._ended).begin()

    def _ended(self, search: Search) -> None:
        """Hand the end of a search, which is in its thread, on to the screen."""
        with suppress(RuntimeError):  # the screen has gone
            self.post_message(self.Found(search))

    def on_play_app_found(self, message: Found) -> None:
        """Show what a search has found."""
        search = message.search
        if search is self.scout:
            if search.found is not None and search.state == self.game.session.start:
                self.game.session.par = search.found
        elif search is self.help_search:
            self.help_search = None
            if search.proof is not None:
                self.game.refuted(search.proof)
            elif search.error is not None:
                self.game.tell(search.error)
            elif self._take(search):
                self.game.show(whole=self.wants_all)
        self.show()

    def _take(self, search: Search) -> bool:
        """Follow the best solution that a search has for the position; return whether there is one."""
        session = self.game.session
        if search.best is None or search.state != session.state:
            return False
        try:
            is_new = session.follow(search.best.moves)
        except PuzzleError:
            return False
        if is_new and self.wants_all:
            session.solve_marks()
        return True

    def _cancel(self) -> None:
        """End the search for help, and take no answer from it."""
        search, self.help_search = self.help_search, None
        if search is not None:
            search.cancel()

    def _scout(self) -> None:
        """Look for the par of the board in a thread."""
        if self.scout is not None:
            self.scout.cancel()
        session = self.game.session
        self.scout = Search(session.puzzle, session.start, PAR, self._ended)
        self.scout.begin()

    def on_close_wanted(self) -> None:
        """End what goes on: the search with its best, editing, the marks."""
        if self.help_search is not None:
            self.help_search.cancel()
        elif self.game.is_editing:
            self._play(self._edit)
        else:
            self.game.session.hide_marks()
            self.game.proof, self.game.said = None, NOTHING

    # games

    def _begun(self) -> None:
        self._cancel()
        self._scout()
        self.show()

    def play(self, makes: Callable[[], Session]) -> str:
        """Play the game that `makes` gives, and return ""; or return why there is none, and leave this game alone."""
        try:
            self.game.begin(makes())
        except (PuzzleError, OSError, MemoryError) as error:
            return told(error).words(self.lang)
        self._begun()
        return ""

    def on_new_wanted(self) -> None:
        """Choose a new game."""
        day = date.today().isoformat()
        rows = pages.new_games(self.game, self.lang, day, with_moves=self.size.width >= PANEL_COLUMNS_MIN)

        def accept(name: str) -> str:
            return self.play(lambda: self._new(name, day))

        self.push_screen(Choice(self.say("play.new.title"), accept, rows, self.say("play.new.prompt")))

    def _new(self, name: str, day: str) -> Session:
        """Return the game that a row of the list names."""
        kind, _, remaining = name.partition("-")
        if kind == "daily":
            return levels.daily(remaining, day)
        if kind == "level":
            family, _, number = remaining.rpartition("-")
            return levels.at_level(family, int(number), files.new_seed())
        if kind == "again":
            return levels.dealt(self.game.session.puzzle, files.new_seed())
        return files.from_argument(name.removeprefix("text:"), family_of(self.game.session.puzzle))

    def on_copy_wanted(self) -> None:
        """Copy the game ID of the position, or of a game that was won the result, as a challenge."""
        text = self.game.copied(self.lang)
        self.copy_to_clipboard(text)
        self.game.say("play.copied", board=text.rpartition("\n")[2])

    def on_paste_wanted(self) -> None:
        """Open a box to paste a board into."""
        self.push_screen(Paste(self.say("play.paste"), self._open, self.clipboard))

    def on_paste(self, event: events.Paste) -> None:
        """Play what the terminal pastes; if it is no game, it stands in the box with what is wrong with it."""
        if len(self.screen_stack) > 1 or not (fault := self._open(event.text)):
            return
        self.push_screen(Paste(self.say("play.paste"), self._open, event.text, fault))

    def _open(self, text: str) -> str:
        puzzle = self.game.session.puzzle
        return self.play(lambda: opened(text, files.new_seed(), family_of(puzzle), puzzle))

    def on_save_wanted(self) -> None:
        """Ask where to save the game."""
        self.push_screen(Line(self.say("play.save"), self._save, "game.json"))

    def _save(self, name: str) -> str:
        """Save the game, after a question if the file is there; return "", or why it is not saved."""
        try:
            replaces = files.replaces(name)
        except (PuzzleError, OSError) as error:
            return told(error).words(self.lang)
        if not replaces:
            return self._save_as(name)
        self.call_later(self._confirm_save, name)  # once the dialog with the name is closed
        return ""

    def _confirm_save(self, name: str) -> None:
        """Ask whether the file may be replaced."""

        def agreed(choice: str) -> str:
            if choice == "replace":
                return self._save_as(name)
            self.game.say("play.kept", path=name)
            self.show()
            return ""

        rows = [("keep", self.say("play.replace.no")), ("replace", self.say("play.replace.yes"))]
        self.push_screen(Confirm(self.say("play.replace", path=name), agreed, rows))

    def _save_as(self, name: str) -> str:
        """Save the game under a name, and say so; return "", or why it is not saved."""
        try:
            files.save(self.game.session, name)
        except (PuzzleError, OSError) as error:
            return told(error).words(self.lang)
        self.game.say("play.saved", path=name)
        self.show()
        return ""

    def on_load_wanted(self) -> None:
        """Ask which game to load."""
        self.push_screen(Line(self.say("play.load"), lambda name: self.play(lambda: files.load(name)), "game.json"))

    # the player's likings

    def on_language_wanted(self) -> None:
        """Speak the other language."""
        self.lang = "en" if self.lang == "zh" else "zh"
        self._like(lang=self.lang)

    def on_theme_wanted(self) -> None:
        """Show the other colours."""
        self.look = "light" if self.look == "dark" else "dark"
        if self.colour:
            self.theme = f"house-{self.look}"
        self._like(look=self.look)

    def on_blank_wanted(self) -> None:
        """Let arrows move the blank, or the tile again."""
        self.game.moves_blank = not self.game.moves_blank
        self.game.say("play.blank" if self.game.moves_blank else "play.tile")
        self._like(moves_blank=self.game.moves_blank)

    def _like(self, **changed: Any) -> None:
        """Keep what the player likes for the next game, if it is kept."""
        self.likes = replace(self.likes, **changed)
        if self.keep is not None:
            try:
                self.keep(self.likes)
            except (PuzzleError, OSError) as error:
                self.game.tell(error)

    def on_help_wanted(self) -> None:
        """Show all keys."""
        width = min(PAGE, self.size.width - PAGE_FRAME)
        self.push_screen(Page(self.say("play.keys"), pages.key_list(self.lang, width)))

    def on_record_wanted(self) -> None:
        """Show the record."""
        book, width = self.game.book, min(PAGE, self.size.width - PAGE_FRAME)
        try:
            text = pages.record(book.load() if book else Record(), self.game.name, self.lang, width, today())
        except (PuzzleError, OSError) as error:
            self.game.tell(error)
            return
        where = self.say("play.record.file", path=book.path) if book else ""
        self.push_screen(Page(self.say("play.record.title"), "\n\n".join(filter(None, (text, where)))))

    def on_quit_wanted(self) -> None:
        """End the game."""
        self.exit()
