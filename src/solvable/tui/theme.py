"""The house colours, by the names that drawings use: a night window and porcelain, blue and amber only.

Every pair of a colour and its ground keeps a contrast of 4.5 for text and 3 for edges (WCAG 2.2).
"""

Palette = dict[str, str]

NIGHT: Palette = {
    "ground": "#0E1420",
    "panel": "#0E1420",
    "rule": "#2A3346",
    "text": "#F4EFE6",
    "dim": "#9AA7C2",
    "off": "#2A3346",
    "off_edge": "#6B7A99",
    "lit": "#FFC857",
    "lit_edge": "#D9A23A",
    "on_lit": "#0E1420",
    "mark": "#56B4E9",
    "mark_on_lit": "#005A8C",
    "mark_fill": "#56B4E9",
    "on_mark": "#0E1420",
    "on_mark_edge": "#0E1420",
    "alarm": "#FF8A47",
    "alarm_on_lit": "#9A3A00",
    "cursor": "#F4EFE6",
    "cursor_ground": "#2A3346",
    "cursor_tile": "#2F7FB5",
    "tile": "#F4EFE6",
    "home": "#D8D3C8",
    "on_tile": "#1B2333",
    "on_tile_edge": "#7A7466",
    "link": "#6B7A99",
}
PORCELAIN: Palette = {
    "ground": "#F7F4EE",
    "panel": "#F7F4EE",
    "rule": "#D5CFC2",
    "text": "#1B2333",
    "dim": "#5E6675",
    "off": "#E6E1D6",
    "off_edge": "#7D8494",
    "lit": "#E8A317",
    "lit_edge": "#8A6100",
    "on_lit": "#1B2333",
    "mark": "#0072B2",
    "mark_on_lit": "#003B5C",
    "mark_fill": "#0072B2",
    "on_mark": "#FFFFFF",
    "on_mark_edge": "#FFFFFF",
    "alarm": "#A84300",
    "alarm_on_lit": "#6B2A00",
    "cursor": "#1B2333",
    "cursor_ground": "#D5CFC2",
    "cursor_tile": "#0072B2",
    "tile": "#D5DDE8",
    "home": "#E6E1D6",
    "on_tile": "#1B2333",
    "on_tile_edge": "#8B8577",
    "link": "#7D8494",
}
THEMES = {"dark": NIGHT, "light": PORCELAIN}
