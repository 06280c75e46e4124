/**
 * A board that plays at once, before any runtime is there: a puzzle as plain data, and its moves.
 *
 * `parseId` reads the game IDs of plain boards; whatever else (graphs, matrices, foreign formats) the engine reads, and
 * `modelOf` makes the same data of its answer. A state is one number a cell, as everywhere; a move is the number of the
 * pressed light, or of the cell whose tile slides.
 */
import { EngineError, TOO_LARGE } from "./engine/errors.js";
import { fits, isIrregular, togglesOf } from "./rules.js";
import { randomOf } from "./seeds.js";
import { eachOf, gridLayout, sceneLayout } from "./layout.js";

export const QUICK = 1024;  // cells of a board that is read at once; larger ones are read by a worker (large.js),
export const LARGEST = 160_000;  // up to so many, as 400 × 400

/** @typedef {import("./layout.js").Layout} Layout */
/**
 * @typedef {object} Model
 * @property {"lights"|"tiles"} family
 * @property {string} puzzle the game ID without its cells: `lights:5x5,torus`
 * @property {number} width @property {number} height 0 if there is no grid
 * @property {number} cells
 * @property {number[]} goal
 * @property {number} k states of a lamp, 0 for tiles
 * @property {import("./rules.js").Toggle[]} toggles what each press adds; empty for tiles
 * @property {Set<number>} dead cells that do not exist
 * @property {Set<number>} free cells whose lamps do not matter
 * @property {boolean} [isLetters] tiles are written A, B …
 * @property {string[]} [colours] those that its rule names, of the states of a lamp
 * @property {string[]} [symbols] what is shown on the tiles 1, 2, …, "" for the number or the letter
 * @property {boolean} isExplicit the wiring is its own, so that cells should show it
 * @property {"stm"|"mtm"} metric
 * @property {number[][]} near the cells next to each, for tiles
 * @property {Layout} layout
 */
/** @typedef {{model: Model, state: number[], seed?: string}} Position */

/** @typedef {Record<string, import("./engine/types.js").Board>} Catalogue */
/** @type {Catalogue} the named variants by their ID in small letters, once they are there */
const catalogue = {};

/** The words of a named puzzle, if they are there. @param {string} puzzle @returns {import("./catalogue.js").Entry | undefined} */
export const entryOf = puzzle => /** @type {any} */ (catalogue[puzzle.toLowerCase()]);

/** Whether a text is the ID of a puzzle that only the list of named ones may know. @param {string} text */
export const mayBeNamed = text => /^\s*(lights|tiles):[^\d\s]/i.test(text) && !parseId(text);

/** @param {(import("./engine/types.js").Board & {id: string})[]} found */
export function learnVariants(found) {
  for (const each of found) catalogue[each.id.toLowerCase()] = { ...each, state: each.goal };
}

/** Return the board of a game ID, or null if it must be left to large.js. @param {string} text @returns {Position | null} */
export const parseId = text => parseUpTo(text, QUICK);

/**
 * The same of boards of at most `most` cells.
 * @param {string} text @param {number} most
 * @returns {Position | null}
 */
export function parseUpTo(text, most) {
  const id = /^(lights|tiles):([^:#\s]+)(?:(:)([^#]*)|#(.*))?$/i.exec(text.trim());
  if (!id) return null;
  const family = id[1].toLowerCase(), params = id[2].toLowerCase(), [first, ...options] = params.split(",");
  const named = catalogue[`${family}:${params}`];
  const model = named ? modelOf(named).model : family === "lights" ? lights(first, options, most) : tiles(first, params, most);
  if (!model || (id[5] !== undefined && !isSeeded(model))) return null;
  if (id[5] !== undefined) return { model, state: seeded(model, id[5]), seed: id[5] };
  const state = id[3] ? parseCells(model, id[4]) : model.goal;
  return state && { model, state };
}

/**
 * @param {string} first @param {string[]} options @param {number} most
 * @returns {Model | null}
 */
function lights(first, options, most) {
  const size = /^(\d{1,4})(?:x(\d{1,4}))?$/.exec(first);
  if (!size) return null;
  const width = Number(size[1]), height = Number(size[2] ?? size[1]);
  if (width * height < 1 || width * height > most) return null;
  let rule = "plus", surface = "plane", k = 2, goalText = "";
  /** @type {number[]} */
  let dead = [];
  /** @type {number[]} */
  let fixed = [];
  for (const option of options) {
    const [key, value] = option.split("=");
    if (fits(key, "torus", 2, 2)) rule = key;
    else if (fits("plus", key, 2, 2)) surface = key;
    else if (/^mod\d{1,3}$/.test(key)) k = Number(key.slice(3));
    else if (/^(dead|fixed)$/.test(key) && /^\d+(\.\d+)*$/.test(value)) {
      const cells = value.split(".").map(Number);
      if (key === "dead") dead = cells; else fixed = cells;
    } else if (key === "goal") goalText = value;
    else return null;
  }
  if (k < 2 || !fits(rule, surface, width, height) || [...dead, ...fixed].some(cell => cell >= width * height)) return null;
  fixed = fixed.filter(cell => !dead.includes(cell));
  const gone = new Set(dead), toggles = togglesOf({ width, height, rule, surface, k }, gone, new Set([...dead, ...fixed]));
  const words = [`${width}x${height}`, ...(rule === "plus" ? [] : [rule]), ...(surface === "plane" ? [] : [surface]),
    ...(k === 2 ? [] : [`mod${k}`]), ...spell("dead", dead), ...spell("fixed", fixed)];
  /** @type {Model} */
  const model = {
    family: "lights", puzzle: `lights:${words.join(",")}`, width, height, cells: width * height, k, toggles, dead: gone, free: new Set(),
    goal: new Array(width * height).fill(0), isExplicit: false, metric: "stm", near: [],
    layout: gridLayout(width, height, rule),
  };
  if (!goalText) return model;
  const goal = parseCells(model, goalText);
  if (!goal) return null;
  return goal.some(Boolean) ? { ...model, goal, puzzle: `${model.puzzle},goal=${formatCells(model, goal)}` } : model;
}

/** @param {string} key @param {number[]} cells */
function spell(key, cells) {
  return cells.length ? [`${key}=${[...cells].sort((a, b) => a - b).join(".")}`] : [];
}

/**
 * @param {string} first @param {string} whole with the commas of a goal's cells @param {number} most
 * @returns {Model | null}
 */
function tiles(first, whole, most) {
  const square = /^(\d{1,4})(?:-puzzle)?$/.exec(first), side = square ? Math.sqrt(Number(square[1]) + 1) : 0;
  const size = square && Number.isInteger(side) && side > 1 ? ["", side, side] : /^(\d{1,3})x(\d{1,3})$/.exec(first);
  const rest = /^[^,]+(?:,goal=(blank-last|blank-first|spiral))?(?:,(stm|mtm))?$/.exec(whole);
  if (!size || !rest) return null;
  const width = Number(size[1]), height = Number(size[2]), cells = width * height;
  if (cells < 2 || cells > most) return null;
  const metric = rest[2] === "mtm" ? "mtm" : "stm", goal = tilesGoal(rest[1] ?? "blank-last", width, height);
  const words = [`${width}x${height}`, ...(rest[1] && rest[1] !== "blank-last" ? [`goal=${rest[1]}`] : []),
    ...(metric === "mtm" ? ["mtm"] : [])];
  return {
    family: "tiles", puzzle: `tiles:${words.join(",")}`, width, height, cells, goal, k: 0, toggles: [], dead: new Set(), free: new Set(),
    isExplicit: false, metric, near: gridNear(width, height), layout: gridLayout(width, height, "tile"),
  };
}

/** @param {string} name @param {number} width @param {number} height */
function tilesGoal(name, width, height) {
  const cells = width * height, numbers = Array.from({ length: cells }, (_, i) => i);
  if (name === "blank-first") return numbers;
  if (name === "blank-last") return [...numbers.slice(1), 0];
  const goal = new Array(cells).fill(-1);
  let row = 0, column = 0, down = 0, right = 1;
  for (let tile = 1; tile < cells; tile++) {
    goal[row * width + column] = tile;
    const [r, c] = [row + down, column + right];
    if (r < 0 || r >= height || c < 0 || c >= width || goal[r * width + c] >= 0) [down, right] = [right, -down];
    row += down;
    column += right;
  }
  return goal.map(tile => Math.max(0, tile));
}

/**
 * @param {number} width @param {number} height
 * @returns {number[][]}
 */
function gridNear(width, height) {
  return eachOf(width * height, cell => {
    const row = Math.floor(cell / width), column = cell % width;
    return [...(row ? [cell - width] : []), ...(column ? [cell - 1] : []), ...(column + 1 < width ? [cell + 1] : []),
      ...(row + 1 < height ? [cell + width] : [])];
  });
}

/**
 * Return the model and the state of a board that the engine has read.
 * @param {import("./engine/types.js").Board} board
 * @returns {Position}
 */
export function modelOf(board) {
  const isLights = board.family === "lights", cells = board.state.length;
  if (!board.scene) return { model: largeModel(board), state: board.state };
  const holes = new Set(isLights ? board.dead ?? [] : board.state.flatMap((tile, cell) => tile < 0 ? [cell] : []));
  /** @type {number[][]} */
  let near = isLights ? [] : gridNear(board.width, board.height).map(
    (cellsNear, cell) => holes.has(cell) ? [] : cellsNear.filter(other => !holes.has(other)));
  if (!isLights && board.links) {
    near = Array.from({ length: cells }, () => []);
    for (const [a, b] of board.links) { near[a].push(b); near[b].push(a); }
  }
  return {
    state: board.state,
    model: {
      family: isLights ? "lights" : "tiles", puzzle: board.puzzle, width: board.width, height: board.height, cells,
      goal: board.goal, k: isLights ? board.k ?? 2 : 0, toggles: board.toggles ?? [], dead: holes, free: new Set(board.free ?? []),
      isExplicit: isLights && !board.scene.links?.length && isIrregular(board.toggles ?? [], board.width, board.height, board.k ?? 2, new Set([...holes, ...board.free ?? []])), metric: board.metric ?? "stm", near,
      layout: sceneLayout(board.scene), isLetters: Boolean(board.letters), symbols: board.symbols, colours: board.colours,
    },
  };
}

/** Return the model of a board that is sent without its picture. @param {import("./engine/types.js").Board} board @returns {Model} */
function largeModel(board) {
  const model = parseUpTo(board.puzzle, LARGEST)?.model;
  if (!model) throw new EngineError({ code: TOO_LARGE, message: TOO_LARGE, arguments: { cells: board.state.length } });
  return model;
}

/** Say whether lamps are to end otherwise than all of them off. @param {Model} model */
export function isAimed(model) {
  return model.k > 0 && (model.free.size > 0 || model.goal.some(Boolean));
}

/**
 * Return the state that the cells of a game ID write, or null.
 * @param {Model} model @param {string} text
 * @returns {number[] | null}
 */
export function parseCells(model, text) {
  if (model.isLetters) text = [...text.toUpperCase()].map(sign => /[A-Z]/.test(sign) ? sign.charCodeAt(0) - CODE : sign).join(",");
  const isWide = model.family === "tiles" || model.k > 10 || text.includes(",");
  const words = isWide ? text.split(/[,/\s]+/).filter(Boolean) : [...text.replaceAll(/[/\s]/g, "")];
  const state = words.map(word => word === "_" ? 0 : word === "-" ? -1 : /^\d+$/.test(word) ? Number(word) : NaN);
  if (state.length !== model.cells) return null;
  const isRight = model.family === "tiles" ? [...state].sort((a, b) => a - b).join() === [...model.goal].sort((a, b) => a - b).join()
    : state.every((level, cell) => level >= 0 && level < model.k && !(level && (model.dead.has(cell) || model.free.has(cell))));
  return isRight ? state : null;
}

/**
 * Return the cells of a game ID.
 * @param {Model} model @param {number[]} state
 */
export function formatCells(model, state) {
  const width = model.width || state.length, between = !model.isLetters && (model.family === "tiles" || model.k > 10) ? "," : "";
  const names = model.isLetters || model.dead.size ? state.map(value => nameOf(model, value)) : state;
  return Array.from({ length: Math.ceil(state.length / width) }, (_, row) => names.slice(row * width, (row + 1) * width).join(between))
    .join("/");
}

const CODE = 64;  // before A

/** Return what is shown on a tile. @param {Model} model @param {number} value */
export const faceOf = (model, value) => (value > 0 && model.symbols?.[value - 1]) || nameOf(model, value);

/** Return how a tile is written in an ID. @param {Model} model @param {number} value */
export function nameOf(model, value) {
  if (value < 0) return "-";
  return !model.isLetters ? String(value) : value ? String.fromCharCode(CODE + value) : "_";
}

/** @param {Model} model @param {number[]} state */
export const formatId = (model, state) => `${model.puzzle}:${formatCells(model, state)}`;

/** @param {number[]} a @param {number[]} b */
export const isSame = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

/**
 * Return the state after one move, or null if it is not legal.
 * @param {Model} model @param {number[]} state @param {number} move
 * @returns {number[] | null}
 */
export function apply(model, state, move) {
  const after = [...state];
  return applyTo(model, after, move) ? after : null;
}

/**
 * Make one move on a state itself; return whether it is legal.
 * @param {Model} model @param {number[]} state @param {number} move @param {number} [blank] where that is, of tiles
 */
export function applyTo(model, state, move, blank = state.indexOf(0)) {
  if (model.family === "lights") {
    const toggle = model.toggles[move];
    if (!toggle?.length) return false;
    for (const [cell, amount] of toggle) state[cell] = (state[cell] + amount) % model.k;
    return true;
  }
  const path = line(model, state, move, blank);
  if (!path.length || (model.metric === "stm" && path.length > 1)) return false;
  for (const cell of path) {
    state[blank] = state[cell];
    blank = cell;
  }
  state[blank] = 0;
  return true;
}

/**
 * Return the tiles that slide when `cell` is touched, the one beside the blank first; none if it is not in line.
 * @param {Model} model @param {number[]} state @param {number} cell @param {number} [blank] where that is
 * @returns {number[]}
 */
export function line(model, state, cell, blank = state.indexOf(0)) {
  if (cell === blank || state[cell] < 0) return [];
  if (model.near[blank].includes(cell)) return [cell];
  if (!model.width || model.dead.size) return [];
  const w = model.width, [rows, columns] = [Math.floor(cell / w) - Math.floor(blank / w), cell % w - blank % w];
  if (rows && columns) return [];
  const step = Math.sign(rows) * w + Math.sign(columns);
  return Array.from({ length: Math.abs(rows + columns) }, (_, i) => blank + (i + 1) * step);
}

/** Return whether the board of a seed is drawn here; of other tiles the engine draws it. @param {Model} model */
export const isSeeded = model => model.family === "lights" || (model.width > 0 && !model.dead.size && new Set(model.goal).size === model.cells);

/**
 * Return the solvable scramble that a seed draws: as `notation` does, and for plain boards as Tatham's programs.
 * @param {Model} model @param {string} seed
 */
export function seeded(model, seed) {
  const { upto } = randomOf(seed);
  const draw = model.family === "lights" ? pressed : isSeeded(model) ? drawn : walked;
  for (let tries = 0; tries < 1000; tries++) {
    const state = draw(model, upto);
    if (!isSame(state, model.goal)) return state;
  }
  return model.goal;
}

/** @param {Model} model @param {(limit: number) => number} upto */
function pressed(model, upto) {
  const state = [...model.goal];
  model.toggles.forEach(toggle => {
    if (!toggle.length) return;
    const times = upto(model.k);
    for (const [cell, amount] of toggle) state[cell] = (state[cell] + times * amount) % model.k;
  });
  return state;
}

/** @param {Model} model @param {(limit: number) => number} upto */
function drawn(model, upto) {
  const { cells, width, height, goal } = model, blank = upto(cells);
  if (Math.min(width, height) === 1) {
    const tiles = goal.filter(Boolean);
    return [...tiles.slice(0, blank), 0, ...tiles.slice(blank)];
  }
  const unused = drawer(cells - 1), state = Array.from({ length: cells - 3 }, (_, drawn) => unused(upto(cells - 1 - drawn)));
  for (let left = Math.min(cells - 1, 2); left > 0; left--) state.push(unused(0));
  state.splice(blank, 0, 0);
  if (!isReachable(model, state)) {
    const [a, b] = [cells - 3, cells - 2, cells - 1].filter(cell => state[cell]).slice(-2);
    [state[a], state[b]] = [state[b], state[a]];
  }
  return state;
}

const PART = 512;  // numbers that are moved when one of them is taken out

/** Return a function that takes the number at an index out of 1 to `last`, and returns it. @param {number} last */
function drawer(last) {
  const parts = Array.from({ length: Math.ceil(last / PART) }, (_, part) =>
    Array.from({ length: Math.min(PART, last - part * PART) }, (_, i) => part * PART + i + 1));
  return (/** @type {number} */ index) => {
    let part = 0;
    for (; index >= parts[part].length; part++) index -= parts[part].length;
    return parts[part].splice(index, 1)[0];
  };
}

/**
 * A long random walk: solvable, though not uniform (graphs and boards with holes, until the engine is there).
 * @param {Model} model @param {(limit: number) => number} upto
 */
function walked(model, upto) {
  return walk(model, 20 * model.cells + upto(2), upto);
}

/**
 * Return where a walk of `steps` moves from the goal ends, never straight back, and never pressing a light twice.
 * @param {Model} model @param {number} steps @param {(limit: number) => number} upto
 * @param {number[]} [made] gets the presses
 */
export function walk(model, steps, upto, made = []) {
  let state = model.goal;
  if (model.family === "lights") {
    const buttons = model.toggles.flatMap((toggle, press) => toggle.length ? [press] : []);
    for (let i = Math.min(steps, buttons.length); i > 0; i--) {
      const [press] = buttons.splice(upto(buttons.length), 1);
      made.push(press);
      for (let times = model.k - 1; times > 0; times--) state = apply(model, state, press) ?? state;
    }
    return state;
  }
  for (let i = steps, last = -1; i > 0; i--) {
    const blank = state.indexOf(0), choices = model.near[blank].filter(cell => cell !== last);
    const cell = choices[upto(Math.max(1, choices.length))] ?? last;
    if (cell < 0) return state;
    state = [...state];
    [state[blank], state[cell]] = [state[cell], 0];
    last = blank;
  }
  return state;
}

/**
 * Return whether the goal of a rectangle of at least 2 × 2 can be reached: the parity of the tiles must be that of the
 * blank's way.
 * @param {Model} model @param {number[]} state
 */
export function isReachable(model, state) {
  const place = new Map(model.goal.map((tile, cell) => [tile, cell])), seen = new Set();
  let odd = 0;
  state.forEach((_, start) => {
    for (let cell = start, length = 0; !seen.has(cell); cell = place.get(state[cell]) ?? cell, length++) {
      seen.add(cell);
      if (length) odd ^= 1;
    }
  });
  const [a, b] = [state.indexOf(0), model.goal.indexOf(0)], w = model.width;
  return ((Math.abs(Math.floor(a / w) - Math.floor(b / w)) + Math.abs(a % w - b % w)) & 1) === odd;
}
