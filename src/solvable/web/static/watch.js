/**
 * A replay: a game beside the perfect one, both by one transport, move by move or in the time that it took.
 *
 * Below them is a chart of the moves that were left after each, so a move that lost ground is a peak where the needle
 * stands. The distances are the engine's (`review`); until it has answered only the game itself is shown.
 */
import { BoardView } from "./board.js";
import { clockMs } from "./challenge.js";
import { h, icon, s } from "./dom.js";
import { t } from "./i18n.js";
import { formatId } from "./model.js";
import { formatReplay, hasSlidysim, slidysimLink, statesOf, writeSlidysim } from "./replay.js";
import { closeScreen, openScreen } from "./screen.js";
import { choice, listed } from "./stars.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./replay.js").Replay} Replay */

const TICKS = 40;  // moves that have a square each
const SPEEDS = ["own", "1", "2", "10"];  // moves a second, or as it was played

/** Show a replay. @param {App} app @param {Replay} played @param {{isMine: boolean, at?: number}} how */
export function watch(app, played, { isMine, at: first = 0 }) {
  const { model, moves, times } = played, states = statesOf(played), nobody = { touch() {}, paint() {}, swipe() {}, point() {} };
  /** @type {{lost: number[], remaining: (number | null)[], moves: number[], isProved: boolean} | null} */
  let review = null;
  /** @type {number[][]} */
  let ideal = [];
  let at = first, playing = 0, speed = times.length ? "own" : "2";
  const say = h("h2", { "aria-live": "polite" }), sides = [0, 1].map(() => {
    const root = h("div", { class: "board" });
    return { title: h("h3"), root, view: new BoardView(root, nobody), ticks: h("div", { class: "ticks", "aria-hidden": "true" }) };
  });
  const chart = s("svg", { class: "chart", role: "img" });
  const scrub = h("input", { type: "range", min: "0", max: String(moves.length), step: "1", "aria-label": t("watch.scrub"), oninput: () => { pause(); go(Number(scrub.value)); } });
  const play = h("button", { type: "button", onclick: () => playing ? pause() : start() });
  const step = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ label, /** @type {() => number} */ to) =>
    h("button", { type: "button", "aria-label": t(label), onclick: () => { pause(); go(to()); } }, icon(name));
  const next = () => {
    const lost = review?.lost.find(move => move + 1 > at);
    return lost === undefined ? moves.length : lost + 1;
  };
  const speeds = h("div", { class: "speeds" });
  const side = (/** @type {number} */ i) => h("div", { class: "one" }, sides[i].title, h("div", { class: "frame", inert: true }, sides[i].root), sides[i].ticks);
  const second = side(1), copied = h("p", { class: "small", role: "status" });
  const element = h("div", { class: "watch" },
    h("div", { class: "head" }, h("button", { type: "button", class: "quiet", "data-first": "", "aria-label": t("watch.back"), onclick: () => leave() }, icon("back")), say,
      h("span", { class: "row" }, ...links())), copied,
    h("div", { class: "pair" }, side(0), second), chart,
    h("div", { class: "watch-bar" }, h("div", { class: "row" }, step("first", "watch.start", () => 0), step("back", "solve.back.one", () => at - 1), play, step("next", "solve.next.one", () => at + 1),
      step("last", "watch.end", () => moves.length), h("button", { type: "button", class: "to-slip", onclick: () => { pause(); go(next()); } }, t("watch.slip"))), scrub, speeds));

  function links() {
    const copy = async (/** @type {string | Promise<string>} */ text) => {
      try {
        await navigator.clipboard.writeText(await text);
        copied.textContent = t("said.copied");
      } catch { copied.textContent = await text; }
    };
    const ours = () => `${location.href.replace(/[?#].*/, "")}#${formatReplay(played)}`;
    return [
      h("button", { type: "button", onclick: () => void copy(ours()) }, icon("share"), h("span", {}, t("watch.link"))),
      ...(hasSlidysim(model) ? [h("button", { type: "button", class: "desk", onclick: () => void copy(writeSlidysim(played)) }, t("watch.slidysim")),
        h("button", { type: "button", class: "desk", onclick: () => void copy(slidysimLink(played)) }, t("watch.slidysim.link"))] : []),
    ];
  }

  function leave() {
    pause();
    removeEventListener("resize", draw);
    closeScreen();
  }

  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(moves.length, to));
    draw();
  }

  function pause() {
    clearTimeout(playing);
    playing = 0;
    draw();
  }

  function start() {
    if (at === moves.length) at = 0;
    const wait = () => speed === "own" && times.length ? Math.min(2000, times[at] - (at ? times[at - 1] : 0)) : 1000 / (Number(speed) || 2);
    const tick = () => {
      if (!element.isConnected) return;
      go(at + 1);
      if (at < moves.length) playing = window.setTimeout(tick, wait());
      else pause();
    };
    playing = window.setTimeout(tick, at ? wait() : 300);
    draw();
  }

  /** What has just happened, in a sentence. */
  function sentence() {
    const { family } = model, left = review?.remaining[at] ?? null, before = at ? review?.remaining[at - 1] ?? null : null;
    if (!at) return t(review ? "watch.both" : "watch.begin");
    if (review?.lost.includes(at - 1)) return t(`watch.lost.${family}`, { n: at, before: before ?? 0, after: left ?? 0 });
    if (at === moves.length) return review ? t("watch.done", { mine: moves.length, best: review.moves.length }) : t("watch.done.alone", { mine: moves.length });
    return left === null ? t(`watch.move.${family}`, { n: at }) : t(`watch.left.${family}`, { n: at, left });
  }

  /** @param {number} i @param {number[][]} way @param {number} n @param {number[]} made @param {number[]} lost */
  function board(i, way, n, made, lost) {
    const last = n ? [made[n - 1]] : [];
    sides[i].view.show(model, { state: way[n], next: [], isWon: n === made.length, pressed: model.family === "lights" ? new Map(last.map(cell => [cell, 1])) : undefined });
    for (const cell of sides[i].root.querySelectorAll(".cell")) cell.classList.toggle("bad", Number(/** @type {HTMLElement} */ (cell).dataset.cell) === last[0] && lost.includes(n - 1));
    const squares = made.length <= TICKS ? made.map((_, k) => h("i", { class: [k < n && "done", lost.includes(k) && "lost", k + 1 === n && "now"].filter(Boolean).join(" ") }, lost.includes(k) ? "×" : String(k + 1))) : [];
    sides[i].ticks.replaceChildren(...squares);
  }

  function draw() {
    const lost = review?.lost ?? [], theirs = Math.min(at, ideal.length - 1);
    board(0, states, at, moves, lost);
    const time = times.length && at ? ` · ${clockMs(times[at - 1])}` : "";
    sides[0].title.replaceChildren(t(isMine ? "watch.mine" : "watch.game"), h("span", {}, `${t("watch.of", { n: at, all: moves.length })}${time}`));
    second.hidden = !review;
    element.classList.toggle("alone", !review);
    if (review) {
      board(1, ideal, theirs, review.moves, []);
      sides[1].title.replaceChildren(t(review.isProved ? "watch.perfect" : "watch.best"), h("span", {}, `${t("watch.of", { n: theirs, all: review.moves.length })}${review.isProved ? ` · ${t("watch.proved")}` : ""}`));
    }
    say.textContent = sentence();
    scrub.value = String(at);
    scrub.setAttribute("aria-valuetext", t("watch.of", { n: at, all: moves.length }));
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", t(playing ? "watch.pause" : "watch.play"));
    /** @type {HTMLElement} */ (element.querySelector(".to-slip")).hidden = !lost.some(move => move + 1 > at);
    graph();
  }

  /** Moves left after each move, of both. */
  function graph() {
    const known = review?.remaining ?? [];
    chart.toggleAttribute("hidden", !review || known.includes(null));
    if (!review || known.includes(null)) return;
    const remaining = /** @type {number[]} */ (known), wide = chart.clientWidth || 960, most = Math.max(...remaining, review.moves.length), all = Math.max(moves.length, review.moves.length);
    const x = (/** @type {number} */ n) => 32 + n * (wide - 112) / all, y = (/** @type {number} */ v) => 12 + (most - v) * 96 / most;
    const line = (/** @type {number[]} */ values) => values.map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const level = Math.max(1, Math.ceil(most / 3)), levels = Array.from({ length: Math.floor(most / level) + 1 }, (_, i) => i * level);
    chart.setAttribute("viewBox", `0 0 ${wide} 128`);
    chart.setAttribute("aria-label", t("watch.chart", { lost: review.lost.length ? listed(review.lost.map(move => move + 1)) : "–" }));
    chart.replaceChildren(
      ...levels.flatMap(v => [s("line", { x1: 32, x2: x(all), y1: y(v), y2: y(v), class: v ? "" : "base" }), s("text", { x: 24, y: y(v) + 4, "text-anchor": "end" }, String(v))]),
      s("polyline", { class: "ideal", points: line(ideal.map((_, n) => review ? review.moves.length - n : 0)) }), s("polyline", { class: "mine", points: line(remaining) }),
      ...review.lost.map(move => s("circle", { class: "slip", cx: x(move + 1), cy: y(remaining[move + 1]), r: 6 })),
      ...(review.lost.length ? [s("text", { class: "name", x: x(review.lost[0] + 1) + 12, y: y(remaining[review.lost[0] + 1]) - 2 }, t("watch.slipped"))] : []),
      s("line", { class: "now", x1: x(at), x2: x(at), y1: 4, y2: 112 }),
      s("text", { class: "name", x: x(moves.length) + 8, y: y(0) + 4 }, t(isMine ? "watch.mine" : "watch.game.short")),
      ...(review.moves.length < moves.length ? [s("text", { class: "name", x: x(review.moves.length) - 6, y: y(0) + 18, "text-anchor": "end" }, t("watch.perfect.short"))] : []));
  }

  function choose() {
    const options = SPEEDS.filter(each => each !== "own" || times.length).map(each => /** @type {[string, string]} */ ([each, each === "own" ? t("watch.own") : t("watch.speed", { n: each })]));
    speeds.replaceChildren(choice("watch-speed", options, speed, t("watch.pace"), value => { speed = value; }));
  }

  async function judge() {
    try {
      const found = await app.ask("review", { board: formatId(model, played.start), moves, time: 5 });
      if (!found.moves) return;
      review = { lost: found.lost, remaining: found.remaining, moves: found.moves, isProved: Boolean(found.optimal) };
      ideal = statesOf({ model, start: played.start, moves: found.moves, times: [] });
      if (element.isConnected) draw();
    } catch { /* no engine: the game itself is shown */ }
  }

  choose();
  openScreen(element, () => watch(app, played, { isMine, at }));
  const resized = () => element.isConnected ? draw() : removeEventListener("resize", resized);
  addEventListener("resize", resized);
  element.addEventListener("keydown", event => {
    if (event.target instanceof HTMLInputElement || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.stopPropagation();
    pause();
    go(at + (event.key === "ArrowRight" ? 1 : -1));
  });
  draw();
  void judge();
}
