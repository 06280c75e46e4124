/**
 * A solution that is followed, and stays one after any move. Lights: presses commute, so their counts modulo k tell all; a
 * wrong press is counted too. Tiles: the moves in order; a move off the list puts the way back before it.
 */

/** @typedef {import("./model.js").Model} Model */

export class Plan {
  /** @type {Map<number, number>} lights: how often each press */
  times = new Map();
  /** @type {number[]} tiles: the cells to touch, the next one last */
  #stack = [];
  #count = 0;

  /** @param {Model} model @param {number[]} moves */
  constructor(model, moves) {
    this.model = model;
    this.isLights = model.family === "lights";
    if (this.isLights) for (const press of moves) this.#add(press, 1);
    else this.#stack = moves.toReversed();
  }

  get length() { return this.isLights ? this.#count : this.#stack.length; }

  /** The next moves, `most` of them. @param {number} most @returns {number[]} */
  next(most) {
    if (!this.isLights) return this.#stack.slice(-most).reverse();
    const found = [];
    for (const [press, times] of this.times) {
      for (let i = 0; i < times && found.length < most; i++) found.push(press);
      if (found.length >= most) break;
    }
    return found;
  }

  /** The next move, if there is one. */
  get first() { return /** @type {number | undefined} */ (this.isLights ? this.times.keys().next().value : this.#stack.at(-1)); }

  get moves() { return this.next(this.length); }

  /** @param {number} press @param {number} by */
  #add(press, by) {
    const before = this.times.get(press) ?? 0, after = (before + by + this.model.k) % this.model.k;
    if (after) this.times.set(press, after);
    else this.times.delete(press);
    this.#count += after - before;
  }

  /** A move was made, from where the blank was at `blank`. @param {number} move @param {number} blank */
  follow(move, blank) {
    if (this.isLights) this.#add(move, -1);
    else if (this.#stack.at(-1) === move) this.#stack.pop();
    else this.#stack.push(blank);
  }

  /** A move was taken back. @param {number} move */
  back(move) {
    if (this.isLights) this.#add(move, 1);
    else this.#stack.push(move);
  }
}
