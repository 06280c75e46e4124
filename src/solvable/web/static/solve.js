/**
 * The tab Solve: the board as it stands is solved at once, and the solution followed on the board itself.
 *
 * Lights: every press of the answer is marked, in any order. Tiles: the next moves are dots, with ‹ ▶ ›. A better solution
 * that comes while the search goes on takes the place of the one that is followed. What is shown of an answer is that of
 * `session.answer`, the one of the board as it began.
 */
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { isSame } from "./model.js";
import { Session } from "./session.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */
/** @typedef {{session: Session, way: number[], state: number[]}} Asked where a game stood, and by which moves */

const PACE = 350;  // milliseconds a move when the solution plays itself
const SECONDS = 30;

/** @param {App} app */
export function createSolve(app) {
  /** @type {AbortController | null} */
  let job = null;
  let playing = 0;
  /** @type {WeakSet<Session>} those that were asked about by themselves */
  const tried = new WeakSet();
  /** @type {Answer | null} whose small print is shown */
  let printed = null;
  const run = h("button", { type: "button", class: "main", onclick: () => void solve() }, icon("solve"), h("span", {}, t("do.solve")));
  const progress = h("p", { class: "progress-line" });
  const cancel = h("button", { type: "button", onclick: stop }, t("do.cancel"));
  const working = h("div", { class: "working" }, h("div", { class: "bar" }), h("div", { class: "row wide" }, progress, cancel));
  const play = h("button", { type: "button", "aria-label": t("solve.play"), onclick: toggle }, icon("play"));
  const step = h("button", { type: "button", "aria-label": t("solve.next"), onclick: forward }, icon("next"));
  const back = h("button", { type: "button", "aria-label": t("solve.back"), onclick: () => { pause(); if (app.session.canUndo) app.do({ type: "undo" }); } }, icon("back"));
  const scrub = h("input", { type: "range", min: "0", "aria-label": t("play.way"), oninput: () => app.do({ type: "along", place: Number(scrub.value) }) });
  const place = h("output", { class: "small" });
  const transport = h("div", { class: "transport" }, h("div", { class: "row wide" }, back, play, step), scrub, place);
  const result = h("div", { class: "result" });
  const element = h("div", { class: "solve" }, working, transport, h("div", { class: "row wide" }, run), result);

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
    const next = app.session.plan?.first;
    if (next === undefined || app.session.shown !== "marks") return pause();
    app.do({ type: "move", move: next });
    if (app.session.isSolved) pause();
  }

  /** The position that a question is asked about. @returns {Asked} */
  const here = () => ({ session: app.session, way: app.session.moves.slice(0, app.session.place), state: app.session.state });

  /** Whether that position is still the one on the board. @param {Asked} asked */
  const isHere = ({ session, state }) => app.session === session && isSame(session.state, state);

  /**
   * Follow a solution of a position; return whether the game has not left it by another way meanwhile.
   * @param {Asked} asked @param {number[]} moves @param {"hint"|"marks"} shown
   */
  function follow({ session, way, state }, moves, shown) {
    if (app.session !== session || session.place < way.length || way.some((move, i) => session.moves[i] !== move)) return false;
    const shadow = new Session(session.model, state);
    shadow.show(moves, "marks");
    for (const move of session.moves.slice(way.length, session.place)) shadow.move(move);
    app.do({ type: "show", moves: shadow.plan?.moves ?? [], shown });
    return true;
  }

  async function solve() {
    tried.add(app.session);
    app.edit(false);
    stop();
    const asked = here(), { session } = asked, at = asked.way.length, board = session.id, controller = job = new AbortController();
    const learn = (/** @type {any} */ answer) => app.do({ type: "answer", answer, session, at });
    progress.textContent = t("solve.working");
    app.refresh();
    try {
      if (await app.engine.mustLoad()) progress.textContent = t("status.wait");
      const found = await app.ask("solve", { board, time: SECONDS }, { signal: controller.signal, onEvent: event => {
        if (job !== controller) return;
        if (event.moves) {
          learn({ verdict: "solved", moves: event.moves, length: event.moves.length, lower_bound: event.lower_bound });
          follow(asked, event.moves, "marks");
        }
        progress.textContent = event.length ? t("solve.proving", { n: event.length, bound: event.lower_bound }) : t("solve.bound", { bound: event.lower_bound });
      } });
      if (job !== controller) return;
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
    if (shown === "marks" || found.verdict === "unsolvable") app.do({ type: "answer", answer: found, session: asked.session, at: asked.way.length });
    if (found.verdict === "unsolvable") app.do({ type: "hide" });
    else if (found.moves && !follow(asked, found.moves, shown) && shown === "marks") tried.delete(asked.session);
  }

  async function hint() {
    const { session } = app, asked = here();
    if (session.isSolved || session.answer?.verdict === "unsolvable") return;
    app.edit(false);
    if (session.plan?.length) return void app.do({ type: "show", moves: session.plan.moves, shown: session.shown === "marks" ? "marks" : "hint" });
    const board = session.id;
    if (await app.engine.mustLoad()) app.status.say(t("status.wait"));
    try {
      take(asked, await app.ask("hint", { board, time: 2 }), "hint");
    } catch (error) {
      app.status.fail(error);
    }
  }

  /** The tab is open: what is on the board is solved, once. */
  function look() {
    const { session } = app;
    if (app.isEditing || session.isSolved || job || session.answer?.verdict === "unsolvable") return;
    if (session.shown !== "marks" && tried.has(session)) return;
    if (session.plan?.length) {
      tried.add(session);
      if (session.shown !== "marks") app.do({ type: "show", moves: session.plan.moves, shown: "marks" });
    } else void solve();
  }

  function update() {
    const { session } = app, isMarked = session.shown === "marks", left = session.plan?.length ?? 0;
    working.hidden = job === null;
    run.hidden = job !== null || isMarked || session.isSolved || app.isEditing || session.answer?.verdict === "unsolvable";
    transport.hidden = !isMarked || app.isEditing;
    scrub.max = String(session.place + left);
    scrub.value = String(session.place);
    step.disabled = !left;
    back.disabled = !session.place;
    place.textContent = t("play.place", { n: session.place, all: session.place + left });
    result.hidden = !session.answer?.answeredBy;
    if (printed !== session.answer && session.answer?.answeredBy) result.replaceChildren(smallPrint(session.answer));
    printed = session.answer;
    look();
  }

  return {
    element,
    update,
    run: () => void solve(),
    hint: () => void hint(),
    cancel: stop,
    /** What to do here. */
    lead() {
      const { session } = app;
      return session.shown === "marks" ? t(`solve.follow.${session.model.family}`, { n: session.plan?.length ?? 0 }) : t(job ? "solve.working" : "solve.ready");
    },
    opened() {
      job?.abort();
      job = null;
      pause();
    },
  };
}

/** Who answered, how long it took, what was proved: the small print of an answer. @param {Answer} answer */
function smallPrint(answer) {
  const proved = answer.optimal ? t("answered.fewest") : answer.lower_bound ? t("answered.bound", { n: answer.lower_bound }) : "";
  const parts = [answer.method ?? "", answer.nodes ? t("answered.nodes", { n: answer.nodes.toLocaleString() }) : "",
    answer.seconds === undefined ? "" : t("answered.seconds", { s: answer.seconds < 0.01 ? "< 0.01" : answer.seconds.toFixed(2) })];
  const summary = [t(`answered.${answer.answeredBy}`), proved].filter(Boolean).join("\u00A0· ");
  return h("details", { class: "small" }, h("summary", {}, summary), h("p", {}, parts.filter(Boolean).join(" · ")));
}
