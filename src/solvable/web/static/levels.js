/** Boards by level; all but the hardest are made here and at once. */
import { parseId, seeded, walk } from "./model.js";
import { randomOf } from "./seeds.js";

/** @typedef {import("./model.js").Model} Model */

export const LEVELS = /** @type {const} */ (["easy", "medium", "hard", "any"]);
/** @typedef {(typeof LEVELS)[number]} Level */

/** The most moves that any board needs: found by complete search (see `worst`, docs/optimal.md). */
const WORST = /** @type {Record<string, number>} */ ({
  "lights:2x2": 4, "lights:3x3": 9, "lights:4x4": 7, "lights:5x5": 15, "lights:6x6": 36, "lights:7x7": 49,
  "tiles:3x2": 21, "tiles:2x3": 21, "tiles:3x3": 31, "tiles:4x4": 80,
});

/** Boards of the 15-puzzle that need 80 moves (`farthest` in tiles/generate.py); to prove one takes a minute here. */
export const FARTHEST = [
  "0,12,9,13/15,11,10,14/3,7,2,5/4,8,6,1",
  "0,12,9,13/15,11,10,14/3,7,5,6/4,8,2,1",
  "0,12,9,13/15,11,10,14/7,8,5,6/4,3,2,1",
  "0,12,10,13/15,11,14,9/3,7,2,5/4,8,6,1",
];

/** Return how many moves the hardest board of a puzzle needs, 0 where that is not known. @param {Model} model */
export const worst = model => WORST[model.puzzle] ?? 0;

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
