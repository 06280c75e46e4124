/**
 * A photo or a screenshot of a board: its pixels go to the engine, and what is seen opens in the editor, to be mended by
 * a tap, with a note of how sure it is. A button takes the other lamps for the lit ones.
 */
import { h } from "./dom.js";
import { arrived } from "./engine/errors.js";
import { t } from "./i18n.js";
import { modelOf } from "./model.js";
import { Session } from "./session.js";
import { missing, told } from "./status.js";

/** @typedef {import("./app.js").App} App */

const LARGEST = 1024, SMALL = 240_000;  // pixels a side; pixels in all of what a server takes

/** @param {App} app @param {HTMLElement} message where it is told what is wrong @param {HTMLElement} place of its button */
export function createPhoto(app, message, place) {
  const swap = h("button", { type: "button", hidden: true, "data-photo": "swap", onclick: swapped }, t("photo.swap"));
  place.replaceChildren(swap);

  /** @type {import("./model.js").Model | undefined} the one of the lamps that were seen */
  let seen;

  /** @param {Blob} picture */
  async function ask(picture) {
    await app.engine.load().catch(() => {});
    const { pixelsOf } = await arrived(import("./pixels.js"));
    return app.ask("photo", await pixelsOf(picture, app.engine.status.phase === "ready" ? LARGEST ** 2 : SMALL, LARGEST));
  }

  /** @param {Blob} picture */
  async function look(picture) {
    seen = undefined;
    update();
    message.textContent = t("photo.reading");
    app.status.say(message.textContent);
    try {
      const board = await app.latest(ask(picture));
      message.textContent = "";
      app.sheet(false);
      await show(board);
    } catch (error) {
      message.textContent = error instanceof DOMException ? t("photo.bad") : missing(error) || told(error);
      if (message.textContent) app.status.say(message.textContent);  // on a phone the rail is out of sight
    }
  }

  /** @param {any} board */
  async function show(board) {
    const { model, state } = modelOf(board);
    if (model.family === "lights" && model.k === 2) seen = model;
    app.open(new Session(model, state), { why: "read", isEditing: true });
    const note = board.is_sure ? board.note : t("photo.doubt", { note: board.note });
    app.status.say(note);
    message.textContent = note;
  }

  /** Other lamps can be the lit ones as long as it is this board that is mended. */
  function update() {
    swap.hidden = app.session.model !== seen;
  }

  function swapped() {
    const { model, state } = app.session;
    if (model !== seen) return;
    app.open(new Session(model, state.map((lamp, cell) => model.dead.has(cell) ? 0 : 1 - lamp)), { why: "edit", isEditing: true });
    app.status.say(t("photo.swapped"));
    message.textContent = "";
  }

  return { update, look };
}
