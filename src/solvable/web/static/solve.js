/**
 * The tab Solve: enter a board, have it solved, follow the solution on the board itself.
 *
 * Lights: every press of the answer is marked, in any order. Tiles: the next moves are dots, with ‹ ▶ ›. A better solution
 * that comes while the search goes on takes the place of the one that is followed. No solution: the proof's card.
 */
import { h, icon } from "./dom.js";
import { createEditor } from "./edit.js";
import { arrived } from "./engine/errors.js";
import { t } from "./i18n.js";
import { isSame } from "./model.js";
import { Session } from "./session.js";
import { smallPrint } from "./status.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */
/** @typedef {{session: Session, at: number, state: number[]}} Asked where a game stood, after how many moves */

const PACE = 350;  // milliseconds a move when the solution plays itself
const SECONDS = 30;

/** @param {App} app @param {Answer | null} [answerBefore] */
export function createSolve(app, answerBefore = null) {
  /** @type {Answer | null} */
  let answer = answerBefore;
  /** @type {AbortController | null} */
  let job = null;
  let playing = 0;
  /** @type {ReturnType<typeof import("./proof.js").proofCard> | null} */
  let proof = null;
  const editor = createEditor(app);
  const lead = h("p", { class: "lead" });
  const run = h("button", { type: "button", class: "main", onclick: () => void solve() }, icon("solve"), h("span", {}, t("do.solve")));
  const edit = h("button", { type: "button", "data-do": "edit", "aria-pressed": "false" }, icon("edit"), h("span", {}, t("do.edit")));
  const progress = h("p", { class: "progress-line" });
  const cancel = h("button", { type: "button", onclick: stop }, t("do.cancel"));
  const working = h("div", { class: "working" }, h("div", { class: "bar" }), h("div", { class: "row wide" }, progress, cancel));
  const play = h("button", { type: "button", "aria-label": t("solve.play"), onclick: toggle }, icon("play"));
  const step = h("button", { type: "button", "aria-label": t("solve.next"), onclick: forward }, icon("next"));
  const back = h("button", { type: "button", "aria-label": t("solve.back"), onclick: () => { pause(); app.session.undo(); app.refresh(); } }, icon("back"));
  const scrub = h("input", { type: "range", min: "0", "aria-label": t("play.way"), oninput: () => reach(Number(scrub.value)) });
  const place = h("output", { class: "small" });
  const transport = h("div", { class: "transport" }, h("div", { class: "row wide" }, back, play, step), scrub, place);
  const result = h("div", { class: "result" });
  const element = h("div", { class: "solve" }, lead, h("div", { class: "row wide desk" }, run, edit), working, transport, result, editor.element);
  if (answer) tell(answer);

  function stop() {
    job?.abort();
    job = null;
    pause();
    app.refresh();
  }

  function pause() {
    clearInterval(playing);
    playing = 0;
    play.replaceChildren(icon("play"));
  }

  function toggle() {
    if (playing) return pause();
    playing = window.setInterval(forward, PACE);
    play.replaceChildren(icon("pause"));
    forward();
  }

  function forward() {
    const next = app.session.plan?.[0];
    if (next === undefined || app.session.shown !== "marks") return pause();
    app.session.move(next);
    if (app.session.isSolved) pause();
    app.refresh(next);
  }

  /** @param {number} wanted */
  function reach(wanted) {
    const { session } = app;
    while (session.place > wanted && session.undo());
    while (session.place < wanted && session.plan?.length) session.move(session.plan[0]);
    app.refresh();
  }

  /** The position that a question is asked about. @returns {Asked} */
  const here = () => ({ session: app.session, at: app.session.place, state: app.session.state });

  /** Whether that position is still the one on the board. @param {Asked} asked */
  const isHere = ({ session, state }) => app.session === session && isSame(session.state, state);

  /**
   * Follow a solution of a position; return whether the game has not left it by another way meanwhile.
   * @param {Asked} asked @param {number[]} moves @param {"hint"|"marks"} shown
   */
  function follow({ session, at, state }, moves, shown) {
    if (app.session !== session || session.place < at || !isSame(session.states[at], state)) return false;
    const shadow = new Session(session.model, state);
    shadow.show(moves, "marks");
    for (const move of session.moves.slice(at, session.place)) shadow.move(move);
    session.show(shadow.plan ?? [], shown);
    app.isEditing = false;
    app.refresh();
    return true;
  }

  async function solve() {
    stop();
    const asked = here(), board = app.session.id, controller = job = new AbortController();
    app.weights = undefined;
    progress.textContent = t("solve.working");
    app.refresh();
    try {
      if (await app.engine.mustLoad()) progress.textContent = t("status.wait");
      const found = await app.ask("solve", { board, time: SECONDS }, { signal: controller.signal, onEvent: event => {
        if (job !== controller) return;
        if (event.moves) follow(asked, event.moves, "marks");
        progress.textContent = event.length ? t("solve.proving", { n: event.length, bound: event.lower_bound }) : t("solve.bound", { bound: event.lower_bound });
      } });
      if (job !== controller) return;
      if (!asked.at) app.status.learn(found);
      take(asked, found, "marks");
    } catch (error) {
      if (job === controller) app.status.fail(error);
    } finally {
      if (job === controller) job = null;
      app.refresh();
    }
  }

  /** Show an answer, if the game still goes through the position that was asked about. @param {Asked} asked @param {Answer} found @param {"hint"|"marks"} shown */
  function take(asked, found, shown) {
    const isUnsolvable = found.verdict === "unsolvable";
    if (isUnsolvable ? !isHere(asked) : found.moves && !follow(asked, found.moves, shown)) return;
    if (isUnsolvable || shown === "marks") tell(found);
    if (isUnsolvable) refute(found);
  }

  /** @param {Answer} found */
  function tell(found) {
    answer = found;
    proof = null;
    result.replaceChildren(smallPrint(found));
    if (found.verdict === "unsolvable") prove(found).catch(error => app.status.fail(error));
  }

  /** The card comes with the first board that cannot be solved. @param {Answer} found */
  async function prove(found) {
    const { proofCard } = await arrived(import("./proof.js"));
    if (answer === found && !proof) result.prepend((proof = proofCard(app, found)).element);
  }

  /** @param {Answer} found */
  function refute(found) {
    app.weights = found.obstruction?.weights.length ? found.obstruction.weights : undefined;
    app.session.hide();
    app.refresh();
  }

  async function hint() {
    const { session } = app, asked = here();
    if (session.isSolved) return;
    if (session.plan?.length) {
      session.shown = session.shown === "marks" ? "marks" : "hint";
      return app.refresh();
    }
    const board = session.id;
    if (await app.engine.mustLoad()) app.status.say(t("status.wait"));
    try {
      take(asked, await app.ask("hint", { board, time: 2 }), "hint");
    } catch (error) {
      app.status.fail(error);
    }
  }

  function update() {
    const { session } = app, isMarked = session.shown === "marks", left = session.plan?.length ?? 0;
    const { family } = session.model;
    lead.textContent = session.isSolved && !app.isEditing ? t(session.place ? "solve.done" : "status.goal") : answer?.verdict === "unsolvable" ? t("solve.refuted")
      : isMarked ? t(`solve.follow.${family}`, { n: left }) : app.isEditing ? t(`solve.lead.${family}`) : t("solve.ready");
    working.hidden = job === null;
    run.disabled = job !== null;
    editor.element.hidden = !app.isEditing;
    if (app.isEditing) editor.update();
    transport.hidden = !isMarked;
    scrub.max = String(session.place + left);
    scrub.value = String(session.place);
    step.disabled = !left;
    back.disabled = !session.place;
    place.textContent = t("play.place", { n: session.place, all: session.place + left });
    result.hidden = !answer;
  }

  return {
    element,
    update,
    get answer() { return answer; },
    run: () => void solve(),
    hint: () => void hint(),
    cancel: stop,
    /** @param {number} cell */
    point: cell => proof?.point(cell),
    opened() {
      job?.abort();
      job = null;
      pause();
      answer = proof = null;
    },
    /** The board has been judged. @param {Answer} found @param {string} board */
    checked(found, board) {
      if (app.tab !== "solve" || found.verdict !== "unsolvable" || app.session.id !== board || job) return;
      tell(found);
      refute(found);
    },
    /** @param {number} cell @param {boolean} isFirst */
    paint: (cell, isFirst) => editor.paint(cell, isFirst),
    /** @param {number} cell */
    choose: cell => editor.choose(cell),
    /** @param {number} digit */
    digit(digit) {
      if (app.isEditing) editor.digit(digit);
    },
  };
}
