/**
 * A replay: a board, the moves that solved it and when each was made, as a link or in slidysim's notation
 * (play/replay.py and formats/slidysim.py, which say what the formats are).
 */
export { splitReplay } from "./links.js";
import { apply, formatId, isSame, parseCells, parseId } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{model: Model, start: number[], moves: number[], times: number[]}} Replay times: since the first move, none if not known */

const MOVES_MAX = 20_000, TEXT_MAX = 1 << 20, JSON_MAX = 1 << 20, SIDE_MAX = 64;
const NUMBERS = /^\d{1,9}(\.\d{1,9})*$/;
const THEIRS = /^\s*(?:https?:\/\/[^\s?#]{1,200})?\?(?:[^\s#]{0,200}&)?r=([\w%+/=~.-]+)(?:[&#]\S*)?\s*$/;
const SCRAMBLE = /^\d+(?: +\d+)*(?:\/\d+(?: +\d+)*)+$/, SOLUTION = /^(?:[URDL]\d{0,5})+$/, TIMES = /^\[?\s*\d{1,10}(?:\s*,\s*\d{1,10})*\s*\]?$/;
const PAGE = "https://slidysim.github.io/replay?r=";
const STEPS = /** @type {Record<string, [number, number]>} */ ({ U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] });  // of the tile: down, right

/** Return a replay as a link. @param {Replay} played */
export function formatReplay({ model, start, moves, times }) {
  const steps = times.map((time, i) => i ? time - times[i - 1] : time);
  return `${formatId(model, start)}&replay=${[moves, steps].filter(list => list.length).map(list => list.join(".")).join(",")}`;
}

/** Whether a text is meant as a replay of slidysim. @param {string} text */
export function isSlidysim(text) {
  const rows = text.length <= TEXT_MAX ? text.trim().split(/\r?\n/).map(row => row.trim()) : [];
  return ([2, 3].includes(rows.length) && SCRAMBLE.test(rows[0]) && SOLUTION.test(rows[1])) || (text.length <= TEXT_MAX && THEIRS.test(text));
}

/**
 * Return the replay of two lists on a board, or null if it solves nothing.
 * @param {import("./model.js").Position} position @param {string} moves @param {string} times
 */
export function replayOf({ model, state }, moves, times) {
  if ([moves, times].some(text => text && !NUMBERS.test(text))) return null;
  const list = (/** @type {string} */ text) => text ? text.split(".").map(Number) : [];
  let at = 0;
  return checked({ model, start: state, moves: list(moves), times: list(times).map(step => at += step) });
}

/** @param {Replay} played @returns {Replay | null} */
function checked(played) {
  const { model, start, moves, times } = played;
  if (moves.length > MOVES_MAX || (times.length && times.length !== moves.length)) return null;
  const states = statesOf(played);
  return states.length === moves.length + 1 && isSame(states.at(-1) ?? start, model.goal) ? played : null;
}

/** The positions of a replay, up to the first move that is not legal. @param {Replay} played */
export function statesOf({ model, start, moves }) {
  const states = [start];
  for (const move of moves) {
    const next = apply(model, states[states.length - 1], move);
    if (!next) break;
    states.push(next);
  }
  return states;
}

/** Return the letters of single steps, "U2R" for "UUR": the way of each tile, or with `ofBlank` of the blank. @param {Model} model @param {number[]} start @param {number[]} moves @param {boolean} [ofBlank] */
export function lettersOf({ width }, start, moves, ofBlank = false) {
  /** @type {[string, number][]} */
  const found = [];
  let blank = start.indexOf(0);
  for (const move of moves) {
    const down = Math.floor(blank / width) - Math.floor(move / width), right = blank % width - move % width, sign = ofBlank ? -1 : 1;
    const letter = down ? (sign * down < 0 ? "U" : "D") : sign * right < 0 ? "L" : "R", last = found.at(-1);
    const count = Math.abs(down + right);
    if (last?.[0] === letter) last[1] += count; else found.push([letter, count]);
    blank = move;
  }
  return found.map(([letter, count]) => letter + (count > 1 ? count : "")).join("");
}

/** Whether slidysim has the puzzle: an ordinary board of tiles. @param {Model} model */
export const hasSlidysim = model => /^tiles:\d+x\d+$/.test(model.puzzle);

/** A state as slidysim writes a scramble. @param {Model} model @param {number[]} state */
export const scrambleOf = ({ width }, state) => Array.from({ length: state.length / width }, (_, row) => state.slice(row * width, (row + 1) * width).join(" ")).join("/");

/** Return a replay as slidysim's lines. @param {Replay} played */
export const writeSlidysim = ({ model, start, moves, times }) => [scrambleOf(model, start), lettersOf(model, start, moves), ...(times.length ? [times.join(", ")] : [])].join("\n");

/** Return the link that slidysim's own page plays. @param {Replay} played */
export async function slidysimLink({ model, start, moves, times }) {
  const ms = times.at(-1) ?? 0, tps = ms ? Math.round(1_000_000 * moves.length / ms) : 10_000;
  const text = JSON.stringify([lettersOf(model, start, moves), tps, scrambleOf(model, start), times.length ? times : -1]);
  const packed = await through(new CompressionStream("deflate"), new TextEncoder().encode(text), Infinity);
  return PAGE + encodeURIComponent(btoa(Array.from(packed, byte => String.fromCharCode(byte)).join("")));
}

/** Return the replay of slidysim's lines or link; null if it is none, is damaged, or solves nothing. @param {string} text @returns {Promise<Replay | null>} */
export async function readSlidysim(text) {
  if (!isSlidysim(text)) return null;
  const link = THEIRS.exec(text);
  if (!link) {
    const [scramble, solution, times] = text.trim().split(/\r?\n/).map(row => row.trim());
    if (times !== undefined && !TIMES.test(times)) return null;
    return timed(scramble, solution, times?.replace(/[[\]]/g, "").split(",").map(Number) ?? null, 0);
  }
  try {
    const packed = Uint8Array.from(atob(decodeURIComponent(link[1]).replaceAll(" ", "+")), sign => sign.charCodeAt(0));
    const fields = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate"), packed, JSON_MAX)));
    const [solution, tps, scramble, times] = fields;
    if (!Array.isArray(fields) || fields.length < 4 || fields.length >= 10 || ![solution, scramble].every(each => typeof each === "string")) return null;
    const isTimed = Array.isArray(times) && times.every(each => Number.isInteger(each) && each >= 0);
    return timed(scramble, solution, isTimed ? times : null, typeof tps === "number" && tps > 0 ? tps : 0);
  } catch {
    return null;
  }
}

/** @param {string} scramble @param {string} solution @param {number[] | null} times @param {number} tps thousandths of a move a second */
function timed(scramble, solution, times, tps) {
  if (!SCRAMBLE.test(scramble) || !SOLUTION.test(solution)) return null;
  const rows = scramble.split("/").map(row => row.split(/ +/)), width = rows[0].length;
  const model = Math.max(width, rows.length) <= SIDE_MAX ? parseId(`tiles:${width}x${rows.length}`)?.model : null;
  const start = model && parseCells(model, rows.map(row => row.join(",")).join("/"));
  if (!model || !start || rows.some(row => row.length !== width)) return null;
  /** @type {number[]} */
  const moves = [];
  let row = Math.floor(start.indexOf(0) / width), column = start.indexOf(0) % width;
  for (const [, letter, count] of solution.matchAll(/([URDL])(\d*)/g)) {
    const [down, right] = STEPS[letter];
    for (let i = 0; i < Number(count || 1); i++) {
      row -= down;
      column -= right;
      if (row < 0 || column < 0 || row >= rows.length || column >= width || moves.length > MOVES_MAX) return null;
      moves.push(row * width + column);
    }
  }
  return checked({ model, start, moves, times: times ?? (tps ? moves.map((_, i) => Math.round(1_000_000 * i / tps)) : []) });
}

/** Return what a stream makes of bytes; throw if that is more than `most`. @param {CompressionStream | DecompressionStream} stream @param {Uint8Array} bytes @param {number} most */
async function through(stream, bytes, most) {
  const writer = stream.writable.getWriter(), reader = stream.readable.getReader();
  writer.write(/** @type {any} */ (bytes)).then(() => writer.close()).catch(() => {});
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      void reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(part.value);
  }
  const all = new Uint8Array(size);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
