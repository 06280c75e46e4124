"""As much of JSON Schema as the schema of the answers uses."""

from typing import Any

KINDS: dict[str, Any] = {"string": str, "integer": int, "boolean": bool, "number": (int, float), "null": type(None)}


def fault(value: Any, schema: dict[str, Any], path: str = "answer") -> str:
    """Return where and how `value` breaks the schema, "" where it does not."""
    if "anyOf" in schema:
        return "" if any(not fault(value, each) for each in schema["anyOf"]) else f"{path} is none of these"
    if schema["type"] == "object":
        if not isinstance(value, dict):
            return f"{path} is no object"
        known = schema["properties"]
        found = (fault(each, known[name], f"{path}.{name}") for name, each in value.items() if name in known)
        strange = (f"{path} has a key {name}" for name in value if name not in known)
        return next(filter(None, (*strange, *found)), "")
    if schema["type"] == "array":
        if not isinstance(value, list):
            return f"{path} is no array"
        return next(filter(None, (fault(each, schema["items"], f"{path}[{i}]") for i, each in enumerate(value))), "")
    is_right = isinstance(value, KINDS[schema["type"]]) and (schema["type"] == "boolean") == isinstance(value, bool)
    return "" if is_right and value in schema.get("enum", [value]) else f"{path} is {value!r}"
