/**
 * The player's record in this browser: what is in it, what a finished game adds, and when a board is one of a day.
 *
 * Another tab may have added games meanwhile, so what is stored is read and merged before it is written.
 */
import { today } from "./levels.js";
import { isSame, isSeeded, seeded } from "./model.js";
import { formatRecord, gamesOf, localTime, merged } from "./record.js";
import { readJson, write } from "./storage.js";

/** @typedef {import("./record.js").Game} Game */
/** @typedef {import("./session.js").Session} Session */

const NAME = "record";
const LONG = 2000;  // moves from which a game keeps only their number
const REPLAYS = 100;  // games that keep their moves if storage is full

/** @returns {Game[]} */
export function games() {
  /** @type {Game[]} */
  let found = [];
  readJson(NAME, value => {
    try { found = gamesOf(value); } catch { return false; }
    return true;
  });
  return found;
}

/** Add games, and return all. @param {Game[]} others */
export function add(others) {
  const all = merged(games(), others);
  if (!write(NAME, formatRecord(all)) && all.length > REPLAYS) {
    const thinned = all.map((game, i) => i < all.length - REPLAYS ? { ...game, moves: undefined, times: undefined } : game);
    write(NAME, formatRecord(thinned));
  }
  return all;
}

/** Put a game in place of the one that it is, of which more is known now. @param {Game} game */
export function amend(game) {
  write(NAME, formatRecord(merged([game], games())));
}

/** The day whose board a game is played on, as in 2026-11-28; "" if it is none. @param {Session} session */
export function dayOf({ model, start, seed }) {
  const now = today();
  if (/^\d{4}-\d\d-\d\d$/.test(seed)) return seed <= now ? seed : "";
  return isSeeded(model) && isSame(seeded(model, now), start) ? now : "";
}

/** What the record says of a game that has just been solved or given up. @param {Session} session @returns {Game} */
export function gameOf(session) {
  const { par, place, inspection } = session, daily = dayOf(session), times = session.times.slice(0, place);
  return {
    board: session.startId, date: localTime(new Date()), ms: times.at(-1) ?? 0, length: place,
    ...(par ? { par: par.length, ...(par.length === par.lower_bound ? { proved: true } : {}) } : {}),
    ...(session.withHelp ? { help: true } : {}), ...(session.isSolved ? {} : { solved: false }), ...(inspection ? { inspection } : {}), ...(daily ? { daily } : {}), ...(place <= LONG ? { moves: session.moves.slice(0, place), times } : {}),
  };
}
