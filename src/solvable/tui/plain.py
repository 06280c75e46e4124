"""The game by lines: for pipes, bare terminals and readers of screens. Every line is a command, a move, or a board.

It reads and writes by what it is given, so it runs anywhere; the same session, words and solver as the full screen.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

from solvable import answers, families, game_id
from solvable.answers.review import best
from solvable.core.answer import Answer, ordered
from solvable.core.budget import Budget, wall
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.puzzle import Lamps
from solvable.core.scene import Marks, scene_of
from solvable.messages import sentence, translate
from solvable.play import levels
from solvable.play.input import WAYS, read_moves, wrong_move
from solvable.play.load import opened
from solvable.play.record import Record
from solvable.play.session import Session
from solvable.render.text import Pen, draw, wrap
from solvable.tui import files, pages
from solvable.tui.game import Game, family_name, told
from solvable.tui.record_file import RecordFile, today

SEARCH_S = 3.0  # to look for a solution
MOVES_SHOWN_MAX = 200  # moves of a solution
TYPED_CELLS_MIN = 4  # cells of a board that is typed without its family: x and -1 are lamps as well, and rather slips
CHOICE_DIGITS_MAX = 4  # digits of a number that answers a menu
COMMANDS = {
    word: name
    for name, words in {
        "hint": "hint h i 提示",
        "undo": "undo u z back 撤销 撤消 返回",
        "redo": "redo r y 重做",
        "restart": "restart 重来 重新开始",
        "solve": "solve m marks 求解 解 解法",
        "new": "new n 新局 新游戏",
        "save": "save 保存",
        "load": "load open 读取 打开",
        "copy": "copy c id share 复制 分享",
        "give_up": "give-up dnf 认输 放弃",
        "record": "record best 战绩 记录",
        "lang": "lang g language 语言",
        "help": "help ? ？ 帮助",
        "show": "show board 看 局面",
        "quit": "quit q exit bye 退出 再见",
    }.items()
    for word in words.split()
}
ARROWS = {
    **dict(zip(("left", "right", "up", "down"), WAYS, strict=True)),
    **dict(zip("adws", WAYS, strict=True)),
    **dict(zip("左右上下", WAYS, strict=True)),
    **dict(zip("←→↑↓", WAYS, strict=True)),
    **dict(zip(("\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"), WAYS, strict=True)),
}
FOLLOWED = ("save", "load", "new")  # by a file's name, or a size, a puzzle or a board
YES, NO = {"y", "yes", "是", "好"}, {"", "n", "no", "否", "不"}
Read = Callable[[str], str]


class PlainGame:
    """A game by lines: `read` asks with a prompt and returns a line, raising EOFError at the end of input."""

    def __init__(
        self, lang: str, pen: Pen, read: Read, write: Callable[[str], None], book: RecordFile | None = None
    ) -> None:
        self.book = book
        self.lang, self.pen, self.read, self.write = lang, pen, read, write
        self.game: Game
        self.last = wall()
        self.unread: list[str] = []  # lines that answered no question, and are obeyed next

    def say(self, key: str, **values: Any) -> None:
        """Write a sentence in the player's language."""
        self.write(sentence(key, self.lang, **values))

    def play(self, session: Session | None) -> bool:
        """Play until the player quits or the input ends; return False if Ctrl-C, which stops a search first, did."""
        is_quiet = True
        try:
            if session is not None:
                self.begin(session)
            else:
                while not self._chose():
                    pass
            while self.obey(self.unread.pop() if self.unread else self.read("> ")):
                pass
        except EOFError:
            pass
        except KeyboardInterrupt:
            is_quiet = False
            self.write("")
        self.say("plain.bye")
        return is_quiet

    # choosing

    def chosen(self) -> Session | None:
        """Return the game that the player chooses from the menus, None if they go back; raise EOFError to quit."""
        names = families.offered()

        def offer() -> None:
            self.say("plain.family")
            for number, name in enumerate(names, start=1):
                self.write(f"  {number}  {family_name(name, self.lang)}")

        while isinstance(answer := self._answer(offer, range(1, len(names) + 1)), int):
            if (session := self._level(names[answer - 1])) is not None:
                return session
        return answer

    def _level(self, family: str) -> Session | None:
        """Return the game that the player chooses of a family, None if they go back."""
        rows, day = levels.levels(family), date.today().isoformat()

        def offer() -> None:
            self.say("plain.level")
            self.write("  0  " + sentence("play.new.daily", self.lang, day=day))
            for number, (name, puzzle, _) in enumerate(rows, start=1):
                self.write(f"  {number}  {sentence(f'level.{name}', self.lang)}  {puzzle}")

        answer = self._answer(offer, range(len(rows) + 1), family)
        if not isinstance(answer, int):
            return answer
        return levels.at_level(family, answer - 1, files.new_seed()) if answer else levels.daily(family, day)

    def _answer(self, offer: Callable[[], None], numbers: range, family: str = "") -> Session | int | None:
        """Offer a menu, and return the number or the game that is the answer, None if that is to go back."""
        offer()
        while True:
            line = self.read("> ").strip()
            command, name = _command(line)
            if command == "quit":
                raise EOFError  # as the end of the input, which ends the game as well
            if command == "undo":
                return None
            if command == "help":
                self.say("plain.menu")
            elif command in ("lang", "show") or (command == "new" and not name):
                if command == "lang":
                    self._lang()
                offer()
            elif _is_number(line) and int(line) in numbers:
                return int(line)
            elif (session := self._answered(command, name, family)) is not None:
                return session
            else:
                self.say("plain.choose", most=numbers[-1])

    def _answered(self, command: str, text: str, family: str) -> Session | None:
        """Return the game of a file, or that `text` is, alone or of a family, or say why it is none."""
        if command not in ("", "new") or not text:
            return self._loaded(text) if command == "load" and text else None
        try:
            session = opened(text, files.new_seed(), family)
        except PuzzleError as error:
            self.tell(error)
            return None
        return session if _is_meant(session, text) else None

    def _loaded(self, name: str) -> Session | None:
        """Return the game in a file, or say why there is none."""
        try:
            return files.load(name)
        except PuzzleError as error:
            self.tell(error)
            return None

    def tell(self, error: Exception) -> None:
        """Write what went wrong."""
        self.write(told(error).words(self.lang))

    # playing

    def begin(self, session: Session) -> None:
        """Begin a game, and say how few moves it needs."""
        self.game = Game(session, self.book)
        self.write(self.game.board)
        self.show()
        if challenge := self.game.said.words(self.lang):
            self.write(challenge)
        result = None
        try:
            result = session.find_par(SEARCH_S) if not session.is_solved else None
        except UnsolvableError:
            self._refute()
        if result is not None and result.is_optimal and not self.game.hides_par:
            self.say("plain.begin", n=len(result))
        else:
            self.say("plain.begin.open")
        if result is not None:
            goals = families.of(session.puzzle).goal_fields(session.puzzle, session.state, True)
            self._name_goals(ordered({"verdict": "solvable"} | goals))
        self.last = wall()

    def show(self, marks: Marks | None = None) -> None:
        """Draw the board."""
        self.write("")
        session = self.game.session
        scene = scene_of(session.puzzle, session.state, marks or Marks(), extent=self.pen.extent)
        for line in draw(scene, self.pen, lambda key: sentence(key, self.lang)).lines:
            self.write(line)

    def obey(self, line: str) -> bool:
        """Do what a line says; return whether the game goes on."""
        now = wall()
        self.game.session.tick(now - self.last)
        self.last = now
        command, text = _command(line.strip())
        if command == "quit":
            return False
        if command:
            getattr(self, f"_{command}")(*([text] if command in FOLLOWED else []))
        elif text:
            self._moved(text)
        self.last = wall()
        return True

    def _moved(self, line: str) -> None:
        """Make the moves that a line means, or play the board that it is."""
        game, words = self.game, line.split()
        if all(word.lower() in ARROWS for word in words) and game.is_sliding:
            for word in words:
                game.arrow(WAYS[ARROWS[word.lower()]])
            self._moves_told()
            return
        moves = read_moves(game.session.puzzle, game.session.state, line)
        if moves:
            game.make(moves)
            self._moves_told()
            return
        if wrong := wrong_move(game.session.puzzle, game.session.state, line):
            is_tile = game.is_sliding and wrong.lower() in {cell.label.lower() for cell in game.scene.cells}
            self.say("plain.stuck" if is_tile else "plain.no_move", move=wrong[:60])
            return
        self._deal(line)

    def _deal(self, text: str) -> None:
        """Play the board, or a new one of the puzzle or the size, that a text is."""
        session = self._board(text)
        if session is None:
            self.say("plain.unknown", text=text[:60])
        else:
            self._begin(session)

    def _board(self, line: str) -> Session | None:
        """Return the game of a board that is typed in place of a move; None if it is none."""
        try:
            puzzle = self.game.session.puzzle
            session = opened(line, files.new_seed(), game_id.family_of(puzzle), puzzle)
        except PuzzleError:
            return None
        return session if _is_meant(session, line) else None

    def _moves_told(self) -> None:
        self.show()
        if answer := self.game.said.words(self.lang):
            self.write(answer)

    def _begin(self, session: Session) -> bool:
        """Begin a game, or say why it cannot be played here; return whether it can."""
        try:
            self.begin(session)
        except PuzzleError as error:
            self.tell(error)
            return False
        return True

    def _chose(self) -> bool:
        """Let the player choose a game and begin it; return whether there is one."""
        session = self.chosen()
        return session is not None and self._begin(session)

    # commands

    def _hint(self) -> None:
        session = self.game.session
        if self._has_solution() and (move := session.hint()) is not None:
            self.show(Marks(next=move))
            self.say("plain.hint", move=self._names((move,))[0])

    def _solve(self) -> None:
        session = self.game.session
        if not self._has_solution():
            return
        moves = session.solve_marks()
        session.hide_marks()
        self.show(Marks(pressed=moves, next=moves[0]))
        self.say("plain.solution", n=len(moves))
        for line in wrap(self._names(moves[:MOVES_SHOWN_MAX]), self.pen.width - 2, "  "):
            self.write(line)

    def _give_up(self) -> None:
        self.game.give_up()
        self.write(self.game.said.words(self.lang))

    def _has_solution(self) -> bool:
        """Return whether a solution of the position is at hand, found now if there was none; else say why not."""
        session = self.game.session
        if session.is_solved:
            self.say("play.already")
            return False
        if not session.has_solution:
            try:
                session.follow(best(session.puzzle, session.state, Budget(SEARCH_S)).moves)
            except UnsolvableError:
                self._refute()
            except KeyboardInterrupt:
                self.say("plain.stopped")
        return session.has_solution

    def _refute(self) -> None:
        """Show why the position cannot be solved, and say for which goal, and for which usual goals it can be."""
        session = self.game.session
        answer = answers.check(session.puzzle, session.state)
        weights = tuple(answer["obstruction"]["weights"]) if "obstruction" in answer else ()
        if any(weights):
            self.show(Marks(weights=weights))
        self.say("play.unsolvable.cells" if any(weights) else "play.unsolvable")
        self._name_goals(answer)

    def _name_goals(self, answer: Answer) -> None:
        """Say which goal a verdict is for, if it is another than home, and for which it would be another."""
        for each in answers.goal_sentences(self.game.session.puzzle, answer):
            self.write(translate(each, self.lang))

    def _names(self, moves: tuple[int, ...]) -> list[str]:
        """Return the moves as one types them."""
        puzzle, state = self.game.session.puzzle, self.game.session.state
        names = []
        for move in moves:
            names.append(self._name(puzzle, state, move))
            state = puzzle.apply(state, move)
        return names

    def _name(self, puzzle: Any, state: tuple[int, ...], move: int) -> str:
        scene = scene_of(puzzle, state)
        has_buttons = isinstance(puzzle, Lamps) and puzzle.presses != puzzle.cells
        cell = scene.cells[move]
        if scene.width and cell.shape == "tile" and [each.label for each in scene.cells].count(cell.label) == 1:
            return cell.label
        if has_buttons or scene.height == 1:
            return str(move + 1)
        return f"{move // scene.width + 1},{move % scene.width + 1}" if scene.width else str(move)

    def _undo(self) -> None:
        self._step("undo")

    def _redo(self) -> None:
        self._step("redo")

    def _restart(self) -> None:
        self._step("restart")

    def _step(self, name: str) -> None:
        getattr(self.game, name)()
        self._moves_told()

    def _show(self) -> None:
        self.show()

    def _new(self, text: str) -> None:
        if text:
            self._deal(text)
        elif not self._chose():
            self.show()

    def _save(self, name: str) -> None:
        if not name:
            self.say("plain.file", word="save")
            return
        try:
            if files.replaces(name) and not self._agrees(name):
                self.say("play.kept", path=name)
                return
            files.save(self.game.session, name)
            self.say("play.saved", path=name)
        except (PuzzleError, OSError) as error:
            self.tell(error)

    def _agrees(self, name: str) -> bool:
        """Ask whether a saved game may be replaced; a line that is neither yes nor no means no, and is obeyed next."""
        self.say("play.replace", path=name)
        line = self.read("> ").strip()
        if line.lower() not in YES | NO:
            self.unread.append(line)
        return line.lower() in YES

    def _load(self, name: str) -> None:
        if not name:
            self.say("plain.file", word="load")
            return
        if (session := self._loaded(name)) is not None:
            self._begin(session)

    def _copy(self) -> None:
        self.write(self.game.copied(self.lang))

    def _record(self) -> None:
        try:
            found = self.book.load() if self.book else Record()
        except (PuzzleError, OSError) as error:
            self.tell(error)
            return
        self.write(pages.record(found, self.game.name, self.lang, self.pen.width - 2, today()))

    def _lang(self) -> None:
        self.lang = "en" if self.lang == "zh" else "zh"
        self.say("plain.language")

    def _help(self) -> None:
        self.say("plain.help")


def _command(line: str) -> tuple[str, str]:
    """Return the command that a line is, "" for none, and what follows it, or else the line."""
    word, _, remaining = line.partition(" ")
    command = COMMANDS.get(word.lower(), "")
    if command and (not remaining or command in FOLLOWED):
        return command, remaining.strip()
    return "", line


def _is_meant(session: Session, text: str) -> bool:
    """Return whether a typed text is meant as this board, which is not so small by accident."""
    return len(session.state) >= TYPED_CELLS_MIN or game_id.is_game_id(text)


def _is_number(text: str) -> bool:
    """Return whether this is a number that may answer a menu."""
    return text.isascii() and text.isdigit() and len(text) <= CHOICE_DIGITS_MAX
