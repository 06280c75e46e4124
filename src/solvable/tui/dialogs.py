"""What opens over the board: a list to choose from, a line or a box to type into, a page to read. Esc closes each."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option


class Dialog(ModalScreen[str | None]):
    """What the four have in common: the heading above, and that a key closes them without a result."""

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
        """Close it without a result."""
        self.dismiss(None)


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


class Choice(Dialog):
    """A list to choose from, and a line for what it does not have; the result is a choice's name, or the text."""

    def __init__(self, title: str, rows: Sequence[tuple[str, str]], prompt: str) -> None:
        super().__init__(title)
        self.rows, self.prompt = rows, prompt

    def content(self) -> ComposeResult:
        """Yield the list and the line; a row without a name is a heading of its own."""
        options = [Option(label, id=name or None, disabled=not name) for name, label in self.rows]
        yield OptionList(*options, markup=False)
        yield Input(placeholder=self.prompt)

    def on_mount(self) -> None:
        """Begin at the first choice."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the choice."""
        self.dismiss(event.option_id)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return what was typed."""
        self.dismiss(f"text:{event.value}" if event.value.strip() else None)


class Confirm(Dialog):
    """A question with a few answers, the harmless one first; the result is an answer's name, None if it was closed."""

    def __init__(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__(title)
        self.rows = rows

    def content(self) -> ComposeResult:
        """Yield the answers."""
        yield OptionList(*(Option(label, id=name) for name, label in self.rows), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the answer."""
        self.dismiss(event.option_id)


class Line(Dialog):
    """A line to type into; the result is its text, None where it was closed."""

    def __init__(self, title: str, value: str) -> None:
        super().__init__(title)
        self.value = value

    def content(self) -> ComposeResult:
        """Yield the line."""
        yield Input(self.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return what was typed."""
        self.dismiss(event.value.strip() or None)


class Paste(Dialog):
    """A box to paste a board into; Ctrl-S or F2 takes it, and so does Enter at the end of a board of one line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s,f2", "take", show=False, priority=True)]

    def __init__(self, title: str, value: str) -> None:
        super().__init__(title)
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
        """Return what is in the box."""
        self.dismiss(self.query_one(TextArea).text.strip() or None)
