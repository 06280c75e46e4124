/**
 * Large boards: what their game IDs say is read by a worker (reading.js), so that the page goes on meanwhile.
 *
 * Of a board that is even larger nothing is begun: `tooLarge` says so at once.
 */
import { EngineError, TOO_LARGE } from "./engine/errors.js";
import { LARGEST, parseUpTo } from "./model.js";

/** @typedef {import("./model.js").Position} Position */

const TEXT = 2_000_000;  // characters of a text that may be a board

/** @type {Worker | null} */
let worker = null;
/** @type {((found: {state: number[], seed?: string} | null) => void)[]} */
const waiting = [];

/** @param {number} cells */
export const tooLarge = cells => new EngineError({ code: TOO_LARGE, message: TOO_LARGE, arguments: { cells, most: LARGEST } });

/** Throw the error of a text that says, or must have, more cells than a board of the page. @param {string} text */
export function checkSize(text) {
  const size = /^\s*(?:lights|tiles):(\d{1,9})(?:x(\d{1,9}))?(?:[,:#\s]|$)/i.exec(text.slice(0, 100));
  const cells = size && (size[2] || /^\s*l/i.test(text)) ? Number(size[1]) * Number(size[2] ?? size[1]) : 0;
  if (cells > LARGEST) throw tooLarge(cells);
  if (text.length > TEXT) throw tooLarge(text.length);
}

/**
 * Return the board of a game ID that is too large for `parseId`, or null if it must be left to the engine.
 * @param {string} text
 * @returns {Promise<Position | null>}
 */
export async function readLarge(text) {
  const model = parseUpTo(text.replace(/^(\s*\w+:[^:#\s]+)[^]*$/, "$1"), LARGEST)?.model;
  if (!model) return null;
  const found = await new Promise(resolve => {
    waiting.push(resolve);
    worker ??= start();
    worker.postMessage(text);
  });
  return found && { model, state: found.state, seed: found.seed };
}

function start() {
  const made = new Worker(new URL("./reading.js", import.meta.url), { type: "module", name: "reading" });
  made.onmessage = ({ data }) => waiting.shift()?.(data);
  made.onerror = event => {
    event.preventDefault();
    made.terminate();
    worker = null;
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  return made;
}
