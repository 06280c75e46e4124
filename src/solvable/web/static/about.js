/** What this is, for someone who has come by a link: the two puzzles, what can be done with them, and where to read on. */
import { h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { miniature } from "./miniature.js";
import { apply, parseId } from "./model.js";
import { openOverlay } from "./overlay.js";

const LIGHTS = "lights:3x3:010/111/010", MIDDLE = 4, TILES = "tiles:3x3:1,2,3/4,5,6/7,0,8";
const PAGES = { guide: "player", theory: "theory", lessons: "teacher", gallery: "gallery" };

/**
 * Show it; `docs` is where the documentation lies, "" if it is not beside the page; `more` are this page's own settings and keys.
 * @param {string} docs @param {Node[]} more @param {(tab: "play"|"solve"|"learn"|"lab") => void} go
 */
export function openAbout(docs, more, go) {
  const lights = parseId(LIGHTS), tiles = parseId(TILES);
  if (!lights || !tiles) return;
  const after = apply(lights.model, lights.state, MIDDLE) ?? lights.state;
  const arrow = () => h("span", { class: "then", "aria-hidden": "true" }, "→");
  const words = (/** @type {string} */ name) => [h("h3", {}, t(`about.${name}`)), h("p", {}, t(`about.${name}.1`)), h("p", {}, t(`about.${name}.2`))];
  const links = Object.entries(PAGES).map(([name, page]) => h("li", {}, h("a", { href: `${docs}${lang === "zh" ? "zh/" : ""}${page}.html` }, t(`about.${name}`))));
  const screen = openOverlay(t("about.title"),
    h("div", { class: "about" },
      h("section", {}, h("div", { class: "before-after" }, miniature(lights.model, lights.state, MIDDLE), arrow(), miniature(lights.model, after)), ...words("lights")),
      h("section", {}, h("div", { class: "before-after" }, miniature(tiles.model, tiles.state), arrow(), miniature(tiles.model, tiles.model.goal)), ...words("tiles")),
      h("section", {}, h("h3", {}, t("about.do")), h("dl", {}, .../** @type {const} */ (["play", "solve", "learn", "lab"]).map(name =>
        h("div", {}, h("dt", {}, h("button", { type: "button", onclick: () => { screen.close(); void screen.closed.then(() => go(name)); } }, t(`tab.${name}`))), h("dd", {}, t(`about.${name}`))))), h("p", { class: "small" }, t("about.private"))),
      ...docs ? [h("section", {}, h("h3", {}, t("about.more")), h("ul", {}, ...links))] : [],
      h("section", {}, h("h3", {}, t("about.page")), ...more)));
}
