"""The keys of a JSON answer, in their order, from the schema that `solvable schema` prints."""

from typing import Any

from solvable.core import answer

WORDS = {
    "en": ("The JSON answer", "What `--json` prints and `solvable.solve` returns: one object a board, its keys "
           "always in this order, each only where it has something to say. `solvable schema` prints the JSON schema.",
           "| key | type | what it says |"),
    "zh": ("JSON 答案", "`--json` 输出、`solvable.solve` 返回的内容：每个局面一个对象，键的顺序固定，"
           "没有内容的键不出现。`solvable schema` 输出 JSON Schema；各键的说明用英文，与 Schema 一致。",
           "| 键 | 类型 | 含义 |"),
}  # fmt: skip


def page(lang: str) -> str:
    """Return the page."""
    title, lead, head = WORDS[lang]
    rows = [f"| `{key}` | {_type(kind)} | {_cell(kind.get('description', ''))} |" for key, kind in _keys().items()]
    return "\n".join([f"# {title}", "", lead, "", head, "|---|---|---|", *rows, ""])


def _keys() -> dict[str, Any]:
    found: dict[str, Any] = answer.schema()["properties"]
    return found


def _type(kind: dict[str, Any]) -> str:
    if "enum" in kind:
        return " ".join(f"`{value}`" for value in kind["enum"])
    named = str(kind.get("type", "any"))
    return f"{named} of {_type(kind['items'])}" if "items" in kind else named


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
