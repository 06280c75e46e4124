/**
 * The page: one board that lives in the address, and four tabs over it.
 *
 * The state is the store's; this module draws it and connects keys, buttons and parts. A part (parts.js) adds actions,
 * layers on the board, headlines and thumb bars to the lists below, and listens to what happens. The board plays before
 * the engine is there; whatever needs an answer asks `app.ask` and says so meanwhile.
 */
import { Address, addressed } from "./address.js";
import { createBars } from "./bars.js";
import { BoardView } from "./board.js";
import { byId, h, icon, styled } from "./dom.js";
import { createEngine } from "./engine/engine.js";
import { arrived, cancelled } from "./engine/errors.js";
import { lang, loadLang, loadWords, preferredLang, t, translate } from "./i18n.js";
import { listen } from "./keys.js";
import { boardOf } from "./levels.js";
import { mayBeNamed, parseId } from "./model.js";
import { PARTS } from "./parts.js";
import { createPlay } from "./play.js";
import { createRail } from "./rail.js";
import { Session } from "./session.js";
import { createStatus } from "./status.js";
import { onTrouble, read, readJson, write } from "./storage.js";
import { Store, TABS } from "./store.js";
import { nextTheme, theme } from "./theme.js";

/** @typedef {import("./store.js").Tab} Tab */
/** @typedef {import("./store.js").Action} Action */
/** @typedef {import("./store.js").Why} Why */
/** @typedef {import("./engine/types.js").Verb} Verb */
/** @typedef {import("./board.js").View} View */
/** @typedef {import("./model.js").Position & {note?: string}} Read what was read, and what was taken for granted */
/**
 * What a tab is: its panel, and what it does when something has changed.
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {() => void} update
 * @property {(cell: number) => void} [point] a cell has got the focus or the pointer, or (-1) none has
 * @property {(cell: number) => boolean} [touch] @property {(lesson: string, step: number) => void} [turn] @property {() => string} [place]
 * @property {() => void} [opened] another board has come
 * @property {() => void} [translate] the language has changed; a panel without it is made anew
 */
/**
 * A way to draw boards: of cells (board.js), or another for those that it fits.
 * @typedef {{fits: (model: import("./model.js").Model) => boolean, view: BoardLike}} Drawer
 * @typedef {Pick<BoardView, "root"|"focus"|"show"|"preview"|"focusOn"|"step"|"leave">} BoardLike
 */
/**
 * What parts can listen to. `won`: the last move solved the board; `moved`: a move was made or taken back; `opened`:
 * another board has come; `answer`: more is known of the board (`session.answer`); `spoken`: the language has changed.
 * @typedef {{won: {session: Session, moves: number, ms: number, answer: import("./engine/types.js").Answer | null, withHelp: boolean},
 *   moved: {session: Session, action: Action}, opened: {session: Session, why: Why}, answer: {session: Session}, spoken: {}}} Events
 */

const FIRST = "lights:5x5";
/** @type {Action["type"][]} */
const MOVES = ["touch", "move", "undo", "redo", "go", "along"];

export class App {
  constructor() {
    this.engine = createEngine();
    const first = /** @type {import("./model.js").Position} */ (parseId(FIRST)).model;
    /** @type {number[]} the presses of the first board, for the very first game */
    this.presses = [];
    this.store = new Store(new Session(first, boardOf(first, "easy", String(Math.random()), this.presses)), change => this.#changed(change));
    /** @type {Map<number, number> | undefined} the quiet pattern that the lab shows: how often each press */
    this.pattern = undefined;
    this.picture = read("picture") ?? "";
    /** @type {Record<string, Session>} the last game of each family */
    this.left = {};
    /** @type {Map<string, Set<(event: any) => void>>} */
    this.listeners = new Map();
    /** @type {((app: App) => Partial<View> | null)[]} what is drawn over the position; a later one covers an earlier one */
    this.layers = [({ tab, pattern }) => tab === "lab" && pattern ? { pressed: pattern, next: [] } : null];
    /** @type {((app: App) => {text: string, more?: string | Node, kind?: "alarm"} | null)[]} the line above the board: the first that has one */
    this.headlines = [];
    /** @type {((app: App) => string[] | null)[]} the five actions at the thumb: the first that has some */
    this.bars = [];
    /** @type {Drawer[]} the first that fits draws the board */
    this.drawers = [{ fits: () => true, view: new BoardView(byId("board"), this.listener()) }];
    /** @type {((text: string) => Promise<boolean>)[]} the first to take a text opens it */
    this.readers = [];
    this.address = new Address(this);
    this.isResumed = false;  // whether this visit went on with the game of the last
    this.isComing = false;  // the first board: until it is there nothing is kept in its place
    /** @type {Record<string, () => unknown>} what keys and buttons ask for */
    this.actions = {
      undo: () => this.do({ type: "undo" }),
      redo: () => this.do({ type: "redo" }),
      restart: () => this.do({ type: "go", place: 0 }),
      fresh: () => this.rail.fresh(),
      hint: () => this.solving(solve => solve.hint()),
      marks: () => this.session.shown === "marks" ? this.do({ type: "hide" }) : this.solving(solve => solve.run()),
      solve: () => this.go("solve"),
      edit: () => this.edit(!this.isEditing),
      copy: () => navigator.clipboard?.writeText(this.session.id).then(() => this.status.say(t("said.copied"))),
      paste: () => this.rail.paste(),
      share: () => { this.sheet(false); this.later(() => import("./dialogs.js"), ({ share }) => share(this)); },
      language: () => this.speak(lang === "en" ? "zh" : "en"),
      theme: () => this.paintTheme(),
      board: () => this.board.focusOn(this.board.focus),
      more: () => this.sheet(!document.body.classList.contains("sheet-open")),
      close: () => { this.sheet(false); this.card(null); this.solve?.cancel(); this.edit(false); },
    };
    this.status = createStatus(this);
    this.rail = createRail(this, byId("rail"));
    this.play = createPlay(this);
    this.bar = createBars(this);
    /** @type {Partial<Record<Tab, Panel>>} */
    this.panels = { play: this.play };
    this.status.opened();
  }

  get session() { return this.store.session; }
  get tab() { return this.store.state.tab; }
  get isEditing() { return this.store.state.isEditing; }
  get #drawer() { return /** @type {Drawer} */ (this.drawers.find(({ fits }) => fits(this.session.model))).view; }
  get board() { return this.#drawer; }

  /** What a board on the screen reports. @returns {import("./board.js").Listener} */
  listener() {
    return {
      touch: cell => this.touch(cell),
      paint: (cell, isFirst) => this.edits(editor => editor.paint(cell, isFirst)),
      swipe: (down, right) => this.slide(down, right),
      point: cell => this.point(cell),
    };
  }

  /** Listen to what happens; return how to stop. @template {keyof Events} T @param {T} name @param {(event: Events[T]) => void} listen */
  on(name, listen) {
    const heard = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, heard.add(listen));
    return () => { heard.delete(listen); };
  }

  /** @template {keyof Events} T @param {T} name @param {Events[T]} event */
  emit(name, event) {
    for (const listen of [...this.listeners.get(name) ?? []]) listen(event);
  }

  /** @param {Verb} verb @param {Record<string, unknown>} fields @param {import("./engine/types.js").AskOptions} [options] */
  ask(verb, fields, options) {
    return this.engine.ask(verb, { ...fields, lang }, options);
  }

  /** Change the state, and draw it. @param {Action} action */
  do(action) { return this.store.do(action); }

  /** @param {import("./store.js").Change} change */
  #changed({ action, isOther, isWon }) {
    const { session, why } = this.store;
    if (isOther) this.#opened(why);
    this.refresh(action.type === "touch" ? action.cell : action.type === "move" ? action.move : -1);
    if (isOther) this.emit("opened", { session, why });
    else if (MOVES.includes(action.type)) this.emit("moved", { session, action });
    else if (action.type === "answer") this.emit("answer", { session });
    if (isWon) this.emit("won", { session, moves: session.place, ms: session.ms, answer: session.answer, withHelp: session.withHelp });
  }

  /** Look at another board: a step of the history. @param {Session} session @param {{why?: Why, isEditing?: boolean, isAmended?: boolean}} [how] */
  open(session, { why = "new", ...how } = {}) {
    const before = this.session, isLost = before.place > 0 && !before.isSolved;
    if (session.model.family !== before.model.family) this.left[before.model.family] = before;
    this.do({ type: "open", session, why, ...how });
    if (isLost && ["new", "read", "family"].includes(why)) this.status.say(t("said.left"));
  }

  /** @param {Why} why */
  #opened(why) {
    this.#turn++;
    this.isComing = false;
    if (why !== "edit") this.card(null);
    this.status.opened();
    for (const panel of Object.values(this.panels)) panel.opened?.();
    this.rail.update();
  }

  #turn = 0;

  /**
   * Wait for what is to be opened; it is "cancelled" if another board was opened, or is waited for, since.
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
    if (mayBeNamed(text)) await loadWords("more").then(() => import("./catalogue.js")).then(({ catalogue }) => catalogue()).catch(() => {});  // else the engine knows it
    const isPlain = !how.format && !how.goal;
    return (isPlain ? parseId(text) : null) ?? (await arrived(import("./large.js"))).readLarge(this, text, how, isPlain);
  }

  /** Open what a text says. @param {string} text @param {{format?: string, goal?: string, why?: Why}} [how] */
  async read(text, { why = "read", ...how } = {}) {
    for (const reader of this.readers) if (await reader(text)) return;
    if (/&(me|replay)=/.test(text)) return (await arrived(import("./links.js"))).open(this, text, why);
    /** @type {Read} */
    const { model, state, seed, note } = (how.format || how.goal ? null : parseId(text)) ?? await this.latest(this.position(text, how));
    this.open(new Session(model, state, seed), { why });
    if (note) this.status.say(note);
  }

  /** What is seen of the position. @param {number} [origin] the cell where a change began @returns {View} */
  view(origin = -1) {
    const { session } = this, shown = this.isEditing ? "nothing" : session.shown, isMarked = shown === "marks", isLights = session.model.family === "lights";
    const plan = shown === "nothing" ? null : session.plan;
    const view = {
      state: session.state,
      pressed: isLights && isMarked ? session.plan?.times : undefined,
      next: plan && !(isLights && isMarked) ? plan.next(isMarked ? 5 : 1) : [],
      isHint: shown === "hint",
      isEditing: this.isEditing,
      isWon: session.isSolved && session.place > 0 && !this.isEditing,
      picture: isLights ? "" : this.picture,
      origin: origin >= 0 ? origin : undefined,
    };
    return Object.assign(view, ...this.layers.map(layer => layer(this)));
  }

  /** @type {BoardLike | undefined} */
  #drawn = undefined;

  /** Draw the state. @param {number} [origin] the cell where a change began */
  refresh(origin = -1) {
    this.#prove();
    const drawer = this.#drawer, view = this.view(origin);
    if (this.#drawn && this.#drawn !== drawer) this.#drawn.leave();
    this.#drawn = drawer;
    drawer.show(this.session.model, view);
    this.bar.update(view);
    this.panels[this.tab]?.update();
    this.#edit();
    this.status.update();
    this.address.keep();
  }

  /** Touch a cell: what that does depends on whether the board is being edited. @param {number} cell */
  touch(cell) {
    if (this.panels[this.tab]?.touch?.(cell)) return;
    if (this.isEditing) this.edits(editor => editor.choose(cell));
    else this.do({ type: "touch", cell });
  }

  /** Slide a tile: an arrow moves the tile, or if the player prefers it the blank. @param {number} down @param {number} right */
  slide(down, right) {
    const { model, state } = this.session, sign = read("arrows") === "blank" ? -1 : 1;
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
    this.proof?.point(cell);
  }

  /** @param {Tab} tab */
  async go(tab) {
    const before = this.tab;
    this.do({ type: "tab", tab });
    try {
      this.panels[tab] ??= await this.#make(tab);
    } catch (error) {
      if (this.tab === tab) this.do({ type: "tab", tab: /** @type {Tab} */ (document.body.dataset.tab ?? before) });
      return this.status.fail(error);
    }
    if (this.tab !== tab) return;
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
  }

  /** @param {Tab} tab @returns {Promise<Panel>} */
  async #make(tab) {
    await arrived(Promise.all([loadWords("more"), styled("more.css"), styled("study.css")]));
    if (tab === "learn") return (await arrived(import("./learn.js"))).createLearn(this);
    if (tab === "lab") return (await arrived(import("./lab.js"))).createLab(this);
    const { createSolve } = await arrived(import("./solve.js"));
    return this.solve ??= createSolve(this);
  }

  /** @type {ReturnType<typeof import("./solve.js").createSolve> | undefined} */
  solve = undefined;

  /** Use the solver's panel, once it is there. @param {(solve: ReturnType<typeof import("./solve.js").createSolve>) => void} use */
  solving(use) {
    if (this.solve) return use(this.solve);
    this.later(() => import("./solve.js"), ({ createSolve }) => use(/** @type {NonNullable<App["solve"]>} */ (this.panels.solve = this.solve ??= createSolve(this))));
  }

  /** Do what a key or a button asks for. @param {string} name */
  act(name) {
    const action = this.actions[name];
    if (action) action();
    else this.address.view = name;  // its part is still to come
    this.refresh();
  }

  /** @type {ReturnType<typeof import("./edit.js").createEditor> | undefined} */
  editor = undefined;
  /** @type {ReturnType<typeof import("./proof.js").createProof> | undefined} */
  proof = undefined;

  /** Turn the editor on or off. @param {boolean} isOn */
  edit(isOn) {
    this.do({ type: "edit", isOn });
  }

  /** The editor's tools stand below the board while it is edited. */
  #edit() {
    const box = byId("editor");
    box.hidden = !this.isEditing;
    if (!box.hidden) this.edits(editor => editor.update());
  }

  /** Use the editor, once it is there. @param {(editor: ReturnType<typeof import("./edit.js").createEditor>) => void} use */
  edits(use) {
    if (this.editor) return use(this.editor);
    if (this.#edits.push(use) > 1) return;
    void this.later(() => import("./edit.js"), ({ createEditor }) => {
      const editor = this.editor = createEditor(this, byId("editor"));
      for (const each of this.#edits.splice(0)) each(editor);
    }).then(() => {
      if (!this.editor) this.edit(false);  // it has not come
      this.#edits = [];
    });
  }

  /** @type {((editor: NonNullable<App["editor"]>) => void)[]} what waits for the editor, in order */
  #edits = [];

  /** Of a board that cannot be solved the proof is shown, in every tab. */
  #prove() {
    const { session } = this, box = byId("proof");
    box.hidden = session.answer?.verdict !== "unsolvable" || this.isEditing || session.isSolved;
    if (box.hidden || this.proof) return box.hidden ? undefined : this.proof?.update();
    this.later(() => import("./proof.js"), ({ createProof }) => {
      if (this.proof) return;
      this.proof = createProof(this, box);
      this.refresh();
    });
  }

  /** Show a card over the board, or none; it takes nothing from the board, and Esc closes it. @param {HTMLElement | null} content */
  card(content) {
    const place = byId("card");
    if (!content && place.hidden) return;
    const hadFocus = place.contains(document.activeElement);
    place.hidden = !content;
    place.replaceChildren(...content ? [content] : []);
    if (hadFocus) this.board.focusOn(this.board.focus);
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
    write("lang", wanted);
    document.title = t("title");
    this.status.say("");  // what was said was in the other language
    this.rail = createRail(this, byId("rail"));
    this.play = createPlay(this);
    const kept = Object.entries(this.panels).filter(([, panel]) => panel.translate);
    for (const [, panel] of kept) panel.translate?.();
    this.panels = { ...Object.fromEntries(kept), play: this.play };
    this.editor = undefined;
    this.proof?.translate();
    this.translate();
    await this.go(this.tab);
    this.emit("spoken", {});
  }

  /** Say everything that stands in the page in its language. */
  translate() {
    this.bar.translate();
    translate(document);
    for (const button of document.querySelectorAll("[data-do=language]")) button.textContent = lang === "en" ? "中" : "EN";
    this.paintTheme(false);
  }

  /** Use a module that is loaded when it is first used, with its sentences. @template T @param {() => Promise<T>} load @param {(found: T) => void} use */
  later(load, use) {
    return arrived(Promise.all([loadWords("more"), styled("more.css")]).then(load)).then(use).catch(error => this.status.fail(error));
  }

  /** Take a file that is dropped, pasted, or chosen. @param {File} file */
  take(file) {
    this.later(() => import("./intake.js"), ({ takeFile }) => void takeFile(this, file));
  }

  /** @param {string} title @param {...(Node | string)} content */
  dialog(title, ...content) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const close = h("button", { type: "button", class: "quiet", "aria-label": t("do.close"), onclick: () => dialog.close() }, icon("close"));
    dialog.replaceChildren(h("header", {}, h("h2", { id: "dialog-title" }, title), close), ...content);
    if (!dialog.open) dialog.showModal();
  }
}


/** Open the game of the last visit, or what the address says; if that is not known yet, once it is. @param {App} app @param {string} id */
async function openFirst(app, id) {
  const saved = readJson("game", value => typeof value === "object"), place = Array.isArray(saved?.shown) ? saved.shown.indexOf(id) : -1;
  const start = !id || place === 0 || (place === 1 && isReloaded()) ? String(saved?.start ?? "") : "";
  const resume = (/** @type {import("./model.js").Position | null} */ found) => Session.load(saved, found), session = resume(parseId(start));
  const why = /** @type {const} */ ("first");
  app.isResumed = session !== null;
  if (session) return app.open(session, { why });
  if (!start && (!id || parseId(id))) return id ? app.read(id, { why }) : undefined;
  app.isComing = true;
  document.body.classList.add("coming");
  const game = start ? app.position(start).then(resume).catch(() => null) : null;
  app.latest(Promise.resolve(game)).then(found => found ? app.open(found, { why }) : id ? app.read(id, { why }) : undefined)
    .catch(error => app.status.fail(error)).finally(() => { app.isComing = false; document.body.classList.remove("coming"); });
}

const isReloaded = () => /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "reload";

async function start() {
  await loadLang(preferredLang());
  const app = new App();
  const { tab, id, lesson, step } = addressed();
  app.translate();
  app.sheet(false);
  await openFirst(app, id);
  await app.go(tab);
  if (lesson) app.panels.learn?.turn?.(lesson, step);
  wire(app);
  const isFirstGame = !id && read("game") === null;
  document.body.dataset.ready = "";
  performance.mark("ready");
  if (isFirstGame) app.later(() => import("./hand.js"), ({ pointOut }) => pointOut(app, app.presses.find(press => app.session.state[press]) ?? app.presses[0]));
  onTrouble(trouble => app.later(async () => {}, () => app.status.say(t(`storage.${trouble}`))));
  setTimeout(() => {
    void app.engine.load().catch(() => {});
    void app.later(() => import("./solve.js"), () => {});  // it will be wanted
  }, 50);
  for (const load of PARTS) load().then(part => part.install(app)).catch(error => app.status.fail(error));
  if (location.protocol.startsWith("http"))
    void fetch("sw.js", { method: "HEAD" }).then(found => { if (found.ok) return navigator.serviceWorker?.register("sw.js"); }).catch(() => {});
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
      const game = app.left[family];
      if (game) app.open(game.copy(), { why: "family" });
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
  document.addEventListener("visibilitychange", () => {
    const { session } = app;
    session.run(!document.hidden && session.moves.length > 0 && !session.isSolved && !app.isEditing);
  });
  const receive = (/** @type {DataTransfer | null} */ data) => {
    const file = data?.files[0], text = data?.getData("text") ?? "";
    if (file) app.take(file);
    else if (text) app.read(text).catch(error => app.status.fail(error));
  };
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", event => { event.preventDefault(); receive(event.dataTransfer); });
  document.addEventListener("paste", event => { if (!/** @type {Element} */ (event.target).closest("input, textarea")) receive(event.clipboardData); });
  matchMedia("(max-width: 699px)").addEventListener("change", () => app.sheet(false));
  listen({
    step: (down, right) => app.session.model.family === "tiles" && !app.isEditing ? app.slide(down, right) : app.board.step(down, right),
    press: () => { app.touch(app.board.focus); app.board.focusOn(app.board.focus); },
    digit: digit => {
      app.board.focusOn(app.board.focus);
      if (app.isEditing) app.edits(editor => editor.digit(digit));
    },
    act: action => app.act(action),
    isOnBoard: () => byId("board").contains(document.activeElement),
  });
}

void start();
