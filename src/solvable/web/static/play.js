/** The tab Play: moves against par, the clock, the way so far, and on tiles the player's own picture. */
import { goalDrawn } from "./board.js";
import { h, icon } from "./dom.js";
import { clock, t } from "./i18n.js";
import { today } from "./levels.js";
import { write } from "./storage.js";

/** @typedef {import("./app.js").App} App */

let ticking = 0;

/** @param {App} app */
export function createPlay(app) {
  const moves = h("b"), par = h("b"), time = h("b");
  const way = h("input", { type: "range", min: "0", step: "1", "aria-label": t("play.way"), oninput: () => app.do({ type: "go", place: Number(way.value) }) });
  const place = h("output", { class: "small" });
  const timing = h("div", {}, h("dt", {}, t("play.time")), h("dd", {}, time));
  const file = h("input", { type: "file", accept: "image/*", class: "hidden", tabIndex: -1, "aria-label": t("play.picture"), onchange: choose });
  const picture = h("button", { type: "button", onclick: () => app.picture ? drop() : file.click() });
  const tip = h("p", { class: "small" }), goal = h("figure", { class: "goal" });
  /** @type {import("./model.js").Model | null} */
  let aimed = null;
  const element = h("div", { class: "play" },
    h("dl", { class: "figures" }, h("div", {}, h("dt", {}, t("play.moves")), h("dd", {}, moves)), h("div", {}, h("dt", {}, t("play.par")), h("dd", {}, par)),
      timing),
    h("div", { class: "way" }, h("button", { type: "button", "data-do": "undo", "aria-label": t("do.undo") }, icon("back")), way, h("button", { type: "button", "data-do": "redo", "aria-label": t("do.redo") }, icon("next"))),
    place, tip, goal, h("div", { class: "row wide" }, picture, file));

  clearInterval(ticking);
  ticking = window.setInterval(() => {
    if (app.session.since !== null) time.textContent = clock(app.session.ms / 1000);
  }, 250);

  function choose() {
    const chosen = file.files?.[0];
    if (chosen) show(chosen);
  }

  /** Put a picture on the tiles, and keep it. @param {File} chosen */
  function show(chosen) {
    const [width, height] = app.session.model.layout.size;
    app.later(() => import("./picture.js"), ({ keepPicture }) => keepPicture(chosen, width / height).then(address => {
      app.picture = address;
      app.refresh();
    }, () => app.status.say(t("photo.bad"))));
  }

  function drop() {
    app.picture = "";
    write("picture", "");
    file.value = "";
    app.refresh();
  }

  /** Show where this board is to end, if not in the usual order. */
  function aim() {
    aimed = app.session.model;
    const drawn = goalDrawn(aimed);
    goal.replaceChildren(...(drawn ? [h("figcaption", { class: "small" }, t("rail.goal")), drawn] : []));
  }

  function update() {
    const { session } = app, isTiles = session.model.family === "tiles", best = session.par;
    moves.textContent = String(session.place);
    par.textContent = !best || (session.isDaily && !session.isSolved) ? "–" : best.length === best.lower_bound ? String(best.length) : `≤ ${best.length}`;
    time.textContent = clock(session.ms / 1000);
    way.max = String(session.moves.length);
    way.value = String(session.place);
    way.disabled = session.moves.length === 0;
    place.textContent = session.moves.length ? t("play.place", { n: session.place, all: session.moves.length }) : "";
    const isWon = session.isSolved && session.place > 0;
    tip.textContent = !isWon && session.seed === today() ? t("play.daily", { date: session.seed }) : "";
    if (aimed !== session.model) aim();
    picture.hidden = !isTiles || Boolean(session.model.isLetters);
    picture.textContent = t(app.picture ? "play.picture.drop" : "play.picture");
  }

  return {
    element,
    timing,
    update,
    show,
  };
}
