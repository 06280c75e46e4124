"""The characters of a file: UTF-8, UTF-16 with or without its mark, and GB18030, the Chinese encoding.

GB18030 gives a meaning to most bytes, so it is believed only where every character that is not ASCII is a Chinese
character or a sign that boards are written in.
"""

from solvable.core.message import msg
from solvable.core.pattern import pattern

_SIGNS = "·×\u2010-\u2027\u2190-\u21ff\u2460-\u27bf\u3000-\u303f"
_CHINESE = pattern(f"[\t-\r\x20-\x7e{_SIGNS}\u4e00-\u9fff\uff00-\uffef]*")
_GB18030_BYTES_MAX = 1_000_000  # bytes of what may be GB18030
_LOOKED_AT = 64  # bytes in which UTF-16 without a mark shows its zeros


def decoded(data: bytes) -> tuple[str, str, int | None]:
    """Return the text, a note on a rare encoding, and None; or the text before the first wrong byte, and its place."""
    encoding = _utf_16(data) or "utf-8"
    try:
        note = msg("the text is in {encoding}", encoding="UTF-16") if encoding != "utf-8" else ""
        return data.decode(encoding), note, None
    except UnicodeDecodeError as error:
        wrong = error.start
    if encoding == "utf-8" and len(data) <= _GB18030_BYTES_MAX:
        try:
            text = data.decode("gb18030")
        except UnicodeDecodeError:
            text = ""
        if text and _CHINESE.fullmatch(text):
            return text, msg("the text is in {encoding}", encoding="GB18030"), None
    return data[:wrong].decode(encoding, "replace"), "", wrong


def _utf_16(data: bytes) -> str:
    """Return which UTF-16 `data` is in, by its mark or by the zeros between ASCII characters; "" for neither."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = data[:_LOOKED_AT]
    if len(data) >= 4 and len(data) % 2 == 0:
        if not any(start[1::2]) and all(start[::2]):
            return "utf-16-le"
        if not any(start[::2]) and all(start[1::2]):
            return "utf-16-be"
    return ""
