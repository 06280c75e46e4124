/**
 * An answer in figures: how many moves, how many are proved to be needed, and both as lengths on one bar: solid as far as
 * it is proved, dashed to what is found, with a tick for each answer before. All numbers are of one answer.
 */
import { h, s } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./session.js").Session} Session */

const WIDE = 340, HIGH = 56, EDGE = 8, TOP = 20, LINE = 12;
const ROOM = 1.15;  // of the bar, in lengths of the answer: longer ones before are not seen
const WORD = 90;  // about as wide as a word of it

/** The lengths of the answers to a board, the first one first. @type {WeakMap<Session, number[]>} */
const lengths = new WeakMap();

/** Remember the length of what is known. @param {Session} session */
function remembered(session) {
  const found = lengths.get(session) ?? [], { length } = session.answer ?? {};
  lengths.set(session, found);
  if (length !== undefined && found.at(-1) !== length) found.push(length);
  return found;
}

export function createFigures() {
  const count = h("b"), about = h("span"), stream = h("p", { class: "stream" });
  const bar = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "gap", role: "img" });
  const element = h("div", { class: "figures-of-answer" }, h("p", { class: "answer-line" }, count, about), bar, stream);

  return {
    element,
    /** @param {Session} session */
    update(session) {
      const { answer } = session, { length, lower_bound: bound = 0, optimal } = answer ?? {}, before = remembered(session);
      element.hidden = length === undefined || answer?.verdict === "unsolvable";
      if (length === undefined) return;
      const { family } = session.model;
      count.textContent = length.toLocaleString();
      about.textContent = t(`figures.${optimal ? "proved" : bound ? "bound" : "found"}.${family}`, { n: length, bound: bound.toLocaleString() });
      bar.setAttribute("aria-label", t(optimal ? "figures.label.proved" : "figures.label", { n: length, bound }));
      bar.replaceChildren(...drawn(length, bound, before));
      stream.hidden = before.length < 2;
      stream.replaceChildren(...before.slice(-6).flatMap((each, i, shown) => [...i ? [" → "] : [], h(i === shown.length - 1 ? "b" : "span", {}, each.toLocaleString())]));
    },
  };
}

/** @param {number} length @param {number} bound @param {number[]} before */
function drawn(length, bound, before) {
  const most = Math.max(1, length * ROOM), at = (/** @type {number} */ moves) => EDGE + (WIDE - 2 * EDGE) * Math.min(1, moves / most);
  const [proved, found] = [at(bound), at(length)], gap = length - bound;
  const ticks = before.filter(each => each > length && each <= most).map(each => s("line", { class: "tick", x1: at(each), x2: at(each), y1: TOP - 4, y2: TOP + LINE + 4 }));
  const word = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text, name = "") => s("text", { x: Math.max(EDGE + WORD / 2, Math.min(WIDE - EDGE - WORD / 2, x)), y, "text-anchor": "middle", class: name }, text);
  return [
    ...gap ? [s("rect", { class: "room", x: proved, y: TOP + 0.5, width: Math.max(0, found - proved), height: LINE - 1 })] : [],
    s("rect", { class: "known", x: EDGE, y: TOP, width: Math.max(0, proved - EDGE), height: LINE, rx: LINE / 2 }),
    ...ticks, s("circle", { class: "now", cx: found, cy: TOP + LINE / 2, r: 8 }),
    word(found, 10, length.toLocaleString(), "strong"),
    ...bound && gap ? [word(proved - WORD / 2, HIGH - 4, t("figures.known", { n: bound.toLocaleString() }), "strong"), word(Math.max((proved + found) / 2, proved) + WORD / 3, HIGH - 4, t("figures.gap", { n: gap.toLocaleString() }))] : [],
  ];
}
