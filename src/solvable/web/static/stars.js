/** What the card, the replay and the record draw alike: stars, the strip of moves, a puzzle's name, a choice of a few. */
import { h, icon, s } from "./dom.js";
import { lang, t } from "./i18n.js";

const STAR = "M12 2.5l2.9 6.1 6.6.9-4.8 4.7 1.2 6.7L12 17.7l-5.9 3.2 1.2-6.7L2.5 9.5l6.6-.9z";

/** @param {number} got @param {string} [label] */
export const stars = (got, label = t("stars", { n: got })) => h("span", { class: "stars", role: "img", "aria-label": label },
  ...Array.from({ length: 3 }, (_, i) => s("svg", { viewBox: "0 0 24 24", class: i < got ? "on" : "" }, s("path", { d: STAR }))));

/** One square a move: filled if it came closer, a cross in an empty one if it lost ground. @param {number} length @param {number[]} lost */
export const strip = (length, lost) => h("div", { class: "strip", "aria-hidden": "true" },
  ...Array.from({ length }, (_, i) => lost.includes(i) ? h("i", { class: "lost" }, icon("close")) : h("i")));

/** The name of a puzzle for people: tiles 4 × 4, or its size alone; its ID for what has rules of its own. @param {string} puzzle @param {boolean} [isSize] */
export function puzzleName(puzzle, isSize = false) {
  const plain = /^(lights|tiles):(\d+)x(\d+)(,mtm)?$/.exec(puzzle);
  return plain && isSize ? `${plain[2]} × ${plain[3]}` : plain ? t(`name.${plain[1]}${plain[4] ? ".mtm" : ""}`, { w: plain[2], h: plain[3] }) : puzzle.replace(/^(lights|tiles):/, "");
}

/**
 * A choice of a few, named in words.
 * @param {string} name @param {[string, string][]} options value and word @param {string} chosen @param {string} label @param {(value: string) => void} choose
 */
export const choice = (name, options, chosen, label, choose) => h("div", { class: "seg", role: "radiogroup", "aria-label": label }, ...options.map(([value, word]) => {
  const input = h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) });
  return h("label", {}, input, h("span", {}, word));
}));

/** Numbers as a list in a sentence: 4, 5 and 9. @param {number[]} numbers */
export const listed = numbers => new Intl.ListFormat(lang === "zh" ? "zh-CN" : "en", { type: "conjunction" }).format(numbers.map(String));
