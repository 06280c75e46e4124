"""Words that say in a text which board is the start and which the goal: `Initial:`, `goal =`, `目标：`."""

import re

from solvable.core.pattern import pattern

_START_WORDS = "initial|start(?:ing)?|begin(?:ning)?|source|scrambled?|from|初始|起始|开始|起点|初态"
_GOAL_WORDS = "goal|target|final|end(?:ing)?|desired|solved|to|目标|终止|结束|终点|终态"
_KIND = r"(?:[ _-]?(?:state|board|position|configuration|config|grid|node|puzzle)|状态|局面|棋盘|位置)?"
LABEL = pattern(
    rf"(?im)(?:^|(?<=[;,|]))[ \t>*-]*+(?:(?:the|int|var|let|const)[ \t]+)?"
    rf"(?:(?P<start>(?:{_START_WORDS}){_KIND})|(?P<goal>(?:{_GOAL_WORDS}){_KIND}))[ \t*]*[:=](?!=)[ \t*]*"
)
_FIGURE = pattern(r"[ \t]*(?:[0-9]{1,6}(?:[ \t]*(?:moves?|steps?|press(?:es)?|步))?|yes|no)[ \t.]*", re.IGNORECASE)


def says_goal(line: str) -> bool:
    """Return whether a line says a goal, in whatever words; a number of moves is none."""
    label = LABEL.match(line)
    remaining = line[label.end() :] if label and label["goal"] else ""
    return bool(remaining.strip()) and not _FIGURE.fullmatch(remaining)
