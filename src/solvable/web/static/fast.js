/** For those who slide fast: tiles in the colours of rows or fringe, control by hovering, scrambles as moves. */
import { byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { apply, line, parseId } from "./model.js";
import { lettersOf } from "./replay.js";
import { Session } from "./session.js";
import { choice } from "./stars.js";
import { read, write } from "./storage.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./model.js").Model} Model */

const LOOKS = ["plain", "rows", "fringe"], BANDS = 4;
const MOVES = /^\s*(?:[URDL]\d{0,3}\s*){4,4000}$/;
const STEPS = /** @type {Record<string, [number, number]>} */ ({ U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] });  // of the blank: down, right

/** @param {App} app */
export function createFast(app) {
  const hover = h("input", { type: "checkbox", onchange: () => write("hover", hover.checked ? "on" : "off") });
  const inspect = h("input", { type: "checkbox", onchange: () => { write("inspect", inspect.checked ? "on" : "off"); see(); } }), inspected = h("span");
  const looks = h("div"), label = h("span"), copy = h("button", { type: "button", onclick: () => void scramble() });
  const element = h("section", { class: "fast" }, looks, h("label", { class: "check" }, hover, label), h("label", { class: "check" }, inspect, inspected), copy);
  hover.checked = read("hover") === "on";
  inspect.checked = read("inspect") === "on";

  /** Inspection begins when a board without a move is seen, and ends with the first. */
  function see() {
    const { session } = app, isNew = !session.moves.length && !session.inspection;
    if (isNew) session.seen = inspect.checked && session.model.family === "tiles" ? performance.now() : null;
  }
  app.on("opened", see);
  app.on("moved", ({ session }) => {
    if (session.seen !== null) session.inspection = Math.round(performance.now() - session.seen);
    session.seen = null;
  });
  see();

  /** The colours of the tiles are those of their places in the goal. */
  function paint() {
    const { model } = app.session, root = byId("board"), look = read("look") ?? LOOKS[0], isGrid = model.family === "tiles" && model.width > 0;
    root.dataset.look = isGrid ? look : "";
    if (!isGrid || look === "plain") return;
    const homes = model.goal.flatMap((tile, cell) => tile > 0 ? [cell] : []);
    root.querySelectorAll(".tile").forEach((tile, i) => {
      const row = Math.floor(homes[i] / model.width), column = homes[i] % model.width;
      /** @type {HTMLElement} */ (tile).dataset.band = String((look === "rows" ? row : Math.min(row, column)) % BANDS);
    });
  }

  function update() {
    const { model } = app.session;
    element.hidden = model.family !== "tiles" || !model.width;
    if (element.hidden) return paint();
    label.textContent = t("own.hover");
    inspected.textContent = t("own.inspect");
    copy.textContent = t("own.scramble");
    looks.replaceChildren(choice("look", LOOKS.map(name => [name, t(`own.${name}`)]), read("look") ?? LOOKS[0], t("own.look"), value => { write("look", value); paint(); }));
    paint();
  }

  byId("board").addEventListener("pointerover", event => {
    const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".cell"))?.dataset.cell, { session } = app;
    if (!hover.checked || cell === undefined || event.pointerType !== "mouse" || event.buttons || event.ctrlKey) return;
    if (session.model.family !== "tiles" || app.isEditing || session.isSolved || !line(session.model, session.state, Number(cell)).length) return;
    app.touch(Number(cell));
  });

  /** Copy the way from the solved board to this one. Of today's board it is not the short way, which would give par away. */
  async function scramble() {
    const { session } = app, { model, start } = session;
    try {
      const found = session.isDaily || !session.answer?.moves ? await app.ask("solve", { board: session.startId, any: true }) : session.answer;
      const way = [start.indexOf(0), ...found.moves ?? []], back = way.slice(0, -1).reverse();
      await navigator.clipboard.writeText(lettersOf(model, model.goal, back));
      app.status.say(t("own.scrambled"));
    } catch (error) {
      app.status.fail(error);
    }
  }

  /** A scramble as moves of the tiles, pasted: they are made from the solved board. @param {string} text */
  async function take(text) {
    const { model } = app.session, shape = model.family === "tiles" && model.width && model.metric === "stm" ? model : parseId("tiles:4x4")?.model;
    const state = MOVES.test(text) && shape ? scrambled(shape, text) : null;
    if (!shape || !state) return false;
    app.open(new Session(shape, state), { why: "read" });
    return true;
  }
  app.readers.push(take);
  return { element, update };
}

/** Return where moves of the tiles lead from the goal; null if one leaves the board. @param {Model} model @param {string} text */
export function scrambled(model, text) {
  let state = model.goal;
  for (const [, letter, count] of text.matchAll(/([URDL])(\d*)/g)) {
    const [down, right] = STEPS[letter];
    for (let i = 0; i < Number(count || 1); i++) {
      const blank = state.indexOf(0), row = Math.floor(blank / model.width) + down, column = blank % model.width + right;
      const next = row < 0 || row >= model.height || column < 0 || column >= model.width ? null : apply(model, state, row * model.width + column);
      if (!next) return null;
      state = next;
    }
  }
  return state;
}
