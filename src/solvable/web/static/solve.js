/**
 * The tab Solve: the board as it stands is solved at once, and the solution followed on the board itself.
 *
 * Lights: every press of the answer is marked, in any order. Tiles: the next moves are dots. A first solution is there at
 * once; a better one that comes while the search goes on takes the place of the one that is followed. What is shown of an
 * answer is that of `session.answer`, the one of the board as it began.
 */
import { createFigures } from "./bound.js";
import { h, icon, styled } from "./dom.js";
import { t } from "./i18n.js";
import { isSame } from "./model.js";
import { Session } from "./session.js";
import { createTransport } from "./transport.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */
/** @typedef {{session: Session, way: number[], state: number[]}} Asked where a game stood, and by which moves */
/** @typedef {{session: Session, controller: AbortController, begun: number, isWaiting: boolean}} Job `isWaiting`: for the runtime */

const SECONDS = 30, LATER = 60;  // that it is improved, and each time it is to go on
const HINT = 1;  // seconds
const MOST = 10_000;  // cells of a board of tiles whose moves this page holds: a million

/** @param {App} app */
export function createSolve(app) {
  /** @type {Job | null} */
  let job = null;
  /** @type {WeakSet<Session>} those that were asked about by themselves */
  const tried = new WeakSet();
  /** Seconds that each board was worked on. @type {WeakMap<Session, number>} */
  const spent = new WeakMap();
  /** @type {Answer | null} whose small print is shown */
  let printed = null;
  const word = h("span"), run = h("button", { type: "button", class: "main", onclick: () => void solve() }, icon("solve"), word);
  const dot = h("i", { class: "beat", "aria-hidden": "true" }), progress = h("span", { class: "progress-line", "aria-live": "off" });
  const toggle = h("button", { type: "button", onclick: () => job ? stop() : void solve() });
  const working = h("div", { class: "working" }, dot, progress, toggle);
  const figures = createFigures(), transport = createTransport(app);
  const result = h("div", { class: "result" });
  const element = h("div", { class: "solve" }, figures.element, working, transport.element, h("div", { class: "row wide" }, run), result);
  setInterval(() => { if (job) tick(); }, 100);
  void styled("solve.css");

  function stop() {
    leave();
    transport.pause();
    app.refresh();
  }

  /** Ask no more; what was found stays. */
  function leave() {
    if (!job) return;
    spent.set(job.session, seconds(job.session));
    job.controller.abort();
    job = null;
  }

  /** @param {Session} session */
  const seconds = session => (spent.get(session) ?? 0) + (job?.session === session && !job.isWaiting ? (performance.now() - job.begun) / 1000 : 0);

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
    const { session } = app, isAgain = spent.has(session);
    tried.add(session);
    app.edit(false);
    stop();
    if (session.model.family === "tiles" && session.model.cells > MOST) return app.status.say(t("solve.huge"));
    const asked = here(), at = asked.way.length, board = session.id, controller = new AbortController();
    const own = job = { session, controller, begun: performance.now(), isWaiting: true };
    let length = Infinity;  // of the solution that is followed
    const learn = (/** @type {any} */ answer) => app.do({ type: "answer", answer, session, at });
    app.refresh();
    try {
      if (!await app.engine.mustLoad()) begin(own);
      const found = await app.ask("solve", { board, improve: true, time: isAgain ? LATER : SECONDS }, { signal: controller.signal, onEvent: event => {
        if (job !== own) return;
        begin(own);
        if (event.moves) {
          learn({ verdict: "solved", moves: event.moves, length: event.moves.length, lower_bound: event.lower_bound });
          if (event.moves.length < length && follow(asked, event.moves, "marks")) length = event.moves.length;
        } else if (event.type === "bound" && session.answer?.moves) learn({ verdict: "solved", lower_bound: event.lower_bound });
      } });
      if (job !== own) return;
      leave();
      take(asked, found, "marks", length);
    } catch (error) {
      if (job === own) app.status.fail(error);
    } finally {
      if (job === own) leave();
      app.refresh();
    }
  }

  /** The runtime is there: its time begins. @param {Job} own */
  function begin(own) {
    if (own.isWaiting) Object.assign(own, { isWaiting: false, begun: performance.now() });
  }

  /**
   * Show an answer, if the game still goes through the position that was asked about.
   * @param {Asked} asked @param {Answer} found @param {"hint"|"marks"} shown @param {number} [length] of the solution that is followed already
   */
  function take(asked, found, shown, length = Infinity) {
    if (shown === "marks" || found.verdict === "unsolvable") app.do({ type: "answer", answer: found, session: asked.session, at: asked.way.length });
    if (found.verdict === "unsolvable") app.do({ type: "hide" });
    else if (found.moves && found.moves.length < length && !follow(asked, found.moves, shown) && shown === "marks") tried.delete(asked.session);
  }

  async function hint() {
    const { session } = app, asked = here();
    if (session.isSolved || session.answer?.verdict === "unsolvable") return;
    app.edit(false);
    if (session.plan?.length) return void app.do({ type: "show", moves: session.plan.moves, shown: session.shown === "marks" ? "marks" : "hint" });
    const board = session.id;
    if (await app.engine.mustLoad()) app.status.say(t("status.wait"));
    try {
      take(asked, await app.ask("hint", { board, time: HINT }), "hint");
    } catch (error) {
      app.status.fail(error);
    }
  }

  /** The tab is open: what is on the board is solved, once. */
  function look() {
    const { session } = app;
    if (app.tab !== "solve" || app.isEditing || session.isSolved || job || session.answer?.verdict === "unsolvable") return;
    if (session.shown !== "marks" && tried.has(session)) return;
    if (session.plan?.length) {
      const isOpen = !session.answer?.optimal && !tried.has(session);
      tried.add(session);
      if (session.shown !== "marks") app.do({ type: "show", moves: session.plan.moves, shown: "marks" });
      if (isOpen) void solve();
    } else void solve();
  }

  /** What is going on. */
  function tick() {
    const { session } = app, s = seconds(session).toFixed(1);
    progress.textContent = job?.isWaiting && app.engine.status.phase !== "ready" ? t("status.loading") : job ? t(session.answer?.length === undefined ? "solve.looking" : "solve.improving", { s }) : t("solve.stopped", { s });
  }

  function update() {
    const { session } = app, isMarked = session.shown === "marks", isOpen = !session.answer?.optimal && session.answer?.verdict !== "unsolvable";
    figures.update(session);
    figures.element.hidden ||= app.isEditing || !isMarked;
    working.hidden = !job && !(isOpen && isMarked && spent.has(session) && !session.isSolved);
    dot.hidden = !job;
    toggle.textContent = t(job ? "solve.stop" : "solve.more");
    tick();
    run.hidden = job !== null || isMarked || session.isSolved || app.isEditing || session.answer?.verdict === "unsolvable";
    word.textContent = t("do.solve");
    transport.update();
    result.hidden = !session.answer?.answeredBy;
    if (printed !== session.answer && session.answer?.answeredBy) result.replaceChildren(smallPrint(session.answer));
    printed = session.answer;
    look();
  }

  app.bars.push(() => app.tab === "solve" && transport.isOn() ? ["first", "backward", "play", "forward", "last", "more"] : null);

  return {
    element,
    update,
    run: () => void solve(),
    hint: () => void hint(),
    cancel: stop,
    /** The language has changed. */
    translate() { printed = null; },
    /** What to do here. */
    lead() {
      const { session } = app;
      return session.shown === "marks" ? t(`solve.follow.${session.model.family}`, { n: session.plan?.length ?? 0 }) : t(job ? "solve.working" : "solve.ready");
    },
    opened() {
      leave();
      transport.pause();
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
