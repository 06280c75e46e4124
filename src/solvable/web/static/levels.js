/** Boards by level, from a child's first to the hardest there is; the first three are made here and at once. */
import { parseId, seeded, walk } from "./model.js";
import { randomOf } from "./seeds.js";

/** @typedef {import("./model.js").Model} Model */

export const LEVELS = 4;

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
 * Return the board of a level (1: two or three moves, 2: some, 3: any board) that a seed draws.
 * @param {Model} model @param {number} level @param {string} seed
 */
export function boardOf(model, level, seed) {
  if (level >= 3) return seeded(model, seed);
  const side = Math.sqrt(model.cells), { upto } = randomOf(seed);
  const steps = model.family === "lights" ? [2, Math.ceil(side)][level - 1] : [Math.ceil(1.5 * side), Math.ceil(5 * side)][level - 1];
  return walk(model, steps + upto(2), upto);
}

/** Today's date, which is the seed of the daily board everywhere. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
}

/** @param {string} puzzle */
export const daily = puzzle => parseId(`${puzzle}#${today()}`);
