/** What opens over the page: the links to share. */
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** For the help: the keys, and the sentence that says what they do. */
export const HELP = [
  ["← ↑ → ↓ · WASD · HJKL", "keys.move"], ["Space · Enter", "keys.press"], ["U · Z", "do.undo"], ["R · Y", "do.redo"],
  ["Shift+R", "do.restart"], ["N", "do.fresh"], ["I · Shift+H", "do.hint"], ["M", "do.marks"], ["E", "do.edit"], ["0–9", "keys.digits"],
  ["P · , · .", "keys.transport"], ["Home · End", "keys.ends"], ["< · >", "keys.speed"], ["− · +", "keys.zoom"], ["C · V", "keys.copy"], ["B", "do.record"], ["G", "do.language"], ["T", "do.theme"], ["?", "do.help"], ["Esc", "do.close"],
];

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function share(app) {
  const field = (/** @type {string} */ label, /** @type {string} */ value) => {
    const input = h("input", { readOnly: true, value, onfocus: () => input.select() });
    const copy = h("button", { type: "button", onclick: () => {
      input.select();
      void navigator.clipboard?.writeText(value).then(() => { copy.textContent = t("said.copied"); });
    } }, t("do.copy"));
    return h("label", { class: "field" }, h("span", {}, label), h("span", { class: "row" }, input, copy));
  };
  const { session } = app, link = `${location.href.replace(/[?#].*/, "")}#${session.startId}`, isOn = session.id !== session.startId, send = h("button", { type: "button", class: "main", onclick: () => void navigator.share({ url: link }).catch(() => {}) }, t("share.send"));
  app.dialog(t("do.share"), field(t("share.link"), link), ...(isOn ? [field(t("share.position"), app.address.link(true))] : []), field(t("share.id"), session.id), ...("share" in navigator ? [send] : []));
}
