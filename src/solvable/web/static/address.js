/**
 * The board in the address and in the browser's memory. A move is written over the entry of its game; another board is an
 * entry of its own, so the browser's Back goes back to the game before.
 */
import { write } from "./storage.js";
import { TABS } from "./store.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./store.js").Tab} Tab */
/** @typedef {import("./session.js").Session} Session */

const PAUSE = 310;  // milliseconds between two writings: browsers allow a hundred in half a minute
const VISIT = Math.random().toString(36).slice(2);

/**
 * What an address says: a tab and a board, `#solve:ID`, with a step of a lesson, `#learn:chase:5:ID`; or a view, `#gallery`.
 * @param {string} [address] @returns {{tab: Tab, id: string, lesson?: string, step: number, view?: string}}
 */
export function addressed(address = location.href) {
  let id = new URL(address).hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* as it stands */ }
  if (/^(gallery|help)$/.test(id)) return { tab: "play", id: "", step: 1, view: id };
  const tab = TABS.find(name => id.startsWith(`${name}:`)) ?? "play";
  if (id.startsWith(`${tab}:`)) id = id.slice(tab.length + 1);
  const found = tab === "learn" ? /^([a-z]+):(\d{1,4}):(.*)$/.exec(id) : null;
  return found ? { tab, id: found[3], lesson: found[1], step: Number(found[2]) } : { tab, id, step: 1 };
}

export class Address {
  /** @type {WeakMap<Session, string>} */
  #keys = new WeakMap();
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #shown = location.href;
  #before = location.href;
  #written = -Infinity;  // when
  /** @type {Session | undefined} the game of this entry */
  #entry = undefined;
  #isEdit = false;
  view = addressed().view;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    addEventListener("popstate", () => this.follow());
    addEventListener("hashchange", () => this.follow());
    addEventListener("pagehide", () => this.remember());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.remember(); });  // phones end what is hidden without a word
  }

  /** @param {Session} session */
  #key(session) {
    const key = this.#keys.get(session) ?? `${VISIT} ${this.#count++}`;
    this.#keys.set(session, key);
    return key;
  }

  /** Write the board down: at once, if that was not done just now. */
  keep() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.app.isComing) return;
      if (location.href !== this.#shown) return this.follow();  // a link, whose event is still to come
      this.#written = performance.now();
      this.#write();
      this.remember();
    }, Math.max(0, this.#written + PAUSE - performance.now()));
  }

  #write() {
    const { session, store } = this.app, isEdit = store.why === "edit", state = { game: this.#key(session) };
    const isSame = !this.#entry || this.#entry === session || (isEdit && this.#isEdit) || history.state?.game === state.game;
    try {
      if (isSame) history.replaceState(state, "", this.link());
      else history.pushState(state, "", this.link());
    } catch { return; }  // a page in a frame of its own may not
    [this.#entry, this.#isEdit] = [session, isEdit];
    this.#before = this.#shown;
    this.#shown = location.href;
  }

  /** Write the game into the browser's memory, with what the address shows, and showed: a reload may know no later one. */
  remember() {
    const shown = [this.#shown, this.#before].map(address => addressed(address).id);
    if (!this.app.isComing) write("game", this.app.session.save(shown));
  }

  /** Open what has come into the address: a game that the browser went back to, or a link. */
  follow() {
    if (location.href === this.#shown && history.state?.game === (this.#entry && this.#key(this.#entry))) return;
    const { app } = this, { tab, id, lesson, step, view } = addressed(), key = history.state?.game;
    this.#shown = location.href;
    if (view) return app.act(view);
    const turn = () => app.go(tab).then(() => lesson && app.panels.learn?.turn?.(lesson, step));
    const at = key ? app.store.state.games.findIndex(game => this.#keys.get(game) === key) : -1;
    this.#entry = undefined;  // what comes is written over this entry
    if (at >= 0) {
      app.do({ type: "game", at });
      if (tab !== app.tab) void app.go(tab);
    } else if (id !== app.session.id) app.read(id, { why: "link" }).then(turn).catch(error => app.status.fail(error));
    else if (tab !== app.tab || lesson) void turn();
  }

  /** The address of this board, and of this tab. */
  link(isShared = false) {
    const { app } = this, tab = app.tab === "play" || isShared ? "" : `${app.tab}:${app.panels[app.tab]?.place?.() ?? ""}`;
    return `${location.href.replace(/[?#].*/, "")}#${tab}${app.session.id}`;
  }
}
