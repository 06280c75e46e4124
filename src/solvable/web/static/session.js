/**
 * A game: where it began, its moves, and what the player was shown (the page's counterpart of play/session.py).
 *
 * A solution that is followed stays one after any move: of lights a pressed mark goes and a wrong press is marked (they
 * commute, so counts modulo k tell all); of tiles a move off the list puts the way back before it.
 */
import { apply, formatId, isSame, line } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{length: number, lower_bound: number}} Par */

export class Session {
  /** @param {Model} model @param {number[]} start @param {string} [seed] */
  constructor(model, start, seed = "") {
    this.model = model;
    this.seed = seed;
    /** @type {number[][]} */
    this.states = [start];
    /** @type {number[]} */
    this.moves = [];
    this.place = 0;
    /** @type {number[] | null} a solution from here, in order */
    this.plan = null;
    /** @type {"nothing"|"hint"|"marks"} */
    this.shown = "nothing";
    this.withHelp = false;
    this.elapsed = 0;
    /** @type {Par | null} */
    this.par = null;
    this.isEdited = false;
  }

  get start() { return this.states[0]; }
  get state() { return this.states[this.place]; }
  get isSolved() { return isSame(this.state, this.model.goal); }
  get id() { return formatId(this.model, this.state); }

  /**
   * Make one move; return whether it was legal.
   * @param {number} move
   */
  move(move) {
    const before = this.state, after = apply(this.model, before, move);
    if (!after) return false;
    if (this.moves[this.place] !== move) {
      this.moves.length = this.place;
      this.states.length = this.place + 1;
      this.moves.push(move);
      this.states.push(after);
    }
    this.place++;
    this.#follow(move, before, false);
    return true;
  }

  /**
   * Touch a cell: press the light, or slide the line of tiles that ends there, one move a tile where each counts.
   * @param {number} cell
   */
  touch(cell) {
    if (this.model.family === "lights") return this.move(cell);
    const path = line(this.model, this.state, cell);
    if (this.model.metric === "mtm") return path.length > 0 && this.move(cell);
    for (const tile of path) this.move(tile);
    return path.length > 0;
  }

  undo() {
    if (!this.place) return false;
    const after = this.state;
    this.place--;
    this.#follow(this.moves[this.place], after, true);
    return true;
  }

  redo() {
    return this.place < this.moves.length && this.move(this.moves[this.place]);
  }

  /** @param {number} place */
  go(place) {
    while (this.place > place && this.undo());
    while (this.place < place && this.redo());
  }

  /**
   * Follow a solution of this position.
   * @param {number[]} plan @param {"hint"|"marks"} shown
   */
  show(plan, shown) {
    this.plan = plan;
    this.shown = shown;
    this.withHelp ||= plan.length > 0;
  }

  hide() {
    this.shown = "nothing";
  }

  /** What a solution says of each press: how often. */
  get pressed() {
    /** @type {Map<number, number>} */
    const times = new Map();
    for (const press of this.plan ?? []) times.set(press, (times.get(press) ?? 0) + 1);
    return times;
  }

  /** @param {number} move @param {number[]} from where it was made @param {boolean} isBack */
  #follow(move, from, isBack) {
    if (!this.plan) return;
    if (this.shown === "hint") this.shown = "nothing";
    if (this.isSolved) {
      this.plan = [];
    } else if (this.model.family === "lights") {
      const times = this.pressed, k = this.model.k;
      times.set(move, ((times.get(move) ?? 0) + (isBack ? 1 : k - 1)) % k);
      this.plan = [...times].flatMap(([press, count]) => new Array(count).fill(press));
    } else {
      const made = isBack ? from.indexOf(0) : move, back = isBack ? move : from.indexOf(0);
      this.plan = !isBack && this.plan[0] === made ? this.plan.slice(1) : [back, ...this.plan];
    }
  }

  /** Return the game as text, for the next visit. @param {string[]} shown the boards that the address shows, and showed */
  save(shown) {
    const { model, start, moves, place, seed, withHelp, elapsed } = this;
    return JSON.stringify({ shown, start: formatId(model, start), moves, place, seed, withHelp, elapsed });
  }

  /**
   * Return the game that `save` wrote, or null if it cannot be played.
   * @param {any} saved @param {import("./model.js").Position | null} found the board where it began, if known
   */
  static load(saved, found) {
    if (!found) return null;
    const session = new Session(found.model, found.state, String(saved.seed ?? ""));
    for (const move of Array.from(saved.moves ?? [])) if (!session.move(move)) return null;
    session.go(Number(saved.place));
    return Object.assign(session, { withHelp: Boolean(saved.withHelp), elapsed: Number(saved.elapsed) || 0 });
  }
}
