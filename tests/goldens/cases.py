"""What must not change: each file in cases.d is a group, and each line of it a case; those with line ends are here.

A case is a line of a shell: `A | B` pipes, `< NAME` reads a file, and a file that is named is one of FILES. An empty
line only parts one kind from the next.
"""

from pathlib import Path
from random import Random

FOLDER = Path(__file__).parent / "cases.d"
COMMANDS = ("check", "lights", "tiles", "near", "count", "table", "study", "make", "convert", "giant", "codes")


def lines(group: str) -> list[str]:
    """Return the cases of a group."""
    return [line for line in (FOLDER / f"{group}.txt").read_text("utf-8").splitlines() if line]


SPELLINGS = (
    "lights:3x3:110000000",
    "lights:3x3:110/000/000",
    " lights:2x2,mod3,torus,king:\n01\n22\n",
    "lights:2x2,plane,plus,mod2:0000",
    "lights:2x2,dead=3.0:0110",
    "lights:2x2,goal=11/11:0000",
    "lights:2x2,goal=00/00:0110",
    "lights:2x2,fixed=1,dead=2:0101",
    "lights:2x1,mod12,goal=0,11:1,10",
    "lights:2x2,mod12:1,2/3,11",
    "lights:3x3,matrix=d074191345d1644c17058:000/010/000",
    "lights:3x3,matrix=D074191345D1644C17058:000/010/000",
    "lights:3x1,mod3,toggles=0.1*2/2/0.2:012",
    "lights:3x1,toggles=1.0/2.1/2.0:100",
    "lights:2x2,toggles=0.1/2.3:0110",
    "lights:graph=3;0-1;1-2:101",
    "lights:graph=3;1-2;1-0:101",
    "lights:graph=3;0>1;1>0;2>1:101",
    "lights:graph=4;0-1-2-3:1010",
    "lights:graph0=4;0-1;1-2,mod4:1030",
    "lights:graph0=3;0-1;1-2,mod4:103",
    "lights:2x2x2,mod3,dead=0:01/20/11/00",
    "lights:1x4,toggles=0.1.2/0.1.3/0.2.3/1.2.3:1010",
    "lights:1x1,mod2147483647:2147483646",
    "lights:3x3,torus:000 000 001",
    "lights:2x3:\n10\n01\n11",
    "lights:merlin:110000000",
    "lights:lights-out:01110/10101/11011/10101/01110",
    "lights:merlin,goal=000/000/000:111111111",
    "lights:4x4,torus:0000000000000001",
    "lights:5x5,mod2:0000000000000000000000001",
    "lights:2x2,king0:1001",
    "lights:3x2,knight,klein:101010",
    "lights:2x2,mod10:0987",
    "lights:2x2,mod11:0,10,9,8",
    "lights:2x2x1:1001",
    "lights:1x3x1:101",
    "lights:02x02:1001",
    "tiles:3x3:123456780",
    "tiles:3x3:1,2,3,4,5,6,7,8,0",
    "tiles:2x2:3 2\n1 _",
    "tiles:2x2:3,2/1,0",
    "tiles:2x2,mtm,goal=blank-first:3,2/1,0",
    "tiles:3x3,goal=1,2,3/8,0,4/7,6,5,mtm:1,2,3/8,0,4/7,6,5",
    "tiles:2x2,goal=3,2/1,0,stm:1,2/3,0",
    "tiles:3x3,goal=blank-last:1,2,3/4,5,6/7,8,0",
    "tiles:2x2,goal=0,1/2,3:0,1/2,3",
    "tiles:3x3,goal=123804765:123804765",
    "tiles:theta0:2,1,3,4,5,6,0",
    "tiles:theta0:2 1 3 4 5 6 0",
    "tiles:theta0:2134560",
    "tiles:petersen:5,2,1,3,6,0,4,9,8,7",
    "tiles:graph=5;0-1-2-0;2-3-4-2:1,4,3,2,0",
    "tiles:graph=5;0-1;1-2;2-0;2-3;3-4;4-2:1,4,3,2,0",
    "tiles:graph=4;3-2;2-1;1-0;0-3:1,2,3,0",
    "tiles:graph=3;0-1-2:1,2,0",
    "tiles:3x3,dead=4:2,1,3/4,-,5/6,7,0",
    "tiles:3x3,dead=8.0:-,1,2/3,4,5/6,0,-",
    "tiles:3x3,goal=1,1,1/2,2,2/3,3,0:1,1,2/1,2,2/3,3,0",
    "tiles:4x4,goal=RATE/YOUR/MIND/PAL_:RATE/YOUR/MIND/PLA_",
    "tiles:4x4,goal=RATEYOURMINDPAL_:RATEYOURMINDPLA_",
    "tiles:cycle5,goal=1,2,3,4,0:0,1,2,3,4",
)

NODES = (  # the board, and the tables: small ones, so that none takes a second to make
    ("tiles:3x3:8,6,7/2,5,4/3,0,1", "3x3-71"),
    ("tiles:3x3,goal=spiral#1", "3x3@4-71"),
    ("tiles:3x3#1", "3x3-332"),
    ("tiles:3x3,mtm#1", ""),
    ("tiles:4x4#1", "4x4-663"),
    ("tiles:4x4#2", "4x4-663"),
    ("tiles:4x4,goal=blank-first#3", "4x4-555"),
    ("tiles:4x4,mtm#1", "4x4-mtm-small"),
    ("tiles:4x4,mtm#2", "4x4-mtm-small"),
    ("tiles:5x3#1", "5x3-5531"),
    ("tiles:3x5,mtm#1", ""),
    ("tiles:5x5:1,3,4,19,5/11,2,8,20,9/6,21,7,15,10/16,13,23,18,24/0,17,22,12,14", "5x5-55554"),
    ("tiles:7x7:1,2,3,4,5,6,7/8,9,10,11,12,13,14/15,16,17,18,19,20,21/22,23,24,25,26,27,28/"
     "29,30,31,32,33,34,35/36,37,38,39,40,41,42/0,43,44,45,46,47,48", ""),
)  # fmt: skip

HEAVY = ("click", "flint", "numpy", "platformdirs")


def _picture(width: int, height: int, rows: bytes) -> bytes:
    return b"P4\n%d %d\n" % (width, height) + rows


def _giant() -> bytes:
    rng = Random(1)
    return _picture(1024, 1028, rng.randbytes(128 * 1028))


FILES = {
    "lights.txt": b"1101\n0010\n1000\n0011\n",
    "lights.json": b"[[1,1,0],[0,0,0],[0,0,0]]\n",
    "dots.txt": b"##.\n...\n..#\n",
    "fifteen.txt": b"5 1 3 4\n2 0 6 8\n9 10 7 11\n13 14 15 12\n",
    "korf.txt": b"3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0\n",
    "switches.txt": b"3\n0 0 0\n1 1 1\n1 2\n2 3\n0 0\n",
    "wiring.txt": b"1 0 1\nbutton 1: lamps 1 2\nbutton 2: lamps 2 3\nbutton 3: lamps 3\n",
    "small.pbm": _picture(3, 3, bytes([0b10100000, 0b01000000, 0b11100000])),
    "plain.pbm": b"P1\n# a comment\n3 2\n1 0 1\n011\n",
    "giant.pbm": b"",  # made when it is asked for
    "corner.pbm": b"",
    "empty.txt": b"",
    "ragged.txt": b"110\n00\n000\n",
    "twice.txt": b"1 2 3\n4 0 6\n7 0 5\n",
    "latin.txt": b"110\n\xff\xfe\x00",
    "wrong.jsonl": (
        b'{"puzzle": "lights:3x3", "board": "lights:3x3:110/000/000", "verdict": "solved", "moves": [0], "length": 1}\n'
        b'{"puzzle": "tiles:2x2", "board": "tiles:2x2:1,2/0,3", "verdict": "solved", "moves": [3], "length": 1}\n'
    ),
    "broken.jsonl": b'{"puzzle": "lights:3x3"}\n{"puzzle": nonsense}\n',
}


def file(name: str) -> bytes:
    """Return the bytes of one of FILES; a giant is over a million lamps, one of them unsolvable."""
    if name == "giant.pbm":
        return _giant()
    if name == "corner.pbm":  # 1170 = 5·234: nullity > 0
        return _picture(1169, 1169, b"\x80" + bytes(1169 * 147 - 1))
    return FILES[name]
