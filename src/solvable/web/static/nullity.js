/** Nullities of ordinary boards, by chasing the lights over GF(2): a press of the first row, followed down h rows. */

/**
 * Return the nullity of the w × h board, w ≤ 30: that of the map from the first row's presses to what is then lit last.
 * @param {number} w @param {number} h
 */
export function nullity(w, h) {
  const mask = 2 ** w - 1, rows = [];
  for (let column = 0; column < w; column++) {
    let above = 0, here = 1 << column;
    for (let row = 0; row < h; row++) [above, here] = [here, (above ^ here ^ here << 1 ^ here >>> 1) & mask];
    rows.push(here);
  }
  return w - rank(rows);
}

/** @param {number[]} rows bits */
function rank(rows) {
  const pivots = /** @type {number[]} */ ([]);
  for (let row of rows) {
    for (const pivot of pivots) row = Math.min(row >>> 0, (row ^ pivot) >>> 0);
    if (row) pivots.push(row);
  }
  return pivots.length;
}

/**
 * Return how many of the patterns that `basis` spans have 0, 1, 2 … cells: by Gray code, one addition a pattern.
 * @param {number[][]} basis @param {number} k
 */
export function weights(basis, k) {
  const cells = basis[0]?.length ?? 0, counts = new Array(cells + 1).fill(0), total = k ** basis.length;
  const now = new Array(cells).fill(0), digits = new Array(basis.length).fill(0);
  for (let i = 0; i < total; i++) {
    counts[now.filter(Boolean).length]++;
    for (let place = 0; place < basis.length; place++) {
      basis[place].forEach((by, cell) => { now[cell] = (now[cell] + by) % k; });
      digits[place] = (digits[place] + 1) % k;
      if (digits[place]) break;
    }
  }
  return counts;
}
