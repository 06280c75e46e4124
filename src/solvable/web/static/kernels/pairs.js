/**
 * The pair model spread out for a board: twin of `kernels/cpp/tiles/pairs.cpp`, whose legend it keeps. The value of a board is
 * a sum over tiles and pairs of tiles; for the beam it becomes one table of what each slide adds. All in 1/1000 moves.
 *
 * u = cell − home of a tile, v = cell_i − cell_j, g = home_i − home_j. A raw index is a mixed-radix number of a feature;
 * raw indices that are the same by symmetry share one parameter, numbered by the least of them.
 */

const AT_T2 = 7 ** 4 * 121, AT_T3 = AT_T2 + 49 * 81 * 121, AT_TU = AT_T3 + 5 ** 8, AT_TB = AT_TU + 25 * 169;
const RAW = AT_TB + 25 * 25 * 121;

/** @param {number} value @param {number} limit */
const clip = (value, limit) => Math.min(Math.max(value, -limit), limit) + limit;

/** The class of a coordinate: first, second, middle, last but one, last. @param {number} x @param {number} n */
const lineClass = (x, n) => x === 0 ? 0 : x === n - 1 ? 4 : x === 1 ? 1 : x === n - 2 ? 3 : 2;

/** @param {number} pair two digits of radix `radix`, exchanged */
const swap = (pair, radix = 5) => pair % radix * radix + Math.floor(pair / radix);

/**
 * Return the image of the shifted vector v, both coordinates 0 … top, under symmetry k of the square.
 * @param {number} v @param {number} top @param {number} k
 */
function turned(v, top, k) {
  const side = top + 1;
  let r = Math.floor(v / side), c = v % side;
  if (k & 4) [r, c] = [c, r];
  if (k & 2) r = top - r;
  if (k & 1) c = top - c;
  return r * side + c;
}

/** The images of the vectors of each size under the eight symmetries. @type {(top: number) => number[][]} */
const images = top => Array.from({ length: 8 }, (_, k) => Array.from({ length: (top + 1) ** 2 }, (_, v) => turned(v, top, k)));

/** Return the parameter of each raw index. */
function numbering() {
  const numbers = new Int32Array(RAW).fill(-1), by7 = images(6), by9 = images(8), by11 = images(10);
  let count = 0;
  const give = (/** @type {number[]} */ ...alike) => {
    for (const raw of alike) numbers[raw] = count;
    count++;
  };
  for (let raw = 0; raw < AT_T2; raw++) if (numbers[raw] < 0) {
    const v = raw % 121, x = Math.floor(raw / 121) % 49, u = Math.floor(raw / 5929);
    give(...by7.flatMap((turn, k) => {
      const a = turn[u], b = turn[x], w = by11[k][v];
      return [(a * 49 + b) * 121 + w, (b * 49 + a) * 121 + 120 - w];
    }));
  }
  for (let raw = AT_T2; raw < AT_T3; raw++) if (numbers[raw] < 0) {
    const local = raw - AT_T2, v = local % 121, g = Math.floor(local / 121) % 81, u = Math.floor(local / 9801);
    give(...by7.map((turn, k) => AT_T2 + (turn[u] * 81 + by9[k][g]) * 121 + by11[k][v]));
  }
  for (let raw = AT_T3; raw < AT_TU; raw++) if (numbers[raw] < 0) {
    const local = raw - AT_T3, i = Math.floor(local / 625), j = local % 625;
    const [a, b] = [i, j].map(kind => swap(Math.floor(kind / 25)) * 25 + swap(kind % 25));
    give(...[[i, j], [j, i], [a, b], [b, a]].map(([one, other]) => AT_T3 + one * 625 + other));
  }
  for (let raw = AT_TU; raw < RAW; raw++) if (numbers[raw] < 0) {
    const local = raw - (raw < AT_TB ? AT_TU : AT_TB);
    if (raw < AT_TB) give(raw, AT_TU + swap(Math.floor(local / 169)) * 169 + swap(local % 169, 13));
    else {
      const kind = Math.floor(local / 3025), u = Math.floor(local / 121) % 25;
      give(raw, AT_TB + (swap(kind) * 25 + swap(u)) * 121 + swap(local % 121, 11));
    }
  }
  return numbers;
}

/**
 * @typedef {object} Model the learned values on a board: tile t belongs on cell t − 1, the blank, 0, on the last
 * @property {number} width @property {number} height
 * @property {Int16Array} slides [(2a + d) · n + t, q · n + j]: what the slide of tile t to cell a adds where j stands on q;
 *   the blank goes from a to the right (d = 0) or down (d = 1). The way back adds the opposite.
 */

/**
 * Return the model of a board by the mean of some sets of parameters.
 * @param {number} width @param {number} height @param {Int16Array[]} parameters
 * @returns {Model}
 */
export function model(width, height, parameters) {
  const numbers = numbering(), steps = new Int16Array(RAW);
  for (let raw = 0; raw < RAW; raw++) {
    const sum = parameters.reduce((total, each) => total + each[numbers[raw]], 0);
    steps[raw] = Math.floor(sum / parameters.length);
  }
  const sorts = kinds(width, height), single = singles(width, height, steps);
  return { width, height, slides: slides(width, height, pairs(width, height, steps, sorts), single) };
}

/** Return u and the classes of each tile on each cell, at [cell · n + tile]. @param {number} w @param {number} h */
function kinds(w, h) {
  const n = w * h, u = new Uint8Array(n * n), kind = new Uint16Array(n * n);
  const place = (/** @type {number} */ c) => lineClass(Math.floor(c / w), h) * 5 + lineClass(c % w, w);
  for (let p = 0; p < n; p++) for (let t = 1; t < n; t++) {
    const dr = Math.floor(p / w) - Math.floor((t - 1) / w), dc = p % w - (t - 1) % w;
    u[p * n + t] = clip(dr, 3) * 7 + clip(dc, 3);
    kind[p * n + t] = place(t - 1) * 25 + place(p);
  }
  return { u, kind, place };
}

/**
 * Return [blank · n² + cell · n + tile]: the distance of a tile, and what it is worth alone.
 * @param {number} w @param {number} h @param {Int16Array} steps
 */
function singles(w, h, steps) {
  const n = w * h, single = new Int16Array(n ** 3), { place } = kinds(w, h);
  for (let p = 0; p < n; p++) for (let t = 1; t < n; t++) {
    const r = Math.floor(p / w), c = p % w, dr = r - Math.floor((t - 1) / w), dc = c - (t - 1) % w;
    const alone = 1000 * (Math.abs(dr) + Math.abs(dc)) + steps[AT_TU + place(t - 1) * 169 + clip(dr, 6) * 13 + clip(dc, 6)];
    const at = AT_TB + (place(p) * 25 + clip(dr, 2) * 5 + clip(dc, 2)) * 121;
    for (let b = 0; b < n; b++) {
      const away = clip(Math.floor(b / w) - r, 5) * 11 + clip(b % w - c, 5);
      single[(b * n + p) * n + t] = alone + steps[at + away];
    }
  }
  return single;
}

/**
 * Return [(p · n + t) · n² + q · n + j]: what tiles t on p and j on q are worth together.
 * @param {number} w @param {number} h @param {Int16Array} steps @param {ReturnType<typeof kinds>} sorts
 */
function pairs(w, h, steps, { u, kind }) {
  const n = w * h, pair = new Int16Array(n ** 4), folded = inverse(steps);
  const vector = (/** @type {number} */ a, /** @type {number} */ b) => {
    const r = Math.floor(a / w) - Math.floor(b / w), c = a % w - b % w;
    return Math.abs(r) > 5 || Math.abs(c) > 5 ? -1 : (r + 5) * 11 + c + 5;
  };
  for (let p = 0; p < n; p++) for (let q = 0; q < p; q++) {
    const v = vector(p, q);
    for (let t = 1; t < n; t++) for (let j = 1; j < n; j++) {
      if (j === t) continue;
      const row = p * n + t, column = q * n + j, a = u[row], x = u[column], g = vector(t - 1, j - 1);
      let total = steps[AT_T3 + kind[row] * 625 + kind[column]];
      if (v >= 0) total += steps[(a * 49 + x) * 121 + v];
      if (g >= 0) total += steps[((48 - a) * 49 + 48 - x) * 121 + g];
      if (v >= 0 && g >= 0) total += folded[(a * 121 + g) * 121 + v] + folded[(x * 121 + 120 - g) * 121 + 120 - v];
      pair[row * n * n + column] = pair[column * n * n + row] = total;
    }
  }
  return pair;
}

/**
 * Return T2[u, g, v] summed over a board and its inverse, where cells are homes and homes are cells.
 * @param {Int16Array} steps
 */
function inverse(steps) {
  const folded = new Int16Array(49 * 121 * 121);
  for (let u = 0, raw = AT_T2; u < 49; u++) for (let far = 0; far < 81; far++) {
    const g = (Math.floor(far / 9) + 1) * 11 + far % 9 + 1;
    for (let v = 0; v < 121; v++, raw++) {
      folded[(u * 121 + g) * 121 + v] += steps[raw];
      folded[((48 - u) * 121 + v) * 121 + g] += steps[raw];
    }
  }
  return folded;
}

/**
 * Return what each slide adds, as `Model` tells.
 * @param {number} w @param {number} h @param {Int16Array} pair @param {Int16Array} single
 */
function slides(w, h, pair, single) {
  const n = w * h, n2 = n * n, table = new Int16Array(2 * n * n * n2);
  for (let a = 0; a < n; a++) for (let d = 0; d < 2; d++) {
    if (d ? a >= n - w : a % w === w - 1) continue;
    const b = a + (d ? w : 1);
    for (let t = 0; t < n; t++) {
      const gains = ((2 * a + d) * n + t) * n2, after = (a * n + t) * n2, before = (b * n + t) * n2;
      for (let x = 0; x < n2; x++) table[gains + x] = single[b * n2 + x] - single[a * n2 + x] + pair[after + x] - pair[before + x];
      table[gains + a * n + t] = table[gains + b * n + t] = single[b * n2 + a * n + t] - single[a * n2 + b * n + t];
    }
  }
  return table;
}
