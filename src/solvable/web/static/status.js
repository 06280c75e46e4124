/**
 * What is known of the board: it is asked about when it comes, as it began, since moves do not change whether it can be
 * solved; the line above the board says what to do or what has happened, the small one below it what the solver knows.
 */
import { byId } from "./dom.js";
import { isCancelled } from "./engine/errors.js";
import { t } from "./i18n.js";
import { isAimed } from "./model.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */
/** @typedef {import("./session.js").Session} Session */

const WAIT = 250;  // milliseconds that the player may go on editing
const PAR = 2500;  // cells of a board of tiles whose moves are counted unasked
const SAID = 6000;  // milliseconds that a note stays

/** @param {App} app */
export function createStatus(app) {
  const line = byId("status"), headline = byId("headline"), title = /** @type {HTMLElement} */ (headline.firstElementChild), more = /** @type {HTMLElement} */ (headline.lastElementChild);
  let note = "", waiting = 0, speaking = 0;
  /** @type {AbortController | null} */
  let asking = null;

  /** @param {HTMLElement} place @param {string | Node} text */
  const show = (place, text) => { if (typeof text !== "string" || place.textContent !== text) place.replaceChildren(text); };

  function update() {
    const { session } = app, { status } = app.engine;
    const said = app.headlines.reduce((/** @type {ReturnType<App["headlines"][0]>} */ found, each) => found ?? each(app), null) ?? headlineOf(app);
    show(title, said.text);
    show(more, said.more ?? "");
    headline.classList.toggle("alarm", said.kind === "alarm");
    line.classList.toggle("note", Boolean(note));
    show(line, note || (session.answer ? sentence(session.answer, session) : status.phase === "loading" ? t("status.loading") : status.phase === "failed" ? t("status.none") : ""));
  }

  function opened() {
    clearTimeout(waiting);
    clearTimeout(speaking);
    asking?.abort();
    asking = null;
    note = "";
    waiting = window.setTimeout(check, WAIT);
  }

  async function check() {
    asking?.abort();  // the runtime may come while the first board is asked about, and then another board
    const { session } = app, board = session.startId, controller = asking = new AbortController();
    /** @param {"check"|"solve"} verb @param {{time?: number}} [fields] */
    const learn = async (verb, fields) => {
      const answer = await app.ask(verb, { board, ...fields }, { signal: controller.signal });
      if (!controller.signal.aborted) app.do({ type: "answer", answer, session });
    };
    try {
      if (!session.answer?.verdict) await learn("check");
      if (controller.signal.aborted || session.answer?.verdict === "unsolvable" || session.par || (app.tab === "solve" && !session.place)) return;  // which it solves
      await learn("solve", { time: 2 });
    } catch { /* the runtime is not there: what can be played is played */ }
  }

  app.engine.onStatus(status => {
    const bar = byId("loading");
    bar.hidden = status.phase !== "loading";
    const inner = /** @type {HTMLElement} */ (bar.firstElementChild);
    inner.style.width = status.total ? `${100 * status.loaded / status.total}%` : "30%";
    if (status.phase === "ready" && !app.session.answer) void check();
    if (app.rail) update();
  });

  return {
    update,
    opened,
    /** Say something that lasts until the next board, or for some seconds. @param {string} text */
    say(text) {
      note = text;
      update();
      clearTimeout(speaking);
      speaking = window.setTimeout(() => { note = ""; update(); }, SAID);
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
  const right = /--\w|`|batch/.test(error?.expected) ? t("error.formats") : error?.expected;  // here no commands are typed
  const what = right ? t("error.expected", { message: error.message, expected: right }) : error?.message;
  return [where, what].filter(Boolean).join(" ");
}

/** Why there is no answer, if no engine has one; "" for an error of the board. @param {any} error @param {boolean} [isLoading] */
export function missing(error, isLoading = false) {
  if (error?.code === "no server") return t(isLoading ? "status.gone.wait" : "status.gone");
  return ["no runtime", "unknown verb"].includes(error?.code) ? t(isLoading ? "status.wait" : "status.none") : "";
}

/** What to do, or what has happened. @param {App} app @returns {{text: string, more?: string | Node, kind?: "alarm"}} */
function headlineOf(app) {
  const { session, isEditing } = app, { model } = session, { family } = model;
  if (isEditing) return { text: t(`headline.edit.${family}`) };
  if (session.isSolved) return { text: session.place ? won(session) : t("status.goal") };
  if (session.answer?.verdict === "unsolvable") return { text: t("headline.impossible"), kind: "alarm" };
  if (app.tab === "solve") return { text: app.solve?.lead() ?? "" };
  const aim = isAimed(model) ? ".goal" : "";
  return { text: t(`status.play.${family}${aim}`), more: app.rail.about() || t(`headline.more.${family}`) };
}

/** @param {Session} session */
function won(session) {
  const n = session.place, { par } = session;
  const how = session.withHelp ? "help" : par && par.length === par.lower_bound && n === par.length ? "best" : "own";
  return t(`status.won.${session.model.family}.${how}`, { n });
}

/** A goal of tiles in words, by its name or its cells. @param {string} goal @param {number} cells */
export function goalWords(goal, cells) {
  return /^[a-z-]+$/.test(goal) ? t(`goal.words.${goal}`, { last: cells - 1 }) : goal;
}

/** What is known of the board as it began. @param {Answer} answer @param {Session} session */
export function sentence(answer, session) {
  const { family, cells } = session.model, { length } = answer, goal = answer.goal ? goalWords(answer.goal, cells) : "";
  if (answer.verdict === "unsolvable") return t(`status.unsolvable${goal ? ".goal" : ""}`, { goal });
  const ways = answer.solutions ? t("status.ways", { n: answer.solutions }) : "";
  const missed = (answer.impossible_goals ?? []).map((/** @type {string} */ name) => t("status.impossible", { goal: goalWords(name, cells) }));
  const from = session.place ? "par" : "fewest";
  const best = length === undefined || (session.isDaily && !session.isSolved) ? "" : answer.optimal ? t(`status.${from}.${family}`, { n: length }) : t(`status.bounded.${family}`, { n: length, bound: answer.lower_bound ?? 0 });
  return [t("status.solvable"), ways, best, goal && t("status.for", { goal }), ...missed].filter(Boolean).join("\u00A0· ");
}
