"""What opens over the board: a list to choose from, a line or a box to type into, a page to read. Esc closes each.

A dialog that asks for something stays open with what is wrong with the entry, until there is one that will do.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

Accept = Callable[[str], str]
"""Do what an entry asks for, and return "", or what is wrong with it."""


class Dialog(ModalScreen[None]):
    """What the four have in common: the heading above, and that a key closes them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False, priority=True)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def compose(self) -> ComposeResult:
        """Yield the heading, and what is below."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            yield from self.content()

    def content(self) -> ComposeResult:
        """Yield what is below the heading."""
        yield from ()

    def action_close(self) -> None:
        """Close it."""
        self.dismiss(None)


class Entry(Dialog):
    """A dialog that asks for something, and closes when that is accepted."""

    def __init__(self, title: str, accept: Accept, fault: str = "") -> None:
        super().__init__(title)
        self.accept, self.fault = accept, fault

    def compose(self) -> ComposeResult:
        """Yield the heading, what is below, and a line for what is wrong with an entry."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="heading", markup=False)
            yield from self.content()
            yield Static(self.fault, classes="alarm fault", markup=False)

    def enter(self, entry: str) -> None:
        """Close with an entry that is accepted; show what is wrong with any other. An empty one closes as well."""
        fault = self.accept(entry) if entry else ""
        if not fault:
            self.dismiss(None)
            return
        self.query_one(".fault", Static).update(fault)


class Page(Dialog):
    """A page to read; any of Esc, Enter, ? and q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,question_mark,q", "close", show=False)]

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title)
        self.text = text

    def compose(self) -> ComposeResult:
        """Yield the page, which scrolls with its heading."""
        with VerticalScroll(classes="dialog page"):
            yield Static(self.heading, classes="heading", markup=False)
            yield Static(self.text, markup=False)


class Choice(Entry):
    """A list to choose from, and a line for what it does not have; the entry is a choice's name, or the text."""

    def __init__(self, title: str, accept: Accept, rows: Sequence[tuple[str, str]], prompt: str) -> None:
        super().__init__(title, accept)
        self.rows, self.prompt = rows, prompt

    def content(self) -> ComposeResult:
        """Yield the list and the line; a row without a name is a heading of its own."""
        options = [Option(label, id=name or None, disabled=not name) for name, label in self.rows]
        yield OptionList(*options, markup=False)
        yield Input(placeholder=self.prompt, select_on_focus=False)  # else the second key replaces the first

    def on_mount(self) -> None:
        """Begin at the first choice."""
        self.query_one(OptionList).focus()

    def on_key(self, event: events.Key) -> None:
        """Type into the line also while the list has the focus."""
        line = self.query_one(Input)
        if not line.has_focus and event.character and event.character.isprintable() and not event.character.isspace():
            event.stop()
            line.focus()
            line.insert_text_at_cursor(event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Enter what the terminal pastes while the list has the focus."""
        if event.text.strip():
            self.enter(f"text:{event.text}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter the choice."""
        self.enter(event.option_id or "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter what was typed."""
        self.enter(f"text:{event.value}" if event.value.strip() else "")


class Confirm(Entry):
    """A question with a few answers to choose from, the harmless one first."""

    def __init__(self, title: str, accept: Accept, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, accept)
        self.rows = rows

    def content(self) -> ComposeResult:
        """Yield the answers."""
        yield OptionList(*(Option(label, id=name) for name, label in self.rows), markup=False)

    def action_close(self) -> None:
        """Take the harmless answer."""
        self.enter(self.rows[0][0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter the answer."""
        self.enter(event.option_id or "")


class Line(Entry):
    """A line to type into."""

    def __init__(self, title: str, accept: Accept, value: str) -> None:
        super().__init__(title, accept)
        self.value = value

    def content(self) -> ComposeResult:
        """Yield the line."""
        yield Input(self.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter what was typed."""
        self.enter(event.value.strip())


class Paste(Entry):
    """A box to paste a board into; Ctrl-S or F2 takes it, and so does Enter at the end of a board of one line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s,f2", "take", show=False, priority=True)]

    def __init__(self, title: str, accept: Accept, value: str, fault: str = "") -> None:
        super().__init__(title, accept, fault)
        self.value = value

    def content(self) -> ComposeResult:
        """Yield the box."""
        yield TextArea(self.value)

    def on_mount(self) -> None:
        """Begin in the box, with what is in it selected."""
        box = self.query_one(TextArea)
        box.focus()
        box.select_all()

    def action_take(self) -> None:
        """Enter what is in the box."""
        self.enter(self.query_one(TextArea).text.strip())
