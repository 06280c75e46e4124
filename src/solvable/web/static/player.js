/**
 * The player's part of the page: the record and its card beside the board, winning, challenges and replays.
 *
 * It is loaded once the board plays, and adds itself to the lists of the page (parts.js).
 */
import { add, dayOf, gameOf, games } from "./book.js";
import { clockMs } from "./challenge.js";
import { h } from "./dom.js";
import { createFast } from "./fast.js";
import { loadWords, t } from "./i18n.js";
import { today } from "./levels.js";
import { takeReplay } from "./links.js";
import { createRace } from "./race.js";
import { statistics } from "./record.js";
import { readSlidysim, replayOf } from "./replay.js";
import { closeScreens } from "./screen.js";
import { Session } from "./session.js";
import { puzzleName } from "./stars.js";
import { createWin } from "./won.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./replay.js").Replay} Replay */

const LAST = 5;  // games that are drawn as bars

/** @param {App} app */
export async function install(app) {
  await loadWords("player");
  document.head.append(h("link", { rel: "stylesheet", href: "player.css" }));
  closeScreens(app);
  const win = createWin(app), race = createRace(app), fast = createFast(app), own = h("section", { class: "card own" });
  const share = app.actions.share;
  Object.assign(app.actions, {
    record: () => void import("./history.js").then(({ openHistory }) => openHistory(app)).catch(error => app.status.fail(error)),
    share: () => win.share() || share(),
    watch: () => {
      const { win: found } = win;
      if (found) void play({ model: found.session.model, start: found.session.start, moves: found.game.moves ?? [], times: found.game.times ?? [] }, true);
    },
    again: () => win.again(),
    giveUp: () => {
      const { session } = app;
      if (giveUp.hidden) return;
      if (games().every(game => game.board !== session.startId)) add([gameOf(session)]);  // each board counts once
      session.isGivenUp = true;
      app.status.say(t("own.gaveUp"));
      if (session.shown !== "marks") app.act("marks");
      update();
    },
  });
  const giveUp = h("button", { type: "button", "data-do": "giveUp", hidden: true });

  /** @param {Replay} played @param {boolean} isMine */
  const play = async (played, isMine) => {
    const { watch } = await import("./watch.js");
    watch(app, played, { isMine });
  };

  /** What the games of this puzzle come to, beside the board. */
  function update() {
    const { puzzle } = app.session.model, { best, averages, solves } = statistics(games(), puzzle, "ms"), last = solves.slice(-LAST);
    const row = (/** @type {string} */ name, /** @type {number | null | undefined} */ value, /** @type {string} */ note) =>
      [h("span", {}, name), h("b", {}, value === null || value === undefined ? "–" : value === Infinity ? "DNF" : clockMs(Math.round(value))), h("i", {}, note)];
    const most = Math.max(...last.map(game => game.ms)), least = Math.min(...last.map(game => game.ms));
    own.replaceChildren(
      h("div", { class: "row" }, h("h3", {}, t("own.title", { puzzle: puzzleName(puzzle) })), h("button", { type: "button", class: "quiet", "data-do": "record" }, t("own.record"))),
      ...(solves.length ? [h("div", { class: "versus" },
        ...row(t("record.single"), best?.ms, best ? t("own.moves", { n: best.length }) : ""),
        ...[5, 12].flatMap(n => averages[n].best === null ? [] : row(`Ao${n}`, averages[n].now, t("record.best", { value: averages[n].best === Infinity ? "DNF" : clockMs(Math.round(averages[n].best ?? 0)) })))),
      ...(last.length > 1 ? [h("ol", { class: "last", "aria-label": t("own.last") }, ...last.map(game => h("li", { class: game.ms === least ? "pb" : "" },
        h("i", { style: `height:${12 + 36 * (game.ms - least) / Math.max(1, most - least)}px` }), (game.ms / 1000).toFixed(1))))] : [])]
        : [h("p", { class: "small" }, t("own.none"))]), giveUp);
    offer();
  }

  function offer() {
    giveUp.textContent = t("own.giveUp");
    giveUp.hidden = !app.session.place || app.session.isSolved || app.session.isGivenUp;
  }

  /** Tiles have a clock in milliseconds, and moves a second in place of the time. */
  const time = h("b"), state = h("p", { class: "small" }), clock = h("div", { class: "clock", role: "timer", "aria-live": "off" }, time, state);
  const tps = h("b"), pace = h("div", {}, h("dt", {}), h("dd", {}, tps));

  function tick() {
    const { ms, place } = app.session, [whole, part] = clockMs(ms).split(".");
    time.replaceChildren(whole, h("small", {}, `.${part}`));
    tps.textContent = place && ms ? (1000 * place / ms).toFixed(2) : "–";
  }

  /** What the clock stands for, and which figures are seen. */
  function pacing() {
    const isTiles = app.session.model.family === "tiles";
    clock.hidden = !isTiles;
    if (isTiles) app.play.timing.replaceWith(pace);
    else pace.replaceWith(app.play.timing);
    /** @type {HTMLElement} */ (pace.firstElementChild).textContent = t("own.tps");
    const { withHelp, inspection } = app.session;
    state.textContent = t(withHelp ? "own.clock.help" : inspection ? "own.clock.inspected" : "own.clock", { time: clockMs(inspection) });
    tick();
  }
  setInterval(() => { if (app.session.since !== null && !clock.hidden) tick(); }, 33);
  const turned = () => {
    app.session.isDaily = dayOf(app.session) === today();
    app.refresh();
  };

  function attach() {
    app.play.element.prepend(clock);
    app.play.element.prepend(race.element);
    app.play.element.append(own, fast.element);
    race.update();
    update();
    pacing();
    fast.update();
  }
  app.on("spoken", attach);
  app.on("opened", () => { update(); pacing(); turned(); fast.update(); });
  app.on("moved", pacing);
  app.on("moved", offer);
  app.on("won", update);
  attach();
  turned();

  app.readers.push(async text => {
    const played = await readSlidysim(text);
    if (!played) return false;
    app.open(new Session(played.model, played.start), { why: "read" });
    await play(played, false);
    return true;
  });
  const follow = () => {
    const { session } = app, replay = takeReplay();
    if (!replay) return;
    const played = replayOf({ model: session.model, state: session.start }, replay.moves, replay.times);
    if (played) void play(played, false);
    else app.status.say(t("watch.bad"));
  };
  app.on("opened", follow);
  follow();
}
