/** What a link says besides its board: a result to be beaten, or the moves of a replay (play/challenge.py, play/replay.py). */
import { splitChallenge } from "./challenge.js";
import { Session } from "./session.js";

/** @typedef {import("./app.js").App} App */

const REPLAY = /^([^\n]*[^\s&])&replay=([\d.]*)(?:,([\d.]*))?\s*$/;
const TEXT_MAX = 1 << 20;

/** The board of a replay and its two lists; null if a text is none. @param {string} text */
export function splitReplay(text) {
  const found = text.length <= TEXT_MAX ? REPLAY.exec(text) : null;
  return found && { board: found[1], moves: found[2], times: found[3] ?? "" };
}

/**
 * Return the board of a text and what is linked with it; of a result that was copied whole, that of its last line.
 * @param {string} text
 * @returns {{board: string, challenge: import("./challenge.js").Challenge | null, replay: {moves: string, times: string} | null}}
 */
export function unlink(text) {
  const line = text.length <= TEXT_MAX ? (text.trim().split("\n").at(-1) ?? "").trim().replace(/^https?:\/\/[^#]*#(?:(?:play|solve|learn|lab):)?/, "") : text;
  const replay = splitReplay(line), { board, challenge } = splitChallenge(line);
  if (replay) return { board: replay.board, challenge: null, replay };
  return { board: challenge ? board : text, challenge, replay: null };
}

/** @type {{moves: string, times: string} | null} the replay on the board that was opened last, until it is shown */
let replay = null;

/** Open the board of a link, with what is linked with it. @param {App} app @param {string} text @param {import("./store.js").Why} why */
export async function open(app, text, why) {
  const link = unlink(text), { model, state, seed } = await app.latest(app.position(link.board)), session = new Session(model, state, seed);
  session.challenge = link.challenge;
  replay = link.replay;
  app.open(session, { why });
}

/** Return the replay that is to be shown, once. */
export function takeReplay() {
  const taken = replay;
  replay = null;
  return taken;
}
