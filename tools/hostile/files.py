"""Hostile files: pickles that expand, texts without end, tables that do not match their headers."""

from tools.hostile.runner import Case

FREE = 10.0  # seconds in which a file is read or refused
TABLE = 60.0  # seconds in which a table is also rebuilt
PICKLES = (
    r"b'\x80\x03}' + b')' + b'2\x86' * 45 + b'Ns.'",
    r"b'\x80\x03})q\x00' + b''.join(b'h%ch%c\x86q%c' % (n, n, n + 1) for n in range(60)) + b'Ns.'",
    r"b'\x80\x03})' + b'\x85' * 10**6 + b'Ns.'",
    r"b'\x80\x04' + b'(' * 10**7",
    r"b'\x80\x04' + b']' * 10**7",
    r"b'\x80\x04' + b'K\x01' * 3 * 10**7 + b'.'",
    r"b'\x80\x04}\x8c\x06states](]\x94(' + b'K\x00' * 10**4 + b'e' + b'h\x00' * 30000 + b'es.'",
    r"b'\x80\x04}\x8c\x06states](' + (b'](' + b'K\x01' * 4 + b'e') * 200000 + b'es.'",
)
TEXTS = (
    r"'\n' * 11900000", "'0 ' * 5900000", "'[' * 11900000", "'2 ' + '[1,' * 4000000", "'#.\\n' * 900000",
    r"'1 0\r\n' * 900000", r"'size 5\n' + '1 1\n' * 990000", r"'5 500000\n' + '1 2\n' * 990000", "'|0' * 400000",
    r"'a=b\n' * 990000", r"'> 0 1\n' * 990000", "'⬛🟡' * 400000", r"'0 1 ' * 1000 + '\n'",
    "'lights:5x5:' + '0' * 10**7",
)  # fmt: skip
FLOODS = (r"b'\n' * 10**8", r"b' \n' * 10**8", r"b' ' * 10**8", r"b'0' * 10**8", r"b'110/000/000\n' + b'\r\n' * 10**8")
CASES = [
    *(Case(f"read({data})", bounded, 1.0) for data in PICKLES for bounded in ("seconds", "cancel")),
    *(Case(f"read({data})", "free", FREE) for data in (*PICKLES, *TEXTS)),
    *(Case("batched(p)", "free", FREE, f"packed({data})") for data in FLOODS),
    *(Case("verified(p)", "free", FREE, f"unpacked({data})") for data in FLOODS),
    *(Case(f"lengths('{puzzle}')", "free", TABLE, f"forged('{name}', {words})")
      for name, puzzle in (("4x3-74", "tiles:4x3"), ("4x3-mtm", "tiles:4x3,mtm")) for words in (1, 2, 1000)),
]  # fmt: skip
