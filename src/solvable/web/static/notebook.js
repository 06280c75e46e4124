/** The notebook for an unknown wiring: press a button of the real thing, tick what changed, and have the puzzle. */
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { told } from "./status.js";

/** @typedef {import("./app.js").App} App */

const MOST = 10;  // buttons a side

/** @param {App} app */
export function createNotebook(app) {
  const side = () => h("input", { type: "number", min: "1", max: String(MOST), value: "3", onchange: begin }), width = side(), height = side();
  const heading = h("p", {}), grid = h("div", { class: "notebook", role: "group" }), line = h("p", { class: "small", role: "status" });
  const back = h("button", { type: "button", onclick: () => go(button - 1) }, t("lab.wiring.back")), next = h("button", { type: "button", onclick: () => go(button + 1) }, t("lab.wiring.next"));
  const open = h("button", { type: "button", class: "main", onclick: () => {
    const wiring = toggles.map(cells => [...cells].sort((a, b) => a - b).join(".")).join("/");
    app.read(`lights:${width.value}x${height.value},toggles=${wiring}:${"0".repeat(toggles.length)}`).then(() => app.go("solve")).catch(error => { line.textContent = told(error); });
  } }, t("lab.wiring.open"));
  /** @type {Set<number>[]} */
  let toggles = [];
  let button = 0;

  function begin() {
    for (const input of [width, height]) input.value = String(Math.min(MOST, Math.max(1, Math.round(Number(input.value)))));
    toggles = Array.from({ length: Number(width.value) * Number(height.value) }, () => new Set());
    grid.style.setProperty("--columns", width.value);
    go(0);
  }

  /** @param {number} to */
  function go(to) {
    button = Math.min(toggles.length - 1, Math.max(0, to));
    const w = Number(width.value), name = t("cell.at", { row: Math.floor(button / w) + 1, column: button % w + 1 });
    heading.textContent = t("lab.wiring.ask", { button: name, n: button + 1, all: toggles.length });
    grid.setAttribute("aria-label", name);
    grid.replaceChildren(...toggles.map((_, cell) => h("button", { type: "button", "aria-pressed": String(toggles[button].has(cell)),
      "aria-label": t("cell.at", { row: Math.floor(cell / w) + 1, column: cell % w + 1 }), class: cell === button ? "this" : "", onclick: (/** @type {Event} */ event) => {
        const is = toggles[button].has(cell);
        if (is) toggles[button].delete(cell); else toggles[button].add(cell);
        /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(!is));
      } })));
    back.disabled = button === 0;
    next.disabled = button === toggles.length - 1;
  }

  begin();
  return h("div", { class: "stack" }, h("div", { class: "row" }, h("label", { class: "field" }, h("span", {}, t("rail.width")), width), h("label", { class: "field" }, h("span", {}, t("rail.height")), height)),
    heading, grid, h("div", { class: "row wide" }, back, next), h("div", { class: "row wide" }, open), line);
}
