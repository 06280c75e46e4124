/** What opens over the page: all puzzles, and what this is. */
import { openAbout } from "./about.js";
import { h } from "./dom.js";
import { chooseFromGallery } from "./gallery.js";
import { t } from "./i18n.js";
import { COLOURS, canFill, fill, paint } from "./look.js";
import { read, write } from "./storage.js";

/** @typedef {import("./app.js").App} App */

/** Show all puzzles, and begin a game of the one that is chosen. @param {App} app */
export async function gallery(app) {
  const chosen = await chooseFromGallery({ current: app.session.model.puzzle }).catch(error => app.status.fail(error));
  if (chosen) app.rail.begin(chosen);
}

/** Say what this is, with the settings and the keys of the page. @param {App} app */
export async function about(app) {
  const docs = await app.engine.hasServer() ? "" : "docs/";  // a server of `solvable serve` has the page alone
  openAbout(docs, [...settings(app), keys(app)], tab => void app.go(tab));
}

/** The keys, and the sentence that says what they do. */
const HELP = [
  ["← ↑ → ↓ · WASD · HJKL", "keys.move"], ["Space · Enter", "keys.press"], ["U · Z", "do.undo"], ["R · Y", "do.redo"],
  ["Shift+R", "do.restart"], ["N", "do.fresh"], ["I · Shift+H", "do.hint"], ["M", "do.marks"], ["E", "do.edit"], ["0–9", "keys.digits"],
  ["P · , · .", "keys.transport"], ["Home · End", "keys.ends"], ["< · >", "keys.speed"], ["− · +", "keys.zoom"], ["C · V", "keys.copy"], ["B", "do.record"], ["G", "do.language"], ["T", "do.theme"], ["?", "do.help"], ["Esc", "do.close"],
];

/** @param {App} app */
function settings(app) {
  const check = (/** @type {string} */ label, /** @type {boolean} */ checked, /** @type {(isOn: boolean) => void} */ change) => {
    const input = h("input", { type: "checkbox", checked, onchange: () => change(input.checked) });
    return h("label", { class: "check" }, input, t(label));
  };
  const colours = read("colours") ?? COLOURS[0];
  const set = h("fieldset", {}, h("legend", {}, t("look.colours")), ...COLOURS.map(name => {
    const input = h("input", { type: "radio", name: "colours", value: name, checked: name === colours, onchange: () => write("colours", paint(name)) });
    return h("label", { class: "check" }, input, t(`look.${name}`));
  }));
  const full = h("button", { type: "button", onclick: () => void Promise.resolve(fill()).then(name).catch(() => {}) });
  const name = () => { full.textContent = t(document.fullscreenElement ? "look.full.leave" : "look.full"); };
  name();
  return [check("look.sound", read("sound") === "on", isOn => write("sound", isOn ? "on" : "off")), set, ...canFill() ? [full] : [],
    ...app.session.model.family === "tiles" ? [check("keys.blank", read("arrows") === "blank", isOn => write("arrows", isOn ? "blank" : "tile"))] : []];
}

/** @param {App} app */
function keys(app) {
  const rows = HELP.map(([each, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, each)), h("td", {}, t(what))));
  return h("details", {}, h("summary", {}, t("about.keys")), h("p", { class: "small" }, t(`help.touch.${app.session.model.family}`)), h("table", {}, h("tbody", {}, ...rows)));
}
