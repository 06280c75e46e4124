/**
 * A player's record: every finished game, the averages of speedcubing, the streak of days (play/record.py, whose file
 * this reads and writes). Games are compared by their game ID without its cells; those with help count in no average.
 *
 * It is plain data in, plain data out: where the record is kept, and how it is drawn, is for others.
 */

/**
 * @typedef {object} Game
 * @property {string} board the game ID of the board as it began
 * @property {string} date when it ended, local time with its offset
 * @property {number} ms from the first move to the last
 * @property {number} length how many moves led to the end
 * @property {number[]} [moves] @property {number[]} [times] milliseconds of each move since the first
 * @property {number | null} [par] the fewest moves that are known
 * @property {boolean} [proved] whether par is proved
 * @property {boolean} [help] whether a hint or a solution was shown
 * @property {boolean} [solved] false: it was given up
 * @property {number} [inspection] milliseconds before the first move
 * @property {string} [daily] the day whose board this is
 */
/** @typedef {"ms"|"length"} Measure */
/** A refusal, as a key of the page's sentences. */
export class RecordError extends Error {
  /** @param {string} key @param {Record<string, string | number>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

const NAME = "solvable record", VERSION = 1;
export const TEXT_MAX = 1 << 25;  // characters of a file
const GAMES_MAX = 100_000, BOARD_MAX = 100_000, MOVES_MAX = 100_000, MS_MAX = 10 ** 10;
const GAP = 3_600_000;  // milliseconds without a finished game, after which another session begins
const DAY = 86_400_000;
const BOARD = /^[a-z]{1,40}:[^:#\s]+:[^:#\s]+$/;
const DATE = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** @param {unknown} value @param {number} most */
const isWhole = (value, most) => Number.isInteger(value) && /** @type {number} */ (value) >= 0 && /** @type {number} */ (value) <= most;
const isFlag = (/** @type {unknown} */ value) => typeof value === "boolean";
const areWhole = (/** @type {unknown} */ value) => Array.isArray(value) && value.length <= MOVES_MAX && value.every(each => isWhole(each, MS_MAX));
/** Whether there is such a day: what the clock makes of it is the same day. @param {string} text */
function isDay(text) {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && !text.startsWith("0000");
}

/** @type {Record<string, (value: any) => boolean>} of each field, whether a value is right */
const CHECKS = {
  board: value => typeof value === "string" && value.length <= BOARD_MAX && BOARD.test(value),
  date: value => typeof value === "string" && isDay(DATE.exec(value)?.[1] ?? ""),
  ms: value => isWhole(value, MS_MAX),
  length: value => isWhole(value, MOVES_MAX),
  moves: areWhole, times: areWhole,
  par: value => value === null || isWhole(value, MOVES_MAX),
  proved: isFlag, help: isFlag, solved: isFlag,
  inspection: value => isWhole(value, MS_MAX),
  daily: value => value === "" || (typeof value === "string" && isDay(value)),
};
/** What each field is if it is left out. @type {Record<string, unknown>} */
const USUAL = { par: null, proved: false, help: false, solved: true, inspection: 0, daily: "", moves: [], times: [] };

/** @param {any} fields @param {number} n @returns {Game} */
function gameOf(fields, n) {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) throw new RecordError("record.bad.game", { n });
  /** @type {any} */
  const game = {};
  for (const [name, isRight] of Object.entries(CHECKS)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : USUAL[name];
    if (!isRight(value)) throw new RecordError("record.bad.field", { n, name });
    if (JSON.stringify(value) !== JSON.stringify(USUAL[name])) game[name] = value;
  }
  for (const list of [game.moves, game.times])
    if (list && list.length !== game.length) throw new RecordError("record.bad.field", { n, name: "length" });
  return game;
}

/** Return the games that a file holds; throw a RecordError if it holds none, or too much. @param {string} text @returns {Game[]} */
export function parseRecord(text) {
  if (text.length > TEXT_MAX) throw new RecordError("record.bad.large", { n: TEXT_MAX });
  let fields;
  try { fields = JSON.parse(text); } catch { throw new RecordError("record.bad.json"); }
  return gamesOf(fields);
}

/** Return the games of what a file says; throw a RecordError if it is no record. @param {any} fields @returns {Game[]} */
export function gamesOf(fields) {
  if (fields?.format !== NAME) throw new RecordError("record.bad.format");
  if (fields.version !== VERSION) throw new RecordError("record.bad.version", { found: String(fields.version).slice(0, 40) });
  if (!Array.isArray(fields.games) || fields.games.length > GAMES_MAX) throw new RecordError("record.bad.games", { n: GAMES_MAX });
  return merged([], fields.games.map((/** @type {unknown} */ each, /** @type {number} */ i) => gameOf(each, i + 1)));
}

/** Return the games as a file, a game a line. @param {Game[]} games */
export const formatRecord = games => `{"format": "${NAME}", "version": ${VERSION}, "games": [\n${games.map(game => JSON.stringify(game)).join(",\n")}\n]}\n`;

/** @param {Game} game */
export const instantOf = game => Date.parse(game.date);
/** What is the same in two copies of one game, and in no others. @param {Game} game */
const identityOf = game => `${instantOf(game)} ${game.board} ${game.ms} ${game.length}`;

/** Return all games in the order in which they ended, none twice. @param {Game[]} games @param {Game[]} others */
export function merged(games, others) {
  const found = new Map([...others, ...games].map(game => [identityOf(game), game]));
  return [...found.values()].sort((a, b) => instantOf(a) - instantOf(b) || (a.board < b.board ? -1 : a.board > b.board ? 1 : 0) || a.ms - b.ms || a.length - b.length);
}

/** The ID of a game's puzzle. @param {string} board */
export const puzzleOf = board => board.slice(0, board.lastIndexOf(":"));

/** The puzzles that were played, the last one first. @param {Game[]} games */
export const puzzlesOf = games => [...new Set(games.map(game => puzzleOf(game.board)).reverse())];

/** Moves a second; 0 if no time passed. @param {Game} game */
export const tpsOf = game => game.ms ? 1000 * game.length / game.ms : 0;

/** Return the mean without the best and the worst twentieth, at least one each; infinity if one in it is that. @param {number[]} values */
export function average(values) {
  const cut = Math.ceil(values.length / 20), middle = [...values].sort((a, b) => a === b ? 0 : a - b).slice(cut, values.length - cut);
  return middle.reduce((a, b) => a + b, 0) / middle.length;
}

/** Return the averages of each `n` values in a row, null where there are fewer before. @param {number[]} values @param {number} n @returns {(number | null)[]} */
export const rolling = (values, n) => values.map((_, i) => i + 1 < n ? null : average(values.slice(i + 1 - n, i + 1)));

/** @param {(number | null)[]} values @returns {number | null} */
const least = values => values.reduce((best, value) => value !== null && (best === null || value < best) ? value : best, null);

/**
 * What the games of one puzzle come to; those with help are only counted.
 * @param {Game[]} games @param {string} puzzle @param {Measure} measure
 */
export function statistics(games, puzzle, measure) {
  const all = games.filter(game => puzzleOf(game.board) === puzzle), counted = all.filter(game => !game.help);
  const values = counted.map(game => game.solved === false ? Infinity : game[measure]), solves = counted.filter(game => game.solved !== false);
  const best = solves.reduce((/** @type {Game | null} */ least, game) => least === null || game[measure] < least[measure] ? game : least, null);
  const mean = solves.length ? solves.reduce((sum, game) => sum + game[measure], 0) / solves.length : null;
  const averages = Object.fromEntries([5, 12, 50].map(n => {
    const row = rolling(values, n);
    return [n, { now: row.at(-1) ?? null, best: least(row), row }];
  }));
  return { counted, solves, values, best, mean, averages, helped: all.length - counted.length };
}

/** Return the games without help of a puzzle, divided where an hour went by without one. @param {Game[]} games @param {string} puzzle */
export function sessions(games, puzzle) {
  /** @type {Game[][]} */
  const found = [];
  for (const game of statistics(games, puzzle, "ms").counted) {
    const last = found.at(-1)?.at(-1);
    if (last && instantOf(game) - instantOf(last) <= GAP) found[found.length - 1].push(game);
    else found.push([game]);
  }
  return found;
}

/** The days whose board was solved, with or without help. @param {Game[]} games */
export function calendar(games) {
  /** @type {Record<string, "solved"|"help">} */
  const days = {};
  for (const { daily, solved, help } of games)
    if (daily && solved !== false && days[daily] !== "solved") days[daily] = help ? "help" : "solved";
  return days;
}

/**
 * Return on how many days in a row, up to now, the daily board was solved on its day, and the most ever; today does not
 * end a streak before it is over.
 * @param {Game[]} games @param {string} today
 */
export function streak(games, today) {
  const numberOf = (/** @type {string} */ day) => Date.parse(`${day}T00:00:00Z`) / DAY;
  const days = new Set(games.filter(game => game.solved !== false && game.daily && game.daily === game.date.slice(0, 10)).map(game => numberOf(game.daily ?? "")));
  let longest = 0, now = 0, at = numberOf(today);
  for (const day of days) {
    if (days.has(day - 1)) continue;
    let run = 1;
    while (days.has(day + run)) run++;
    longest = Math.max(longest, run);
  }
  if (!days.has(at)) at--;
  while (days.has(at--)) now++;
  return { now, longest };
}

/** Return a moment as the record writes it: local time with its offset. @param {Date} at */
export function localTime(at) {
  const two = (/** @type {number} */ n) => String(Math.floor(Math.abs(n))).padStart(2, "0"), minutes = -at.getTimezoneOffset();
  const day = [String(at.getFullYear()).padStart(4, "0"), two(at.getMonth() + 1), two(at.getDate())].join("-");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
  return `${day}T${time}${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}
