/** How many boards need 0, 1, 2 … moves, by visiting all of them from the goal; in slices, so that the page goes on. */
import { apply } from "./model.js";

/** @typedef {import("./model.js").Model} Model */

const SLICE = 12;  // milliseconds

/**
 * Return the counts, or null if there are more than `most` states.
 * @param {Model} model @param {number} most
 * @returns {Promise<number[] | null>}
 */
export async function countLevels(model, most) {
  if (stateBound(model) > most) return null;
  const seen = new Set([model.goal.join()]), counts = [];
  let level = [model.goal], since = performance.now();
  while (level.length) {
    counts.push(level.length);
    const next = [];
    for (const state of level) {
      for (const move of movesOf(model, state)) {
        const after = apply(model, state, move), key = after?.join() ?? "";
        if (!after || seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
      if (performance.now() - since < SLICE) continue;
      await new Promise(resolve => setTimeout(resolve));
      since = performance.now();
    }
    level = next;
  }
  return counts;
}

/** @param {Model} model */
function stateBound(model) {
  const live = model.cells - model.dead.size;
  if (model.family === "lights") return model.k ** Math.min(live, model.toggles.length);
  let states = 1;
  for (let n = 2; n <= live; n++) states *= n;
  return states / 2;
}

/** @param {Model} model @param {number[]} state */
function movesOf(model, state) {
  if (model.family === "lights") return model.toggles.keys();
  if (model.metric === "stm" || !model.width) return model.near[state.indexOf(0)];
  return state.keys();
}
