/**
 * The way through a solution: to the start, back, play, next, to the end, a scrub, and how fast it plays. From ten moves
 * a second on a step is one frame: nothing slides.
 */
import { byId, h, icon } from "./dom.js";
import { clock, t } from "./i18n.js";
import { read, write } from "./storage.js";

/** @typedef {import("./app.js").App} App */

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50], USUAL = 2;  // moves a second
const LONG = 60;  // seconds that a solution plays at most, unless a speed was chosen
const QUICK = 10;  // moves a second from which nothing slides
const KEYS = { first: "Home", backward: ",", play: "P", forward: ".", last: "End", slower: "<", faster: ">" };

/** @param {App} app */
export function createTransport(app) {
  let chosen = SPEEDS.find(each => String(each) === read("speed")), speed = chosen ?? USUAL;
  let frame = 0;  // of the animation; 0: it stands still
  const button = (/** @type {"first"|"back"|"play"|"next"|"last"} */ sign, /** @type {keyof typeof KEYS} */ name) =>
    h("button", { type: "button", "data-do": name, class: name === "play" ? "main" : "" }, icon(sign));
  const buttons = { first: button("first", "first"), backward: button("back", "backward"), play: button("play", "play"), forward: button("next", "forward"), last: button("last", "last") };
  const scrub = h("input", { type: "range", min: "0", step: "1", oninput: () => { pause(); app.do({ type: "along", place: Number(scrub.value) }); } });
  const place = h("b"), left = h("span", { class: "small" });
  const rates = SPEEDS.map(rate => h("label", {}, h("input", { type: "radio", name: "speed", value: String(rate), onchange: () => choose(rate) }), rate === 0.5 ? "½" : String(rate)));
  const legend = h("legend", { class: "small" });
  const element = h("div", { class: "transport" }, h("p", { class: "where" }, place, left), scrub,
    h("div", { class: "row wide" }, ...Object.values(buttons)), h("fieldset", { class: "speeds" }, legend, h("div", {}, ...rates)));

  const total = () => app.session.place + (app.session.plan?.length ?? 0);
  const isOn = () => app.session.shown === "marks" && !app.isEditing;

  /** @param {number} rate */
  function choose(rate) {
    speed = chosen = rate;
    write("speed", String(rate));
    if (frame) play();
    update();
  }

  function pause() {
    cancelAnimationFrame(frame);
    frame = 0;
    byId("board").parentElement?.classList.remove("quick");
  }

  /** Play from here: as many moves each frame as are due. */
  function play() {
    pause();
    if (!app.session.plan?.length || !isOn()) return;
    const { session } = app, begun = performance.now(), from = session.place;
    let made = 0;
    byId("board").parentElement?.classList.toggle("quick", speed >= QUICK);
    const step = () => {
      if (app.session !== session || !isOn() || session.place !== from + made || !session.plan?.length) { pause(); return update(); }
      const due = Math.min(1 + Math.floor((performance.now() - begun) * speed / 1000) - made, session.plan.length);
      frame = requestAnimationFrame(step);
      if (due < 1) return;
      made += due;
      if (due === 1) app.do({ type: "move", move: /** @type {number} */ (session.plan.first) });
      else app.do({ type: "along", place: from + made });
    };
    step();
  }

  /** @param {number} wanted */
  function go(wanted) {
    if (!isOn()) return;
    pause();
    app.do({ type: "along", place: Math.max(0, Math.min(total(), wanted)) });
    update();
  }

  /** @param {number} by */
  function change(by) {
    const to = SPEEDS[SPEEDS.indexOf(speed) + by];
    if (to && isOn()) choose(to);
  }

  Object.assign(app.actions, {
    first: () => go(0), backward: () => go(app.session.place - 1), forward: () => go(app.session.place + 1), last: () => go(total()),
    play: () => { if (frame) pause(); else { if (isOn() && !app.session.plan?.length) go(0); play(); } update(); },
    slower: () => change(-1), faster: () => change(1),
  });

  function update() {
    const all = total(), rest = app.session.plan?.length ?? 0, { family } = app.session.model;
    element.hidden = !isOn();
    if (element.hidden) return pause();
    if (!chosen && !frame) speed = SPEEDS.find(each => each >= USUAL && all <= each * LONG) ?? /** @type {number} */ (SPEEDS.at(-1));
    scrub.max = String(all);
    scrub.value = String(app.session.place);
    scrub.setAttribute("aria-label", t("play.way"));
    place.textContent = t("play.place", { n: app.session.place.toLocaleString(), all: all.toLocaleString() });
    scrub.setAttribute("aria-valuetext", place.textContent);
    left.textContent = rest ? t("transport.left", { time: clock(Math.ceil(rest / speed)) }) : "";
    legend.textContent = t(`transport.speed.${family}`);
    rates.forEach((label, i) => { /** @type {HTMLInputElement} */ (label.firstElementChild).checked = SPEEDS[i] === speed; });
    const isOff = { first: !app.session.place, backward: !app.session.place, play: !all, forward: !rest, last: !rest };
    for (const [name, each] of Object.entries(buttons)) {
      const word = t(name === "play" && frame ? "do.pause" : `do.${name}`);
      each.setAttribute("aria-label", word);
      each.title = `${word} · ${KEYS[/** @type {keyof typeof KEYS} */ (name)]}`;
    }
    for (const [name, off] of Object.entries(isOff))
      for (const each of document.querySelectorAll(`[data-do=${name}]`)) {
        each.setAttribute("aria-disabled", String(off));
        if (name === "play") each.querySelector("svg")?.replaceWith(icon(frame ? "pause" : "play"));
      }
  }

  return { element, update, pause, isOn };
}
