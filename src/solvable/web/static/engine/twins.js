/**
 * The kernels as the package's Python calls them (`kernels.javascript()`): lists are JSON texts, tables are buffers.
 */
import { costs, deepening } from "../kernels/fifteen.js";

/** @typedef {{toJs: () => any, destroy: () => void}} Handed what Python hands over: a proxy of its bytes */

/** @param {URL} base where the site begins, and its data */
export const twins = base => ({
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
});
