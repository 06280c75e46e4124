/**
 * The page: one board (a Session) that lives in the address, and four tabs over it.
 *
 * This module holds what they share and nothing of what they do: opening a board, drawing it, the actions of keys and
 * buttons. The board plays before the engine is there; whatever needs an answer asks `app.ask` and says so meanwhile.
 */
import { BoardView } from "./board.js";
import { byId, h, icon } from "./dom.js";
import { createEngine } from "./engine/engine.js";
import { arrived, cancelled } from "./engine/errors.js";
import { lang, loadLang, preferredLang, t, translate } from "./i18n.js";
import { listenForFiles } from "./intake.js";
import { HELP, KEYS, listen } from "./keys.js";
import { learnVariants, modelOf, parseId } from "./model.js";
import { createPlay } from "./play.js";
import { createRail } from "./rail.js";
import { Session } from "./session.js";
import { createSolve } from "./solve.js";
import { createStatus } from "./status.js";
import { nextTheme, theme } from "./theme.js";

/** @typedef {"play"|"solve"|"learn"|"lab"} Tab */
/** @typedef {import("./engine/types.js").Verb} Verb */
/** @typedef {import("./model.js").Position & {note?: string}} Read what was read, and what was taken for granted */
/**
 * What a tab is: its panel, and what it does when something has changed. `point` hears of the cell under the pointer.
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {() => void} update
 * @property {(cell: number) => void} [point]
 * @property {() => void} [opened] another board has come
 */

const TABS = /** @type {const} */ (["play", "solve", "learn", "lab"]);
const PAUSE = 310;  // milliseconds between two writings of the address: browsers allow a hundred in half a minute
const FIRST = { lights: "lights:5x5", tiles: "tiles:4x4" };

export class App {
  constructor() {
    this.engine = createEngine();
    /** @type {Tab} */
    this.tab = "play";
    this.isEditing = false;
    /** @type {number[] | undefined} the witness that is drawn on the board */
    this.weights = undefined;
    /** @type {Map<number, number> | undefined} the quiet pattern that the lab shows: how often each press */
    this.pattern = undefined;
    this.picture = "";
    this.origin = -1;
    this.session = new Session(.../** @type {[import("./model.js").Model, number[], string]} */ (fresh(FIRST.lights)));
    /** @type {Record<string, string>} the last board of each family */
    this.left = {};
    this.board = new BoardView(byId("board"), {
      touch: cell => this.touch(cell),
      paint: (cell, isFirst) => this.solve.paint(cell, isFirst),
      swipe: (down, right) => this.slide(down, right),
      point: cell => this.point(cell),
    });
    this.status = createStatus(this);
    this.rail = createRail(this, byId("rail"));
    this.play = createPlay(this);
    this.solve = createSolve(this);
    /** @type {Partial<Record<Tab, Panel>>} */
    this.panels = { play: this.play, solve: this.solve };
    this.named = learnNamed(this);
    this.isComing = false;  // the first board: until it is there nothing is kept in its place
    this.status.opened();
  }

  /** @param {Verb} verb @param {Record<string, unknown>} fields @param {import("./engine/types.js").AskOptions} [options] */
  ask(verb, fields, options) {
    return this.engine.ask(verb, { ...fields, lang }, options);
  }

  /** Look at another board: a new game. @param {Session} session @param {{isEditing?: boolean}} [how] */
  open(session, { isEditing = false } = {}) {
    this.#turn++;
    this.isComing = false;
    if (session.model.family !== this.session.model.family) this.left[this.session.model.family] = this.session.id;
    this.session = session;
    this.isEditing = isEditing;
    this.weights = undefined;
    this.origin = -1;
    this.status.opened();
    for (const panel of Object.values(this.panels)) panel.opened?.();
    this.rail.update();
    this.refresh();
  }

  #turn = 0;

  /**
   * Wait for what is to be opened; it is "cancelled" where another board was opened, or is waited for, since.
   * @template T @param {Promise<T>} coming
   */
  async latest(coming) {
    const turn = ++this.#turn, isLate = () => turn !== this.#turn;
    const found = await coming.catch(error => { throw isLate() ? cancelled() : error; });
    if (isLate()) throw cancelled();
    return found;
  }

  /** Return what a game ID, or any text that the engine reads, says. @param {string} text @param {{format?: string, goal?: string}} [how] @returns {Promise<Read>} */
  async position(text, how = {}) {
    await this.named;
    return (how.format || how.goal ? null : parseId(text)) ?? positionOf(await this.ask("parse", { text, ...how }));
  }

  /** Open what a text says. @param {string} text @param {{format?: string, goal?: string}} [how] */
  async read(text, how = {}) {
    /** @type {Read} */
    const { model, state, seed, note } = (how.format || how.goal ? null : parseId(text)) ?? await this.latest(this.position(text, how));
    this.open(new Session(model, state, seed), { isEditing: this.isEditing });
    if (note) this.status.say(note);
  }

  /** The presses that are marked: a pattern while the lab shows it, else those of the solution that is followed. */
  get marks() {
    const pattern = this.tab === "lab" ? this.pattern : undefined;
    return pattern ?? (this.session.shown === "marks" ? this.session.pressed : undefined);
  }

  /** Draw what has changed. @param {number} [origin] the cell where it began */
  refresh(origin = -1) {
    const { session } = this, isMarked = session.shown === "marks", plan = session.shown === "nothing" ? [] : session.plan ?? [];
    const isLights = session.model.family === "lights", marks = isLights ? this.marks : undefined;
    this.board.show(session.model, {
      state: session.state,
      pressed: marks,
      next: isLights ? (marks ? [] : plan.slice(0, 1)) : plan.slice(0, isMarked ? 5 : 1),
      isHint: session.shown === "hint",
      weights: this.weights,
      isEditing: this.isEditing,
      isWon: session.isSolved && session.place > 0 && !this.isEditing,
      picture: isLights ? "" : this.picture,
      origin: origin >= 0 ? origin : undefined,
    });
    this.#buttons();
    this.panels[this.tab]?.update();
    this.status.update();
    this.#extra();
    for (const button of document.querySelectorAll("[data-do=edit]")) button.setAttribute("aria-pressed", String(this.isEditing));
    this.#keep();
  }

  /** Buttons that are no cells (whole rows, say) stand below the board. */
  #extra() {
    const { model } = this.session, box = byId("extra"), isWanted = model.family === "lights" && model.toggles.length !== model.cells;
    box.hidden = !isWanted;
    if (!isWanted) return box.replaceChildren();
    box.setAttribute("aria-label", t("extra.label"));
    if (box.childElementCount !== model.toggles.length)
      box.replaceChildren(...model.toggles.map((_, press) => h("button", {
        type: "button", onclick: () => this.touch(press), onpointerenter: () => this.board.preview(press),
        onpointerleave: () => this.board.preview(-1), onfocus: () => this.board.preview(press) }, String(press + 1))));
    [...box.children].forEach((button, press) => {
      const isMarked = this.marks ? this.marks.has(press) : this.session.shown === "hint" && this.session.plan?.[0] === press;
      button.classList.toggle("marked", isMarked);
      button.setAttribute("aria-label", isMarked ? t("extra.marked", { n: press + 1 }) : t("extra.button", { n: press + 1 }));
    });
  }

  #buttons() {
    const { session } = this;
    const isOff = { undo: !session.place, redo: session.place === session.moves.length, restart: !session.place };
    for (const [name, off] of Object.entries(isOff))
      for (const button of document.querySelectorAll(`[data-do=${name}]`)) button.setAttribute("aria-disabled", String(off));
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #shown = location.href;
  #before = location.href;
  #written = -Infinity;  // when

  /** Write the board down: at once, where that was not done just now. */
  #keep() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.isComing) return;
      if (location.href !== this.#shown) return this.follow();  // a link, whose event is still to come
      this.#written = performance.now();
      history.replaceState(null, "", this.address());
      this.#before = this.#shown;
      this.#shown = location.href;
      this.remember();
    }, Math.max(0, this.#written + PAUSE - performance.now()));
  }

  /** Write the game into the browser's memory, with what the address shows, and showed: a reload may know no later one. */
  remember() {
    const shown = [this.#shown, this.#before].map(address => addressed(address).id);
    if (!this.isComing) localStorage.setItem("game", this.session.save(shown));
  }

  /** Open the board that a link has put into the address. */
  follow() {
    const { tab, id } = addressed();
    this.#shown = location.href;
    if (id !== this.session.id) this.read(id).then(() => this.go(tab)).catch(error => this.status.fail(error));
    else if (tab !== this.tab) void this.go(tab);
  }

  /** The address of this board, and of this tab. */
  address(isShared = false) {
    const tab = this.tab === "play" || isShared ? "" : `${this.tab}:`;
    return `${location.origin}${location.pathname}#${tab}${this.session.id}`;
  }

  /** Touch a cell: what that does depends on whether the board is being edited. @param {number} cell */
  touch(cell) {
    if (this.isEditing) return this.solve.choose(cell);
    const { session } = this, wasSolved = session.isSolved, hadProof = this.weights;
    if (!session.touch(cell)) return;
    if (hadProof) this.weights = undefined;
    this.play.moved(!wasSolved && session.isSolved);
    this.refresh(cell);
  }

  /** Slide a tile: an arrow moves the tile, or where the player prefers it the blank. @param {number} down @param {number} right */
  slide(down, right) {
    const { model, state } = this.session, sign = localStorage.getItem("arrows") === "blank" ? -1 : 1;
    const { places } = model.layout, blank = state.indexOf(0);
    const along = (/** @type {number} */ cell) => sign * ((places[blank].y - places[cell].y) * down + (places[blank].x - places[cell].x) * right);
    const cell = [...model.near[blank]].sort((a, b) => along(b) - along(a))[0];
    if (cell === undefined || along(cell) < 0.5) return;
    this.touch(cell);
    this.board.focusOn(blank, !byId("board").contains(document.activeElement));
  }

  /** @param {number} cell */
  point(cell) {
    const isWired = this.session.model.family === "lights" && this.session.model.toggles.length === this.session.model.cells;
    this.board.preview(isWired && !this.isEditing ? cell : -1);
    this.panels[this.tab]?.point?.(cell);
  }

  /** @param {Tab} tab */
  async go(tab) {
    const { isEditing } = this;
    this.tab = tab;
    if (tab === "solve" && !this.session.place && !this.session.isSolved) this.isEditing = this.session.shown !== "marks";
    else if (tab !== "solve") this.isEditing = false;
    try {
      this.panels[tab] ??= await this.#make(tab);
    } catch (error) {
      this.status.fail(error);
      return this.tab === tab ? this.#stay(isEditing) : undefined;
    }
    if (this.tab !== tab) return;
    if (tab === "learn" || tab === "lab") studied();
    const panel = /** @type {Panel} */ (this.panels[tab]);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=tab]"))) {
      const isThis = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(isThis));
      button.tabIndex = isThis ? 0 : -1;
    }
    document.body.dataset.tab = tab;
    byId("panel").setAttribute("aria-labelledby", `tab-${tab}`);
    byId("panel").replaceChildren(panel.element);
    this.refresh();
    if (tab === "solve") await this.status.prove();
  }

  /** @param {Tab} tab @returns {Promise<Panel>} */
  async #make(tab) {
    return tab === "learn" ? (await arrived(import("./learn.js"))).createLearn(this) : (await arrived(import("./lab.js"))).createLab(this);
  }

  /** Stay with the tab that is seen. @param {boolean} isEditing */
  async #stay(isEditing) {
    await this.go(/** @type {Tab} */ (document.body.dataset.tab ?? "play"));
    this.isEditing = isEditing;
    this.refresh();
  }

  /** Do what a key or a button asks for. @param {string} name */
  act(name) {
    const { session } = this;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      undo: () => session.undo(),
      redo: () => session.redo(),
      restart: () => session.go(0),
      fresh: () => this.rail.fresh(),
      hint: () => this.solve.hint(),
      marks: () => session.shown === "marks" ? session.hide() : this.solve.run(),
      solve: () => this.go("solve").then(() => this.solve.run()),
      edit: () => this.edit(),
      copy: () => navigator.clipboard?.writeText(session.id).then(() => this.status.say(t("said.copied"))),
      paste: () => this.rail.paste(),
      share: () => { this.sheet(false); this.share(); },
      language: () => this.speak(lang === "en" ? "zh" : "en"),
      theme: () => this.paintTheme(),
      help: () => this.help(),
      more: () => this.sheet(!document.body.classList.contains("sheet-open")),
      close: () => { this.sheet(false); this.solve.cancel(); if (this.isEditing) this.isEditing = false; },
    };
    actions[name]?.();
    this.refresh();
  }

  edit() {
    const isOn = !this.isEditing;
    if (this.tab !== "solve") void this.go("solve");
    this.isEditing = isOn;
    if (isOn) { this.weights = undefined; this.session.hide(); }
  }

  /** Open or close the phone's sheet, with the size, the rule, the level, the paste box. @param {boolean} isOpen */
  sheet(isOpen) {
    document.body.classList.toggle("sheet-open", isOpen);
    byId("backdrop").hidden = !isOpen;
    const isPhone = matchMedia("(max-width: 699px)").matches;
    byId("rail").inert = isPhone && !isOpen;
    if (isPhone && isOpen) /** @type {HTMLElement | null} */ (byId("rail").querySelector("button, select, input"))?.focus();
  }

  paintTheme(isNext = true) {
    if (isNext) nextTheme();
    document.documentElement.dataset.theme = theme();
    const sign = { system: "◐", dark: "☾", light: "☀" }[theme()];
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-do=theme]"))) {
      button.textContent = sign;
      button.title = t(`theme.${theme()}`);
      button.setAttribute("aria-label", t(`theme.${theme()}`));
    }
  }

  /** @param {import("./i18n.js").Lang} wanted */
  async speak(wanted) {
    try {
      await arrived(loadLang(wanted));
    } catch (error) {
      return this.status.fail(error);
    }
    localStorage.setItem("lang", wanted);
    document.title = t("title");
    this.solve.cancel();
    this.status.say("");  // what was said was in the other language
    this.rail = createRail(this, byId("rail"));
    this.play = createPlay(this);
    this.solve = createSolve(this, this.solve.answer);
    this.panels = { play: this.play, solve: this.solve };
    toolbars();
    translate(document);
    for (const button of document.querySelectorAll("[data-do=language]")) button.textContent = wanted === "en" ? "中" : "EN";
    this.paintTheme(false);
    const isEditing = this.isEditing;
    await this.go(this.tab);
    this.isEditing = isEditing;
    this.refresh();
  }

  /** @param {string} title @param {...(Node | string)} content */
  dialog(title, ...content) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const close = h("button", { type: "button", class: "quiet", "aria-label": t("do.close"), onclick: () => dialog.close() }, icon("close"));
    dialog.replaceChildren(h("header", {}, h("h2", { id: "dialog-title" }, title), close), ...content);
    if (!dialog.open) dialog.showModal();
  }

  help() {
    const rows = HELP.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, t(what))));
    const blank = h("input", { type: "checkbox", checked: localStorage.getItem("arrows") === "blank" });
    blank.addEventListener("change", () => localStorage.setItem("arrows", blank.checked ? "blank" : "tile"));
    const { family } = this.session.model;
    this.dialog(t("do.help"), h("p", {}, t(`play.tip.${family}`)), h("p", {}, t(`help.touch.${family}`)), h("table", {}, h("tbody", {}, ...rows)), h("label", { class: "check" }, blank, t("keys.blank")), h("p", { class: "small" }, t("help.about")));
  }

  share() {
    const field = (/** @type {string} */ label, /** @type {string} */ value) => {
      const input = h("input", { readOnly: true, value, onfocus: () => input.select() });
      const copy = h("button", { type: "button", onclick: () => {
        input.select();
        void navigator.clipboard?.writeText(value).then(() => { copy.textContent = t("said.copied"); });
      } }, t("do.copy"));
      return h("label", { class: "field" }, h("span", {}, label), h("span", { class: "row" }, input, copy));
    };
    const link = this.address(true), send = h("button", { type: "button", class: "main", onclick: () => void navigator.share({ url: link }).catch(() => {}) }, t("share.send"));
    this.dialog(t("do.share"), field(t("share.link"), link), field(t("share.id"), this.session.id), ...("share" in navigator ? [send] : []));
  }
}

/**
 * Return a random board of a puzzle, as a session's beginnings.
 * @param {string} puzzle
 */
function fresh(puzzle) {
  const seed = String(Math.floor(Math.random() * 1e9)), found = parseId(`${puzzle}#${seed}`);
  return found ? [found.model, found.state, seed] : [];
}

/** Return the position of a board that the engine has read. @param {any} board @returns {Read} */
const positionOf = board => ({ ...modelOf(board), note: board.note });

/** Learn the named puzzles. @param {App} app */
async function learnNamed(app) {
  try {
    const { variants } = await (await fetch("variants.json")).json();
    learnVariants(variants);
    app.rail.learn(variants);
  } catch { /* they are not there: the engine knows them */ }
}

/** Lessons and the lab have a style sheet of their own, loaded once. */
function studied() {
  if (!document.querySelector('link[href="study.css"]')) document.head.append(h("link", { rel: "stylesheet", href: "study.css" }));
}

function toolbars() {
  const button = (/** @type {import("./dom.js").Icon} */ name, /** @type {string} */ action, isWordy = false) => {
    const element = h("button", { type: "button", "data-do": action, "aria-label": t(`do.${action}`), title: [t(`do.${action}`), KEYS[action]].filter(Boolean).join(" · ") }, icon(name));
    if (isWordy) element.append(h("span", {}, t(`do.${action}`)));
    return element;
  };
  byId("toolbar").replaceChildren(button("undo", "undo"), button("redo", "redo"), button("restart", "restart", true), button("hint", "hint", true), button("dice", "fresh", true), button("share", "share", true));
  byId("thumbs").replaceChildren(button("undo", "undo", true), button("hint", "hint", true), button("solve", "solve", true), button("edit", "edit", true), button("more", "more", true));
}

/** What an address says: a tab and a board. @param {string} [address] @returns {{tab: Tab, id: string}} */
function addressed(address = location.href) {
  let id = new URL(address).hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* as it stands */ }
  const tab = TABS.find(name => id.startsWith(`${name}:`)) ?? "play";
  return { tab, id: id.startsWith(`${tab}:`) ? id.slice(tab.length + 1) : id };
}

/** Open the game of the last visit, or what the address says; where that is not known yet, once it is. @param {App} app @param {string} id */
async function openFirst(app, id) {
  const saved = lastGame(), place = saved?.shown?.indexOf(id);
  const start = !id || place === 0 || (place === 1 && isReloaded()) ? String(saved?.start ?? "") : "";
  const resume = (/** @type {import("./model.js").Position | null} */ found) => Session.load(saved, found), session = resume(parseId(start));
  if (session) return app.open(session);
  if (!start && (!id || parseId(id))) return id ? app.read(id) : undefined;
  app.isComing = true;
  const game = start ? app.position(start).then(resume).catch(() => null) : null;
  app.latest(Promise.resolve(game)).then(found => found ? app.open(found) : id ? app.read(id) : undefined)
    .catch(error => app.status.fail(error)).finally(() => { app.isComing = false; });
}

const isReloaded = () => /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "reload";

/** The game that the browser remembers. */
function lastGame() {
  try { return JSON.parse(localStorage.getItem("game") ?? "null"); } catch { return null; }
}

async function start() {
  await loadLang(preferredLang());
  const app = new App();
  const { tab, id } = addressed();
  toolbars();
  translate(document);
  app.paintTheme(false);
  for (const button of document.querySelectorAll("[data-do=language]")) button.textContent = lang === "en" ? "中" : "EN";
  app.sheet(false);
  await openFirst(app, id);
  await app.go(tab);
  wire(app);
  document.body.dataset.ready = "";
  setTimeout(() => { void app.engine.load().catch(() => {}); }, 300);
  if ("serviceWorker" in navigator && location.protocol.startsWith("http"))
    void fetch("sw.js", { method: "HEAD" }).then(found => { if (found.ok) void navigator.serviceWorker.register("sw.js"); }).catch(() => {});
}

/** @param {App} app */
function wire(app) {
  document.addEventListener("click", event => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-do], [role=tab], [data-family]"));
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { tab, family } = button.dataset;
    if (button.dataset.do) app.act(button.dataset.do);
    else if (tab) void app.go(/** @type {Tab} */ (tab));
    else if (family && family !== app.session.model.family) {
      const id = app.left[family];
      if (id) app.read(id).catch(error => app.status.fail(error));
      else app.rail.start(/** @type {"lights"|"tiles"} */ (family));
    }
  });
  byId("backdrop").addEventListener("click", () => app.sheet(false));
  document.querySelector("[role=tablist]")?.addEventListener("keydown", event => {
    const { key } = /** @type {KeyboardEvent} */ (event), by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? TABS.length - 1 : 0;
    if (!by) return;
    const tab = TABS[(TABS.indexOf(app.tab) + by) % TABS.length];
    void app.go(tab).then(() => byId(`tab-${tab}`).focus());
  });
  window.addEventListener("hashchange", () => app.follow());
  window.addEventListener("pagehide", () => app.remember());
  document.addEventListener("visibilitychange", () => { if (document.hidden) app.remember(); });  // phones end what is hidden without a word
  listenForFiles(app);
  matchMedia("(max-width: 699px)").addEventListener("change", () => app.sheet(false));
  listen({
    step: (down, right) => app.session.model.family === "tiles" && !app.isEditing ? app.slide(down, right) : app.board.step(down, right),
    press: () => { app.touch(app.board.focus); app.board.focusOn(app.board.focus); },
    digit: digit => {
      app.board.focusOn(app.board.focus);
      app.solve.digit(digit);
    },
    act: action => app.act(action),
    isOnBoard: () => byId("board").contains(document.activeElement),
  });
}

void start();
