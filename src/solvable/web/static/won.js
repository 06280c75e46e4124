/**
 * Winning: a finished game goes into the record, and a card over the board says how good it was.
 *
 * The card takes nothing from the board: it is not modal, Esc folds it, and the next press of Enter is a new board. Every
 * number on it is of one answer, `session.answer`; while par is only bounded the stars wait as rings.
 */
import { add, amend, gameOf, games } from "./book.js";
import { clockMs, drawnStars, formatChallenge, isBeaten, squares, starsOf } from "./challenge.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { today } from "./levels.js";
import { puzzleOf, statistics, streak } from "./record.js";
import { listed, puzzleName, stars, strip } from "./stars.js";
import { Session } from "./session.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./record.js").Game} Game */
/** What is known of how each move did. @typedef {{lost: number[], remaining: (number | null)[], moves: number[]}} Review */

const RISE = 500;  // milliseconds until the card comes: the board glows first
const STRIP = 40;  // moves that are shown one by one
const NAMED = 5;  // moves that lost ground and are named

/** @param {App} app */
export function createWin(app) {
  /** @type {{session: Session, game: Game, before: Game[], review: Review | null, isKept: boolean} | null} isKept: it is in the record, for each board counts once */
  let win = null;
  let isSent = false, timer = 0;

  app.on("won", ({ session }) => {
    const before = games(), game = gameOf(session), isKept = !before.some(each => each.board === game.board);
    if (isKept) add([game]);
    win = { session, game, before, review: null, isKept };
    isSent = false;
    clearTimeout(timer);
    timer = window.setTimeout(show, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : RISE);
    void judge(win);
  });
  app.on("answer", ({ session }) => {
    if (session !== win?.session || !session.isSolved || !session.par) return;
    const { length, lower_bound } = session.par, proved = length === lower_bound;
    if (win.game.par === length && Boolean(win.game.proved) === proved) return;
    win.game = { ...win.game, par: length, ...(proved ? { proved } : {}) };
    if (win.isKept) amend(win.game);
    update();
  });
  app.headlines.push(({ session, isEditing }) => session.isSolved && !isEditing && win?.session === session && isOpen()
    ? { text: t(`won.headline.${session.model.family}`), more: h("span", { class: "desk" }, t("won.headline.more")) } : null);
  app.on("moved", ({ session }) => { if (!session.isSolved) fold(); });
  app.on("opened", fold);
  app.on("spoken", update);

  /** Have the moves judged, once the engine can. @param {NonNullable<typeof win>} judged */
  async function judge(judged) {
    const { session, game } = judged;
    try {
      const found = await app.ask("review", { board: game.board, moves: game.moves, time: 4 });
      judged.review = { lost: found.lost, remaining: found.remaining, moves: found.moves ?? [] };
      const { moves, length, lower_bound, optimal, answeredBy } = found;
      if (!session.answer?.optimal) app.do({ type: "answer", answer: { verdict: "solved", moves, length, lower_bound, optimal, answeredBy }, session });
      if (win === judged) update();
    } catch { /* no engine: the card says what the page itself knows */ }
  }

  function fold() {
    clearTimeout(timer);
    if (!isOpen()) return;
    app.card(null);
    app.status.update();
  }

  const isOpen = () => document.querySelector("#card .win") !== null;

  function show() {
    if (!win || win.session !== app.session || !win.session.isSolved || app.isEditing) return;
    app.card(card(win));
    app.refresh();
    /** @type {HTMLElement | null} */ (document.querySelector("#card .win .main"))?.focus({ preventScroll: true });
  }

  /** Draw the card again if it is open, and keep the focus where it is. */
  function update() {
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.act;
    if (!win || !isOpen()) return;
    app.card(card(win));
    /** @type {HTMLElement | null} */ (document.querySelector(`#card [data-act="${focus ?? "none"}"]`))?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {string} kind @param {() => void} act @param {...(Node | string)} words */
  const button = (name, kind, act, ...words) => h("button", { type: "button", class: kind, "data-act": name, onclick: act }, ...words);

  /** @param {NonNullable<typeof win>} found */
  function card(found) {
    const { session, game } = found, isProved = Boolean(game.proved), got = game.help ? 0 : starsOf(game.length, game.par ?? 0, isProved);
    const label = game.help ? t("stars.help") : isProved ? t("stars", { n: got }) : t("stars.wait");
    const par = game.par === undefined || game.par === null ? "" : isProved ? t(`won.par.${session.model.family}`, { n: game.par }) : t("won.bounded", { n: game.par });
    const facts = [par, clockMs(game.ms), t(game.help ? "won.help" : "won.alone")].filter(Boolean).join(" · ");
    return h("section", { class: "win", role: "dialog", "aria-modal": "false", "aria-labelledby": "won" },
      button("fold", "quiet shut", () => { fold(); app.board.focusOn(app.board.focus); }, icon("close"), h("span", { class: "hidden" }, t("won.fold"))),
      stars(got, label),
      h("div", {}, h("h2", { id: "won" }, verdict(session, game)), h("p", { class: "facts" }, facts)),
      ...(isSent ? sent(found) : story(found)));
  }

  /** @param {Session} session @param {Game} game */
  function verdict({ challenge, model }, game) {
    if (!challenge || game.help) return t(`won.title.${model.family}`, { n: game.length });
    if (challenge.length === game.length && challenge.ms === game.ms) return t(`race.draw.${model.family}`, { n: game.length });
    return isBeaten(game, challenge) ? t("race.won", { n: game.length, m: challenge.length }) : t(`race.lost.${model.family}`, { n: game.length, m: challenge.length });
  }

  /** @param {NonNullable<typeof win>} found @returns {Node[]} */
  function story(found) {
    const { session, game, before, review, isKept } = found, puzzle = puzzleOf(game.board), all = isKept ? [...before, game] : before;
    const time = statistics(all, puzzle, "ms").best, over = all.filter(each => puzzleOf(each.board) === puzzle && !each.help && each.proved).map(each => each.length - (each.par ?? 0));
    const least = Math.min(...over), times = over.filter(each => each === least).length, days = game.daily ? streak(all, today()) : null;
    const isNew = !game.help && time === game && before.some(each => puzzleOf(each.board) === puzzle);
    return [
      ...(review && game.length <= STRIP ? [h("div", {}, strip(game.length, review.lost), h("p", { class: "small" }, slips(session, game, review)))]
        : review ? [h("p", { class: "small" }, slips(session, game, review))] : []),
      h("div", { class: "best" },
        h("div", {}, h("span", { class: "small" }, t("won.over")), h("b", {}, over.length ? t("won.over.times", { over: least, n: times }) : "–")),
        h("div", {}, h("span", { class: "small" }, t("won.time", { puzzle: puzzleName(puzzle, true) })), h("b", {}, time ? clockMs(time.ms) : "–", ...(isNew ? [h("small", {}, t("won.new"))] : [])))),
      ...(days?.now ? [h("p", { class: "small" }, t("won.streak", { n: days.now, longest: days.longest }))] : []),
      h("div", { class: "choices" },
        button("next", "main", () => app.act("fresh"), t("won.next"), icon("next")),
        button("watch", "", () => app.act("watch"), t("won.watch")),
        button("share", "half", () => { isSent = true; update(); focusOn("copy"); }, icon("share"), t("won.challenge")),
        button("again", "half", again, icon("restart"), t("won.again"))),
    ];
  }

  /** Which moves lost ground, in a sentence. @param {Session} session @param {Game} game @param {Review} review */
  function slips({ model }, game, { lost, remaining }) {
    const isJudged = !remaining.includes(null), { family } = model, over = game.length - (game.par ?? game.length);
    if (!isJudged) return t("won.judged.none");
    if (!lost.length) return t(over ? "won.judged.detour" : "won.judged.perfect");
    const which = lost.length <= NAMED ? listed(lost.map(move => move + 1)) : "";
    return t(which ? `won.lost.${family}` : "won.lost.many", { n: lost.length, which, over });
  }

  /** @param {NonNullable<typeof win>} found @returns {Node[]} */
  function sent(found) {
    const text = resultOf(found), said = h("p", { class: "small", role: "status" }, t(found.review ? "share.squares" : "share.plain"));
    const link = text.slice(text.lastIndexOf("\n") + 1);
    const copy = () => navigator.clipboard?.writeText(text).then(() => { said.textContent = t("share.copied"); }, () => { said.textContent = t("share.byHand"); });
    return [
      h("div", { class: "sent" }, h("h3", {}, t("share.began")), h("pre", { tabIndex: 0 }, text), said),
      h("div", { class: "choices" },
        button("copy", "main", () => { if (!copy()) said.textContent = t("share.byHand"); }, icon("share"), t("share.copy")),
        ...("share" in navigator ? [button("send", "", () => void navigator.share({ text }).catch(() => {}), t("share.send"))] : []),
        button("back", "half", () => { isSent = false; update(); focusOn("share"); }, t("share.back")),
        h("a", { class: "button half", href: link, target: "_blank", rel: "noopener" }, t("share.see"))),
    ];
  }

  /** @param {string} act */
  const focusOn = act => /** @type {HTMLElement | null} */ (document.querySelector(`#card [data-act=${act}]`))?.focus({ preventScroll: true });

  /** The result as text, with the link to the puzzle as it began. @param {NonNullable<typeof win>} found */
  function resultOf({ session, game, review }) {
    const { family } = session.model, isProved = Boolean(game.proved), link = `${location.href.replace(/[?#].*/, "")}#${formatChallenge(game.board, game)}`;
    const how = game.help ? t("share.help") : isProved ? drawnStars(starsOf(game.length, game.par ?? 0, true)) : "";
    const count = t(`share.count.${family}`, { n: game.length }), par = isProved ? t("share.par", { n: game.par ?? 0 }) : "";
    const days = game.daily ? streak(games(), today()).now : 0;
    const lines = [
      ["solvable", puzzleName(puzzleOf(game.board)), game.daily].filter(Boolean).join(" · "),
      [[count, par].filter(Boolean).join(t("comma")), how, clockMs(game.ms)].filter(Boolean).join(" "),
      review && !review.remaining.includes(null) ? squares(game.length, review.lost) : "",
      days > 1 ? t("share.streak", { n: days }) : "", link,
    ];
    return lines.filter(Boolean).join("\n");
  }

  function again() {
    const { session } = app, other = new Session(session.model, session.start, session.seed);
    other.answer = session.answer;
    other.challenge = session.challenge;
    app.open(other, { why: "new" });
  }

  return {
    /** The game that was won on the board, and what is known of its moves. */
    get win() { return win && win.session === app.session && win.session.isSolved ? win : null; },
    /** Show the card with the challenge; return whether there is a game to share. */
    share() {
      if (!win || win.session !== app.session || !win.session.isSolved) return false;
      isSent = true;
      app.card(card(win));
      focusOn("copy");
      return true;
    },
    show,
    again,
  };
}
