"""Pictures of boards, drawn at random, and how many of them are read.

fonts     the fonts of a machine that have digits
draw      boards of lamps and tiles in many themes and fonts, with possible surroundings
spoil     the effects of a camera: rotation, perspective, blur, noise, uneven light, JPEG
__main__  `python -m tools.photos --count 300 --seed 1`
"""
