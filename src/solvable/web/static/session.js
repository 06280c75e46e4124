/**
 * A game: where it began, its moves, what is known of it, and what the player was shown (the counterpart of
 * play/session.py). Only the moves and the present state are kept, so a long game costs what its moves cost.
 */
import { applyTo, formatId, isSame, line } from "./model.js";
import { Plan } from "./plan.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./engine/types.js").Answer} Answer */
/** @typedef {{length: number, lower_bound: number}} Par */

export class Session {
  /** @param {Model} model @param {number[]} start @param {string} [seed] */
  constructor(model, start, seed = "") {
    this.model = model;
    this.seed = seed;
    this.start = this.state = start;
    /** @type {number[]} those that were taken back too */
    this.moves = [];
    /** @type {number[]} when, in ms on the clock */
    this.times = [];
    this.place = 0;
    /** @type {Plan | null} a solution from here */
    this.plan = null;
    /** @type {"nothing"|"hint"|"marks"} */
    this.shown = "nothing";
    this.withHelp = false;
    /** @type {Answer | null} all that is known of the board as it began: replaced as a whole */
    this.answer = null;
    this.spent = 0;  // milliseconds on the clock before it was last started
    /** @type {number | null} when it was last started */
    this.since = null;
    /** @type {import("./challenge.js").Challenge | null} to be beaten */
    this.challenge = null;
    this.isDaily = false;
    /** @type {number | null} when the board was first seen, if inspection is measured */
    this.seen = null;
    this.inspection = 0;  // milliseconds from then to the first move
    this.isGivenUp = false;
  }

  get isSolved() { return isSame(this.state, this.model.goal); }
  get id() { return formatId(this.model, this.state); }
  get startId() { return formatId(this.model, this.start); }
  get canUndo() { return this.place > 0; }
  get canRedo() { return this.place < this.moves.length; }

  /** Milliseconds from the first move. */
  get ms() { return this.spent + (this.since === null ? 0 : performance.now() - this.since); }

  /** Start or stop the clock. @param {boolean} isRunning */
  run(isRunning) {
    if (isRunning === (this.since !== null)) return;
    this.spent = this.ms;
    this.since = isRunning ? performance.now() : null;
  }

  /** The fewest moves from the beginning, as far as they are known. @returns {Par | null} */
  get par() {
    const length = this.answer?.length;
    return length === undefined ? null : { length, lower_bound: this.answer?.lower_bound ?? 0 };
  }

  /**
   * Take what an answer says of the position after `at` moves for what it says of the beginning; return whether it is news.
   * @param {Answer} found @param {number} [at]
   */
  learn(found, at = 0) {
    const before = this.answer;
    if (at && found.length !== undefined) found = this.#fromStart(found, at);
    if (!before) this.answer = found;
    else {
      const isShorter = found.length !== undefined && (before.length === undefined || found.length < before.length);
      const bound = Math.max(before.lower_bound ?? 0, found.lower_bound ?? 0), best = isShorter ? { ...before, ...found } : { ...found, ...before };
      this.answer = best.length === undefined ? best : { ...best, lower_bound: bound, optimal: bound === best.length };
    }
    return this.answer !== before;
  }

  /** @param {Answer} found @param {number} at @returns {Answer} */
  #fromStart(found, at) {
    const { model } = this, way = new Plan(model, [...model.family === "lights" ? found.moves ?? [] : [], ...this.moves.slice(0, at)]);
    const moves = model.family === "lights" ? way.moves : [...this.moves.slice(0, at), ...found.moves ?? []];
    return { ...found, moves, length: moves.length, lower_bound: Math.max(0, (found.lower_bound ?? 0) - at), optimal: false };
  }

  /** Where the blank was before the move at this place. @param {number} place */
  #blank(place) {
    return place ? this.moves[place - 1] : this.start.indexOf(0);
  }

  /**
   * Make one move; return whether it was legal.
   * @param {number} move
   */
  move(move) {
    const state = this.#isOwn ? this.state : [...this.state], blank = this.#blank(this.place);
    if (!applyTo(this.model, state, move, blank)) return false;
    if (this.moves[this.place] !== move) {
      this.moves.length = this.place;
      this.moves.push(move);
    }
    this.times[this.place] = Math.round(this.ms);
    this.state = state;
    this.plan?.follow(move, blank);
    this.place++;
    this.#moved();
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
    const blank = this.#blank(this.place), move = this.moves[--this.place], { model } = this;
    if (!this.#isOwn) this.state = [...this.state];
    if (model.family === "tiles") applyTo(model, this.state, this.#blank(this.place), blank);
    else for (const [cell, amount] of model.toggles[move]) this.state[cell] = (this.state[cell] + model.k - amount) % model.k;
    this.plan?.back(move);
    this.#moved();
    return true;
  }

  redo() {
    return this.canRedo && this.move(this.moves[this.place]);
  }

  /** @param {number} place */
  go(place) {
    this.#many(() => {
      while (this.place > place && this.undo());
      while (this.place < place && this.redo());
    });
  }

  /** Go to a place on the way so far, or further along the solution that is followed. @param {number} place */
  along(place) {
    this.#many(() => {
      while (this.place > place && this.undo());
      while (this.place < place && this.plan?.first !== undefined && this.move(this.plan.first));
    });
  }

  #isOwn = false;  // the state is not seen yet: it may be changed

  /** Make many moves on one copy of the state. @param {() => void} make */
  #many(make) {
    this.state = [...this.state];
    this.#isOwn = true;
    make();
    this.#isOwn = false;
    this.#moved();
  }

  /** Forget the moves that were taken back. */
  trim() {
    this.moves.length = this.place;
  }

  #moved() {
    if (this.#isOwn) return;
    if (this.shown === "hint") this.shown = "nothing";
    if (this.plan && this.isSolved) this.plan = new Plan(this.model, []);
  }

  /**
   * Follow a solution of this position.
   * @param {number[]} moves @param {"hint"|"marks"} shown
   */
  show(moves, shown) {
    this.plan = new Plan(this.model, moves);
    this.shown = shown;
    this.withHelp ||= moves.length > 0;
  }

  hide() {
    this.shown = "nothing";
  }

  /** Another game that stands where this one does. */
  copy() {
    const other = Object.assign(new Session(this.model, this.start, this.seed), this, { moves: [...this.moves], times: [...this.times], plan: null, shown: "nothing", since: null });
    other.spent = this.ms;
    return other;
  }

  /** Return the game as text, for the next visit. @param {string[]} shown the boards that the address shows, and showed */
  save(shown) {
    const { startId: start, moves, times, place, seed, withHelp, ms, challenge, inspection } = this;
    return JSON.stringify({ shown, start, moves, times, place, seed, withHelp, ms: Math.round(ms), challenge, inspection });
  }

  /**
   * Return the game that `save` wrote, or null if it cannot be played.
   * @param {any} saved @param {import("./model.js").Position | null} found the board where it began, if known
   */
  static load(saved, found) {
    if (!found || !Array.isArray(saved.moves ?? [])) return null;
    const session = new Session(found.model, found.state, String(saved.seed ?? ""));
    for (const move of saved.moves ?? []) if (!session.move(move)) return null;
    session.go(Number(saved.place) || 0);
    const { times, challenge } = saved;
    if (Array.isArray(times) && times.length === session.moves.length) session.times = times.map(Number);
    if (challenge?.length >= 0 && challenge.ms >= 0) session.challenge = challenge;
    return Object.assign(session, { withHelp: Boolean(saved.withHelp), spent: Number(saved.ms) || 0, inspection: Math.max(0, Math.round(saved.inspection)) || 0 });
  }
}
