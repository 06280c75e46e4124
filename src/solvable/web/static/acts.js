/**
 * A show on the board in acts: each is a row of frames, the last of which is a picture that stands by itself. It plays
 * once; it can be paused, stepped from act to act, and repeated. Under reduced motion it is its last pictures alone.
 */

/** @typedef {{view: Partial<import("./board.js").View>, ms: number}} Frame */

export class Acts {
  /** @type {Frame[][]} */
  #acts = [];
  #frame = 0;
  #timer = 0;
  act = 0;
  isPlaying = false;

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  get isStill() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }
  get isOver() { return this.act === this.#acts.length - 1 && this.#frame === this.#acts[this.act].length - 1; }
  get view() { return this.#acts[this.act]?.[this.#frame]?.view ?? null; }

  /** Begin another show. @param {Frame[][]} acts */
  begin(acts) {
    this.#acts = acts;
    if (this.isStill) return this.rest(acts.length - 1);
    this.play(0);
  }

  /** Redraw a show that rests, of a position that has changed. @param {Frame[][]} acts @param {number} act */
  change(acts, act) {
    this.#acts = acts;
    this.rest(act);
  }

  /** Play from the beginning of an act; under reduced motion show its picture. @param {number} act */
  play(act) {
    if (this.isStill) return this.rest(act);
    [this.act, this.#frame] = [act, 0];
    this.#run();
  }

  /** Pause, go on, or begin again. */
  toggle() {
    if (this.isPlaying) return this.stop();
    if (this.isOver) this.play(0);
    else this.#run();
  }

  /** Show the picture of an act. @param {number} act */
  rest(act) {
    this.stop(false);
    [this.act, this.#frame] = [act, Math.max(0, (this.#acts[act]?.length ?? 0) - 1)];
    this.draw();
  }

  stop(isDrawn = true) {
    clearTimeout(this.#timer);
    this.isPlaying = false;
    if (isDrawn) this.draw();
  }

  #run() {
    clearTimeout(this.#timer);
    this.isPlaying = true;
    this.draw();
    this.#timer = window.setTimeout(() => {
      if (this.#frame < this.#acts[this.act].length - 1) this.#frame++;
      else if (this.act < this.#acts.length - 1) [this.act, this.#frame] = [this.act + 1, 0];
      else return this.stop();
      this.#run();
    }, this.#acts[this.act][this.#frame].ms);
  }
}
