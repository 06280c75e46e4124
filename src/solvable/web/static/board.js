/**
 * The board on the screen: an ARIA grid whose cells are the buttons, lamps in them, tiles sliding in a layer below.
 *
 * It draws what it is told (`show`) and reports what was touched; it knows no rules. Focus roves: one cell is the tab
 * stop. Motion is left to CSS, so input never waits for it.
 */
import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { faceOf, isAimed } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/**
 * @typedef {object} View
 * @property {number[]} state
 * @property {Map<number, number>} [pressed] marks of a solution: how often
 * @property {number[]} [next] the cells of the next moves, the very next first
 * @property {boolean} [isHint] the first of `next` is a hint, to be seen from afar
 * @property {number[]} [weights] of an invariant, one a cell
 * @property {Set<number>} [points] cells that a lesson points at
 * @property {string[]} [signs] what a lesson calls each cell
 * @property {number} [chosen] the cell whose column is marked in a lesson's matrix, or -1
 * @property {number} [pressing] the cell that is pointed out as being pressed
 * @property {Set<number>} [hits] the cells that it changes, of those that count
 * @property {Map<number, string>} [tags] short texts on cells
 * @property {number[]} [tiles] where tiles are drawn, if not where they are
 * @property {Set<number>} [turning] cells whose tiles are pointed out
 * @property {boolean} [isChess] every other cell darker
 * @property {SVGElement[]} [over] drawn over the board, in cell sides from the top left
 * @property {boolean} [isEditing]
 * @property {boolean} [isWon]
 * @property {string} [picture] the address of a picture for the tiles
 * @property {number} [origin] the cell from which a change spreads
 */
/**
 * @typedef {object} Listener
 * @property {(cell: number) => void} touch
 * @property {(cell: number, isFirst: boolean) => void} paint
 * @property {(down: number, right: number) => void} swipe
 * @property {(cell: number) => void} point a cell has got the focus or the pointer, or (-1) none has
 */

const SWIPE = 24;  // pixels

/** The letter of a state's colour. @param {Model} model @param {number} value */
const sign = (model, value) => model.colours && (model.colours[value] === "dark" ? "" : t(`colour.sign.${model.colours[value]}`));

export class BoardView {
  /** @param {HTMLElement} root @param {Listener} listener */
  constructor(root, listener) {
    this.root = root;
    this.listener = listener;
    this.focus = 0;
    /** @type {Model | null} */
    this.model = null;
    /** @type {View} */
    this.view = { state: [] };
    /** @type {Model | null} the one that was drawn last */
    this.drawn = null;
    /** @type {SVGElement | null} */
    this.over = null;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {{element: HTMLElement, tile: number, cell: number}[]} */
    this.tiles = [];
    this.#listen();
  }

  /** Draw the board of a model anew. @param {Model} model */
  #build(model) {
    const [width, height] = model.layout.size;
    this.model = model;
    this.focus = model.dead.has(0) ? model.goal.findIndex((_, cell) => !model.dead.has(cell)) : 0;
    this.root.className = `board ${model.family}`;
    this.over = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "over", "aria-hidden": "true" });
    this.root.style.setProperty("--w", String(width));
    this.root.style.setProperty("--h", String(height));
    const digits = model.family === "tiles" ? String(Math.max(...model.goal)).length : String(model.k - 1).length;
    this.root.dataset.digits = String(Math.min(4, digits));
    this.cells = model.layout.places.map((place, cell) => this.#cell(model, place, cell));
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    this.cells.forEach((element, cell) => {
      const row = model.width ? Math.floor(cell / model.width) : 0;
      if (!rows.has(row)) rows.set(row, h("div", { role: "row" }));
      rows.get(row)?.append(element);
    });
    this.tiles = [];
    const layers = model.family === "tiles" ? [this.#tiles(model)] : [];
    this.root.replaceChildren(...(model.layout.links.length ? [links(model)] : []), ...layers, ...rows.values(), this.over);
  }

  /** @param {Model} model @param {{x: number, y: number, shape: string}} place @param {number} cell */
  #cell(model, { x, y, shape }, cell) {
    const [width, height] = model.layout.size, isDead = model.dead.has(cell);
    const at = `left:${100 * (x - 0.5) / width}%;top:${100 * (y - 0.5) / height}%;width:${100 / width}%;height:${100 / height}%`;
    const element = h("div", { role: "gridcell", class: isDead ? "cell dead" : "cell", style: at, tabIndex: cell === this.focus ? 0 : -1 });
    element.dataset.cell = String(cell);
    if (model.family === "lights" && !isDead) element.append(lamp(model, shape, cell));
    element.append(h("span", { class: "mark", "aria-hidden": "true" }));
    return element;
  }

  /** @param {Model} model */
  #tiles(model) {
    const layer = h("div", { class: "layer", "aria-hidden": "true" }), [width, height] = model.layout.size;
    for (const [cell, tile] of model.goal.entries()) {
      if (tile <= 0) continue;
      const element = h("div", { class: "tile", style: `width:${100 / width}%;height:${100 / height}%` }, h("span", {}, h("b", {}, faceOf(model, tile))));
      const place = model.layout.places[cell];
      element.style.setProperty("--px", `${width > 1 ? 100 * (place.x - 0.5) / (width - 1) : 0}%`);
      element.style.setProperty("--py", `${height > 1 ? 100 * (place.y - 0.5) / (height - 1) : 0}%`);
      element.classList.toggle("dark", model.width > 0 && (cell % model.width + Math.floor(cell / model.width)) % 2 === 1);
      this.tiles.push({ element, tile, cell: -1 });
      layer.append(element);
    }
    return layer;
  }

  /** Another view takes the place: this one begins anew when it comes back. */
  leave() {
    this.model = null;
  }

  /** Draw a position with what is to be seen upon it. @param {Model} model @param {View} view */
  show(model, view) {
    if (model !== this.model) this.#build(model);
    const before = this.view;
    this.view = view;
    this.root.classList.toggle("editing", Boolean(view.isEditing));
    this.root.classList.toggle("won", Boolean(view.isWon));
    this.root.classList.toggle("pictured", Boolean(view.picture));
    this.root.classList.toggle("chess", Boolean(view.isChess));
    if (view.over !== before.over || model !== this.drawn) this.over?.replaceChildren(...view.over ?? []);
    this.drawn = model;
    if (view.picture !== before.picture) this.root.style.setProperty("--picture", view.picture ? `url("${view.picture}")` : "none");
    this.root.setAttribute("aria-label", t("board.label", { puzzle: model.puzzle }));
    const origin = view.origin === undefined ? null : model.layout.places[view.origin];
    this.cells.forEach((element, cell) => {
      const place = model.layout.places[cell];
      const away = origin ? Math.round(Math.abs(origin.x - place.x) + Math.abs(origin.y - place.y)) : 0;
      this.#show(model, element, cell, away);
    });
    if (model.family === "tiles") this.#place(model, view);
  }

  /** @param {Model} model @param {HTMLElement} element @param {number} cell @param {number} away */
  #show(model, element, cell, away) {
    const { view } = this, value = view.state[cell], times = view.pressed?.get(cell) ?? 0;
    const order = view.next?.indexOf(cell) ?? -1, weight = view.weights?.[cell] ?? 0;
    element.classList.toggle("lit", model.k > 0 && (value > 0 || (model.colours !== undefined && model.colours[0] !== "dark")));
    element.classList.toggle("marked", times > 0);
    element.classList.toggle("hinted", order === 0 && Boolean(view.isHint));
    element.classList.toggle("weighed", weight > 0);
    const name = view.signs?.[cell];
    element.classList.toggle("pointed", Boolean(view.points?.has(cell)));
    element.classList.toggle("chosen", view.chosen === cell);
    const mark = /** @type {HTMLElement} */ (element.lastElementChild);
    mark.dataset.sign = name ?? "";
    element.classList.toggle("pressing", view.pressing === cell);
    element.classList.toggle("hit", Boolean(view.hits?.has(cell)));
    const tag = view.tags?.get(cell);
    element.classList.toggle("tagged", tag !== undefined);
    element.dataset.order = order >= 0 ? String(order) : "";
    mark.textContent = tag ?? (times > 1 ? String(times) : weight > 1 ? String(weight) : "");
    if (model.family === "tiles") this.#arrow(model, mark, order === 0 ? cell : -1);
    if (model.k > 0 && !model.dead.has(cell)) {
      const shown = /** @type {HTMLElement} */ (element.firstElementChild);
      shown.style.setProperty("--level", String(value / (model.k - 1)));
      shown.style.setProperty("--delay", `${away * 25}ms`);
      if (model.k > 2 && !model.free.has(cell)) /** @type {HTMLElement} */ (shown.querySelector("b")).textContent = sign(model, value) ?? (value ? String(value) : "");
      if (model.colours) element.dataset.colour = model.colours[value];
    }
    const label = labelOf(model, view, cell);
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
  }

  /** @param {Model} model @param {HTMLElement} mark @param {number} cell whose tile moves next, or -1 */
  #arrow(model, mark, cell) {
    if (cell < 0) return mark.style.removeProperty("--turn");
    const from = model.layout.places[cell], to = model.layout.places[this.view.state.indexOf(0)];
    mark.style.setProperty("--turn", `${Math.atan2(to.y - from.y, to.x - from.x)}rad`);
  }

  /** Bring the tiles to their cells; of those alike one that lies right stays. @param {Model} model @param {View} view */
  #place(model, view) {
    const state = view.tiles ?? view.state, away = this.tiles.filter(each => state[each.cell] !== each.tile), stay = new Set(this.tiles.map(each => each.cell));
    for (const each of away) stay.delete(each.cell);
    state.forEach((tile, cell) => {
      if (tile <= 0 || stay.has(cell)) return;
      const found = away.splice(away.findIndex(each => each.tile === tile), 1)[0];
      if (found) found.cell = cell;
    });
    this.tiles.forEach(({ element, tile, cell }) => {
      const { x, y } = model.layout.places[cell];
      element.style.transform = `translate(${100 * (x - 0.5)}%, ${100 * (y - 0.5)}%)`;
      element.classList.toggle("home", model.goal[cell] === tile);
      element.classList.toggle("turning", Boolean(view.turning?.has(cell)));
      element.classList.toggle("second", (Math.floor(x) + Math.floor(y)) % 2 === 1);
    });
  }

  /** Point out the cells that a press would change; none for -1. @param {number} cell */
  preview(cell) {
    const reached = new Map(cell < 0 || !this.model ? [] : this.model.toggles[cell] ?? []);
    this.cells.forEach((element, other) => element.classList.toggle("reached", reached.has(other)));
  }

  /** Move the focus to a cell. @param {number} cell @param {boolean} [isQuiet] do not take it from elsewhere */
  focusOn(cell, isQuiet = false) {
    const element = this.cells[cell];
    if (!element) return;
    this.cells[this.focus].tabIndex = -1;
    element.tabIndex = 0;
    this.focus = cell;
    if (!isQuiet) element.focus();
  }

  /** Move the focus to the next cell in a direction; by what is nearest where there are no rows. @param {number} down @param {number} right */
  step(down, right) {
    const best = this.model ? nextCell(this.model, this.focus, down, right) : -1;
    if (best >= 0) this.focusOn(best);
  }

  #listen() {
    /** @type {{x: number, y: number, cell: number} | null} */
    let start = null;
    let last = -1, wasSwiped = false;
    const cellAt = (/** @type {Element | null} */ target) => {
      const found = /** @type {HTMLElement | null} */ (target?.closest?.(".cell"));
      return found && this.root.contains(found) ? Number(found.dataset.cell) : -1;
    };
    this.root.addEventListener("pointerdown", event => {
      const cell = cellAt(/** @type {Element} */ (event.target));
      start = { x: event.clientX, y: event.clientY, cell };
      wasSwiped = false;
      if (!this.view.isEditing || this.model?.family !== "lights" || cell < 0 || event.button) return;
      event.preventDefault();
      this.focusOn(cell);
      this.listener.paint(last = cell, true);
    });
    window.addEventListener("pointermove", event => {
      if (!start || !this.view.isEditing || this.model?.family !== "lights" || start.cell < 0) return;
      const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
      if (cell >= 0 && cell !== last) this.listener.paint(last = cell, false);
    });
    window.addEventListener("pointerup", event => {
      if (start && this.model?.family === "tiles" && !this.view.isEditing) {
        const [right, down] = [event.clientX - start.x, event.clientY - start.y];
        wasSwiped = Math.max(Math.abs(right), Math.abs(down)) > SWIPE;
        const isAcross = Math.abs(right) > Math.abs(down);
        if (wasSwiped) this.listener.swipe(isAcross ? 0 : Math.sign(down), isAcross ? Math.sign(right) : 0);
      }
      start = null;
    });
    window.addEventListener("pointercancel", () => { start = null; });
    this.root.addEventListener("click", event => {
      const cell = cellAt(/** @type {Element} */ (event.target));
      if (cell < 0 || wasSwiped || (this.view.isEditing && this.model?.family === "lights")) return;
      this.focusOn(cell);
      this.listener.touch(cell);
    });
    for (const [name, read] of /** @type {const} */ ([["focusin", cellAt], ["pointerover", cellAt], ["pointerleave", () => -1], ["focusout", () => -1]]))
      this.root.addEventListener(name, event => { if (this.model) this.listener.point(read(/** @type {Element} */ (event.target))); });
    this.root.addEventListener("focusin", event => {
      if (!this.model) return;
      const cell = cellAt(/** @type {Element} */ (event.target));
      if (cell >= 0 && cell !== this.focus) this.focusOn(cell, true);
    });
  }
}

/** What a cell is called: where it is, what it is, and the marks on it. @param {Model} model @param {View} view @param {number} cell */
export function labelOf(model, view, cell) {
  const value = view.state[cell], times = view.pressed?.get(cell) ?? 0, weight = view.weights?.[cell] ?? 0;
  const where = model.width ? t("cell.at", { row: Math.floor(cell / model.width) + 1, column: cell % model.width + 1 }) : t("cell.number", { n: cell + 1 });
  const what = model.dead.has(cell) ? t("cell.none") : model.free.has(cell) ? t("cell.free") : model.family === "tiles" ? value ? t("cell.tile", { tile: faceOf(model, value) }) : t("cell.blank")
    : model.colours ? t(`colour.${model.colours[value]}`) : model.k > 2 ? t("cell.level", { level: value }) : t(value ? "cell.lit" : "cell.off");
  const marks = [times > 1 ? t("cell.press.times", { n: times }) : times ? t("cell.press") : "", weight ? t("cell.weight") : "", view.next?.[0] === cell ? t("cell.next") : "", view.points?.has(cell) ? t("cell.pointed") : ""];
  return [where, what, ...marks].filter(Boolean).join(t("comma"));
}

/** The next cell in a direction, by what is nearest; -1 if there is none. @param {Model} model @param {number} from @param {number} down @param {number} right */
export function nextCell(model, from, down, right) {
  const { places } = model.layout, here = places[from];
  let best = -1, least = Infinity;
  places.forEach((place, cell) => {
    const along = (place.y - here.y) * down + (place.x - here.x) * right;
    const aside = Math.abs((place.y - here.y) * right) + Math.abs((place.x - here.x) * down);
    if (along > 0.2 && aside <= 1.5 * along && along + 2 * aside < least && !model.dead.has(cell)) [best, least] = [cell, along + 2 * aside];
  });
  return best;
}

/** @param {Model} model @param {string} shape @param {number} cell */
function lamp(model, shape, cell) {
  const element = h("span", { class: `lamp ${shape}`, "aria-hidden": "true" });
  if (shape === "hexagon" || shape === "up" || shape === "down") {
    const points = { hexagon: "50,1 93,26 93,76 50,99 7,76 7,26", up: "50,-34 122,92 -22,92", down: "50,134 122,8 -22,8" }[shape];
    element.append(s("svg", { viewBox: "0 0 100 100" }, s("polygon", { points })));
  }
  if (model.isExplicit) element.append(glyph(model, cell));
  if (model.free.has(cell)) element.append(h("b", {}, "?"));
  else if (model.k > 2) element.append(h("b"));
  return element;
}

/** The wiring of one button, drawn small: the board with the lamps that it changes. @param {Model} model @param {number} press */
function glyph(model, press) {
  const reached = new Set(model.toggles[press].map(([cell]) => cell)), w = model.width;
  const dots = Array.from({ length: model.cells }, (_, cell) => s("circle", {
    cx: cell % w + 0.5, cy: Math.floor(cell / w) + 0.5, r: reached.has(cell) ? 0.36 : 0.14 }));
  return s("svg", { viewBox: `0 0 ${w} ${model.height}`, class: "glyph" }, ...dots);
}

/** The edges of a graph; where tiles lie on it, also their places, so that an empty one is seen. @param {Model} model */
function links(model) {
  const { size } = model.layout, slots = model.family === "tiles" ? model.layout.places.map(({ x, y }) => slot(x, y, "slot")) : [];
  return s("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, class: "links", "aria-hidden": "true" }, ...lines(model), ...slots);
}

/** @param {Model} model */
function lines(model) {
  const { places } = model.layout;
  return model.layout.links.map(([a, b]) => s("line", { x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y }));
}

/** @param {number} x @param {number} y @param {string} name */
function slot(x, y, name) {
  return s("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.09, class: name });
}

/** The goal, drawn small; nothing where it is the usual one, or too large to be read so. @param {Model} model */
export function goalDrawn(model) {
  const { goal, cells, layout: { places, size } } = model;
  if (cells > 36) return null;
  if (model.family === "lights") return isAimed(model) ? lampsDrawn(model) : null;
  const isUsual = model.width > 0 && !model.isLetters && goal.every((tile, cell) => tile === (cell + 1) % cells);
  if (isUsual) return null;
  const label = `${t("rail.goal")}: ${goal.filter(tile => tile >= 0).map(tile => tile ? faceOf(model, tile) : "_").join(" ")}`;
  return s("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, role: "img", "aria-label": label }, ...lines(model), ...goal.flatMap((tile, cell) => {
    const { x, y } = places[cell];
    return tile < 0 ? [] : tile === 0 ? [slot(x, y, "slot")] : [slot(x, y, "tile"), s("text", { x, y: y + 0.16 }, faceOf(model, tile))];
  }));
}

/** The goal of lamps: a disc for each, lit or off, with its state where there are more than two; ? does not matter. @param {Model} model */
function lampsDrawn(model) {
  const { goal, free, dead, k, layout: { places, size } } = model, cells = goal.flatMap((_, cell) => dead.has(cell) ? [] : [cell]);
  const word = (/** @type {number} */ cell) => free.has(cell) ? "?" : k > 2 && goal[cell] ? String(goal[cell]) : "";
  const label = `${t("rail.goal")}: ${cells.map(cell => word(cell) || String(goal[cell])).join(" ")}`;
  return s("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, role: "img", "aria-label": label }, ...cells.flatMap(cell => {
    const { x, y } = places[cell], sign = word(cell), isLit = goal[cell] > 0 && !free.has(cell);
    return [s("circle", { cx: x, cy: y, r: 0.36, class: isLit ? "disc lit" : "disc" }), ...sign ? [s("text", { x, y: y + 0.16 }, sign)] : []];
  }));
}
