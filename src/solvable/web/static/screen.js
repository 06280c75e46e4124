/** A screen in place of the board and its panels, for what needs the whole page: the record, a replay. Esc closes it. */
import { byId, h } from "./dom.js";

/** @typedef {import("./app.js").App} App */

/** @type {HTMLElement | null} */
let shown = null;
/** @type {Element | null} */
let before = null;

/** @type {() => void} shows the same screen anew, in another language */
let again = () => {};

/** Show a screen. @param {HTMLElement} content @param {() => void} remake shows it anew */
export function openScreen(content, remake) {
  again = remake;
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  if (!shown) before = document.activeElement;
  shown?.remove();
  shown = h("section", { class: "screen", role: "main", tabIndex: -1 }, content);
  main.after(shown);
  main.hidden = byId("thumbs").hidden = true;
  scrollTo(0, 0);
  const first = /** @type {HTMLElement | null} */ (content.querySelector("[data-first]"));
  (first ?? shown).focus({ preventScroll: true });
}

/** Go back to the board; return whether a screen was open. */
export function closeScreen() {
  if (!shown) return false;
  shown.remove();
  shown = null;
  /** @type {HTMLElement} */ (document.querySelector("main")).hidden = byId("thumbs").hidden = false;
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  return true;
}

/** Close a screen by Esc, by a tab, by another board. @param {App} app */
export function closeScreens(app) {
  const { close } = app.actions;
  app.actions.close = () => closeScreen() || close();
  app.on("opened", () => closeScreen());
  app.on("spoken", () => { if (shown) again(); });
  document.addEventListener("click", event => {
    if (shown && /** @type {Element} */ (event.target).closest("[role=tab], [data-family]")) closeScreen();
  }, true);
}
