/**
 * Why a board cannot be solved, shown on the board itself, and the smallest change that mends it.
 *
 * Lights: the cells of an invariant are framed; every press changes their sum by 0 modulo k, and it is not the goal's.
 * Tiles: the cycles of the tiles that are away from home, and the blank's way over the chessboard: a slide is one swap and
 * one square, so their parities would have to be alike. Everything is counted on the board as it stands.
 */
import { Acts } from "./acts.js";
import { h, icon, s } from "./dom.js";
import { t } from "./i18n.js";
import { faceOf } from "./model.js";
import { Session } from "./session.js";
import { goalWords } from "./status.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine/types.js").Answer} Answer */
/** @typedef {import("./acts.js").Frame} Frame */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{sub: string, acts: {title: string, short: string, text: string}[], frames: Frame[][]}} Show */

const GOALS_SHOWN = 3, TOUR = 7, DRAWN = 6;  // other goals; presses shown; tiles of a cycle whose arrows are clear
const LONGEST = 3000;  // milliseconds in which a row of like frames passes

/** @param {number} each milliseconds @param {number} count */
const pace = (each, count) => Math.min(each, LONGEST / Math.max(1, count));

/** @param {number} n */
const parity = n => t(n % 2 ? "proof.odd" : "proof.even");

/** Numbers or names in a row, with a word before the last. @param {(string | number)[]} all @param {string} word */
const listed = (all, word) => all.length < 2 ? String(all[0] ?? "") : `${all.slice(0, -1).join(t("proof.comma"))}${t(word)}${all.at(-1)}`;

/** @param {App} app @param {HTMLElement} place */
export function createProof(app, place) {
  /** @type {Session | null} whose proof is shown */
  let shown = null;
  /** @type {Show | null} */
  let show = null;
  let state = /** @type {number[]} */ ([]), pointed = -1, language = "", isFixing = false;
  /** @type {number[]} how many lit lamps were framed, after each of the last presses */
  let tallies = [];
  /** @type {{session: Session, cells: number[]} | null} */
  let mended = null;
  const acts = new Acts(() => { draw(); app.refresh(); });

  const isShown = () => !place.hidden && shown === app.session;
  app.layers.push(() => {
    if (mended?.session === app.session && !app.session.place) return { tags: new Map(mended.cells.map(cell => [cell, "✓"])) };
    if (!isShown() || !show) return null;
    return pointed >= 0 ? pressed(app, pointed) : acts.view;
  });
  app.headlines.push(() => {
    if (mended?.session === app.session && !app.session.place) {
      const names = namesOf(app.session, mended.cells), { family } = app.session.model;
      return { text: t(`proof.mended.${family}`, { n: names.length, names: listed(names, "proof.and") }), more: [family === "lights" ? `${listed(names, "proof.and").replace(/^./, first => first.toUpperCase())}${t("stop")}` : "", t("proof.mended.undo")].filter(Boolean).join(t("proof.space")) };
    }
    return isShown() && show ? { text: t("headline.impossible"), more: show.sub, kind: "alarm" } : null;
  });
  app.bars.push(() => isShown() ? ["undo", ...canFix(app) ? ["fix"] : [], "send", "edit", "more"] : null);
  app.actions.fix = () => void fix();
  app.actions.send = () => send();

  function update() {
    const { session } = app, isOther = shown !== session;
    if (!isOther && state === session.state && language === document.documentElement.lang) return;
    [shown, state, language, pointed] = [session, session.state, document.documentElement.lang, -1];
    show = showOf(app);
    if (isOther) tallies = [];
    const tally = litOf(app);
    if (isOther || tallies.at(-1) !== tally) tallies.push(tally);
    if (!show.frames.length) draw();
    else if (isOther) acts.begin(show.frames);
    else acts.change(show.frames, session.model.family === "tiles" ? 2 : acts.act);
  }

  /** The panel beside the board. */
  function draw() {
    const { session } = app;
    if (!show || !session.answer) return;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.act, { model } = session;
    const steps = show.acts.map(({ title, short, text }, act) => h("button", { type: "button", "data-act": String(act), ...show?.frames.length && acts.act === act ? { "aria-current": "step" } : {},
      onclick: () => { pointed = -1; acts.play(act); } }, h("i", {}, String(act + 1)), h("b", { class: "long" }, title), h("b", { class: "short" }, short), h("span", {}, text)));
    const toggle = h("button", { type: "button", "data-act": "toggle", "aria-label": t(acts.isPlaying ? "proof.pause" : acts.isOver ? "proof.again" : "proof.go"), onclick: () => { pointed = -1; acts.toggle(); } }, icon(acts.isPlaying ? "pause" : acts.isOver ? "restart" : "play"));
    const current = show.acts[acts.act]?.text ?? "", goals = otherGoals(app, session.answer);
    place.setAttribute("aria-labelledby", "proof-title");
    place.replaceChildren(
      h("h2", { id: "proof-title", class: "hidden" }, t("proof.title")),
      ...model.family === "tiles" && show.frames.length ? [sides(app)] : [],
      ...show.frames.length ? [h("div", { class: "acts" }, ...steps, ...acts.isStill ? [] : [toggle]), h("p", { class: "act-text phone" }, current)] : [h("p", { class: "count" }, current)],
      ...model.family === "lights" && model.k === 2 ? [tally()] : [],
      h("div", { class: "do desk" }, ...canFix(app) ? [h("button", { type: "button", class: "main", "data-do": "fix", disabled: isFixing }, icon("fix"), t(`proof.fix.${model.family}`))] : [],
        h("button", { type: "button", "data-do": "send" }, icon("share"), t("proof.send"))),
      ...goals);
    if (focus) /** @type {HTMLElement | null} */ (place.querySelector(`[data-act="${focus}"]`))?.focus();
  }

  /** The framed lamps that are lit: their number changes by presses, but never its parity. */
  function tally() {
    const shownTallies = tallies.slice(-5).flatMap((n, i) => [...i ? ["→"] : [], h("b", {}, String(n))]);
    return h("p", { class: "tally", role: "status" }, h("span", { class: "small" }, t("proof.tally")), ...shownTallies, h("span", { class: "small" }, t("proof.tally.stays", { parity: parity(tallies.at(-1) ?? 0) })));
  }

  /** Change as little as makes the board solvable: a step that Undo takes back. */
  async function fix() {
    const { session } = app;
    if (!isShown() || !canFix(app) || isFixing) return;
    isFixing = true;
    try {
      const found = session.model.family === "lights" ? await mendLights(app) : mendTiles(app);
      if (!found || app.session !== session) return;
      acts.stop(false);
      mended = { session: new Session(session.model, found.state), cells: found.cells };
      app.open(mended.session, { why: "mend" });
    } catch (error) {
      app.status.fail(error);
    } finally {
      isFixing = false;
    }
  }

  function send() {
    const url = app.address.link(true);
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches) return void navigator.share({ url, text: t("proof.sent") }).catch(() => {});
    if (!navigator.clipboard) return app.act("share");
    navigator.clipboard.writeText(url).then(() => app.status.say(t("proof.copied"))).catch(() => app.act("share"));
  }

  return {
    update,
    translate() { language = ""; },
    /** A cell has the pointer or the focus: what its press would touch takes over from the show. @param {number} cell */
    point(cell) {
      if (!isShown() || app.session.model.family !== "lights" || !show?.frames.length || app.session.model.toggles.length !== app.session.model.cells) return;
      if (cell === pointed || (cell < 0 && pointed < 0)) return;
      acts.stop(false);
      pointed = cell;
      acts.rest(cell < 0 ? 2 : 1);
    },
  };
}

/** @param {App} app */
const canFix = ({ session: { model, answer } }) => model.family === "lights" || (Boolean(answer?.parity) && model.goal.filter(tile => tile > 0).length > 1);

/** @param {App} app @returns {Show} */
function showOf(app) {
  const { model, answer } = app.session;
  if (model.family === "lights") return answer?.obstruction ? lights(app, answer.obstruction) : said(t("proof.therefore"));
  if (!answer?.parity) return said(blocks(/** @type {Answer} */ (answer)));
  return answer.parity.order || !model.width || model.dead.size ? said(t("proof.line")) : tiles(app);
}

/** A proof in words alone. @param {string} text @returns {Show} */
const said = text => ({ sub: text, acts: [{ title: "", short: "", text: "" }], frames: [] });

/** @param {Answer} answer */
function blocks(answer) {
  const reasons = (answer.blocks ?? []).map(block => block.reason).filter(Boolean);
  return reasons.join(" ") || t("proof.therefore");
}

/** The framed lamps that are lit. @param {App} app */
function litOf({ session: { state, answer } }) {
  const weights = answer?.obstruction?.weights ?? [];
  return state.reduce((sum, value, cell) => sum + (weights[cell] && value ? 1 : 0), 0);
}

/** What one press adds to the sum of the framed lamps: their number if there are two states. @param {Model} model @param {number[]} weights @param {number} press */
const added = (model, weights, press) => model.toggles[press].reduce((sum, [cell, amount]) => sum + (model.k === 2 ? Math.sign(weights[cell]) : amount * weights[cell]), 0);

/** @param {App} app @param {number} press @returns {Partial<import("./board.js").View>} */
function pressed({ session: { model, answer } }, press) {
  const weights = answer?.obstruction?.weights ?? [], hits = new Set(model.toggles[press].flatMap(([cell]) => weights[cell] ? [cell] : []));
  return { weights, pressing: press, hits, tags: new Map([[press, String(added(model, weights, press))]]) };
}

/** @param {App} app @param {NonNullable<Answer["obstruction"]>} obstruction @returns {Show} */
function lights(app, { weights, value, wanted: sum }) {
  const { model, state } = app.session, { k } = model, framed = weights.flatMap((weight, cell) => weight ? [cell] : []);
  const lit = framed.filter(cell => state[cell]), wanted = framed.filter(cell => model.goal[cell]).length;
  const buttons = model.toggles.flatMap((toggle, press) => toggle.length ? [press] : []);
  const counts = [...new Set(buttons.map(press => added(model, weights, press)))].sort((a, b) => a - b), some = listed(counts, "proof.or");
  // one press of each count, then others spread over the board
  const tour = [...new Set([...counts.map(count => /** @type {number} */ (buttons.find(press => added(model, weights, press) === count))),
    ...buttons.filter((_, i) => i % Math.ceil(buttons.length / TOUR) === 0)])].slice(0, TOUR).sort((a, b) => a * 7 % 11 - b * 7 % 11);
  const numbered = (/** @type {number} */ n) => ({ weights, tags: new Map(lit.slice(0, n).map((cell, i) => [cell, String(i + 1)])) });
  const isWhole = model.toggles.length === model.cells, end = k === 2 ? numbered(lit.length) : { weights };
  const frames = [
    [{ view: { weights }, ms: 500 }, ...k === 2 ? lit.map((_, i) => ({ view: numbered(i + 1), ms: pace(380, lit.length) })) : [], { view: end, ms: 900 }],
    isWhole ? tour.map(press => ({ view: pressed(app, press), ms: 750 })) : [{ view: { weights }, ms: 1500 }],
    [{ view: end, ms: 1 }],
  ];
  const values = { n: lit.length, framed: framed.length, lit: lit.length, wanted, some, k, value, sum, parity: parity(lit.length), other: parity(wanted) };
  const kind = k > 2 ? ".sum" : wanted ? ".goal" : "";
  const act = (/** @type {string} */ name) => ({ title: t(`proof.${name}${kind}`), short: t(`proof.${name}.short`), text: t(`proof.${name}${kind}.text`, values) });
  return { sub: t(`proof.sub${kind}`, values), acts: ["count", "press", "so"].map(act), frames };
}

/**
 * The board of tiles as it stands: cycles of cells that are away from home, and the blank's way to its own.
 * @param {Model} model @param {number[]} state
 */
function facts(model, state) {
  const home = new Map(model.goal.map((tile, cell) => [tile, cell])), seen = new Set(), cycles = /** @type {number[][]} */ ([]);
  state.forEach((_, start) => {
    const cycle = [];
    for (let cell = start; !seen.has(cell); cell = home.get(state[cell]) ?? cell) { seen.add(cell); cycle.push(cell); }
    if (cycle.length > 1) cycles.push(cycle);
  });
  const w = model.width, from = state.indexOf(0), to = model.goal.indexOf(0), way = [from];
  const step = (/** @type {number} */ by, /** @type {number} */ times) => { for (let i = 0; i < times; i++) way.push(/** @type {number} */ (way.at(-1)) + by); };
  const [right, down] = [to % w - from % w, Math.floor(to / w) - Math.floor(from / w)];
  step(Math.sign(right), Math.abs(right));
  step(w * Math.sign(down), Math.abs(down));
  return { cycles, home, way, swaps: cycles.reduce((sum, cycle) => sum + cycle.length - 1, 0), squares: way.length - 1 };
}

/** The two counts that can never be alike. @param {App} app */
function sides({ session: { model, state } }) {
  const { swaps, squares } = facts(model, state);
  const side = (/** @type {number} */ n, /** @type {string} */ name) => h("div", { class: name }, h("b", {}, String(n)), t(`proof.side.${name}`, { n, parity: parity(n) }));
  return h("div", { class: "sides", role: "status" }, side(swaps, "swaps"), h("b", { "aria-label": t("proof.unlike") }, "≠"), side(squares, "squares"));
}

/** @param {App} app @returns {Show} */
function tiles(app) {
  const { model, state } = app.session, { cycles, home, way, swaps, squares } = facts(model, state);
  const name = (/** @type {number} */ cell) => state[cell] ? faceOf(model, state[cell]) : t("proof.blank");
  // all cycles if their tiles are few, else the shortest whose swaps are odd
  const byLength = [...cycles].sort((a, b) => a.length - b.length), isFew = cycles.flat().length <= DRAWN;
  const one = byLength.find(cycle => cycle.length % 2 === 0) ?? byLength[0] ?? [], drawn = isFew ? byLength : [one];
  const around = new Set(drawn.flat()), turned = [...state];
  for (const cell of around) turned[/** @type {number} */ (home.get(state[cell]))] = state[cell];
  const arrows = drawn.flatMap(cycle => arrowsOf(model, state, home, cycle)), upto = (/** @type {number} */ n) => [...arrows.slice(0, n).flat(), ring(model, way[0])];
  const walk = (/** @type {number} */ n) => [...walkOf(model, way.slice(0, n + 1)), ring(model, way[n])];
  const all = { turning: around, over: upto(arrows.length) };
  const frames = [
    [{ view: { turning: around, over: upto(0) }, ms: 400 }, ...arrows.map((_, i) => ({ view: { turning: around, over: upto(i + 1) }, ms: pace(520, arrows.length) })),
      { view: { turning: around, tiles: turned, over: [] }, ms: 1100 }, { view: all, ms: 900 }],
    [...way.map((_, i) => ({ view: { isChess: true, over: walk(i) }, ms: pace(600, way.length) })), { view: { isChess: true, over: walk(squares) }, ms: 1100 }],
    [{ view: { turning: around, isChess: true, over: [...arrows.flat(), ...walkOf(model, way), ring(model, way[0])] }, ms: 1 }],
  ];
  const names = listed(one.slice(0, 8).map(name), "proof.and"), values = {
    names: names.replace(/^./, first => first.toUpperCase()), swaps: t("proof.swaps", { n: swaps }), squares: t("proof.squares", { n: squares }), odd: parity(swaps), even: parity(squares),
    few: t("proof.swaps", { n: one.length - 1 }), n: cycles.length };
  const turn = one.length > 8 ? "long" : cycles.length > 1 ? "many" : one.length === 2 ? "pair" : "one";
  const act = (/** @type {string} */ which, /** @type {string} */ how = "") => ({ title: t(`proof.${which}`), short: t(`proof.${which}.short`), text: t(`proof.${which}.text${how}`, values) });
  return { sub: t("proof.sub.tiles", values), acts: [act("turn", `.${turn}`), act("walk", squares ? "" : ".home"), act("home")], frames };
}

/** The middle of a cell. @param {Model} model @param {number} cell @returns {[number, number]} */
const middle = (model, cell) => [model.layout.places[cell].x, model.layout.places[cell].y];

/** One arrow a tile, from where it lies to its home, bowed clear of the straight way; all but the last are numbered. @param {Model} model @param {number[]} state @param {Map<number, number>} home @param {number[]} cycle */
function arrowsOf(model, state, home, cycle) {
  return cycle.map((cell, i) => {
    const [x, y] = middle(model, cell), [u, v] = middle(model, /** @type {number} */ (home.get(state[cell])));
    const length = Math.hypot(u - x, v - y) || 1, [ex, ey] = [(u - x) / length, (v - y) / length], bow = 0.24 + 0.3 * Math.min(length, 2);
    const at = (/** @type {number} */ along, /** @type {number} */ aside) => [x + along * ex + aside * ey, y + along * ey - aside * ex];
    const from = at(Math.min(0.3, 0.16 * length), 0.24), to = at(length - Math.min(0.34, 0.16 * length), 0.24), top = at(length / 2, bow), turn = Math.atan2(to[1] - top[1], to[0] - top[0]) * 180 / Math.PI;
    const path = `M${from}Q${top} ${to}`, badge = [(from[0] + 2 * top[0] + to[0]) / 4, (from[1] + 2 * top[1] + to[1]) / 4];
    return [s("path", { d: path, class: "halo" }), s("path", { d: path, class: "arrow" }), s("path", { d: "M.16 0-.1.14-.04 0-.1-.14z", class: "head", transform: `translate(${to}) rotate(${turn})` }),
      ...i < cycle.length - 1 ? [number(badge, i + 1, "swap")] : []];
  });
}

/** @param {number[]} place @param {number} n @param {string} kind */
const number = ([x, y], n, kind) => s("g", { class: kind }, s("circle", { cx: x, cy: y, r: 0.17 }), textAt(x, y, String(n)));

/** @param {number} x @param {number} y @param {string} text */
function textAt(x, y, text) {
  const element = s("text", { x, y: y + 0.085 });
  element.textContent = text;
  return element;
}

/** The blank's way, a number a square. @param {Model} model @param {number[]} way */
function walkOf(model, way) {
  const ends = [way[0], way[way.length - 1]].map(cell => middle(model, cell)), [right, down] = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]];
  // on the other side than an arrow to the same place
  const places = way.map(cell => middle(model, cell)).map(([x, y]) => [x + (down < 0 ? 0.3 : -0.3), y + (right < 0 ? -0.3 : 0.3)]);
  if (places.length < 2) return [];
  return [s("path", { d: `M${places.map(place => place.join(" ")).join("L")}`, class: "walk" }), ...places.slice(1).map((place, i) => number(place, i + 1, "square"))];
}

/** @param {Model} model @param {number} cell */
function ring(model, cell) {
  const [cx, cy] = middle(model, cell);
  return s("circle", { cx, cy, r: 0.28, class: "blank" });
}

/** The usual goals that the board can reach, each with a button that makes it the goal. @param {App} app @param {Answer} answer */
function otherGoals(app, answer) {
  const { model, id } = app.session;
  return (answer.other_goals ?? []).slice(0, GOALS_SHOWN).map((/** @type {string} */ goal) => h("p", { class: "goal" }, t("proof.goal", { goal: goalWords(goal, model.cells) }),
    " ", h("button", { type: "button", onclick: () => { app.read(id, { goal, why: "goal" }).catch(error => app.status.fail(error)); } }, t("proof.aim"))));
}

/** Change the fewest lamps after which the board can be solved: those that the best presses leave lit. @param {App} app */
async function mendLights(app) {
  const { session } = app, { model, state } = session;
  const answer = await app.ask("solve", { board: session.id, fewest_lit: true, time: 10 });
  const goal = answer.puzzle ? (await app.position(answer.puzzle)).model.goal : undefined;
  if (!goal) return null;
  const mended = state.map((value, cell) => (value + model.goal[cell] - goal[cell] + model.k) % model.k);
  return { state: mended, cells: mended.flatMap((value, cell) => value === state[cell] ? [] : [cell]) };
}

/** How cells are called: tiles by what is on them, lamps by where they are. @param {Session} session @param {number[]} cells */
function namesOf({ model, state }, cells) {
  const { width } = model;
  return cells.map(cell => model.family === "tiles" ? faceOf(model, state[cell])
    : width ? t("cell.at", { row: Math.floor(cell / width) + 1, column: cell % width + 1 }) : t("cell.number", { n: cell + 1 }));
}

/** Change places of two tiles of the shortest cycle. @param {App} app */
function mendTiles(app) {
  const { model, state } = app.session;
  const cycles = facts(model, state).cycles.map(cycle => cycle.filter(cell => state[cell] > 0)).filter(cycle => cycle.length > 1);
  const [one, two] = cycles.sort((a, b) => a.length - b.length)[0] ?? state.flatMap((tile, cell) => tile > 0 ? [cell] : []).slice(-2);
  const mended = [...state];
  [mended[one], mended[two]] = [state[two], state[one]];
  return { state: mended, cells: [one, two] };
}
