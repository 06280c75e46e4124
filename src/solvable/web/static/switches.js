/**
 * Presses that are no cells. A switch of a whole row stands at the row, one of a whole column above the column, so that it
 * is seen what it turns over; others stand below the board, numbered.
 */
import { byId, h, styled } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{side: "row"|"column", line: number}} Place */

/** Where the switches of a board stand, if each turns over a whole row or column; else null. @param {Model} model @returns {Place[] | null} */
export function placesOf(model) {
  const { width: w, height: high } = model;
  if (!w || model.toggles.length !== w + high) return null;
  const found = model.toggles.map(toggle => {
    const [rows, columns] = [new Set(toggle.map(([cell]) => Math.floor(cell / w))), new Set(toggle.map(([cell]) => cell % w))];
    /** @type {Place | null} */
    const place = rows.size === 1 && toggle.length === w ? { side: "row", line: [...rows][0] } : columns.size === 1 && toggle.length === high ? { side: "column", line: [...columns][0] } : null;
    return place;
  });
  return found.every(place => place !== null) ? /** @type {Place[]} */ (found) : null;
}

/** @param {App} app */
export function createSwitches(app) {
  void styled("screen.css");
  /** @type {Model | null} */
  let shown = null;
  let words = "";
  /** @type {Place[] | null} */
  let places = null;
  /** @type {HTMLElement[]} */
  let buttons = [];

  /** @param {Model} model */
  function build(model) {
    const box = byId("extra"), frame = /** @type {HTMLElement} */ (byId("board").parentElement);
    for (const old of frame.querySelectorAll(".switches")) old.remove();
    places = placesOf(model);
    buttons = model.toggles.map((_, press) => h("button", {
      type: "button", onclick: () => app.touch(press), onpointerenter: () => app.board.preview(press),
      onpointerleave: () => app.board.preview(-1), onfocus: () => app.board.preview(press), onblur: () => app.board.preview(-1) }, String((places?.[press].line ?? press) + 1)));
    frame.classList.toggle("switched", Boolean(places));
    box.hidden = Boolean(places);
    box.setAttribute("aria-label", t("extra.label"));
    if (!places) return box.replaceChildren(...buttons);
    box.replaceChildren();
    for (const side of /** @type {const} */ (["column", "row"]))
      frame.prepend(h("div", { class: `switches ${side}s`, role: "group", "aria-label": t(`extra.${side}s`) }, ...buttons.filter((_, press) => places?.[press].side === side)));
    frame.style.setProperty("--lines", String(model.width / model.height));
  }

  function clear() {
    const frame = /** @type {HTMLElement} */ (byId("board").parentElement);
    for (const old of frame.querySelectorAll(".switches")) old.remove();
    frame.classList.remove("switched");
    byId("extra").hidden = true;
    byId("extra").replaceChildren();
    shown = null;
    buttons = [];
  }

  return {
    /** @param {import("./board.js").View} view */
    update(view) {
      const { model } = app.session;
      if (model.family !== "lights" || model.toggles.length === model.cells) return shown ? clear() : undefined;
      const language = t("extra.label");
      if (shown !== model || words !== language) {
        [shown, words] = [model, language];
        build(model);
      }
      buttons.forEach((each, press) => {
        const isMarked = view.pressed ? view.pressed.has(press) : Boolean(view.isHint) && view.next?.[0] === press;
        const place = places?.[press], name = place ? t(`extra.${place.side}`, { n: place.line + 1 }) : t("extra.button", { n: press + 1 });
        each.classList.toggle("marked", isMarked);
        each.setAttribute("aria-label", isMarked ? `${name}${t("comma")}${t("cell.press")}` : name);
      });
    },
  };
}
