/**
 * Boards that are not read at once: game IDs of large ones by a worker (reading.js), so that the page goes on meanwhile,
 * and all other texts by the engine. Until a large board is there the old one is not shown in its place; of one that is
 * larger than the page can show nothing is begun.
 *
 * As a part it has large boards, and those whose cells are too small for a finger, drawn on a canvas.
 */
import { byId, styled } from "./dom.js";
import { EngineError, TOO_LARGE } from "./engine/errors.js";
import { loadWords, t } from "./i18n.js";
import { LARGEST, QUICK, modelOf, parseUpTo } from "./model.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Read} Read */

const SHORT = 4000, LONG = 2_000_000;  // characters of a text whose board may be large, and that may be a board

/** @type {Worker | null} */
let worker = null;
/** @type {((found: {state: number[], seed?: string} | null) => void)[]} */
const waiting = [];
/** What is said of the boards that are read now. @type {Set<string>} */
const coming = new Set();
/** @type {Promise<void> | undefined} */
let canvas;

/** @param {App} app */
export function install(app) {
  void drawn(app).then(() => app.refresh()).catch(() => {});  // without it the board of cells draws them, slowly
}

/** Have the canvas, and what it says. @param {App} app */
function drawn(app) {
  return canvas ??= load(app).catch(error => { canvas = undefined; throw error; });
}

/** @param {App} app */
async function load(app) {
  const [{ CanvasBoard, isForCanvas }] = await Promise.all([import("./canvas.js"), loadWords("large"), styled("large.css")]);
  const root = byId("board");
  app.drawers.unshift({ fits: model => isForCanvas(model, root), view: new CanvasBoard(root, app.listener()) });
  app.headlines.unshift(() => coming.size ? { text: [...coming][0] } : null);
}

/**
 * Return the board that a text says, which is no game ID that is read at once.
 * @param {App} app @param {string} text @param {{format?: string, goal?: string}} how @param {boolean} isPlain without a format or a goal
 * @returns {Promise<Read>}
 */
export async function readLarge(app, text, how, isPlain) {
  const { width, height } = sizeOf(text), cells = width * height;
  if (cells ? cells <= QUICK : text.length <= SHORT) return chosen(app, text, await read(app, text, how));
  await loadWords("large");
  if (cells > LARGEST) throw tooLarge(cells);
  if (text.length > LONG) throw new EngineError({ code: TOO_LARGE, message: t("error.long") });
  let found;
  const name = cells ? t("large.coming", { size: `${width} × ${height}` }) : t("large.reading");
  try {
    await drawn(app).catch(() => {});
    coming.add(name);
    show(app);
    found = (isPlain ? await readId(text) : null) ?? await read(app, text, how);
  } finally {
    coming.delete(name);
    show(app);
  }
  return chosen(app, text, found);
}

/** Have the player choose, if a text may be several boards. @param {App} app @param {string} text @param {Read | {choices: import("./engine/types.js").Board[]}} found @returns {Promise<Read>} */
async function chosen(app, text, found) {
  if (!("choices" in found)) return found;
  await loadWords("gallery");
  return (await import("./ask.js")).askWhich(app, text, found.choices);
}

/** @param {App} app @param {string} text @param {{format?: string, goal?: string}} how @returns {Promise<Read | {choices: import("./engine/types.js").Board[]}>} */
async function read(app, text, how) {
  const board = /** @type {any} */ (await app.ask("parse", { text, ...how }));
  if (board.choices) return board;
  if (board.state.length > LARGEST) {
    await loadWords("large");
    throw tooLarge(board.state.length);
  }
  return { ...modelOf(board), note: board.note };
}

/** How large the board of a game ID is; 0 if that is not seen at once. @param {string} text */
function sizeOf(text) {
  const [, family, first, second] = /^\s*(lights|tiles):(\d{1,9})(?:x(\d{1,9}))?(?:[,:#\s]|$)/i.exec(text.slice(0, 100)) ?? [];
  const [width, height] = second || family?.toLowerCase() === "lights" ? [Number(first), Number(second ?? first)] : [0, 0];
  return { width, height };
}

/** @param {number} cells */
const tooLarge = cells => new EngineError({ code: TOO_LARGE, message: t("error.large", { cells: cells.toLocaleString(), most: LARGEST.toLocaleString() }) });

/** Hide the old board while a large one comes. @param {App} app */
function show(app) {
  document.body.classList.toggle("coming", coming.size > 0);
  app.status.update();
}

/**
 * Return the board of a game ID that is too large for `parseId`, or null if it must be left to the engine.
 * @param {string} text
 * @returns {Promise<Read | null>}
 */
async function readId(text) {
  const model = parseUpTo(text.replace(/^(\s*\w+:[^:#\s]+)[^]*$/, "$1"), LARGEST)?.model;
  if (!model) return null;
  const found = await new Promise(resolve => {
    waiting.push(resolve);
    worker ??= start();
    worker.postMessage(text);
  });
  return found && { model, state: found.state, seed: found.seed };
}

function start() {
  const made = new Worker(new URL("./reading.js", import.meta.url), { type: "module", name: "reading" });
  made.onmessage = ({ data }) => waiting.shift()?.(data);
  made.onerror = event => {
    event.preventDefault();
    made.terminate();
    worker = null;
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  return made;
}
