/**
 * All puzzles as pictures: each lamp board after one press, each board of tiles after a few moves, so that the picture
 * shows the rule. A picture is drawn when it comes near the window. A click opens a new board of that puzzle.
 */
import { catalogue } from "./catalogue.js";
import { h, s } from "./dom.js";
import { lang, t } from "./i18n.js";
import { boardOf, worst } from "./levels.js";
import { miniature } from "./miniature.js";
import { apply, parseId } from "./model.js";
import { openOverlay } from "./overlay.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {"all"|"lights"|"tiles"} Kind */

const NEAR = "400px";  // of the window: pictures this far beyond it are drawn
const FAMILIES = /** @type {const} */ (["lights", "tiles"]);

/**
 * Show the gallery; return the puzzle that was chosen, or "" if none was.
 * @param {{family?: Kind, current?: string}} [how] which are shown at first; the puzzle that is on the board
 * @returns {Promise<string>}
 */
export async function chooseFromGallery({ family = "all", current = "" } = {}) {
  const entries = await catalogue();
  /** @type {Kind} */
  let kind = family;
  let chosen = "";
  const watcher = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) {
      watcher.unobserve(target);
      cards.find(each => each.element === target)?.draw();
    }
  }, { rootMargin: NEAR });
  const cards = entries.map(entry => card(entry, entry.id === current, () => { chosen = entry.id; screen.close(); }));
  const find = h("input", { type: "search", autocomplete: "off", spellcheck: false, "aria-label": t("gallery.find"), placeholder: t("gallery.find.hint"), oninput: filter });
  const kinds = h("div", { class: "segment", role: "group", "aria-label": t("family.label") }, .../** @type {const} */ (["all", ...FAMILIES]).map(name =>
    h("button", { type: "button", "data-kind": name, onclick: () => { kind = name; filter(); } }, t(name === "all" ? "gallery.all" : `family.${name}`))));
  const sections = FAMILIES.map(name => {
    const list = h("ul", { class: "cards" }, ...cards.filter(each => each.family === name).map(each => each.element));
    return { name, list, element: h("section", { "aria-label": t(`family.${name}`) }, h("h3", {}, t(`family.${name}`)), list) };
  });
  const count = h("p", { class: "small", role: "status" });
  const screen = openOverlay(t("gallery.title"), h("div", { class: "gallery-tools" }, kinds, h("label", { class: "find" }, s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: "M16 16l5 5M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0" })), find)), count, ...sections.map(each => each.element));
  for (const each of cards) watcher.observe(each.element);
  filter();

  /** Show the cards that fit the family and the words. */
  function filter() {
    const words = find.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const each of cards) {
      const fits = (kind === "all" || kind === each.family) && words.every(word => each.words.includes(word));
      each.element.hidden = !fits;
      shown += Number(fits);
    }
    for (const { name, list, element } of sections) element.hidden = (kind !== "all" && kind !== name) || [...list.children].every(each => /** @type {HTMLElement} */ (each).hidden);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (kinds.querySelectorAll("button"))) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    count.textContent = shown ? t("gallery.count", { n: shown }) : t("gallery.none", { words: find.value });
  }

  await screen.closed;
  watcher.disconnect();
  return chosen;
}

/** @param {Entry} entry @param {boolean} isCurrent @param {() => void} choose */
function card(entry, isCurrent, choose) {
  const family = entry.id.startsWith("lights") ? "lights" : "tiles", rule = entry.description[lang];
  const picture = h("span", { class: "picture", "aria-hidden": "true" }), foot = h("span", { class: "foot" });
  const click = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;  // a window of its own
    event.preventDefault();
    choose();
  };
  const link = h("a", { class: "card", href: `#${entry.id}#1`, ...isCurrent ? { "aria-current": "true" } : {}, onclick: click },
    picture, h("b", {}, softened(entry.title[lang])), h("span", { class: "rule" }, `${rule[0].toUpperCase()}${rule.slice(1)}${t("stop")}`), foot);
  const words = [entry.id, entry.title.en, entry.title.zh, entry.description.en, entry.description.zh].join(" ").toLocaleLowerCase();
  return { element: h("li", {}, link), family, words, draw: () => draw(entry, picture, foot) };
}

/** Break the long names of solids where a reader would. @param {string} name */
const softened = name => name.replace(/(?<=[a-z]{5})(dodeca|octa|icosi|icosa)?(?=hedron)/, "\u00AD$1");

/** Draw a card's picture, and say how large the puzzle is. @param {Entry} entry @param {HTMLElement} box @param {HTMLElement} foot */
function draw(entry, box, foot) {
  const model = parseId(entry.id)?.model;
  if (!model) return;
  const isLights = model.family === "lights", live = model.cells - model.dead.size, most = entry.worst ?? worst(model);
  const middle = model.toggles.length === model.cells ? Math.floor(model.height / 2) * model.width + Math.floor(model.width / 2) : 0;
  const press = !isLights ? -1 : model.toggles[middle]?.length ? middle : model.toggles.findIndex(toggle => toggle.length);
  const dark = new Array(model.cells).fill(0);
  const picture = isLights ? miniature(model, apply(model, dark, press) ?? dark, model.toggles.length === model.cells ? press : -1) : miniature(model, boardOf(model, "easy", "1"));
  box.replaceChildren(picture);
  const size = isLights ? t("gallery.lamps", { n: live }) : t("gallery.tiles", { n: model.goal.filter(tile => tile > 0).length });
  foot.textContent = [size, most ? t("gallery.worst", { n: most }) : ""].filter(Boolean).join(" · ");
}
