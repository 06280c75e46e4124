/**
 * The board on a canvas: for those with more cells than elements can be, or with cells too small for a finger.
 *
 * It draws what it is told and reports what was touched, as the board of cells (board.js) does, and can be brought nearer:
 * by pinching, the wheel with Ctrl, + and −, or a tap on cells that are too small to be hit. For a screen reader it is
 * a grid of which only the cell with the focus is there: two elements take turns to be it, so that each move of the
 * focus is one.
 */
import { labelOf, nextCell } from "./board.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { Painter, looks } from "./painter.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./board.js").View} View */
/** @typedef {import("./board.js").Listener} Listener */
/** @typedef {{x: number, y: number}} Point */

const MOST = 400;  // cells of a board of elements
const FINGER = 24, PEN = 5;  // pixels of a side that a finger, and a mouse, hits
const NEAR = 36, NEAREST = 72;  // pixels of a side: when a tap brings it near, and at most
const STILL = 6, SWIPE = 24;  // pixels that a tap may move; from which a move is a swipe
const STEP = 1.5;  // what + does to a side
const LEAN = 3;  // a longer board has room round it

/** @type {WeakMap<Model, boolean>} */
const decided = new WeakMap();

/** Whether a board is drawn on a canvas: decided once, by the room that there is. @param {Model} model @param {HTMLElement} root */
export function isForCanvas(model, root) {
  const known = decided.get(model);
  if (known !== undefined) return known;
  const [width, height] = model.layout.size, room = Math.min(root.parentElement?.clientWidth || innerWidth, innerHeight * 0.62 * Math.max(1, width / height));
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const is = !model.isExplicit && (model.cells > MOST || (isTouched && room / width < FINGER));
  decided.set(model, is);
  return is;
}

export class CanvasBoard {
  /** @param {HTMLElement} root @param {Listener} listener */
  constructor(root, listener) {
    this.root = root;
    this.listener = listener;
    this.focus = 0;
    /** @type {Model | null} */
    this.model = null;
    /** @type {View} */
    this.view = { state: [] };
    this.canvas = h("canvas", { class: "large-canvas", "aria-hidden": "true" });
    this.cells = [0, 1].map(() => h("div", { role: "gridcell", class: "cell", tabIndex: -1 }));
    this.rows = this.cells.map(cell => h("div", { role: "row" }, cell));
    this.name = h("output", { class: "small", "aria-live": "off", "aria-hidden": "true" });
    this.buttons = { out: this.#button("−", "zoom.out", 1 / STEP), in: this.#button("+", "zoom.in", STEP), fit: this.#button("⤢", "zoom.fit", 0) };
    this.bar = h("div", { class: "zoom", role: "group" }, this.buttons.out, this.buttons.in, this.buttons.fit, this.name);
    this.painter = new Painter(this.canvas);
    this.scale = 0;  // pixels a side; 0: as the whole board fits
    /** @type {Point} the place of the board, in sides, that is in the middle of the canvas */
    this.middle = { x: 0, y: 0 };
    this.wide = this.high = 0;
    /** @type {Map<number, number>} */
    this.reached = new Map();
    this.pointed = -1;
    this.asked = 0;
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(root);
    new MutationObserver(() => this.#draw()).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  /** @param {string} sign @param {string} key @param {number} times 0: the whole board */
  #button(sign, key, times) {
    const button = h("button", { type: "button", onclick: () => this.#zoom(times) }, sign);
    button.dataset.key = key;
    return button;
  }

  /** Another view takes the place. */
  leave() {
    this.model = null;
    this.bar.remove();
    this.root.classList.remove("large");
  }

  /** @param {Model} model */
  #build(model) {
    const [width, height] = model.layout.size, lean = Math.min(LEAN, Math.max(1 / LEAN, width / height));
    this.model = model;
    this.focus = model.dead.has(0) ? model.goal.findIndex((_, cell) => !model.dead.has(cell)) : 0;
    this.scale = 0;
    this.middle = { x: width / 2, y: height / 2 };
    this.reached = new Map();
    this.pointed = -1;
    this.root.className = `board large ${model.family}`;
    this.root.style.setProperty("--w", String(lean));
    this.root.style.setProperty("--h", "1");
    this.root.replaceChildren(this.canvas, ...this.rows);
    this.root.parentElement?.append(this.bar);
    this.cells.forEach((cell, i) => { cell.tabIndex = i ? -1 : 0; });
    this.rows[0].hidden = false;
    this.rows[1].hidden = true;
    if (model.width) {
      this.root.setAttribute("aria-rowcount", String(Math.ceil(model.cells / model.width)));
      this.root.setAttribute("aria-colcount", String(model.width));
    }
    this.#resize();
  }

  /** Draw a position with what is to be seen upon it. @param {Model} model @param {View} view */
  show(model, view) {
    if (model !== this.model) this.#build(model);
    const before = this.view;
    this.view = view;
    this.root.classList.toggle("editing", Boolean(view.isEditing));
    this.root.classList.toggle("won", Boolean(view.isWon));
    this.root.setAttribute("aria-label", t("board.label", { puzzle: model.puzzle }));
    this.bar.setAttribute("aria-label", t("zoom.label"));
    for (const button of Object.values(this.buttons)) {
      button.title = t(button.dataset.key ?? "");
      button.setAttribute("aria-label", button.title);
    }
    if (view.picture !== before.picture) this.#picture(view.picture);
    this.#name();
    this.#draw();
  }

  /** @param {string | undefined} address */
  #picture(address) {
    const picture = this.painter.picture = address ? new Image() : null;
    if (!picture) return;
    picture.onload = () => this.#draw();
    picture.src = address ?? "";
  }

  /** Pixels a side when the whole board is seen. */
  get least() {
    const [width, height] = this.model?.layout.size ?? [1, 1];
    return Math.min(this.wide / width, this.high / height);
  }

  get side() { return Math.max(this.least, this.scale); }
  get isNear() { return this.side > this.least * 1.01; }

  /** Where the board lies on the canvas. */
  get #frame() {
    const { side, middle, wide, high } = this;
    return { width: wide, height: high, side, left: wide / 2 - middle.x * side, top: high / 2 - middle.y * side };
  }

  #resize() {
    if (!this.model) return;
    this.wide = this.root.clientWidth;
    this.high = this.root.clientHeight;
    this.#look(this.side, this.middle);
  }

  /** Look at the board from so near, with that place in the middle, as far as the board reaches. @param {number} side @param {Point} middle */
  #look(side, middle) {
    if (!this.model) return;
    const [width, height] = this.model.layout.size, { least } = this;
    this.scale = side <= least * 1.01 ? 0 : Math.min(side, Math.max(NEAREST, least));
    const within = (/** @type {number} */ at, /** @type {number} */ all, /** @type {number} */ room) => {
      const half = room / this.side / 2;
      return half * 2 >= all ? all / 2 : Math.min(all - half, Math.max(half, at));
    };
    this.middle = { x: within(middle.x, width, this.wide), y: within(middle.y, height, this.high) };
    this.root.classList.toggle("near", this.isNear);
    this.buttons.out.disabled = this.buttons.fit.disabled = !this.isNear;
    this.buttons.in.disabled = this.side >= NEAREST;
    this.#draw();
  }

  /** Come nearer, or go back, by so many times; a place of the canvas stays where it is. @param {number} times 0: the whole board @param {Point} [at] */
  #zoom(times, at = this.#focused()) {
    const { side, middle } = this, to = Math.min(NEAREST, side * times), { x, y } = this.#onBoard(at);
    if (!times) return this.#look(0, middle);
    this.#look(to, { x: x + (middle.x - x) * side / to, y: y + (middle.y - y) * side / to });
  }

  /** The place of the canvas where the focus is if it is seen, else the middle. @returns {Point} */
  #focused() {
    const { x, y } = this.#onCanvas(this.focus), isSeen = x > 0 && y > 0 && x < this.wide && y < this.high;
    return this.root.contains(document.activeElement) && isSeen ? { x, y } : { x: this.wide / 2, y: this.high / 2 };
  }

  /** @param {number} cell @returns {Point} */
  #onCanvas(cell) {
    const { side, left, top } = this.#frame, { x, y } = this.model?.layout.places[cell] ?? { x: 0, y: 0 };
    return { x: left + x * side, y: top + y * side };
  }

  /** @param {Point} at @returns {Point} */
  #onBoard({ x, y }) {
    const { side, left, top } = this.#frame;
    return { x: (x - left) / side, y: (y - top) / side };
  }

  /** The place of the canvas that an event means. @param {{clientX: number, clientY: number}} event @returns {Point} */
  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The cell at a place of the canvas, or -1. @param {Point} at */
  #cellAt(at) {
    const { model } = this, { x, y } = this.#onBoard(at);
    if (!model) return -1;
    const [width, height] = model.layout.size;
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    if (model.width === width && model.cells === width * height) {
      const cell = Math.floor(y) * width + Math.floor(x);
      return model.dead.has(cell) ? -1 : cell;
    }
    let best = -1, least = 0.5;
    model.layout.places.forEach((place, cell) => {
      const far = (place.x - x) ** 2 + (place.y - y) ** 2;
      if (far < least && !model.dead.has(cell)) [best, least] = [cell, far];
    });
    return best;
  }

  #draw() {
    if (this.asked || !this.model) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      if (!this.model || !this.wide) return;
      this.painter.paint(this.model, this.view, this.#frame, { ...looks(this.root), reached: this.reached });
      this.#place();
    });
  }

  get #active() { return this.rows[0].hidden ? 1 : 0; }

  /** Put the element of the focus over its cell. */
  #place() {
    const { x, y } = this.#onCanvas(this.focus), side = Math.max(16, this.side);
    Object.assign(this.cells[this.#active].style, { left: `${x - side / 2}px`, top: `${y - side / 2}px`, width: `${side}px`, height: `${side}px` });
  }

  /** Call the cell with the focus by its name. */
  #name() {
    const { model, view, focus } = this, cell = this.cells[this.#active];
    if (!model) return;
    cell.dataset.cell = String(focus);
    cell.setAttribute("aria-label", labelOf(model, view, focus));
    if (model.width) {
      this.rows[this.#active].setAttribute("aria-rowindex", String(Math.floor(focus / model.width) + 1));
      cell.setAttribute("aria-colindex", String(focus % model.width + 1));
    }
    this.name.textContent = labelOf(model, view, this.pointed >= 0 ? this.pointed : focus);
  }

  /** Point out the cells that a press would change; none for -1. @param {number} press */
  preview(press) {
    this.reached = new Map(press < 0 || !this.model ? [] : this.model.toggles[press] ?? []);
    this.#draw();
  }

  /** Move the focus to a cell. @param {number} cell @param {boolean} [isQuiet] do not take it from elsewhere */
  focusOn(cell, isQuiet = false) {
    if (!this.model || cell < 0 || cell >= this.model.cells) return;
    const hadFocus = this.cells.some(each => each === document.activeElement), isOther = cell !== this.focus;
    this.focus = cell;
    if (isOther) {
      const now = 1 - this.#active;
      this.rows.forEach((row, i) => { row.hidden = i !== now; });
      this.cells.forEach((each, i) => { each.tabIndex = i === now ? 0 : -1; });
    }
    this.#name();
    this.#place();
    if (!isQuiet || hadFocus) this.cells[this.#active].focus({ preventScroll: true });
    this.#draw();
  }

  /** Move the focus to the next cell in a direction, and have it seen. @param {number} down @param {number} right */
  step(down, right) {
    const { model } = this;
    if (!model) return;
    let cell = this.focus;
    if (model.width) {
      const height = Math.ceil(model.cells / model.width);
      let [row, column] = [Math.floor(cell / model.width) + down, cell % model.width + right];
      while (model.dead.has(row * model.width + column) && row >= 0 && column >= 0 && row < height && column < model.width) [row, column] = [row + down, column + right];
      cell = row < 0 || column < 0 || row >= height || column >= model.width ? -1 : row * model.width + column;
    } else cell = nextCell(model, cell, down, right);
    if (cell < 0) return;
    this.focusOn(cell);
    this.#follow(cell);
  }

  /** Have a cell seen, large enough to be made out. @param {number} cell */
  #follow(cell) {
    const { x, y } = this.#onCanvas(cell), room = Math.min(this.side * 2, this.wide / 4, this.high / 4), place = this.model?.layout.places[cell];
    const isSeen = x > room && y > room && x < this.wide - room && y < this.high - room;
    if (place && (this.side < FINGER / 2 || (this.isNear && !isSeen))) this.#look(Math.max(this.side, this.side < FINGER / 2 ? FINGER : 0), isSeen && this.isNear ? this.middle : place);
  }

  /** @param {number} cell */
  #point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    this.#name();
    this.listener.point(cell);
  }

  #listen() {
    const { canvas, root } = this;
    /** @type {Map<number, Point>} */
    const fingers = new Map();
    /** @type {{x: number, y: number, isMoved: boolean, isPaint: boolean, isPinch: boolean} | null} */
    let start = null;
    let last = -1, pointer = "mouse";
    const isPainting = () => Boolean(this.view.isEditing) && this.model?.family === "lights";
    const isSmall = () => this.side < (pointer === "mouse" ? PEN : FINGER) && this.side < NEAREST && this.model && this.least < FINGER;

    canvas.addEventListener("pointerdown", event => {
      if (event.button) return;
      pointer = event.pointerType;
      const at = this.#at(event);
      fingers.set(event.pointerId, at);
      if (fingers.size > 1 && start) { start.isPinch = true; return; }
      start = { ...at, isMoved: false, isPaint: isPainting() && !isSmall(), isPinch: false };
      if (event.pointerId >= 0 && event.isTrusted) canvas.setPointerCapture(event.pointerId);
      const cell = this.#cellAt(at);
      if (!start.isPaint || cell < 0) return;
      event.preventDefault();
      this.focusOn(cell);
      this.listener.paint(last = cell, true);
    });
    canvas.addEventListener("pointermove", event => {
      const at = this.#at(event), before = fingers.get(event.pointerId);
      if (!before || !start) return this.#point(event.pointerType === "mouse" ? this.#cellAt(at) : -1);
      fingers.set(event.pointerId, at);
      if (fingers.size > 1) return this.#pinch([...fingers.entries()].map(([id, now]) => id === event.pointerId ? [before, now] : [now, now]));
      start.isMoved ||= Math.hypot(at.x - start.x, at.y - start.y) > STILL;
      if (start.isPaint && !start.isPinch) {
        const cell = this.#cellAt(at);
        if (cell >= 0 && cell !== last) this.listener.paint(last = cell, false);
      } else if (start.isMoved && this.isNear)
        this.#look(this.side, { x: this.middle.x - (at.x - before.x) / this.side, y: this.middle.y - (at.y - before.y) / this.side });
    });
    canvas.addEventListener("pointerup", event => {
      const at = this.#at(event);
      fingers.delete(event.pointerId);
      if (!start || fingers.size) return;
      const { isMoved, isPaint, isPinch, x, y } = start;
      start = null;
      if (isPinch || isPaint) return;
      if (!isMoved) return this.#tap(at, Boolean(isSmall()));
      const [right, down] = [at.x - x, at.y - y], isAcross = Math.abs(right) > Math.abs(down);
      if (this.model?.family !== "tiles" || this.view.isEditing || this.isNear || Math.max(Math.abs(right), Math.abs(down)) <= SWIPE) return;
      this.listener.swipe(isAcross ? 0 : Math.sign(down), isAcross ? Math.sign(right) : 0);
    });
    canvas.addEventListener("pointercancel", event => {
      fingers.delete(event.pointerId);
      if (!fingers.size) start = null;
    });
    canvas.addEventListener("pointerleave", () => this.#point(-1));
    canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey && !this.isNear) return;
      event.preventDefault();
      if (event.ctrlKey) this.#zoom(2 ** (-event.deltaY / 200), this.#at(event));
      else this.#look(this.side, { x: this.middle.x + event.deltaX / this.side, y: this.middle.y + event.deltaY / this.side });
    }, { passive: false });
    for (const cell of this.cells) cell.addEventListener("focus", () => this.listener.point(this.focus));
    root.addEventListener("keydown", event => {
      if (!this.model || event.ctrlKey || event.metaKey || event.altKey) return;
      const times = { "+": STEP, "=": STEP, "-": 1 / STEP }[event.key];
      if (times) this.#zoom(times);
    });
  }

  /** A tap: on cells that are too small to be hit it brings them near. @param {Point} at @param {boolean} isSmall */
  #tap(at, isSmall) {
    const cell = this.#cellAt(at);
    if (cell < 0) return;
    this.focusOn(cell);
    if (isSmall) return this.#zoom(NEAR / this.side, at);
    this.listener.touch(cell);
  }

  /** Two fingers have moved: each from, to. @param {[Point, Point][]} fingers */
  #pinch([[a, b], [c, d]]) {
    const times = Math.hypot(b.x - d.x, b.y - d.y) / Math.max(1, Math.hypot(a.x - c.x, a.y - c.y));
    const before = { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 }, after = { x: (b.x + d.x) / 2, y: (b.y + d.y) / 2 }, { side } = this;
    this.#zoom(Math.max(this.least / side, times), before);
    this.#look(this.side, { x: this.middle.x - (after.x - before.x) / this.side, y: this.middle.y - (after.y - before.y) / this.side });
  }
}
