/** Where the cells of a board stand: the middles, in cell sides from the top left (as lights/scene.py lays them). */

/**
 * @typedef {object} Layout
 * @property {[number, number]} size
 * @property {{x: number, y: number, shape: string}[]} places by cell
 * @property {[number, number][]} links
 */

const ROOT3 = Math.sqrt(3), SIDE = 1.6;

/**
 * Return the layout of a grid of lamps, hexagons, triangles or tiles.
 * @param {number} width @param {number} height @param {string} rule
 * @returns {Layout}
 */
export function gridLayout(width, height, rule) {
  /** @param {(row: number, column: number) => Layout["places"][0]} place */
  const placed = place => eachOf(width * height, cell => place(Math.floor(cell / width), cell % width));
  if (rule === "hex") {
    const places = placed((r, c) => ({ x: c + r / 2 + 0.5, y: (r + 2 / 3) * ROOT3 / 2, shape: "hexagon" }));
    return { size: [width + (height - 1) / 2, (height + 1 / 3) * ROOT3 / 2], places, links: [] };
  }
  if (rule === "triangle") {
    const high = SIDE * ROOT3 / 2;
    const places = placed((r, c) => {
      const isDown = (r + c) % 2 === 1;
      return { x: (c + 1) * SIDE / 2, y: (r + (isDown ? 1 : 2) / 3) * high, shape: isDown ? "down" : "up" };
    });
    return { size: [(width + 1) * SIDE / 2, height * high], places, links: [] };
  }
  const shape = rule === "tile" ? "tile" : "disc";
  return { size: [width, height], places: placed((r, c) => ({ x: c + 0.5, y: r + 0.5, shape })), links: [] };
}

/**
 * Return the layout of a scene of the library.
 * @param {import("./engine/types.js").Scene} scene
 * @returns {Layout}
 */
export function sceneLayout(scene) {
  /** @type {Layout["places"]} */
  const places = [];
  for (const cell of scene.cells) places[cell.index] = { x: cell.x, y: cell.y, shape: cell.shape };
  return { size: scene.size, places, links: scene.links ?? [] };
}

const EAGER = 4096;  // items

/**
 * Return an array of items made by their index; of many each when it is first read.
 * @template T @param {number} length @param {(index: number) => T} make
 * @returns {T[]}
 */
export function eachOf(length, make) {
  if (length <= EAGER) return Array.from({ length }, (_, index) => make(index));
  return new Proxy(/** @type {T[]} */ (new Array(length)), {
    has: (made, key) => isIndex(key) ? Number(key) < length : key in made,
    get: (made, key) => isIndex(key) && Number(key) < length ? made[Number(key)] ??= make(Number(key)) : Reflect.get(made, key),
  });
}

/** @param {string | symbol} key */
const isIndex = key => typeof key === "string" && key >= "0" && key < ":";
