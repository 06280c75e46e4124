"""The public names of the Python package, from their signatures and docstrings."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

import solvable
from solvable.core import budget

WORDS = {
    "en": ("The Python API", "Made from the docstrings; [Using solvable from Python](python.md) is the guide.",
           ("Functions", "Classes", "Errors", "Values and modules")),
    "zh": ("Python 接口", "由英文的文档字符串生成；用法见[在 Python 中使用](python.md)。",
           ("函数", "类", "错误", "常量与模块")),
}  # fmt: skip


VALUES = {  # public values, and the modules whose docstrings below the assignments describe them
    "Move": "solvable.core.solution",
    "State": "solvable.core.solution",
    "VARIANTS": "solvable.lights.catalogue.variants",
}


def page(lang: str) -> str:
    """Return the page."""
    title, lead, headings = WORDS[lang]
    parts = [f"# {title}", lead, *_text(inspect.getdoc(solvable) or "")]
    for kind, heading in enumerate(headings):
        parts.append(f"## {heading}")
        for name in sorted(solvable.__all__, key=str.lower):
            value = getattr(solvable, name)
            if _kind(name, value) == kind:
                parts += _entry(name, value)
    return "\n\n".join(parts) + "\n"


def _kind(name: str, value: object) -> int:
    if name in VALUES:
        return 3
    if inspect.isclass(value):
        return 2 if issubclass(value, Exception) else 1
    return 0 if inspect.isroutine(value) else 3


def _entry(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}"
    if name in VALUES:
        yield from _value(name)
        return
    if not isinstance(value, ModuleType):
        yield f"```python\n{_signature(name, value)}\n```"
    yield from _text(inspect.getdoc(value) or "")
    if inspect.isclass(value) and not issubclass(value, dict):
        yield from _members(name, value)


def _value(name: str) -> Iterator[str]:
    """Yield a public value: its type if it is one, and the docstring after its last assignment."""
    written, found = ast.parse(inspect.getsource(import_module(VALUES[name]))).body, ""
    for statement, after in pairwise(written):
        if name in ast.unparse(statement).split("(")[0] and isinstance(after, ast.Expr):
            if isinstance(statement, ast.Assign):
                yield f"```python\n{ast.unparse(statement)}\n```"
            found = ast.literal_eval(after.value)
    yield from _text(found)


def _members(owner: str, cls: type) -> Iterator[str]:
    """Yield the public methods and properties that the class itself documents, in order."""
    for name, value in vars(cls).items():
        if name.startswith("_") or not inspect.getdoc(value):
            continue
        if isinstance(value, property | cached_property):
            yield f"#### {owner}.{name}"
            yield from _text(inspect.getdoc(value) or "")
        elif inspect.isroutine(value) or isinstance(value, classmethod | staticmethod):
            yield f"#### {owner}.{name}()"
            yield f"```python\n{_signature(name, getattr(cls, name))}\n```"
            yield from _text(inspect.getdoc(value) or "")


def _signature(name: str, value: Any) -> str:
    """Return the signature from the source, on one line or with a line for each argument."""
    given = vars(value).get("__init__", value) if inspect.isclass(value) else value
    try:
        written = ast.parse(textwrap.dedent(inspect.getsource(given))).body[0]
    except (OSError, TypeError, SyntaxError):
        written = None
    if isinstance(written, ast.FunctionDef):
        written.args.args = [each for each in written.args.args if each.arg not in {"self", "cls"}]
        _expand(written.args)
        inner, result = ast.unparse(written.args), "" if inspect.isclass(value) else _result(written)
    elif inspect.isclass(value) and is_dataclass(value):
        inner, result = ", ".join(f"{each.name}: {_type(each.type)}" for each in fields(value) if each.init), ""
    else:
        return name
    line = f"{name}({inner}){result}"
    return line if len(line) <= 90 else f"{name}(\n    " + ",\n    ".join(_split(inner)) + f",\n){result}"


def _expand(arguments: ast.arguments) -> None:
    """Expand `**limits: Unpack[Limits]` into the keywords it stands for, with the defaults of `Budget.parallel`."""
    if arguments.kwarg is None or not isinstance(unpacked := arguments.kwarg.annotation, ast.Subscript):
        return
    defaults = inspect.signature(budget.Budget.parallel).parameters
    for name, kind in getattr(budget, ast.unparse(unpacked.slice)).__annotations__.items():
        annotation = ast.parse(kind.__forward_arg__, mode="eval").body
        arguments.kwonlyargs.append(ast.arg(name, annotation))
        arguments.kw_defaults.append(ast.Constant(defaults[name].default))
    arguments.kwarg = None


def _result(written: ast.FunctionDef) -> str:
    return f" -> {ast.unparse(written.returns).strip(chr(39))}" if written.returns else ""


def _type(kind: Any) -> str:
    return re.sub(r"\b(?:\w+\.)+", "", kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind)))


def _split(arguments: str) -> list[str]:
    """Return the arguments, split at the commas outside brackets."""
    parts, depth = [""], 0
    for letter in arguments:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _text(doc: str) -> Iterator[str]:
    """Yield a docstring as Markdown: paragraphs unchanged, indented text as code."""
    for paragraph in re.split(r"\n\s*\n", doc):
        if paragraph.startswith("    "):
            yield f"```text\n{inspect.cleandoc(paragraph)}\n```"
        elif re.match(r"\S+ {2,}\S", paragraph):  # a table of names
            yield f"```text\n{paragraph}\n```"
        elif paragraph.startswith(">>> "):
            yield f"```pycon\n{paragraph}\n```"
        elif paragraph:
            pieces = re.split(r"(`[^`]*`)", paragraph)
            yield "".join(
                p if p.startswith("`") else re.sub(r"([*_\[\]])", r"\\\1", p.replace("<", "&lt;")) for p in pieces
            )
