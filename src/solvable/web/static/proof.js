/**
 * The card that shows why a board cannot be solved, and what the smallest change is that mends it.
 *
 * Lights: the cells of an invariant, which every press changes by 0 modulo k, though the sum is not the goal's. Tiles: the
 * cycles of the tiles that are away from home, and the blank's way over the chessboard, whose parities must be alike.
 */
import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { parseId } from "./model.js";
import { Session } from "./session.js";
import { goalWords } from "./status.js";

const GOALS_SHOWN = 3;

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */

/** @param {App} app @param {HTMLElement} place */
export function createProof(app, place) {
  const count = h("p", { class: "count", role: "status" });
  /** @type {Answer | null} */
  let shown = null;
  const isShown = () => !place.hidden && shown !== null;
  app.layers.push(() => isShown() && shown?.obstruction?.weights.length ? { weights: shown.obstruction.weights } : null);

  function update() {
    const answer = /** @type {Answer} */ (app.session.answer);
    if (shown === answer) return;
    shown = answer;
    const isLights = app.session.model.family === "lights";
    const mend = h("button", { type: "button", class: "main", onclick: () => (isLights ? mendLights(app, mend) : mendTiles(app, answer)) }, t(isLights ? "proof.mend.lights" : "proof.mend.tiles"));
    const body = isLights ? lights(app, answer) : answer.parity ? tiles(app, answer) : [h("p", {}, blocks(answer))];
    place.setAttribute("aria-labelledby", "proof-title");
    place.replaceChildren(h("h2", { id: "proof-title" }, t("proof.title")), ...body, count, ...(isLights || answer.parity ? [mend] : []));
  }

  return {
    update,
    translate() { shown = null; },
    point(/** @type {number} */ cell) { if (isShown() && shown && app.session.model.family === "lights") count.textContent = touched(app, shown, cell); },
  };
}

/** @param {App} app @param {Answer} answer */
function lights(app, answer) {
  const { model, state } = app.session, obstruction = answer.obstruction;
  if (!obstruction) return [];
  const cells = obstruction.weights.flatMap((weight, cell) => weight ? [cell] : []);
  if (model.k > 2) return [h("p", {}, t("proof.weights", { k: model.k })), h("p", {}, t("proof.weights.sum", { value: obstruction.value, wanted: obstruction.wanted, k: model.k })), h("p", {}, t("proof.therefore"))];
  const lit = cells.filter(cell => state[cell]).length, wanted = cells.filter(cell => model.goal[cell]).length;
  return [h("p", {}, t("proof.even", { n: cells.length })), h("p", {}, t(wanted ? "proof.lit.goal" : "proof.lit", { lit, wanted })), h("p", {}, t("proof.therefore"))];
}

/** How many cells of the witness one button touches. @param {App} app @param {Answer} answer @param {number} cell */
function touched(app, answer, cell) {
  const { model } = app.session, weights = answer.obstruction?.weights;
  if (cell < 0 || !weights || model.toggles.length !== model.cells) return "";
  const toggle = model.toggles[cell];
  if (model.k === 2) return t("proof.touches", { count: toggle.filter(([at]) => weights[at]).length });
  return t("proof.adds", { sum: toggle.reduce((sum, [at, amount]) => sum + amount * weights[at], 0), k: model.k });
}

/** @param {Answer} answer */
function blocks(answer) {
  const reasons = (answer.blocks ?? []).map(block => block.reason).filter(Boolean);
  return reasons.join(" ") || t("proof.therefore");
}

/** @param {App} app @param {Answer} answer */
function tiles(app, answer) {
  const { cycles, distance, permutation } = /** @type {any} */ (answer.parity);
  const swaps = cycles.reduce((/** @type {number} */ sum, /** @type {number[]} */ cycle) => sum + cycle.length - 1, 0);
  const told = cycles.map((/** @type {number[]} */ cycle) => `(${cycle.map(tile => tile || "▢").join(" ")})`).join(" ");
  const parity = (/** @type {number} */ n) => t(n % 2 ? "proof.odd" : "proof.even.word");
  if (answer.parity?.order) return [h("p", {}, t("proof.line")), ...otherGoals(app, answer)];
  return [
    drawing(app, cycles),
    h("p", {}, t("proof.cycles", { cycles: told.length > 160 ? `${told.slice(0, 160)} …` : told, n: swaps, parity: parity(permutation) })),
    h("p", {}, t("proof.blank", { n: distance, parity: parity(distance) })), h("p", {}, t("proof.slide")), ...otherGoals(app, answer),
  ];
}

/** The usual goals that the board can reach, each with a button that makes it the goal. @param {App} app @param {Answer} answer */
function otherGoals(app, answer) {
  const { model, id } = app.session;
  return (answer.other_goals ?? []).slice(0, GOALS_SHOWN).map((/** @type {string} */ goal) => h("p", { class: "goal" }, t("proof.goal", { goal: goalWords(goal, model.cells) }),
    " ", h("button", { type: "button", onclick: () => { app.read(id, { goal, why: "goal" }).catch(error => app.status.fail(error)); } }, t("proof.aim"))));
}

/** The board as a chessboard, with the cycles drawn from tile to home. @param {App} app @param {number[][]} cycles */
function drawing(app, cycles) {
  const { model, state } = app.session, w = model.width, height = model.height;
  const places = state.map((tile, cell) => {
    const x = cell % w, y = Math.floor(cell / w);
    return { tile, x, y, class: (x + y) % 2 ? "dark" : "pale" };
  });
  const squares = places.map(({ x, y, class: shade }) => s("rect", { x, y, width: 1, height: 1, class: shade }));
  const numbers = places.map(({ tile, x, y, class: shade }) => tile
    ? s("text", { x: x + 0.5, y: y + 0.66, class: shade }, String(tile)) : s("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.2, class: "blank" }));
  const arrows = cycles.flat().map(tile => {
    const { x: ax, y: ay } = places[state.indexOf(tile)], { x: bx, y: by } = places[model.goal.indexOf(tile)];
    const length = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / length, uy = (by - ay) / length;
    // each keeps to the right of the straight way, clear of the numbers: of two that change places both are seen
    const beside = (/** @type {number} */ along, /** @type {number} */ off) => `${ax + 0.5 + along * ux - off * uy} ${ay + 0.5 + along * uy + off * ux}`;
    return s("path", { d: `M${beside(0.1, 0.3)}Q${beside(length / 2, 0.3 + 0.12 * length)} ${beside(length - 0.12, 0.3)}`, class: tile ? "way" : "way blank", "marker-end": "url(#tip)" });
  });
  const tip = s("marker", { id: "tip", viewBox: "0 0 6 6", refX: 4, refY: 3, markerWidth: 4, markerHeight: 4, orient: "auto" }, s("path", { d: "M0 0 6 3 0 6Z" }));
  return s("svg", { viewBox: `-.05 -.05 ${w + 0.1} ${height + 0.1}`, class: "parity", role: "img", "aria-label": t("proof.drawing") }, s("defs", {}, tip), ...squares, ...(cycles.flat().length <= 60 ? arrows : []), ...numbers);
}

/** Change the fewest lamps after which the board can be solved: those that the best presses leave lit. @param {App} app @param {HTMLButtonElement} button */
async function mendLights(app, button) {
  const { session } = app, { model, state } = session;
  button.disabled = true;
  try {
    const answer = await app.ask("solve", { board: session.id, fewest_lit: true, time: 10 });
    const goal = answer.puzzle ? parseId(answer.puzzle)?.model.goal : undefined;
    if (!goal || app.session !== session) return;
    const mended = state.map((value, cell) => (value + model.goal[cell] - goal[cell] + model.k) % model.k);
    const cells = mended.flatMap((value, cell) => value === state[cell] ? [] : [model.width ? `${Math.floor(cell / model.width) + 1},${cell % model.width + 1}` : String(cell + 1)]);
    app.open(new Session(model, mended), { why: "mend" });
    app.status.say(t("proof.mended.lights", { n: cells.length, cells: cells.join(t("comma")) }));
  } catch (error) {
    app.status.fail(error);
  } finally {
    button.disabled = false;
  }
}

/** Change places of two tiles of the shortest cycle. @param {App} app @param {Answer} answer */
function mendTiles(app, answer) {
  const { model, state } = app.session;
  const cycles = /** @type {number[][]} */ (answer.parity?.cycles ?? []).map(cycle => cycle.filter(Boolean)).filter(cycle => cycle.length > 1);
  const [a, b] = cycles.sort((one, two) => one.length - two.length)[0] ?? model.goal.filter(tile => tile > 0).slice(-2);
  const mended = state.map(tile => tile === a ? b : tile === b ? a : tile);
  app.open(new Session(model, mended), { why: "mend" });
  app.status.say(t("proof.mended.tiles", { a, b }));
}
