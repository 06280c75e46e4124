/** The tab Learn: a lesson on the board that lies there, one sentence and one picture a step. */
import { drawScene, drawTable, latex } from "./drawing.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { missing, told } from "./status.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {{key: string, text: string, scene?: import("./engine/types.js").Scene, table?: import("./drawing.js").Table}} Step */

/** The lessons of each family, the first one first. */
const LESSONS = {
  lights: ["order", "chase", "matrix", "elimination", "quiet", "witness", "fewest", "probability"],
  tiles: ["slide", "parity", "human", "distance", "deepening", "compare", "contest"],
};

/** @param {App} app @returns {import("./app.js").Panel} */
export function createLearn(app) {
  /** @type {Step[]} */
  let steps = [];
  let at = 0, asked = "";
  const choice = h("select", { onchange: () => { at = 0; void load(); } });
  const text = h("p", { class: "lead", role: "status" }), picture = h("div", { class: "picture" });
  const back = h("button", { type: "button", "aria-label": t("learn.back"), onclick: () => go(at - 1) }, icon("back"));
  const next = h("button", { type: "button", class: "main", onclick: () => go(at + 1) }, h("span", {}, t("learn.next")), icon("next"));
  const place = h("output", { class: "small" });
  const copy = h("button", { type: "button", onclick: () => { const { table } = steps[at]; if (table) void navigator.clipboard?.writeText(latex(table)).then(() => app.status.say(t("said.copied"))); } }, t("learn.latex"));
  const again = h("button", { type: "button", onclick: () => { at = 0; void load(); } }, t("learn.again"));
  const element = h("div", { class: "learn" }, h("label", { class: "field" }, h("span", {}, t("learn.lesson")), choice),
    h("div", { class: "row wide steps" }, back, place, next), text, picture, copy, again);

  async function load() {
    const { family } = app.session.model, board = app.session.id, lesson = choice.value || LESSONS[family][0];
    asked = `${board} ${lesson}`;
    picture.setAttribute("aria-busy", "true");
    try {
      if (await app.engine.mustLoad()) text.textContent = t("status.wait");
      const found = await app.ask("explain", { board, lesson });
      if (asked !== `${board} ${lesson}`) return;
      steps = /** @type {any} */ (found).steps;
      at = 0;
      again.hidden = true;
      choices(lesson);
      show();
    } catch (error) {
      steps = [];
      picture.replaceChildren();
      text.textContent = missing(error) || told(error);
      choices(lesson);
    } finally {
      picture.removeAttribute("aria-busy");
    }
  }

  /** @param {string} lesson */
  function choices(lesson) {
    const { family } = app.session.model;
    choice.replaceChildren(...LESSONS[family].map(name => h("option", { value: name }, t(`lesson.${family}.${name}`))));
    choice.value = lesson;
  }

  /** @param {number} step */
  function go(step) {
    at = Math.min(steps.length - 1, Math.max(0, step));
    show();
  }

  function show() {
    const step = steps[at];
    back.disabled = at === 0;
    next.disabled = at >= steps.length - 1;
    copy.hidden = !step?.table?.is_matrix;
    if (!step) return;
    text.textContent = step.text;
    place.textContent = t("learn.place", { n: at + 1, all: steps.length });
    picture.replaceChildren(...(step.scene ? [drawScene(step.scene, step.scene.title ?? step.text)] : []), ...(step.table ? [drawTable(step.table)] : []));
  }

  choices(LESSONS[app.session.model.family][0]);
  return {
    element,
    update() {
      if (!asked) void load();
      again.hidden = asked.startsWith(`${app.session.id} `);
    },
    opened() {
      asked = "";
      choices(LESSONS[app.session.model.family].find(name => name === choice.value) ?? LESSONS[app.session.model.family][0]);
      if (app.tab === "learn") void load();
    },
  };
}
