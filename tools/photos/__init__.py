"""Pictures of boards, drawn at random, and how many of them are read.

fonts     the fonts of a machine that have digits
draw      boards of lamps and tiles in many themes and fonts, with what may stand around them
spoil     what a camera does: turned, aslant, blurred, noisy, unevenly lit, packed as JPEG
__main__  `python -m tools.photos --count 300 --seed 1`
"""
