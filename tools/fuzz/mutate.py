"""Corrupts a text: pieces are cut, doubled, moved, replaced by difficult strings, or inserted from another text."""

from random import Random

PIECES = (
    *(
        "",
        "0",
        "9",
        "-1",
        ",",
        ":",
        "/",
        "\n",
        " ",
        "x",
        "#",
        "_",
        ".",
        "|",
        ";",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        '"',
        "'",
    ),
    *(
        "\\",
        "&",
        "=",
        "é",
        "十",
        "①",
        "🔟",
        "🟨",
        "⬛",
        "亮",
        "\u200b",
        "\ufeff",
        "\t",
        "\0",
        "\r\n",
        "\ud800",
        "１",
        "×",
    ),
    *(
        "99999999999",
        "1e9",
        "nan",
        "None",
        "true",
        "1.0",
        "-",
        "mod",
        "goal=",
        "#1",
        "> ",
        "- ",
        "```",
        "|---|",
        "\\\\",
    ),
    *(
        "0 0",
        "2\n",
        "end",
        "dead=0",
        "toggles=",
        "graph=",
        "x99",
        "Row 1: ",
        "my board: ",
        "P1\n",
        "P4\n",
        "²",
        "Ⅷ",
        "ß",
    ),
)
REPEATS_MAX = 300_000  # characters of a piece that is repeated


def mutated(text: str, others: list[str], rng: Random) -> str:
    """Return `text` corrupted at one to five positions; rarely one piece is repeated until it is long."""
    for _ in range(rng.randint(1, 5)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20)))
        match rng.randrange(8):
            case 0:
                piece = text[start:end] * rng.randint(2, 5)
            case 1:
                other = rng.choice(others)
                at = rng.randint(0, len(other))
                piece = other[at : at + rng.randint(1, 40)]
            case 2:
                piece = chr(
                    rng.choice((rng.randrange(32, 127), rng.randrange(0x2000, 0x3400), rng.randrange(0x1F300, 0x1FA00)))
                )
            case 3:
                piece = text[start:end][::-1]
            case 4 if rng.random() < 0.05:
                unit = text[start:end] or rng.choice(PIECES)
                piece = unit * (rng.choice((100, 1000, REPEATS_MAX)) // max(1, len(unit)))
            case _:
                piece = rng.choice(PIECES)
        text = text[:start] + piece + text[end:]
    return text
