/** Neighbourhoods and surfaces of lights: what one press adds on any of the named boards (as lights/rules.py). */
import { eachOf } from "./layout.js";

const SELF = [[0, 0]], ORTHOGONAL = [[-1, 0], [0, -1], [0, 1], [1, 0]], DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const KNIGHT = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];

/** @type {Record<string, number[][]>} */
const OFFSETS = {
  plus: [...SELF, ...ORTHOGONAL],
  plus0: ORTHOGONAL,
  diagonal: [...SELF, ...DIAGONAL],
  king: [...SELF, ...ORTHOGONAL, ...DIAGONAL],
  king0: [...ORTHOGONAL, ...DIAGONAL],
  knight: [...SELF, ...KNIGHT],
  knight0: KNIGHT,
  hex: [...SELF, ...ORTHOGONAL, [1, -1], [-1, 1]],
};
export const RULES = [...Object.keys(OFFSETS), "cross", "triangle"];

/** @typedef {(row: number, column: number, height: number, width: number) => [number, number] | null} Glue */

/** @param {number} a @param {number} n */
const modulo = (a, n) => (a % n + n) % n;

/** @type {Glue} */
const klein = (row, column, h, w) => {
  const [at, isTurned] = [modulo(row, h), modulo(Math.floor(column / w), 2) === 1];
  return [isTurned ? h - 1 - at : at, modulo(column, w)];
};

/** @type {Record<string, Glue>} */
const GLUES = {
  plane: (row, column, h, w) => row >= 0 && row < h && column >= 0 && column < w ? [row, column] : null,
  cylinder: (row, column, h, w) => row >= 0 && row < h ? [row, modulo(column, w)] : null,
  torus: (row, column, h, w) => [modulo(row, h), modulo(column, w)],
  mobius: (row, column, h, w) => row >= 0 && row < h ? klein(row, column, h, w) : null,
  klein,
  projective: (row, column, h, w) => {
    const across = modulo(Math.floor(column / w), 2), down = modulo(Math.floor(row / h), 2);
    const [r, c] = [modulo(row, h), modulo(column, w)];
    return [across ? h - 1 - r : r, down ? w - 1 - c : c];
  },
};
export const SURFACES = Object.keys(GLUES);

/** @typedef {[number, number][]} Toggle what a press adds: [cell, amount], ascending */

/**
 * Return what every press adds, reduced modulo k; nothing for the `closed` cells, and nothing to the `dead`.
 * @param {{width: number, height: number, rule: string, surface: string, k: number}} board
 * @param {Set<number>} dead @param {Set<number>} closed
 * @returns {Toggle[]}
 */
export function togglesOf({ width, height, rule, surface, k }, dead, closed) {
  return eachOf(width * height, cell => {
    if (closed.has(cell)) return [];
    /** @type {Map<number, number>} */
    const amounts = new Map();
    for (const reached of reach(rule, surface, width, height, cell)) amounts.set(reached, (amounts.get(reached) ?? 0) + 1);
    return /** @type {Toggle} */ ([...amounts].map(([at, amount]) => [at, amount % k])
      .filter(([at, amount]) => amount && !dead.has(at)).sort((a, b) => a[0] - b[0]));
  });
}

/**
 * @param {string} rule @param {string} surface @param {number} width @param {number} height @param {number} cell
 * @returns {number[]}
 */
function reach(rule, surface, width, height, cell) {
  const row = Math.floor(cell / width), column = cell % width;
  if (rule === "cross") {
    const line = Array.from({ length: width }, (_, c) => row * width + c);
    return [...new Set([...line, ...Array.from({ length: height }, (_, r) => r * width + column)])];
  }
  const offsets = rule === "triangle" ? [[0, -1], [0, 0], [0, 1], [(row + column) % 2 ? -1 : 1, 0]] : OFFSETS[rule];
  return offsets.map(([down, right]) => GLUES[surface](row + down, column + right, height, width))
    .flatMap(place => place ? [place[0] * width + place[1]] : []);
}

/**
 * Say whether a rule fits on a surface of this size (where it does not, the library has the words).
 * @param {string} rule @param {string} surface @param {number} width @param {number} height
 */
export function fits(rule, surface, width, height) {
  if (!RULES.includes(rule) || !SURFACES.includes(surface)) return false;
  if (rule === "cross") return ["plane", "cylinder", "torus"].includes(surface);
  if (rule !== "triangle" || surface === "plane") return true;
  return ["cylinder", "torus"].includes(surface) && width % 2 === 0 && (surface === "cylinder" || height % 2 === 0);
}

const SHOWN = 36;  // cells of a board on which a wiring can be drawn in each lamp

/**
 * Say whether a wiring of a small board follows none of the rules on any surface, so that it must be shown.
 * Cells that are not there or do not matter change in no press, and a press that is not there changes nothing.
 * @param {Toggle[]} toggles @param {number} width @param {number} height @param {number} k @param {Set<number>} unchanged
 */
export function isIrregular(toggles, width, height, k, unchanged) {
  if (!width || toggles.length !== width * height || toggles.length > SHOWN) return false;
  const silent = new Set(toggles.flatMap((toggle, press) => toggle.length ? [] : [press])), wanted = JSON.stringify(toggles);
  return !RULES.some(rule => SURFACES.some(surface => fits(rule, surface, width, height)
    && JSON.stringify(togglesOf({ width, height, rule, surface, k }, unchanged, silent)) === wanted));
}
