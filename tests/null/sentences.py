"""What is said of the null puzzle, in both languages: nothing of it is in the shared catalogues."""

from solvable.families.protocol import Template

SENTENCES: dict[str, dict[str, Template]] = {
    "en": {
        "headline.ring.fewest": {
            "one": "1 swap sorts the ring.",
            "other": "{length} swaps sort the ring, and no fewer do.",
        },
        "headline.ring.bounded": "{length} swaps sort the ring; at least {bound} are needed.",
        "headline.ring.any": "{length} swaps sort the ring.",
        "headline.count.ring": "{solvable} of the necklaces can be sorted ({share}).",
        "new.ring": {"one": "1 swap sorts it.", "other": "{length} swaps sort it, and no fewer do."},
    },
    "zh": {
        "headline.ring.fewest": {"one": "交换 1 次即可排好。", "other": "最少交换 {length} 次即可排好。"},
        "headline.ring.bounded": "交换 {length} 次可以排好；至少需要 {bound} 次。",
        "headline.ring.any": "交换 {length} 次可以排好。",
        "headline.count.ring": "其中 {solvable} 种珠环可以排好（{share}）。",
        "new.ring": {"one": "交换 1 次即可排好。", "other": "最少交换 {length} 次即可排好。"},
        "colours": "颜色",
        "there is no bead {bead}": "没有第 {bead} 颗珠子",
        "a ring has two to ten colours, and a bead of each": "珠环须有二至十种颜色，每种至少一颗",
    },
}
