/**
 * A challenge: a puzzle as it began and somebody's result on it, in one link; stars and squares (play/challenge.py).
 *
 * It is plain data in, plain data out, and draws nothing.
 */

/** @typedef {{length: number, ms: number}} Challenge the moves and the milliseconds to beat */

const SQUARES = 200, A_LINE = 20;  // moves whose squares are shown; squares in a line
const LINK = /^([^\n]*[^\s&])&me=(\d{1,6}),(\d{1,7})(?:\.(\d{1,3}))?\s*$/;

/** @param {Challenge} mine @param {Challenge} theirs */
export const isBeaten = (mine, theirs) => mine.length < theirs.length || (mine.length === theirs.length && mine.ms < theirs.ms);

/** Return the game ID of a board with a result on it. @param {string} board @param {Challenge} challenge */
export function formatChallenge(board, { length, ms }) {
  const part = String(ms % 1000).padStart(3, "0").replace(/0+$/, "");
  return `${board}&me=${length},${Math.floor(ms / 1000)}${part && `.${part}`}`;
}

/**
 * Return the game ID of a challenge and the result in it; the text itself and null if there is none.
 * @param {string} text @returns {{board: string, challenge: Challenge | null}}
 */
export function splitChallenge(text) {
  const found = LINK.exec(text);
  if (!found) return { board: text, challenge: null };
  return { board: found[1], challenge: { length: Number(found[2]), ms: 1000 * Number(found[3]) + Number((found[4] ?? "").padEnd(3, "0")) } };
}

/** Return how many of three stars a solution gets; 0 while par is not proved. @param {number} length @param {number} par @param {boolean} isProved */
export function starsOf(length, par, isProved) {
  if (!isProved) return 0;
  return length <= par ? 3 : length <= par + Math.max(1, Math.floor(par / 4)) ? 2 : 1;
}

/** @param {number} n */
export const drawnStars = n => "★".repeat(n) + "☆".repeat(3 - n);

/** Return a square a move, open for those that lost ground (counted from 0), in lines; "" for very many. @param {number} length @param {number[]} lost */
export function squares(length, lost) {
  if (length > SQUARES) return "";
  const signs = Array.from({ length }, (_, i) => lost.includes(i) ? "□" : "■");
  return Array.from({ length: Math.ceil(length / A_LINE) }, (_, row) => signs.slice(row * A_LINE, (row + 1) * A_LINE).join("")).join("\n");
}

/** Return a time to the millisecond: 0:07.250, 12:30.000, 1:02:05.125. @param {number} ms */
export function clockMs(ms) {
  const whole = Math.floor(ms), part = String(whole % 1000).padStart(3, "0"), two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const seconds = Math.floor(whole / 1000), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}.${part}` : `${minutes}:${two(seconds % 60)}.${part}`;
}
