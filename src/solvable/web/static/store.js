/**
 * What the page shows, in one object that only `reduce` changes; views are drawn from it.
 *
 * Its heart is one history: the boards of this visit, each with its moves. Whatever replaces the board (New, an edit, a
 * paste, a photo, a mended board) is a step of it like a move, so undo and redo lead through all of them.
 */

/** @typedef {import("./session.js").Session} Session */
/** @typedef {"play"|"solve"|"learn"|"lab"} Tab */
/** @typedef {"first"|"new"|"edit"|"mend"|"read"|"goal"|"family"|"link"} Why why a board has come */

/**
 * @typedef {object} State
 * @property {Session[]} games the boards of this visit, in the order in which they came
 * @property {number} at which of them is on the board
 * @property {Tab} tab
 * @property {boolean} isEditing
 */
/**
 * @typedef {{type: "touch", cell: number} | {type: "move", move: number} | {type: "undo"} | {type: "redo"} | {type: "go", place: number} | {type: "along", place: number}
 *   | {type: "open", session: Session, why: Why, isEditing?: boolean, isAmended?: boolean} | {type: "game", at: number}
 *   | {type: "restore", games: Session[]}
 *   | {type: "edit", isOn: boolean} | {type: "tab", tab: Tab} | {type: "show", moves: number[], shown: "hint"|"marks"} | {type: "hide"}
 *   | {type: "answer", answer: import("./engine/types.js").Answer, session?: Session, at?: number}} Action
 */
/** @typedef {{action: Action, isOther: boolean, isWon: boolean}} Change `isOther`: another board has come */

export const TABS = /** @type {const} */ (["play", "solve", "learn", "lab"]);
const MOST = 500;  // boards in the history

export class Store {
  /** @param {Session} session @param {(change: Change) => void} changed */
  constructor(session, changed) {
    /** @type {State} */
    this.state = { games: [session], at: 0, tab: "play", isEditing: false };
    this.changed = changed;
    /** @type {WeakMap<Session, Why>} */
    this.whys = new WeakMap([[session, "first"]]);
  }

  get session() { return this.state.games[this.state.at]; }
  get canUndo() { return this.session.canUndo || this.state.at > 0; }
  get canRedo() { return this.session.canRedo || this.state.at < this.state.games.length - 1; }
  /** Why the board on view came. */
  get why() { return this.whys.get(this.session) ?? "first"; }

  /** Change the state; return whether anything has changed. @param {Action} action */
  do(action) {
    const before = this.session, wasSolved = before.isSolved;
    if (action.type === "open") this.whys.set(action.session, action.why);
    if (!reduce(this.state, action, session => this.whys.get(session) ?? "first")) return false;
    const { session } = this, isOther = session !== before, isMove = !isOther && session.place > 0;
    if (isOther) before.run(false);
    session.run(session.moves.length > 0 && !session.isSolved && !this.state.isEditing && !document.hidden);
    const isMade = ["touch", "move", "redo", "along"].includes(action.type);
    this.changed({ action, isOther, isWon: isMade && isMove && !wasSolved && session.isSolved });
    return true;
  }
}

/**
 * The one place where the state changes; return whether it did.
 * @param {State} state @param {Action} action @param {(session: Session) => Why} whyOf
 * @returns {boolean}
 */
export function reduce(state, action, whyOf) {
  const session = state.games[state.at];
  switch (action.type) {
    case "touch": return session.touch(action.cell);
    case "move": return session.move(action.move);
    case "undo": return session.undo() || enter(state, state.at - 1, whyOf(session));
    case "redo": return session.redo() || enter(state, state.at + 1, whyOf(state.games[state.at + 1]));
    case "go": return session.place !== action.place && (session.go(action.place), true);
    case "along": return session.place !== action.place && (session.along(action.place), true);
    case "game": return enter(state, action.at, "link");
    case "open": return open(state, action);
    case "restore":
      state.games.unshift(...action.games);
      state.at += action.games.length;
      return action.games.length > 0;
    case "edit":
      if (state.isEditing === action.isOn) return false;
      state.isEditing = action.isOn;
      return true;
    case "tab":
      if (action.tab === state.tab) return false;
      state.tab = action.tab;
      return true;
    case "show":
      session.show(action.moves, action.shown);
      return true;
    case "hide":
      session.hide();
      return true;
    case "answer": return (action.session ?? session).learn(action.answer, action.at);
  }
}

/** Go to another board of the history. Only from one edit to the next does editing go on. @param {State} state @param {number} at @param {Why} why */
function enter(state, at, why) {
  if (at < 0 || at >= state.games.length || at === state.at) return false;
  state.at = at;
  if (why !== "edit") state.isEditing = false;
  return true;
}

/** @param {State} state @param {Extract<Action, {type: "open"}>} action */
function open(state, { session, why, isEditing = false, isAmended = false }) {
  const { games, at } = state;
  games.length = at + 1;
  if (isAmended || why === "first") games[at] = session;
  else {
    games[at].trim();
    games.push(session);
  }
  if (games.length > MOST) games.shift();
  state.at = games.length - 1;
  state.isEditing = isEditing;
  return true;
}
