/**
 * The live line below the board: what is known of it, who answered, and what the engine is doing.
 *
 * A board is asked about once, when it comes, as it came; whether it can be solved does not change by moves.
 */
import { byId, h } from "./dom.js";
import { isCancelled } from "./engine/errors.js";
import { t } from "./i18n.js";
import { formatId, isAimed } from "./model.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */

const WAIT = 250;  // milliseconds that the player may go on editing

/** @param {App} app */
export function createStatus(app) {
  const line = byId("status");
  /** @type {Answer | null} */
  let known = null;
  let note = "", waiting = 0, speaking = 0;
  /** @type {AbortController | null} */
  let asking = null;

  const show = (/** @type {string} */ text) => { if (line.textContent !== text) line.replaceChildren(text); };

  function update() {
    const { session } = app, { status } = app.engine;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-family]")))
      button.setAttribute("aria-pressed", String(button.dataset.family === session.model.family));
    line.classList.toggle("alarm", known?.verdict === "unsolvable" && !note);
    if (note) return show(note);
    if (session.isSolved && !app.isEditing) return show(session.place ? won(session) : t("status.goal"));
    if (known) return show(sentence(known, session, app.tab === "solve"));
    show(status.phase === "loading" ? t("status.loading") : t(`status.play.${session.model.family}${isAimed(session.model) ? ".goal" : ""}`));
  }

  function opened() {
    clearTimeout(waiting);
    clearTimeout(speaking);
    asking?.abort();
    asking = null;
    known = null;
    note = "";
    waiting = window.setTimeout(check, WAIT);
  }

  async function check() {
    asking?.abort();  // the runtime may come while the first board is asked about, and then another board
    const { session } = app, board = formatId(session.model, session.start), controller = asking = new AbortController();
    try {
      const answer = await app.ask("check", { board }, { signal: controller.signal });
      if (controller.signal.aborted) return;
      known = answer;
      update();
      if (known.verdict === "unsolvable") await explain(known, board, controller.signal);
      else if (!session.par) await findPar(session, board, controller.signal);
    } catch { /* the runtime is not there: what can be played is played */ }
  }

  /** Have it shown why there is no solution of what is seen: a reloaded game may have gone on from the board asked about. @param {Answer} answer @param {string} board @param {AbortSignal} signal */
  async function explain(answer, board, signal) {
    if (app.tab !== "solve") return;
    const { id } = app.session;
    app.solve.checked(id === board ? answer : await app.ask("check", { board: id }, { signal }), id);
  }

  /** @param {import("./session.js").Session} session @param {string} board @param {AbortSignal} signal */
  async function findPar(session, board, signal) {
    const answer = await app.ask("solve", { board, time: 2 }, { signal });
    if (answer.length === undefined || app.session !== session) return;
    session.par = { length: answer.length, lower_bound: answer.lower_bound ?? 0 };
    known = { ...known, ...answer };
    app.refresh();
  }

  app.engine.onStatus(status => {
    const bar = byId("loading");
    bar.hidden = status.phase !== "loading";
    const inner = /** @type {HTMLElement} */ (bar.firstElementChild);
    inner.style.width = status.total ? `${100 * status.loaded / status.total}%` : "30%";
    if (status.phase === "ready" && !known) void check();
    if (app.solve) update();
  });

  return {
    update,
    opened,
    /** The proof can be seen now: show it of a board that is known to be unsolvable. */
    async prove() {
      if (known?.verdict !== "unsolvable" || !asking) return;
      await explain(known, formatId(app.session.model, app.session.start), asking.signal).catch(() => {});  // as in check
    },
    /** An answer has come that may know more. @param {Answer} answer */
    learn(answer) {
      known = { ...known, ...answer };
      update();
    },
    /** Say something that lasts until the next board, or the next move. @param {string} text */
    say(text) {
      note = text;
      update();
      clearTimeout(speaking);
      speaking = window.setTimeout(() => { note = ""; update(); }, 6000);
    },
    /** Say what went wrong, in the library's words. @param {any} error */
    fail(error) {
      if (!isCancelled(error)) this.say(missing(error, app.engine.status.phase === "loading") || told(error));
    },
  };
}

/** @param {any} error */
export function told(error) {
  if (isCancelled(error)) return "";
  const where = error?.line ? t("error.at", { line: error.line, column: error.column }) : "";
  const what = error?.expected ? t("error.expected", { message: error.message, expected: error.expected }) : error?.message;
  return [where, what].filter(Boolean).join(" ");
}

/** Why there is no answer, where no engine has one; "" for an error of the board. @param {any} error @param {boolean} [isLoading] */
export function missing(error, isLoading = false) {
  if (error?.code === "no server") return t(isLoading ? "status.gone.wait" : "status.gone");
  return ["no runtime", "unknown verb"].includes(error?.code) ? t(isLoading ? "status.wait" : "status.none") : "";
}

/** @param {import("./session.js").Session} session */
function won(session) {
  const n = session.place, { par } = session;
  const how = session.withHelp ? "help" : par && par.length === par.lower_bound && n === par.length ? "best" : "own";
  return t(`status.won.${session.model.family}.${how}`, { n });
}

/** A goal of tiles in words, by its name or its cells. @param {string} goal @param {number} cells */
export function goalWords(goal, cells) {
  return /^[a-z-]+$/.test(goal) ? t(`goal.words.${goal}`, { last: cells - 1 }) : goal;
}

/** @param {Answer} answer @param {import("./session.js").Session} session @param {boolean} hasProof whether the proof is beside the board */
export function sentence(answer, session, hasProof) {
  const { family, cells } = session.model, length = answer.length ?? 0, goal = answer.goal ? goalWords(answer.goal, cells) : "";
  if (answer.verdict === "unsolvable") return t(`status.unsolvable${goal ? ".goal" : ""}${hasProof ? "" : ".elsewhere"}`, { goal });
  const ways = answer.solutions ? t("status.ways", { n: answer.solutions }) : "";
  const missed = (answer.impossible_goals ?? []).map((/** @type {string} */ name) => t("status.impossible", { goal: goalWords(name, cells) }));
  const aims = [goal && t("status.for", { goal }), ...missed];
  if (answer.length === undefined) return [t("status.solvable"), ways, ...aims].filter(Boolean).join("\u00A0· ");
  const best = answer.optimal ? t(`status.fewest.${family}`, { n: length }) : t(`status.bounded.${family}`, { n: length, bound: answer.lower_bound ?? 0 });
  return [t("status.solvable"), ways, best, ...aims].filter(Boolean).join("\u00A0· ");
}

/** Who answered, how long it took, what was proved: the small print of an answer. @param {Answer} answer */
export function smallPrint(answer) {
  const proved = answer.optimal ? t("answered.fewest") : answer.lower_bound ? t("answered.bound", { n: answer.lower_bound }) : "";
  const parts = [answer.method ?? "", answer.nodes ? t("answered.nodes", { n: answer.nodes.toLocaleString() }) : "",
    answer.seconds === undefined ? "" : t("answered.seconds", { s: answer.seconds < 0.01 ? "< 0.01" : answer.seconds.toFixed(2) })];
  const summary = [t(`answered.${answer.answeredBy}`), proved].filter(Boolean).join("\u00A0· ");
  return h("details", { class: "small" }, h("summary", {}, summary), h("p", {}, parts.filter(Boolean).join(" · ")));
}
