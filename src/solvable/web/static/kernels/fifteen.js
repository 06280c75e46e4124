/**
 * Shortest solutions of boards to 16 cells: twin of `tiles/optimal/plain.py`, and of `costs` in `tiles/tables/small.py`.
 *
 * IDA* with two additive pattern look-ups into one table, the second read only where the first sum passes; an automaton
 * refuses redundant words; under each bound the parts of the tree are searched deepest first. It expands the states that
 * the Python twin expands, in the same order. An index has the cell of tile j of a pattern in bits 4j to 4j + 3.
 */

const FROM = 2000, STATES_A_PART = 200, MOST = 4000;
const BETWEEN = 200_000;  // states between two calls of `tick`: some 30 ms
const low = (/** @type {number} */ mask) => 31 - Math.clz32(mask & -mask);

/**
 * Return the fewest moves of a pattern's tiles that bring them home from each of their places, the least over the places
 * of the blank; 0 where two tiles would be on one cell. Breadth-first: a node is the tiles' places, as an index, and a
 * region of the blank; `masks` has the cells taken and, from bit 16 on, those of the region. The loop is written out: in
 * it are 17 million steps of the 15-puzzle's tables.
 * @param {number} width @param {number} height @param {number} home the blank's
 * @param {ArrayLike<number>} pattern the tiles' homes
 */
export function costs(width, height, home, pattern) {
  const k = pattern.length, size = 1 << 4 * k, near = beside(width, height), { known, flood } = regions(near);
  const table = new Uint8Array(size), seen = new Uint16Array(size);
  let layer = new Int32Array(size), next = new Int32Array(size), masks = new Int32Array(size), after = new Int32Array(size);
  for (let j = 0; j < k; j++) { layer[0] |= pattern[j] << 4 * j; masks[0] |= 1 << pattern[j]; }
  seen[layer[0]] = flood(masks[0], home);
  masks[0] |= seen[layer[0]] << 16;
  for (let depth = 1, count = 1; count; depth++) {
    let made = 0;
    for (let x = 0; x < count; x++) {
      const index = layer[x], full = masks[x] & 0xffff, there = masks[x] >>> 16;
      for (let shift = 0; shift < 4 * k; shift += 4) {
        const p = index >> shift & 15, others = full ^ 1 << p, base = index - (p << shift);
        for (let free = near[p] & there, bit = 0; free; free ^= bit) {
          bit = free & -free;
          const to = 31 - Math.clz32(bit), place = base + (to << shift), before = seen[place];
          if (before >> p & 1) continue;
          if (before === 0) table[place] = depth;
          const taken = others | bit, reached = known[taken << 4 | p] || flood(taken, p);
          seen[place] = before | reached;
          next[made] = place;
          after[made++] = taken | reached << 16;
        }
      }
    }
    [layer, next, masks, after, count] = [next, layer, after, masks, made];
  }
  return table;
}

/** @param {number} width @param {number} height @returns {Uint16Array} of each cell the mask of those beside it */
function beside(width, height) {
  return Uint16Array.from({ length: width * height }, (_, c) =>
    (c % width ? 1 << c - 1 : 0) | (c % width < width - 1 ? 1 << c + 1 : 0) |
    (c >= width ? 1 << c - width : 0) | (c < width * (height - 1) ? 1 << c + width : 0));
}

/**
 * Return what the blank reaches: at [cells taken · 16 + its cell] the mask of these cells, 0 where nobody asked yet, and
 * the function that fills it.
 * @param {Uint16Array} near
 */
function regions(near) {
  const known = new Uint16Array(16 << near.length);
  const flood = (/** @type {number} */ taken, /** @type {number} */ blank) => {
    let reached = 1 << blank;
    for (let edge = reached; edge;) {
      let grown = 0;
      for (; edge; edge &= edge - 1) grown |= near[low(edge)];
      edge = grown & ~taken & ~reached;
      reached |= edge;
    }
    for (let left = reached; left; left &= left - 1) known[taken << 4 | low(left)] = reached;
    return reached;
  };
  return { known, flood };
}

/**
 * How a look-up sees a board: of each tile (named by its home) where the table of its pattern begins and its shift there;
 * `image` is how the board is turned first.
 * @typedef {{begin: ArrayLike<number>, pattern: ArrayLike<number>, shift: ArrayLike<number>, image: ArrayLike<number>}} Lookup
 */
/**
 * @typedef {object} Problem what a search of one kind of board reads
 * @property {Uint8Array} costs @property {Lookup} one @property {Lookup} other @property {number} home
 * @property {ArrayLike<number>} cell of the automaton: the blank's cell in each state
 * @property {ArrayLike<ArrayLike<number>>} following the states that its moves lead to
 * @property {ArrayLike<number>} start the state of a blank on each cell
 */
/**
 * @typedef {object} Part the root of a part: the walk to it, and all that a move changes
 * @property {number[]} path @property {number} place @property {number} blank
 * @property {Uint8Array} board @property {Int32Array} one @property {Int32Array} other @property {number} h @property {number} k
 */

/**
 * Return the search of one kind of board: (state, tick) → {cells, bound, expanded}, the walk of the blank; null where
 * tick(bound, expanded) returned false.
 * @param {Problem} problem
 */
export function deepening(problem) {
  const { costs, home } = problem, cell = Uint8Array.from(problem.cell), flat = flattened(problem);
  const views = [problem.one, problem.other].map(view => ({
    begin: Int32Array.from(view.begin), pattern: Uint8Array.from(view.pattern), shift: Uint8Array.from(view.shift),
    image: Int32Array.from(view.image),
  }));

  /** @param {ArrayLike<number>} state @param {number} v */
  const indices = (state, v) => {
    const { begin, pattern, shift, image } = views[v], found = begin.slice();
    for (let c = 0; c < state.length; c++) if (state[c] !== home) found[pattern[state[c]]] += image[c] << shift[state[c]];
    return found;
  };
  /** @param {Int32Array} found */
  const sum = found => found.reduce((total, index) => total + costs[index], 0);

  return (/** @type {ArrayLike<number>} */ state, /** @type {(bound: number, expanded: number) => unknown} */ tick) => {
    const order = sum(indices(state, 1)) > sum(indices(state, 0)) ? [1, 0] : [0, 1];
    const search = new Search(costs, cell, flat, order.map(v => views[v]), order);
    const one = indices(state, order[0]), other = indices(state, order[1]), blank = Array.from(state).indexOf(home);
    const root = { path: [], place: problem.start[blank], blank, board: Uint8Array.from(state), one, other, h: sum(one), k: sum(other) };
    return search.run(root, tick);
  };
}

/**
 * Return the steps of the automaton one after the other: those of state s are first[s] … first[s + 1] − 1.
 * @param {Problem} problem
 */
function flattened({ cell, following, one, other }) {
  const first = new Int32Array(following.length + 1), next = [], to = [];
  /** @type {[number[], number[]]} */
  const by = [[], []];
  for (let s = 0; s < following.length; s++) {
    for (const state of Array.from(following[s])) {
      next.push(state);
      to.push(cell[state]);
      [one, other].forEach(({ image }, v) => by[v].push(image[cell[s]] - image[cell[state]]));
    }
    first[s + 1] = next.length;
  }
  return { first, next: Int32Array.from(next), to: Uint8Array.from(to), by: by.map(list => Int32Array.from(list)) };
}

class Search {
  /**
   * @param {Uint8Array} costs @param {Uint8Array} cell @param {ReturnType<typeof flattened>} flat
   * @param {{pattern: Uint8Array, shift: Uint8Array}[]} views @param {number[]} order
   */
  constructor(costs, cell, { first, next, to, by }, [a, b], order) {
    this.costs = costs; this.cell = cell; this.first = first; this.next = next; this.to = to;
    this.byA = by[order[0]]; this.byB = by[order[1]];
    this.patternA = a.pattern; this.shiftA = a.shift; this.patternB = b.pattern; this.shiftB = b.shift;
    this.expanded = 0;
  }

  /**
   * Search to growing bounds, the parts of each deepest first.
   * @param {Part} root @param {(bound: number, expanded: number) => unknown} tick
   */
  run(root, tick) {
    if (!root.h && !root.k) return { cells: [], bound: 0, expanded: 0 };
    let last = 0, depth = 0;
    /** @type {Map<string, number>} */
    let nearest = new Map();  // how far from the bound each part ended, under the bound before
    for (let bound = Math.max(root.h, root.k); ; bound += 2) {
      if (tick(bound, this.expanded) === false) return null;
      const before = this.expanded;
      let told = before, parts = [root];
      if (last >= FROM) parts = this.grown(root, bound, Math.min(MOST, Math.floor(last / STATES_A_PART)));
      const rank = parts.map(part => nearest.get(key(part.path, depth)) ?? bound);
      const sorted = parts.map((_, i) => i).sort((i, j) => rank[i] - rank[j]).map(i => parts[i]);
      nearest = new Map();
      depth = parts.length ? sorted[0].path.length : 0;
      for (const part of sorted) {
        const walk = this.dive(part, bound - depth);
        nearest.set(key(part.path, depth), this.fewest);
        if (walk) return { cells: [...part.path, ...walk], bound, expanded: this.expanded };
        if (this.expanded - told >= BETWEEN) {
          told = this.expanded;
          if (tick(bound, told) === false) return null;
        }
      }
      last = this.expanded - before;
    }
  }

  /**
   * Return the parts of the first depth that has so many.
   * @param {Part} root @param {number} bound @param {number} wanted
   */
  grown(root, bound, wanted) {
    let parts = [root];
    while (parts.length && parts.length < wanted && parts[0].path.length < bound - 1) {
      this.expanded += parts.length;
      parts = parts.flatMap(part => this.children(part, bound - part.path.length - 1));
    }
    return parts;
  }

  /**
   * Return the parts below a state whose sums leave so many moves: a step of `dive`, with copies.
   * @param {Part} part @param {number} left
   */
  children(part, left) {
    /** @type {Part[]} */
    const found = [];
    for (let s = this.first[part.place]; s < this.first[part.place + 1]; s++) {
      const to = this.to[s], tile = part.board[to], a = this.patternA[tile], b = this.patternB[tile];
      const board = part.board.slice(), one = part.one.slice(), other = part.other.slice();
      board[part.blank] = tile;
      one[a] += this.byA[s] << this.shiftA[tile];
      other[b] += this.byB[s] << this.shiftB[tile];
      const h = part.h - this.costs[part.one[a]] + this.costs[one[a]];
      const k = part.k - this.costs[part.other[b]] + this.costs[other[b]];
      if (h <= left && k <= left) found.push({ path: [...part.path, to], place: this.next[s], blank: to, board, one, other, h, k });
    }
    return found;
  }

  fewest = 0;

  /**
   * Search a part with so many moves left; return the walk or null. All names are local: here all the time goes.
   * @param {Part} part @param {number} moves
   */
  dive({ place, blank, board, one, other, h, k }, moves) {
    const { costs, first, next, to, byA, byB, patternA, patternB, shiftA, shiftB } = this;
    const walk = new Uint8Array(moves);
    let expanded = 0, fewest = moves;
    /**
     * @param {number} place @param {number} blank @param {number} left @param {number} h @param {number} k
     * @returns {boolean}
     */
    function down(place, blank, left, h, k) {
      expanded++;
      if (left < fewest) fewest = left;
      left--;
      for (let s = first[place], e = first[place + 1]; s < e; s++) {
        const cell = to[s], tile = board[cell], a = patternA[tile], i = one[a], after = i + (byA[s] << shiftA[tile]);
        const below = h - costs[i] + costs[after];
        if (below > left) continue;
        const b = patternB[tile], j = other[b], there = j + (byB[s] << shiftB[tile]);
        const beyond = k - costs[j] + costs[there];
        if (beyond > left) continue;
        walk[moves - 1 - left] = cell;
        if (left === 0) return true;
        board[blank] = tile; one[a] = after; other[b] = there;
        if (down(next[s], cell, left, below, beyond)) return true;
        board[cell] = tile; one[a] = i; other[b] = j;
      }
      return false;
    }
    const isFound = down(place, blank, moves, h, k);
    this.expanded += expanded;
    this.fewest = fewest;
    return isFound ? walk : null;
  }
}

/** @param {number[]} path @param {number} depth */
const key = (path, depth) => String.fromCharCode(...path.slice(0, depth));
