/**
 * Entering a position: lamps are painted, tiles are put down in order. There is never half a position: a number that is
 * put on a cell changes places with the tile there, so after the last one the board is what was entered.
 */
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { faceOf } from "./model.js";
import { Session } from "./session.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {HTMLElement} place where its tools stand */
export function createEditor(app, place) {
  let level = 0, typed = "", puzzle = "", isStroke = false;
  const clear = h("button", { type: "button", onclick: () => fill(0) }, t("edit.clear"));
  const all = h("button", { type: "button", onclick: () => fill(1) }, t("edit.fill"));
  const solved = h("button", { type: "button", onclick: () => put([...app.session.model.goal], 0) }, t("edit.solved"));
  const palette = h("div", { class: "palette", role: "group", "aria-label": t("edit.palette") });
  const help = h("p", { class: "small" });
  place.replaceChildren(help, palette, h("div", { class: "row wide" }, clear, all, solved));

  /** Put this state on the board. @param {number[]} state @param {number} focus @param {boolean} [isAmended] of the stroke before */
  function put(state, focus, isAmended = false) {
    app.open(new Session(app.session.model, state), { why: "edit", isEditing: true, isAmended });
    app.board.focusOn(focus, !app.board.root.contains(document.activeElement));
  }

  /** @param {number} value */
  function fill(value) {
    const { model } = app.session;
    put(model.goal.map((_, cell) => model.dead.has(cell) || model.free.has(cell) ? 0 : value), 0);
  }

  /** Put a tile on the cell in focus, and go on to the next cell. @param {number} tile */
  function putTile(tile) {
    const state = [...app.session.state], cell = app.board.focus, other = state.indexOf(tile);
    typed = "";
    if (other < 0) return;
    [state[cell], state[other]] = [tile, state[cell]];
    put(state, after(cell));
  }

  /** @param {number} cell */
  function after(cell) {
    const { model } = app.session;
    for (let i = 1; i < model.cells; i++) if (!model.dead.has((cell + i) % model.cells)) return (cell + i) % model.cells;
    return cell;
  }

  function update() {
    const { model, state } = app.session, isLights = model.family === "lights";
    help.textContent = t(`edit.help.${model.isLetters ? "letters" : model.family}`);
    clear.hidden = all.hidden = !isLights;
    solved.hidden = isLights;
    palette.hidden = isLights;
    if (isLights) return;
    if (puzzle !== model.puzzle || !palette.childElementCount) {
      puzzle = model.puzzle;
      const tiles = [...new Set(model.goal.filter(tile => tile >= 0))].sort((a, b) => a - b);
      const order = [...tiles.slice(1), ...tiles.slice(0, 1)];
      palette.replaceChildren(...order.map(tile => h("button", { type: "button", "data-tile": String(tile),
        "aria-label": tile ? t("cell.tile", { tile: faceOf(app.session.model, tile) }) : t("cell.blank"), onclick: () => putTile(tile) }, tile ? faceOf(app.session.model, tile) : "▢")));
    }
    const done = new Set(state.slice(0, app.board.focus));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (palette.querySelectorAll("button"))) {
      const tile = Number(button.dataset.tile);
      button.classList.toggle("done", done.has(tile));
      button.setAttribute("aria-pressed", String(state[app.board.focus] === tile));
    }
  }

  return {
    update,
    /** Paint a lamp: the first one goes on by one, the others of the stroke become the same. @param {number} cell @param {boolean} isFirst */
    paint(cell, isFirst) {
      const { model, state } = app.session;
      if (model.dead.has(cell) || model.free.has(cell)) return;
      if (isFirst) level = (state[cell] + 1) % model.k;
      if (state[cell] !== level) put(state.map((value, i) => i === cell ? level : value), cell, !isFirst && isStroke);
      isStroke = state[cell] !== level || (isStroke && !isFirst);
    },
    /** A cell was chosen in the editor. @param {number} cell */
    choose(cell) {
      const { model } = app.session;
      if (model.family === "lights") return this.paint(cell, true);
      if (typed) return putTile(Number(typed));
      app.board.focusOn(cell, true);
      update();
    },
    /** A digit was typed: the state of the lamp in focus, or a figure of a tile's number. @param {number} digit */
    digit(digit) {
      const { model, state } = app.session, cell = app.board.focus;
      if (model.family === "lights") {
        if (digit < model.k && !model.dead.has(cell) && !model.free.has(cell)) put(state.map((value, i) => i === cell ? digit : value), after(cell));
        return;
      }
      const most = Math.max(...model.goal);
      typed += String(digit);
      if (Number(typed) > most) typed = String(digit);
      if (Number(typed) * 10 > most || typed === "0" || typed.length === String(most).length) putTile(Number(typed));
    },
  };
}
