/**
 * A beam search by pair values: twin of `kernels/cpp/tiles/beam.cpp`. All nodes of a layer are as far from the start, so the
 * value alone ranks them; the best `breadth` different ones go on. Nothing is proved. Of a value only what the moves have
 * added is kept, which ranks alike.
 */

/** @typedef {import("./pairs.js").Model} Model */

const BUCKETS = 8192;  // of values, by which children are ordered
const PATIENCE = 100;  // layers without a better value, in which no goal was ever met
const PART = 4_000_000;  // nodes times cells between two calls of `tick`: some 20 ms
const FIELDS = 4;  // of a node: its value, its two hashes, the blank's cell with the one before in the higher byte
const NOWHERE = 255;

/**
 * Return the blank's walk that the beam meets first, or null; also where `tick` returns false.
 * @param {Model} model @param {ArrayLike<number>} state @param {number} breadth @param {number} layers at most
 * @param {() => unknown} [tick]
 * @returns {number[] | null}
 */
export function beam(model, state, breadth, layers, tick = () => true) {
  const search = new Beam(model, breadth), goal = search.start(state);
  if (goal) return [];
  let lowest = 0, since = 0, work = 0;
  for (let layer = 0; layer < layers && search.count && layer - since <= PATIENCE; layer++) {
    work += search.count * state.length;
    if (work > PART) {
      work = 0;
      if (tick() === false) return null;
    }
    search.expand();
    search.order();
    if (search.keep()) return search.walk();
    if (search.info[0] <= lowest - 1000) [lowest, since] = [search.info[0], layer];
  }
  return null;
}

/** Return so many random numbers of 32 bits, the same each time. @param {number} count @param {number} seed */
function random(count, seed) {
  return Int32Array.from({ length: count }, () => {
    seed = seed + 0x6d2b79f5 | 0;
    let bits = Math.imul(seed ^ seed >>> 15, 1 | seed);
    bits = bits + Math.imul(bits ^ bits >>> 7, 61 | bits) ^ bits;
    return bits ^ bits >>> 14;
  });
}

class Beam {
  /** @param {Model} model @param {number} breadth */
  constructor({ width, height, slides }, breadth) {
    const n = width * height, room = 4 * breadth;
    this.n = n; this.slides = slides; this.breadth = breadth;
    this.near = Array.from({ length: n }, (_, c) => [
      ...c >= width ? [c - width] : [], ...c % width ? [c - 1] : [],
      ...c % width < width - 1 ? [c + 1] : [], ...c < n - width ? [c + width] : [],
    ]);
    this.zobrist = [random(n * n, 24), random(n * n, 42)].map(table => table.fill(0, 0, n));  // the blank counts nothing
    this.cells = new Uint8Array(breadth * n); this.cellsTo = new Uint8Array(breadth * n);
    this.info = new Int32Array(breadth * FIELDS); this.infoTo = new Int32Array(breadth * FIELDS);
    this.values = new Int32Array(room); this.cards = new Int32Array(room);  // of a child: its parent and the blank's cell
    this.one = new Int32Array(room); this.other = new Int32Array(room); this.ranked = new Int32Array(room);
    this.tally = new Int32Array(BUCKETS + 1);
    this.mask = (1 << Math.max(12, 32 - Math.clz32(8 * breadth - 1))) - 1;
    this.seen = new Int32Array(2 * this.mask + 2);
    this.count = this.made = 0;
    /** @type {{parents: Int32Array, moves: Uint8Array}[]} */
    this.history = [];
  }

  /** Put a state alone into the first layer; return whether it is the goal. @param {ArrayLike<number>} state */
  start(state) {
    const board = Array.from(state), [one, other] = this.zobrist;
    const hash = (/** @type {number[]} */ cells, /** @type {Int32Array} */ z) => cells.reduce((sum, t, c) => sum ^ z[t * this.n + c], 0);
    const goal = board.map((_, c) => (c + 1) % this.n);
    this.goal = [hash(goal, one), hash(goal, other)];
    this.cells.set(board);
    this.info.set([0, hash(board, one), hash(board, other), board.indexOf(0) | NOWHERE << 8]);
    this.count = 1;
    return this.info[1] === this.goal[0] && this.info[2] === this.goal[1];
  }

  /** Make the children of a layer, each with its value and hashes. */
  expand() {
    const { n, slides, near, cells, info, values, one, other, cards, zobrist: [za, zb] } = this;
    let made = 0;
    for (let node = 0; node < this.count; node++) {
      const at = FIELDS * node, blank = info[at + 3] & 255, old = info[at + 3] >> 8, row = node * n, beside = near[blank];
      for (let k = 0; k < beside.length; k++) {
        const to = beside[k];
        if (to === old) continue;
        const tile = cells[row + to], first = blank < to ? blank : to, d = to - blank === 1 || blank - to === 1 ? 0 : 1;
        let sum = 0;
        for (let x = row, e = row + n, gains = ((2 * first + d) * n + tile) * n * n; x < e; x++, gains += n) sum += slides[gains + cells[x]];
        values[made] = info[at] + (blank < to ? sum : -sum);
        one[made] = info[at + 1] ^ za[tile * n + to] ^ za[tile * n + blank];
        other[made] = info[at + 2] ^ zb[tile * n + to] ^ zb[tile * n + blank];
        cards[made++] = node << 7 | to;
      }
    }
    this.made = made;
  }

  /** Order the children by their values, in buckets, those of one bucket as they were made. */
  order() {
    const { made, values, tally, ranked } = this;
    let low = Infinity, high = -Infinity, shift = 0;
    for (let i = 0; i < made; i++) {
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
    while (high - low >> shift >= BUCKETS) shift++;
    tally.fill(0);
    for (let i = 0; i < made; i++) tally[(values[i] - low >> shift) + 1]++;
    for (let i = 0; i < BUCKETS; i++) tally[i + 1] += tally[i];
    for (let i = 0; i < made; i++) ranked[tally[values[i] - low >> shift]++] = i;
  }

  /** Keep the best children that are new as the next layer; return whether the goal is met: it is the last then. */
  keep() {
    const { n, breadth, made, ranked, seen, mask, one, other, cards, values, cells, cellsTo, info, infoTo, goal } = this;
    const parents = new Int32Array(Math.min(breadth, made)), moves = new Uint8Array(parents.length);
    let kept = 0, isMet = false;
    for (let i = 0; i < made && kept < breadth && !isMet; i++) {
      const child = ranked[i], slot = 2 * (one[child] & mask);
      if (seen[slot] === one[child] && seen[slot + 1] === other[child]) continue;
      seen[slot] = one[child];
      seen[slot + 1] = other[child];
      const node = cards[child] >> 7, to = cards[child] & 127, blank = info[FIELDS * node + 3] & 255, row = kept * n;
      for (let x = 0, from = node * n; x < n; x++) cellsTo[row + x] = cells[from + x];
      cellsTo[row + blank] = cellsTo[row + to];
      cellsTo[row + to] = 0;
      const at = FIELDS * kept;
      infoTo[at] = values[child]; infoTo[at + 1] = one[child]; infoTo[at + 2] = other[child]; infoTo[at + 3] = to | blank << 8;
      parents[kept] = node;
      moves[kept++] = to;
      isMet = one[child] === goal[0] && other[child] === goal[1];
    }
    this.history.push({ parents, moves });
    this.count = kept;
    [this.cells, this.cellsTo, this.info, this.infoTo] = [cellsTo, cells, infoTo, info];
    return isMet;
  }

  /** Return the blank's walk to the last node kept. */
  walk() {
    const cells = [];
    for (let layer = this.history.length - 1, node = this.count - 1; layer >= 0; layer--) {
      const { parents, moves } = this.history[layer];
      cells.push(moves[node]);
      node = parents[node];
    }
    return cells.reverse();
  }

  /** @type {number[]} the hashes of the goal */
  goal = [];
}
