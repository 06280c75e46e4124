/**
 * The random numbers of a seed: those of Simon Tatham's puzzles, so that a seed names one board everywhere.
 *
 * The seed is hashed with SHA-1 twice into 40 bytes whose own SHA-1 gives 20 bytes at a time; for the next 20 the first
 * half counts up as a little-endian number. `upto` rejects the uneven rest, so it is exactly uniform.
 */

const DIGEST = 20;

/** @typedef {{bits: (count: number) => number, upto: (limit: number) => number}} Random */

/**
 * Return the stream of random numbers that `seed` determines; at most 50 bits at a time.
 * @param {string} seed
 * @returns {Random}
 */
export function randomOf(seed) {
  const first = sha1(new TextEncoder().encode(seed));
  const state = new Uint8Array(2 * DIGEST);
  state.set(first);
  state.set(sha1(first), DIGEST);
  let bytes = sha1(state), place = 0;

  const next = () => {
    if (place === DIGEST) {
      for (let i = 0; i < DIGEST && ++state[i] === 256; i++);
      bytes = sha1(state);
      place = 0;
    }
    return bytes[place++];
  };
  /** @param {number} count */
  const bits = count => {
    let number = 0;
    for (let left = Math.ceil(count / 8); left > 0; left--) number = number * 256 + next();
    return number % 2 ** count;
  };
  /** @param {number} limit */
  const upto = limit => {
    const count = limit.toString(2).length + 3;
    const step = Math.floor(2 ** count / limit);
    let number = bits(count);
    while (number >= limit * step) number = bits(count);
    return Math.floor(number / step);
  };
  return { bits, upto };
}

/**
 * Return the SHA-1 of `message` (FIPS 180-4).
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha1(message) {
  const padded = new Uint8Array(((message.length + 8 >> 6) + 1) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const h = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = new Uint32Array(80);
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 80; i++) words[i] = turn(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    let [a, b, c, d, e] = h;
    for (let i = 0; i < 80; i++) {
      const [mixed, constant] = i < 20 ? [b & c | ~b & d, 0x5a827999] : i < 40 ? [b ^ c ^ d, 0x6ed9eba1]
        : i < 60 ? [b & c | b & d | c & d, 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6];
      [a, b, c, d, e] = [turn(a, 5) + mixed + e + constant + words[i] >>> 0, a, turn(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((word, i) => { h[i] += word; });
  }
  const digest = new DataView(new ArrayBuffer(DIGEST));
  h.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** @param {number} word @param {number} by */
function turn(word, by) {
  return (word << by | word >>> 32 - by) >>> 0;
}
