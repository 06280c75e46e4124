/** The hardest boards of puzzles of which it is known how many moves they need. */
import { t } from "./i18n.js";
import { parseId } from "./model.js";
import { Session } from "./session.js";

/** @typedef {import("./model.js").Model} Model */

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
 * Return a board that needs as many moves as any, or null if that number is not known.
 * @param {import("./app.js").App} app @param {Model} model @param {string} seed
 */
export async function hardest(app, model, seed) {
  const length = worst(model), { puzzle } = model;
  if (!length) return null;
  if (puzzle === "tiles:4x4") return known(parseId(`${puzzle}:${FARTHEST[Math.floor(Math.random() * FARTHEST.length)]}`), length);
  app.status.say(t("level.making"));
  const { answers: [made] } = await app.ask("new", { puzzle, exact: length, count: 1, seed });
  return known(await app.position(made.board), length);
}

/** A board of which the fewest moves are known by the way it was made. @param {import("./model.js").Position | null} found @param {number} length */
function known(found, length) {
  if (!found) return null;
  const session = new Session(found.model, found.state);
  session.answer = /** @type {import("./engine/types.js").Answer} */ ({ verdict: "solvable", length, lower_bound: length, optimal: true });
  return session;
}
