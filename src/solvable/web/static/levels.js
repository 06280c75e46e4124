/** Boards by level; all but the hardest are made here and at once. */
import { parseId, seeded, walk } from "./model.js";
import { randomOf } from "./seeds.js";

/** @typedef {import("./model.js").Model} Model */

export const LEVELS = /** @type {const} */ (["easy", "medium", "hard", "any"]);
/** @typedef {(typeof LEVELS)[number]} Level */

/**
 * Return the board of a level that a seed draws: easy is three to five presses, or a short walk of tiles.
 * @param {Model} model @param {Level} level @param {string} seed @param {number[]} [made] gets the presses of an easy board
 */
export function boardOf(model, level, seed, made) {
  if (level === "any" || level === "hard") return seeded(model, seed);
  const side = Math.sqrt(model.cells), { upto } = randomOf(seed), isEasy = level === "easy";
  if (model.family === "lights") return walk(model, isEasy ? 3 + upto(3) : Math.ceil(1.3 * side) + upto(2), upto, made);
  return walk(model, Math.ceil((isEasy ? 1.5 : 5) * side) + upto(2), upto);
}

/** Today's date, which is the seed of the daily board everywhere. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
}

/** @param {string} puzzle */
export const daily = puzzle => parseId(`${puzzle}#${today()}`);
