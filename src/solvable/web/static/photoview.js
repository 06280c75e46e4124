/**
 * What was read in a photo, beside the photo: the board that was found is drawn on the picture, cells that may be wrong
 * are ringed in both, and a tap mends them. Nothing is opened before the player says so; a picture in which no board is
 * more likely than not opens none.
 */
import { BoardView } from "./board.js";
import { h, icon, s } from "./dom.js";
import { t } from "./i18n.js";
import { modelOf } from "./model.js";
import { openOverlay } from "./overlay.js";

/** @typedef {import("./model.js").Position} Position */
/** @typedef {import("./engine/types.js").Board & {sureness: number, is_sure: boolean, reason: string, corners: [number, number][], doubtful: [number, number][]}} Seen */
/** @typedef {{position: Position} | "again" | "type" | null} Choice what the player wants: this board, another photo, the editor, nothing */

/**
 * Show a reading; return what the player makes of it.
 * @param {Blob} picture @param {Seen} seen
 * @returns {Promise<Choice>}
 */
export async function showReading(picture, seen) {
  const { model, state: read } = modelOf(seen), isLights = model.family === "lights", address = URL.createObjectURL(picture);
  let state = read, held = -1;
  const doubts = new Map(seen.doubtful), mended = new Set(), left = () => [...doubts.keys()].filter(cell => !mended.has(cell));
  /** @type {Choice} */
  let choice = null;
  const say = h("p", { class: "say", role: "status" }), sub = h("p", {});
  const photo = photographed(address, seen, model), root = h("div", { class: "board", role: "grid" });
  const view = new BoardView(root, { touch, paint() {}, swipe() {}, point: cell => photo.point(cell) });
  const open = button("photo.open", () => end({ position: { model, state } }), "main");
  const next = button("photo.next", () => { const [cell] = left(); if (cell !== undefined) view.focusOn(cell); });
  const swap = button("photo.swap", () => { state = state.map((lamp, cell) => model.dead.has(cell) ? 0 : 1 - lamp); show(); });
  const again = button("photo.retake", () => end("again"));
  root.addEventListener("keydown", event => keyed(event));
  const screen = openOverlay(t("photo.title"), say, sub, h("div", { class: "pair" }, photo.element,
    h("figure", { class: "reading" }, h("figcaption", { class: "small" }, t("photo.read")), h("div", { class: "frame" }, root))),
  h("div", { class: "row acts" }, open, next, ...isLights && model.k === 2 ? [swap] : [], again));
  show();
  open.focus();

  /** @param {Choice} chosen */
  function end(chosen) {
    choice = chosen;
    screen.close();
  }

  /** @param {number} cell */
  function touch(cell) {
    if (model.dead.has(cell)) return;
    if (doubts.has(cell)) mended.add(cell);
    if (isLights) state = state.map((lamp, i) => i === cell ? (lamp + 1) % model.k : lamp);
    else if (held < 0) held = cell;
    else {
      state = state.map((tile, i) => i === cell ? state[held] : i === held ? state[cell] : tile);
      held = -1;
    }
    show();
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) view.step(step[0], step[1]);
    else if (event.key === "Enter" || event.key === " ") touch(view.focus);
    else return;
    event.preventDefault();
  }

  function show() {
    view.show(model, { state, isEditing: true });
    view.cells.forEach((element, cell) => {
      const sureness = doubts.get(cell), isDoubtful = sureness !== undefined && !mended.has(cell);
      element.classList.toggle("doubtful", isDoubtful);
      element.classList.toggle("held", cell === held);
      const mark = /** @type {HTMLElement} */ (element.lastElementChild);
      mark.dataset.sure = isDoubtful ? `${percent(sureness)}` : "";
      if (isDoubtful) element.setAttribute("aria-label", [element.getAttribute("aria-label"), t("photo.cell", { percent: percent(sureness) })].join(t("comma")));
    });
    photo.doubt(left());
    const n = state.filter((tile, cell) => isLights ? !model.dead.has(cell) : tile > 0).length, unsure = left().length, family = isLights ? "lamps" : "tiles";
    say.textContent = unsure ? t(`photo.${family}.doubt`, { n, doubts: unsure }) : t(`photo.${family}`, { n });
    sub.textContent = [seen.reason && !seen.is_sure ? `${capital(seen.reason)}${t("stop")}` : "", t(seen.is_sure || unsure ? "photo.sure" : "photo.unsure", { percent: percent(seen.sureness) }), t(isLights ? "photo.mend.lights" : "photo.mend.tiles")].filter(Boolean).join(t("after"));
    open.textContent = t(unsure ? "photo.open.doubt" : "photo.open");
    next.hidden = !doubts.size;
    next.disabled = !unsure;
  }

  await screen.closed;
  URL.revokeObjectURL(address);
  return choice;
}

/**
 * Show a picture in which no board was read, and what would help.
 * @param {Blob} picture @param {string} reason in the library's words
 * @returns {Promise<Choice>}
 */
export async function showRefusal(picture, reason) {
  const address = URL.createObjectURL(picture);
  /** @type {Choice} */
  let choice = null;
  const end = (/** @type {Choice} */ chosen) => { choice = chosen; screen.close(); };
  const again = button("photo.retake", () => end("again"), "main");
  const screen = openOverlay(t("photo.title"), h("p", { class: "say", role: "status" }, t("photo.none")), h("p", {}, `${capital(reason)}${t("stop")}${t("after")}${t("photo.advice")}`),
    h("div", { class: "pair alone" }, h("figure", {}, h("img", { src: address, alt: t("photo.title") }))), h("div", { class: "row acts" }, again, button("photo.type", () => end("type"))));
  again.focus();
  await screen.closed;
  URL.revokeObjectURL(address);
  return choice;
}

/** @param {string} words @param {() => void} onclick @param {string} [name] */
const button = (words, onclick, name = "") => h("button", { type: "button", class: name, onclick }, t(words));

const percent = (/** @type {number} */ sureness) => Math.min(99, Math.floor(100 * sureness));
const capital = (/** @type {string} */ text) => text.replace(/^./, first => first.toUpperCase());

/** The photo with the board's outline, and a ring on each doubtful cell. @param {string} address @param {Seen} seen @param {import("./model.js").Model} model */
function photographed(address, seen, model) {
  const [a, b, c, d] = seen.corners, rings = new Map();
  const spot = (/** @type {number} */ u, /** @type {number} */ v) => [0, 1].map(i => (1 - v) * ((1 - u) * a[i] + u * b[i]) + v * ((1 - u) * d[i] + u * c[i]));
  const image = h("img", { src: address, alt: t("photo.picture") }), layer = s("svg", { "aria-hidden": "true" });
  const scale = (/** @type {number[]} */ [x, y]) => [x * image.naturalWidth, y * image.naturalHeight];
  image.addEventListener("load", () => {
    layer.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`);
    const corners = [a, b, c, d].map(scale), side = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]) / (model.width || 1);
    layer.replaceChildren(s("polygon", { points: corners.map(each => each.join()).join(" "), class: "found" }));
    for (const [cell] of seen.doubtful) {
      const [x, y] = scale(spot((cell % model.width + 0.5) / model.width, (Math.floor(cell / model.width) + 0.5) / model.height));
      rings.set(cell, s("circle", { cx: x, cy: y, r: side * 0.46, class: "ring" }));
      layer.append(rings.get(cell));
    }
  }, { once: true });
  return {
    element: h("figure", { class: "photo" }, h("figcaption", { class: "small" }, t("photo.title")), h("div", { class: "picture" }, image, layer)),
    /** @param {number[]} cells */
    doubt(cells) { for (const [cell, ring] of rings) ring.classList.toggle("mended", !cells.includes(cell)); },
    /** @param {number} cell */
    point(cell) { for (const [other, ring] of rings) ring.classList.toggle("pointed", other === cell); },
  };
}
