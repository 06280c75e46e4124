"""A lesson as LaTeX: an enumeration of its sentences; matrices as arrays with their bar, other tables as tabulars.

An entry that the sentence refers to is boxed, and a changed row has a dot at its side, as in the text. Boards are not
drawn. Needs only amsmath, and for Chinese any class that supports it.
"""

from solvable.lessons.lesson import Lesson, Table
from solvable.messages import sentence

SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
        "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "\u00a0": "~", "−": "$-$", "×": r"$\times$",
        "≈": r"$\approx$", "·": r"$\cdot$", "²": "$^2$", "…": r"\dots{}", "–": "--",
    }
)  # fmt: skip


def lesson(shown: Lesson, lang: str) -> str:
    """Return the lesson."""
    items = []
    for step in shown.steps:
        item = r"\item " + escaped(sentence(step.key, lang, **step.values))
        items.append(item + (f"\n{table(step.table, lang)}" if step.table is not None else ""))
    title = escaped(sentence(shown.title, lang))
    return "\n".join([rf"\section*{{{title}}}", r"\begin{enumerate}", *items, r"\end{enumerate}", ""])


def table(shown: Table, lang: str) -> str:
    """Return a table: a matrix as an array in brackets, with the row operations at its side."""
    points = set(shown.points)
    rows = []
    for number, row in enumerate(shown.rows):
        cells = [_entry(entry, (number, position) in points, shown) for position, entry in enumerate(row)]
        rows.append(" & ".join(cells) + (r" & \bullet" if number in shown.changed and shown.is_matrix else ""))
    columns = max(map(len, shown.rows))
    if shown.is_matrix:
        bars = "c" * shown.bar + "|" * bool(shown.bar) + "c" * (columns - shown.bar)
        side = "c" if shown.changed else ""
        body = (r" \\" + "\n").join(rows)
        return rf"\[\left(\begin{{array}}{{{bars}{side}}}" + f"\n{body}\n" + r"\end{array}\right)\]"
    heads = [" & ".join(escaped(sentence(key, lang)) for key in shown.head) + r" \\ \hline"] if shown.head else []
    body = "\n".join([*heads, *(row + r" \\" for row in rows)])
    return rf"\begin{{center}}\begin{{tabular}}{{{'l' * columns}}}" + f"\n{body}\n" + r"\end{tabular}\end{center}"


def _entry(entry: str, is_pointed_at: bool, shown: Table) -> str:
    drawn = entry if shown.is_matrix else escaped(entry)
    return (
        rf"\boxed{{{drawn}}}" if is_pointed_at and shown.is_matrix else rf"\fbox{{{drawn}}}" if is_pointed_at else drawn
    )


def escaped(text: str) -> str:
    """Return a sentence with LaTeX's special characters escaped."""
    return text.translate(SPECIAL)
