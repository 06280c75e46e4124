/** The tab Lab: quiet patterns, the map of nullities, how many moves boards need, contest sets, unknown wirings. */
import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { countLevels } from "./census.js";
import { formatId } from "./model.js";
import { createNotebook } from "./notebook.js";
import { nullity, weights } from "./nullity.js";
import { told } from "./status.js";

/** @typedef {import("./app.js").App} App */

const MAP = 20, LISTED = 4096;
/** Right, down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {App} app @returns {import("./app.js").Panel} */
export function createLab(app) {
  const section = (/** @type {string} */ name, /** @type {HTMLElement} */ body, isOpen = false) =>
    h("details", { class: "lab", open: isOpen }, h("summary", {}, t(`lab.${name}`)), h("p", { class: "small" }, t(`lab.${name}.about`)), body);
  const quiet = h("div", { class: "stack" }), levels = h("div", { class: "stack" });
  const patterns = section("quiet", quiet, true), histogram = section("levels", levels), map = section("map", nullityMap(app));
  const wiring = section("wiring", createNotebook(app));
  const element = h("div", {}, patterns, histogram, section("contest", contest(app)), map, wiring);
  let shown = "";
  app.pattern = undefined;  // none is chosen here yet

  async function showQuiet() {
    const { model } = app.session;
    quiet.replaceChildren(h("p", { class: "small" }, t("solve.working")));
    try {
      const answer = await app.ask("quiet", { puzzle: model.puzzle });
      const basis = /** @type {number[][]} */ (answer.quiet_patterns ?? []);
      if (app.session.model === model) explorer(app, quiet, basis);
    } catch (error) {
      quiet.replaceChildren(h("p", { class: "small" }, told(error)));
      shown = "";
    }
  }

  return {
    element,
    update() {
      const { model } = app.session, isLights = model.family === "lights";
      patterns.hidden = map.hidden = wiring.hidden = !isLights;
      if (shown === model.puzzle) return;
      shown = model.puzzle;
      if (isLights) void showQuiet();
      const run = h("button", { type: "button", onclick: () => void count() }, t("lab.levels.run"));
      const count = async () => {
        run.disabled = true;
        const counts = await countLevels(app.session.model, LISTED * 64);
        levels.replaceChildren(counts ? bars(counts, t("lab.levels.axis")) : h("p", { class: "small" }, t("lab.levels.big")));
      };
      levels.replaceChildren(run);
    },
    opened() {
      if (app.session.model.puzzle === shown) return;
      shown = "";
      app.pattern = undefined;
    },
  };
}

/** Toggle quiet patterns, and see their sum on the board. @param {App} app @param {HTMLElement} root @param {number[][]} basis */
function explorer(app, root, basis) {
  const { model } = app.session, chosen = basis.map(() => 0), line = h("p", {});
  const sum = () => (basis[0] ?? []).map((_, press) => basis.reduce((total, pattern, i) => total + chosen[i] * pattern[press], 0) % model.k);
  const show = () => {
    const times = sum(), n = times.reduce((all, each) => all + each, 0);
    app.pattern = n ? new Map(times.flatMap((each, press) => each ? [[press, each]] : [])) : undefined;
    line.textContent = n ? t("lab.quiet.sum", { n }) : t("lab.quiet.none");
    app.refresh();
  };
  const press = h("button", { type: "button", onclick: () => {
    const { session } = app, before = session.state;
    for (const move of sum().flatMap((times, at) => new Array(times).fill(at))) app.do({ type: "move", move });
    line.textContent = t(formatId(model, before) === session.id ? "lab.quiet.pressed" : "lab.quiet.sum", { n: session.place });
  } }, t("lab.quiet.press"));
  const buttons = basis.map((pattern, i) => h("button", { type: "button", "aria-pressed": "false", onclick: (/** @type {Event} */ event) => {
    chosen[i] = (chosen[i] + 1) % model.k;
    /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(chosen[i] > 0));
    show();
  }, "aria-label": t("lab.quiet.pattern", { n: i + 1 }) }, thumbnail(model, pattern)));
  const total = model.k ** basis.length;
  root.replaceChildren(h("p", {}, basis.length ? t("lab.quiet.count", { n: basis.length, all: String(total) }) : t("lab.quiet.zero")),
    ...(basis.length ? [h("div", { class: "patterns" }, ...buttons), line, h("div", { class: "row wide" }, press)] : []),
    ...(basis.length && total <= LISTED ? [bars(weights(basis, model.k), t("lab.quiet.axis"))] : []));
}

/** @param {import("./model.js").Model} model @param {number[]} pattern */
function thumbnail(model, pattern) {
  const { size, places } = model.layout;
  return s("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, class: "thumbnail" }, ...places.map(({ x, y }, cell) => s("circle", { cx: x, cy: y, r: pattern[cell] ? 0.42 : 0.16, class: pattern[cell] ? "on" : "" })));
}

/** How many there are of each number, as bars; the numbers stand in a table for those who cannot see them. @param {number[]} counts @param {string} axis */
function bars(counts, axis) {
  const found = counts.flatMap((count, n) => count ? [{ n, count }] : []), most = Math.max(...found.map(each => each.count));
  return h("table", { class: "bars" }, h("caption", { class: "small" }, axis), h("tbody", {}, ...found.map(({ n, count }) => h("tr", {},
    h("th", { scope: "row" }, String(n)), h("td", {}, h("span", { class: "bar", style: `width:${Math.max(1, 70 * count / most)}%` }), h("span", {}, count.toLocaleString()))))));
}

/** The nullity of each w × h board, darker where it is larger; a press opens the board, arrows lead from one to the next. @param {App} app */
function nullityMap(app) {
  const line = h("p", { class: "small", "aria-hidden": "true" }, "\u00a0");
  const cells = Array.from({ length: MAP * MAP }, (_, at) => {
    const w = at % MAP + 1, high = Math.floor(at / MAP) + 1, n = nullity(w, high), words = t("lab.map.cell", { w, h: high, n });
    const tell = () => { line.textContent = words; };
    return h("td", { class: n ? "some" : "", style: `--n:${Math.min(1, 0.25 + n / 10)}`, tabIndex: at ? -1 : 0, "aria-label": words,
      onpointerenter: tell, onfocus: tell, onclick: () => void app.read(`lights:${w}x${high}`) }, n ? String(n) : "");
  });
  const rows = Array.from({ length: MAP }, (_, r) => h("tr", {}, ...cells.slice(r * MAP, r * MAP + MAP)));
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const at = cells.findIndex(cell => cell === event.target), [right, down] = ARROWS[event.key] ?? [0, 0];
    if (event.key === "Enter" || event.key === " ") cells[at].click();
    else if (!right && !down) return;
    else if ((at % MAP + right) in rows && (Math.floor(at / MAP) + down) in rows) {
      const to = cells[at + right + MAP * down];
      cells[at].tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const save = h("button", { type: "button", onclick: () => {
    const lines = Array.from({ length: 30 }, (_, i) => `${i + 1} ${nullity(i + 1, i + 1)}`).join("\n");
    const link = h("a", { href: URL.createObjectURL(new Blob([`${lines}\n`], { type: "text/plain" })), download: "b159257.txt" });
    link.click();
    URL.revokeObjectURL(link.href);
  } }, t("lab.map.bfile"));
  return h("div", { class: "stack" }, h("div", { class: "map" }, h("table", { role: "grid", "aria-label": t("lab.map"), onkeydown }, h("tbody", {}, ...rows))), line, h("div", { class: "row wide" }, save));
}

/** Boards that all need exactly so many moves. @param {App} app */
function contest(app) {
  const exact = h("input", { type: "number", min: "1", max: "99", value: "6" }), count = h("input", { type: "number", min: "1", max: "100", value: "5" });
  const seed = h("input", { value: "contest", spellcheck: false }), list = h("ol", { class: "boards" }), line = h("p", { class: "small", role: "status" });
  const copy = h("button", { type: "button", hidden: true, onclick: () => void navigator.clipboard?.writeText([...list.querySelectorAll("a")].map(a => a.textContent).join("\n")).then(() => { line.textContent = t("said.copied"); }) }, t("lab.contest.copy"));
  const run = h("button", { type: "button", class: "main", onclick: async () => {
    run.disabled = true;
    line.textContent = t("level.making");
    try {
      const { answers } = await app.ask("new", { puzzle: app.session.model.puzzle, exact: Number(exact.value), count: Number(count.value), seed: seed.value }, { onEvent: () => {} });
      list.replaceChildren(...answers.map((/** @type {any} */ answer) => h("li", {}, h("a", { href: `#${answer.board}` }, answer.board))));
      line.textContent = "";
      copy.hidden = false;
    } catch (error) { line.textContent = told(error); }
    run.disabled = false;
  } }, t("lab.contest.run"));
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => h("label", { class: "field" }, h("span", {}, t(name)), input);
  return h("div", { class: "stack" }, h("div", { class: "row" }, field("lab.contest.exact", exact), field("lab.contest.count", count), field("rail.seed", seed)), h("div", { class: "row wide" }, run, copy), line, list);
}
