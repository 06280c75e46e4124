/**
 * The kernels as the package's Python calls them (`kernels.javascript()`): lists are JSON texts, tables are buffers.
 */
import { beam } from "../kernels/beam.js";
import { model } from "../kernels/pairs.js";
import { costs, deepening } from "../kernels/fifteen.js";

/** @typedef {{toJs: () => any, destroy: () => void}} Handed what Python hands over: a proxy of its bytes */

export const twins = {
  /** @param {string} told [width, height, home, pattern] */
  costs(told) {
    const [width, height, home, pattern] = JSON.parse(told);
    return costs(width, height, home, pattern);
  },

  /** @param {string} told a Problem without its costs @param {Handed} bytes */
  deepening(told, bytes) {
    const search = deepening({ ...JSON.parse(told), costs: bytes.toJs() });
    return (/** @type {string} */ state, /** @type {(bound: number, expanded: number) => unknown} */ tick) => {
      const found = search(JSON.parse(state), tick);
      return JSON.stringify(found && { ...found, cells: Array.from(found.cells) });
    };
  },

  /** @param {number} width @param {number} height @param {...Handed} parameters of 16 bits each, least byte first */
  beams(width, height, ...parameters) {
    const spread = model(width, height, parameters.map(each => new Int16Array(each.toJs().slice().buffer)));
    return (/** @type {string} */ state, /** @type {number} */ breadth, /** @type {number} */ layers, /** @type {() => unknown} */ tick) =>
      JSON.stringify(beam(spread, JSON.parse(state), breadth, layers, tick));
  },
};
