/** What opens over the page: the keys, and the links to share. */
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { HELP } from "./keys.js";
import { read, write } from "./storage.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function help(app) {
  const rows = HELP.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, t(what))));
  const blank = h("input", { type: "checkbox", checked: read("arrows") === "blank" });
  blank.addEventListener("change", () => write("arrows", blank.checked ? "blank" : "tile"));
  const { family } = app.session.model;
  app.dialog(t("do.help"), h("p", {}, t(`play.tip.${family}`)), h("p", {}, t(`help.touch.${family}`)), h("table", {}, h("tbody", {}, ...rows)), h("label", { class: "check" }, blank, t("keys.blank")), h("p", { class: "small" }, t("help.about")));
}

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
