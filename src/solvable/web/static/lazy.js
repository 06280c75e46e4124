/** Arrays of what a board has for each cell: at once for small boards; for large ones an item is made when it is first read. */

const EAGER = 4096;  // items

/**
 * Return an array of `length` items, each made by its index.
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
