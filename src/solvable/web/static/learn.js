/**
 * The tab Learn: a lesson on the board that lies there. Its picture is the board itself, its sentence the line above it; a
 * matrix stands beside it. A row that is pointed at rings its presses on the board, a lamp that is touched marks its column.
 */
import { drawTable, latex } from "./drawing.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { nameOf } from "./model.js";
import { missing, told } from "./status.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{key: string, text: string, scene?: import("./engine/types.js").Scene, table?: import("./drawing.js").Table}} Step */

/** The lessons of each family, the first one first. */
const LESSONS = {
  lights: ["order", "chase", "matrix", "elimination", "quiet", "witness", "fewest", "probability"],
  tiles: ["slide", "parity", "human", "distance", "deepening", "compare", "contest"],
};

/** @param {App} app @returns {import("./app.js").Panel & {turn: (lesson: string, step: number) => void}} */
export function createLearn(app) {
  /** @type {Step[]} */
  let steps = [];
  let lesson = "", at = 0, board = "", fault = "", row = -1, column = -1, turns = 0;
  /** @type {import("./model.js").Model | null} the puzzle of the lesson */
  let model = null;
  const element = h("div", { class: "learn" });
  /** @type {ReturnType<typeof build>} */
  let parts;

  /** Make the panel in the page's language. */
  function build() {
    const choice = h("select", { onchange: () => turn(choice.value, 1) });
    const back = h("button", { type: "button", "aria-label": t("learn.back"), onclick: () => go(at - 1) }, icon("back"));
    const next = h("button", { type: "button", class: "main", onclick: () => go(at + 1) }, h("span", {}, t("learn.next")), icon("next"));
    const place = h("output", { class: "small" }), table = h("div", { class: "picture" }), hint = h("p", { class: "small" });
    const copy = h("button", { type: "button", onclick: () => copied(steps[at]?.table ? latex(/** @type {import("./drawing.js").Table} */ (steps[at].table)) : "") }, t("learn.latex"));
    const link = h("button", { type: "button", onclick: () => copied(app.address.link()) }, t("learn.link"));
    const again = h("button", { type: "button", onclick: () => turn(lesson, 1) }, t("learn.again"));
    element.replaceChildren(h("label", { class: "field" }, h("span", {}, t("learn.lesson")), choice), h("div", { class: "row wide steps" }, back, place, next), table, hint, h("div", { class: "row wide" }, copy, link), again);
    return { choice, back, next, place, table, hint, copy, link, again };
  }

  /** @param {string} text */
  const copied = text => void navigator.clipboard?.writeText(text).then(() => app.status.say(t("said.copied")));

  /** Ask for the lesson on a board, and go to a step of it. @param {string} wanted the board @param {number} step from 0 */
  async function load(wanted, step) {
    const { family } = app.session.model, turn = ++turns;
    if (!LESSONS[family].includes(lesson)) lesson = LESSONS[family][0];
    [board, model, at] = [wanted, app.session.model, step];
    row = column = -1;
    element.setAttribute("aria-busy", "true");
    try {
      if (await app.engine.mustLoad()) fault = t("status.wait");
      show();
      const found = await app.ask("explain", { board, lesson });
      if (turn !== turns) return;
      fault = "";
      steps = /** @type {any} */ (found).steps;
      at = Math.min(at, steps.length - 1);
    } catch (error) {
      if (turn !== turns) return;
      steps = [];
      fault = missing(error) || told(error);
    }
    element.removeAttribute("aria-busy");
    show();
  }

  /** Go to a step of a lesson on the board as it stands. @param {string} wanted @param {number} step from 1 */
  function turn(wanted, step) {
    lesson = wanted;
    steps = [];
    void load(app.session.id, Math.max(0, step - 1));
  }

  /** @param {number} step */
  function go(step) {
    at = Math.min(steps.length - 1, Math.max(0, step));
    row = column = -1;
    show();
  }

  /** Show the step: the panel, and by the layer and the headline of this tab the board. */
  function show() {
    const step = steps[at], { family } = app.session.model, isMatrix = Boolean(step?.table?.is_matrix);
    parts.choice.replaceChildren(...LESSONS[family].map(name => h("option", { value: name }, t(`lesson.${family}.${name}`))));
    parts.choice.value = lesson;
    parts.back.disabled = at <= 0;
    parts.next.disabled = at >= steps.length - 1;
    parts.copy.hidden = !isMatrix;
    parts.link.hidden = !step;
    parts.place.textContent = step ? t("learn.place", { n: at + 1, all: steps.length }) : "";
    parts.hint.textContent = step && pointable(step) ? t("learn.point") : "";
    drawn();
    app.refresh();
  }

  /** The table of the step, with the row and the column that are pointed at. */
  function drawn() {
    const { table } = steps[at] ?? {};
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.row;
    parts.table.replaceChildren(...table ? [drawTable(table, pointable(steps[at]) ? { row, column, point } : undefined)] : []);
    if (focused !== undefined) /** @type {HTMLElement | null} */ (parts.table.querySelector(`[data-row="${focused}"]`))?.focus();
  }

  /** Whether the columns of a step's table are the buttons of the board. @param {Step} step */
  const pointable = step => Boolean(step.table?.is_matrix && model && model.toggles.length === model.cells && step.table.bar === model.cells);

  /** @param {number} wanted the row that is pointed at, or -1 */
  function point(wanted) {
    if (wanted === row) return;
    row = wanted;
    for (const each of parts.table.querySelectorAll("tbody tr")) each.classList.toggle("now", Number(/** @type {HTMLElement} */ (each).dataset.at) === row);
    app.refresh();
  }

  const isHere = () => app.tab === "learn" && app.session.id === board && app.session.model === model;

  app.layers.push(() => {
    if (!isHere() || app.isEditing) return null;
    const step = steps[at];
    return step ? { ...viewOf(step, app.session.model), ...row >= 0 ? { points: presses(step, row) } : {}, chosen: column } : null;
  });
  app.headlines.unshift(() => {
    if (app.tab !== "learn" || app.isEditing) return null;
    if (fault || !steps[at]) return { text: fault || t("learn.wait") };
    if (!isHere()) return { text: t("learn.moved") };
    const [text, more] = parted(steps[at].text);
    return { text, more };
  });

  parts = build();
  return {
    element,
    update() {
      if (!board) void load(app.session.id, at);
      parts.again.hidden = isHere() || !board;
    },
    opened() {
      board = "";
      steps = [];
      at = 0;
      if (app.tab === "learn") void load(app.session.id, 0);
    },
    translate() {
      parts = build();
      if (board) void load(board, at);
    },
    /** A lamp was touched: mark its column, if there is one. @param {number} cell */
    touch(cell) {
      if (!isHere() || app.isEditing || !steps[at] || !pointable(steps[at])) return false;
      column = column === cell ? -1 : cell;
      drawn();
      app.refresh();
      return true;
    },
    /** What a link to this step has before the board. */
    place: () => board && isHere() && steps.length ? `${lesson}:${at + 1}:` : "",
    /** A link has come. @param {string} wanted @param {number} step */
    turn(wanted, step) {
      if (wanted === lesson && isHere() && steps.length) go(step - 1);
      else turn(wanted, step);
    },
  };
}

/** The presses that a row of the matrix speaks of. @param {Step} step @param {number} row */
function presses({ table }, row) {
  return new Set((table?.rows[row] ?? []).slice(0, table?.bar).flatMap((entry, cell) => entry === "0" || !entry.trim() ? [] : [cell]));
}

/** What a lesson's scene shows, as the board shows it. @param {Step} step @param {Model} model @returns {Partial<import("./board.js").View>} */
function viewOf({ scene, table }, model) {
  /** @type {Partial<import("./board.js").View>} */
  const view = { pressed: undefined, next: [], weights: undefined, signs: table?.is_matrix && model.k > 0 ? model.goal.map((_, cell) => `x${cell + 1}`) : undefined };
  if (!scene) return view;
  const values = new Map(model.goal.map(value => [nameOf(model, value), value])), pressed = new Map(), points = new Set();
  const state = [...model.goal], weights = model.goal.map(() => 0);
  for (const { index, level = 0, label = "", role, marks = [] } of scene.cells) {
    if (model.k) state[index] = Math.round(level * (model.k - 1));
    else if (role !== "dead") state[index] = role === "blank" ? 0 : values.get(label) ?? (model.symbols?.indexOf(label) ?? -1) + 1;
    for (const { kind, number } of marks) {
      if (kind === "press") pressed.set(index, number);
      else if (kind === "weight") weights[index] = number;
      else if (kind === "point") points.add(index);
    }
  }
  return { ...view, state, pressed: pressed.size ? pressed : undefined, weights: weights.some(Boolean) ? weights : undefined, points: points.size ? points : undefined };
}

/** The first sentence of a text, and the others. @param {string} text @returns {[string, string]} */
function parted(text) {
  const end = /[.!?](?= )|[。！？]/.exec(text);
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()] : [text, ""];
}
