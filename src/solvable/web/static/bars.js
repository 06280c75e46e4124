/** The buttons round the board: the tools below it, the five at a phone's thumb, and presses that are no cells. */
import { byId, h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { KEYS } from "./keys.js";

/** @typedef {import("./app.js").App} App */

const TOOLS = ["undo", "redo", "restart", "hint", "edit", "share"], WORDY = ["restart", "hint", "edit", "share"];
const THUMBS = ["undo", "hint", "edit", "fresh", "more"];
/** @type {Record<string, import("./dom.js").Icon>} */
const ICONS = { fresh: "dice", send: "share", backward: "back", forward: "next" };

/** @param {App} app */
export function createBars(app) {
  let thumbs = "";
  /** @type {ReturnType<typeof import("./switches.js").createSwitches> | undefined} */
  let switches;

  /** @param {string} action @param {boolean} isWordy */
  function button(action, isWordy) {
    const element = h("button", { type: "button", "data-do": action, "aria-label": t(`do.${action}`), title: [t(`do.${action}`), KEYS[action]].filter(Boolean).join(" · ") }, icon(ICONS[action] ?? /** @type {import("./dom.js").Icon} */ (action)));
    if (isWordy) element.append(h("span", {}, t(`do.${action}`)));
    return element;
  }

  /** @param {import("./board.js").View} view */
  function update(view) {
    const { store } = app, wanted = app.bars.reduce((/** @type {string[] | null} */ found, bar) => found ?? bar(app), null) ?? THUMBS;
    if (thumbs !== wanted.join()) {
      thumbs = wanted.join();
      byId("thumbs").replaceChildren(...wanted.map(action => button(action, true)));
    }
    const isOff = { undo: !store.canUndo, redo: !store.canRedo, restart: !app.session.place };
    for (const [name, off] of Object.entries(isOff))
      for (const each of document.querySelectorAll(`[data-do=${name}]`)) each.setAttribute("aria-disabled", String(off));
    for (const each of document.querySelectorAll("[data-do=edit]")) each.setAttribute("aria-pressed", String(app.isEditing));
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-family]")))
      each.setAttribute("aria-pressed", String(each.dataset.family === app.session.model.family));
    if (switches || app.session.model.toggles.length !== app.session.model.cells) presses(view);
  }

  /** Presses that are no cells have buttons of their own, loaded with the first such board. @param {import("./board.js").View} view */
  function presses(view) {
    if (switches) return switches.update(view);
    if (app.session.model.family === "lights") app.later(() => import("./switches.js"), ({ createSwitches }) => {
      switches ??= createSwitches(app);
      switches.update(app.view());
    });
  }

  return {
    update,
    translate() {
      thumbs = "";
      byId("toolbar").replaceChildren(...TOOLS.map(action => button(action, WORDY.includes(action))));
    },
  };
}
