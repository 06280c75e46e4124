/**
 * A paste that may be several boards asks which: a card over the board, with each of them drawn, its goal in words, and
 * what is known of it. The board behind it stays as it was until one is opened.
 */
import { byId, h, styled } from "./dom.js";
import { cancelled } from "./engine/errors.js";
import { formatId, LARGEST, modelOf, parseUpTo } from "./model.js";
import { t } from "./i18n.js";
import { miniature } from "./miniature.js";
import { goalWords } from "./status.js";

/** @typedef {import("./model.js").Position} Position */
/** @typedef {import("./engine/types.js").Board} Board */
/** @typedef {import("./app.js").App} App */

const DRAWN = 1024, CHECKED = 400, SOLVED = 49;  // cells of the boards that are drawn, judged, solved to the last press
const SHOWN = 60;  // signs of the text

/**
 * Ask which board is meant, and return it; "cancelled" if it is none of them.
 * @param {App} app @param {string} text @param {Board[]} choices
 * @returns {Promise<Position>}
 */
export function askWhich(app, text, choices) {
  app.sheet(false);
  choices = choices.toSorted((one, other) => Number(one.height === 1) - Number(other.height === 1));  // rows are meant more often
  const found = choices.map(board => parseUpTo(board.board, LARGEST) ?? (board.scene ? modelOf(board) : null));
  const isLights = choices[0].family === "lights", short = text.trim().replace(/\s+/g, " ");
  let isFlipped = false;
  return new Promise((done, fail) => {
    const stage = byId("board").closest(".stage") ?? document.body, before = document.activeElement, stop = app.on("opened", () => end(null));
    const flip = h("button", { type: "button", "aria-pressed": "false", onclick: () => { isFlipped = !isFlipped; flip.setAttribute("aria-pressed", String(isFlipped)); show(); } }, t("ask.flip"));
    const none = h("button", { type: "button", onclick: () => end(null) }, t("ask.neither"));
    const two = h("div", { class: "two" });
    const element = h("section", { class: "ask", role: "dialog", "aria-labelledby": "ask-title", onkeydown: (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (event.key === "Escape") end(null);
    } }, h("h2", { id: "ask-title" }, t("ask.title")),
    h("p", { class: "pasted" }, h("span", { class: "small" }, t("ask.pasted")), h("code", {}, short.length > SHOWN ? `${short.slice(0, SHOWN)} …` : short)),
    h("p", {}, isLights ? t("ask.lights", { n: choices[0].state.length }) : t("ask.tiles")), two,
    h("div", { class: "row wide" }, ...isLights && choices.every(each => each.k === 2) ? [flip] : [], none), h("p", { class: "small" }, t("ask.undo")));

    /** @param {Position | null} chosen */
    function end(chosen) {
      stop();
      element.remove();
      stage.classList.remove("asking");
      if (before instanceof HTMLElement) before.focus();
      if (chosen) done(chosen);
      else fail(cancelled());
    }

    /** The state of a choice, with lit and dark changed where that is asked for. @param {Position} position */
    const stateOf = ({ model, state }) => isFlipped ? state.map((lamp, cell) => model.dead.has(cell) ? 0 : 1 - lamp) : state;

    function show() {
      two.replaceChildren(...choices.map((board, i) => choice(board, found[i])));
    }

    /** @param {Board} board @param {Position | null} position */
    function choice(board, position) {
      const { width: w, height: high } = board, state = position ? stateOf(position) : board.state, goal = goalOf(board);
      const name = isLights ? t(high === 1 ? "ask.line" : "ask.rows", { w, h: high }) : goal;
      const told = h("p", { class: "small", "aria-live": "polite" }, isLights ? t("ask.lit", { lit: state.filter(Boolean).length }) : "");
      const open = h("button", { type: "button", class: "main", disabled: !position, onclick: () => position && end({ ...position, state }) }, isLights ? t("ask.open", { w, h: high }) : t("ask.aim"));
      if (!position) told.append(`${t("after")}${t("ask.large")}`);
      else if (position.model.cells <= CHECKED) void judge(position, state, told);
      const picture = position && position.model.cells <= DRAWN ? miniature(position.model, state) : h("span", { class: "large", "aria-hidden": "true" }, `${w} × ${high}`);
      return h("div", { class: "choice" }, picture, h("b", {}, name), told, open);
    }

    /** Say whether a board can be solved, and in how many moves. @param {Position} position @param {number[]} state @param {HTMLElement} told */
    async function judge({ model }, state, told) {
      const before = told.textContent ?? "", board = formatId(model, state);
      try {
        const verb = model.cells <= SOLVED ? "solve" : "check", answer = await app.ask(verb, verb === "solve" ? { board, time: 1 } : { board });
        const word = answer.verdict === "unsolvable" ? t("ask.unsolvable") : answer.length === 0 ? t("ask.solved") : answer.optimal ? t("ask.fewest", { n: answer.length ?? 0 }) : t("ask.solvable");
        told.textContent = [before, word].filter(Boolean).join(t("after"));
      } catch { /* without an engine nothing is said */ }
    }

    void styled("screen.css");
    show();
    stage.classList.add("asking");
    stage.append(element);
    element.querySelector("button")?.focus({ preventScroll: true });
  });
}

/** The goal of a board of tiles in words. @param {Board} board */
function goalOf(board) {
  const name = /goal=([a-z-]+)/.exec(board.puzzle)?.[1] ?? "blank-last";
  return goalWords(name === "spiral" ? "snail" : name, board.goal.length);
}
