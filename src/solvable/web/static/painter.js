/**
 * How a large board is drawn: lamps and tiles as stamps while they can be told apart, else as the pixels of a picture.
 *
 * A stamp is drawn once for each look of a cell at a size. The picture has one pixel a cell, and is stretched over the
 * board, which lies straight, as a rhombus (hexagons) or half a side wide (triangles).
 */
import { faceOf } from "./model.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./board.js").View} View */
/** @typedef {{width: number, height: number, side: number, left: number, top: number}} Frame pixels of the screen: the size of the canvas, a cell's side, where the board begins */

const STAMPED = 7, TILED = 16;  // pixels of a side from which lamps, and tiles, are drawn one by one
const SIZES = [0.46, 0.46, 0.36, 0.28, 0.24, 0.2];  // of a number, in sides, by how many digits the largest has
const LEGIBLE = 7;  // pixels of letters
const NAMES = /** @type {const} */ (["ground", "ink", "off", "off-edge", "lit", "lit-edge", "mark", "mark-on-lit", "alarm", "edge", "tile", "tile-2", "tile-edge", "tile-ink", "tray", "notch"]);
/** @typedef {Record<typeof NAMES[number], string>} Colours */
/** @type {Record<string, [number, number][]>} corners of a cell's shape, from its middle, in sides */
const CORNERS = {
  hexagon: [[0, -0.55], [0.48, -0.275], [0.48, 0.275], [0, 0.55], [-0.48, 0.275], [-0.48, -0.275]],
  up: [[0, -0.86], [0.74, 0.43], [-0.74, 0.43]],
  down: [[0, 0.86], [0.74, -0.43], [-0.74, -0.43]],
};

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Brush */

export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Map<string, OffscreenCanvas>} */
    this.stamps = new Map();
    this.stamped = "";  // what the stamps were made for
    /** @type {HTMLImageElement | null} */
    this.picture = null;
  }

  /**
   * Draw the cells that are seen.
   * @param {Model} model @param {View} view @param {Frame} frame @param {{colours: Colours, font: string, reached: Map<number, number>}} how
   */
  paint(model, view, frame, { colours, font, reached }) {
    const { canvas, brush } = this, ratio = devicePixelRatio;
    const [width, height] = [Math.round(frame.width * ratio), Math.round(frame.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const key = [frame.side * ratio, ...Object.values(colours)].join();
    if (key !== this.stamped) this.stamps.clear();
    this.stamped = key;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, width, height);
    brush.setTransform(ratio, 0, 0, ratio, frame.left * ratio, frame.top * ratio);
    const cells = seen(model, frame), isLights = model.family === "lights";
    /** @type {Drawn} */
    const drawn = { model, view, frame, colours, font, cells, ratio, next: new Map((view.next ?? []).map((cell, order) => [cell, order])) };
    if (model.layout.links.length) this.#links(drawn);
    if (frame.side < (isLights ? STAMPED : TILED) && model.width && !view.picture) this.#pixels(drawn);
    else if (isLights) this.#lamps(drawn, reached);
    else this.#tiles(drawn);
    this.#next(drawn);
    this.#told(drawn);
  }

  /** @typedef {{model: Model, view: View, frame: Frame, colours: Colours, font: string, cells: Iterable<number>, ratio: number, next: Map<number, number>}} Drawn */

  /** Draw the board as a picture of one pixel a cell. @param {Drawn} drawn */
  #pixels({ model, view, frame, colours }) {
    const { width, height, layout: { places } } = model, { brush } = this;
    const picture = new OffscreenCanvas(width, height), pen = /** @type {OffscreenCanvasRenderingContext2D} */ (picture.getContext("2d"));
    const image = pen.createImageData(width, height), dots = new Uint32Array(image.data.buffer), colour = shades(pen, model, colours);
    view.state.forEach((value, cell) => { dots[cell] = model.dead.has(cell) ? 0 : colour(value); });
    if (model.family === "lights") {
      const [marked, markedLit, weighed] = [colours.mark, colours["mark-on-lit"], colours.alarm].map(name => number(pen, name));
      for (const cell of view.pressed?.keys() ?? []) dots[cell] = view.state[cell] > 0 ? markedLit : marked;
      view.weights?.forEach((weight, cell) => { if (weight) dots[cell] = weighed; });
    }
    pen.putImageData(image, 0, 0);
    const even = Math.min(2, width - 1) || 1, across = width > 1 ? (places[even].x - places[0].x) / even : 1;
    const rows = Math.min(2, height - 1) || 1, last = rows * width;
    const [lean, down] = height > 1 ? [(places[last].x - places[0].x) / rows, (places[last].y - places[0].y) / rows] : [0, 1];
    const start = places[0], { side } = frame;
    brush.save();
    brush.imageSmoothingEnabled = false;
    brush.transform(across * side, 0, lean * side, down * side, (start.x - across / 2 - lean / 2) * side, (start.y - down / 2) * side);
    brush.drawImage(picture, 0, 0);
    brush.restore();
  }

  /** @param {Drawn} drawn @param {Map<number, number>} reached */
  #lamps(drawn, reached) {
    const { model, view, frame: { side }, colours, cells } = drawn, { brush } = this, { places } = model.layout;
    for (const cell of cells) {
      if (model.dead.has(cell)) continue;
      const value = view.state[cell], { x, y, shape } = places[cell], isFree = model.free.has(cell);
      this.#stamp(drawn, x, y, `${shape}${isFree ? "?" : value}`, pen => lamp(pen, side, shape, value, isFree, drawn));
      const times = view.pressed?.get(cell) ?? 0;
      if (times) this.#stamp(drawn, x, y, `mark${times}${value > 0}`, pen => mark(pen, side, times, value > 0, drawn));
      if (view.weights?.[cell]) ring(brush, x * side, y * side, side * 0.47, colours.alarm, Math.max(1.5, side * (view.hits?.has(cell) ? 0.14 : 0.07)), true);
      if (reached.has(cell)) {
        brush.setLineDash([3, 3]);
        ring(brush, x * side, y * side, side * 0.45, colours.edge, 1.5);
        brush.setLineDash([]);
      }
    }
  }

  /** @param {Drawn} drawn */
  #tiles(drawn) {
    const { model, view, frame: { side }, cells } = drawn, { places } = model.layout, home = this.#homes(model);
    const size = side * (view.picture ? 0.2 : SIZES[Math.min(SIZES.length, String(model.cells - 1).length) - 1]);
    for (const cell of cells) {
      const tile = view.state[cell], { x, y } = places[cell];
      if (tile <= 0) continue;
      const isHome = model.goal[cell] === tile, at = home.get(tile) ?? 0;
      const isDark = model.width > 0 && (at % model.width + Math.floor(at / model.width)) % 2 === 1;
      if (view.picture && this.picture?.complete && this.picture.naturalWidth) this.#part(drawn, x, y, places[at]);
      else this.#stamp(drawn, x, y, `tile${isDark}${isHome}`, pen => porcelain(pen, side, isDark, isHome, drawn));
      const [right, down] = view.picture ? [x - 0.34, y - 0.34] : [x, y];
      if (size >= LEGIBLE) write(this.brush, faceOf(model, tile), right * side, down * side, size, drawn.colours["tile-ink"], drawn.font);
    }
  }

  /** The part of the picture that belongs on a tile. @param {Drawn} drawn @param {number} x @param {number} y @param {{x: number, y: number}} home */
  #part({ model, frame: { side } }, x, y, home) {
    const picture = /** @type {HTMLImageElement} */ (this.picture), [w, h] = model.layout.size;
    const [pw, ph] = [picture.naturalWidth / w, picture.naturalHeight / h];
    this.brush.drawImage(picture, (home.x - 0.5) * pw, (home.y - 0.5) * ph, pw, ph, (x - 0.48) * side, (y - 0.48) * side, 0.96 * side, 0.96 * side);
  }

  /** @type {{model: Model, home: Map<number, number>} | null} */
  #home = null;

  /** The cell where each tile belongs. @param {Model} model */
  #homes(model) {
    if (this.#home?.model !== model) this.#home = { model, home: new Map(model.goal.map((tile, cell) => [tile, cell])) };
    return this.#home.home;
  }

  /** The next moves: a ring round what is first, with an arrow on a tile; dots that grow smaller. @param {Drawn} drawn */
  #next({ model, view, frame: { side }, colours, next }) {
    const { brush } = this, { places } = model.layout, isLights = model.family === "lights", least = Math.max(side, 8);
    for (const [cell, order] of next) {
      const x = places[cell].x * side, y = places[cell].y * side, colour = isLights ? colours.mark : colours["mark-on-lit"];
      if (order === 0) ring(brush, x, y, least * 0.46, colour, Math.max(2, least * 0.08), !isLights);
      if (isLights) continue;
      if (order === 0) arrow(brush, x, y + 0.32 * side, least * 0.13, places[view.state.indexOf(0)], places[cell], colour);
      else dot(brush, x, y + 0.3 * side, Math.max(1.5, side * 0.09 * 0.75 ** (order - 1)), colour);
    }
  }

  /** What a proof points out: a press, tiles that turn, short texts. @param {Drawn} drawn */
  #told({ model, view, frame: { side }, colours, font }) {
    const { brush } = this, { places } = model.layout, least = Math.max(side, 8), line = Math.max(2, least * 0.08);
    if (view.pressing !== undefined && view.pressing >= 0) ring(brush, places[view.pressing].x * side, places[view.pressing].y * side, least * 0.46, colours.mark, line);
    for (const cell of view.turning ?? []) ring(brush, places[cell].x * side, places[cell].y * side, least * 0.46, colours["mark-on-lit"], line, true);
    if (side * 0.3 < LEGIBLE) return;
    for (const [cell, text] of view.tags ?? []) {
      dot(brush, places[cell].x * side, places[cell].y * side, side * 0.24, colours.ground, 0.8);
      write(brush, text, places[cell].x * side, places[cell].y * side, side * 0.3, colours.ink, font);
    }
  }

  /** @param {Drawn} drawn */
  #links({ model, frame: { side }, colours }) {
    const { brush } = this, { places, links } = model.layout;
    brush.beginPath();
    for (const [a, b] of links) {
      brush.moveTo(places[a].x * side, places[a].y * side);
      brush.lineTo(places[b].x * side, places[b].y * side);
    }
    brush.strokeStyle = colours.edge;
    brush.lineWidth = Math.max(0.5, side * 0.04);
    brush.stroke();
  }

  /** Put a stamp on a cell, made when it is first wanted. @param {Drawn} drawn @param {number} x @param {number} y @param {string} name @param {(pen: Brush) => void} make from the middle of a square of two sides */
  #stamp({ frame: { side }, ratio }, x, y, name, make) {
    let stamp = this.stamps.get(name);
    const size = Math.ceil(2 * side * ratio);
    if (!stamp) {
      stamp = new OffscreenCanvas(size, size);
      const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (stamp.getContext("2d"));
      pen.setTransform(ratio, 0, 0, ratio, size / 2, size / 2);
      make(pen);
      this.stamps.set(name, stamp);
    }
    const wide = size / ratio;
    this.brush.drawImage(stamp, x * side - wide / 2, y * side - wide / 2, wide, wide);
  }
}

/** The cells of which something is seen. @param {Model} model @param {Frame} frame @returns {Iterable<number>} */
function seen({ cells, width, height, layout: { places, size } }, { width: wide, height: high, side, left, top }) {
  const [x0, x1, y0, y1] = [-left / side, (wide - left) / side, -top / side, (high - top) / side];
  const isStraight = width === size[0] && height === size[1];
  /** @type {number[]} */
  const found = [];
  if (!isStraight) {
    places.forEach(({ x, y }, cell) => { if (x > x0 - 1 && x < x1 + 1 && y > y0 - 1 && y < y1 + 1) found.push(cell); });
    return found;
  }
  const [right, bottom] = [Math.min(width, Math.ceil(x1)), Math.min(cells / width, Math.ceil(y1))];
  for (let row = Math.max(0, Math.floor(y0)); row < bottom; row++)
    for (let column = Math.max(0, Math.floor(x0)); column < right; column++) found.push(row * width + column);
  return found;
}

/** Return a function that gives the colour of a cell in a picture; of a tile by the row where it belongs. @param {Brush} pen @param {Model} model @param {Colours} colours */
function shades(pen, model, colours) {
  if (model.family === "lights") {
    const levels = Array.from({ length: model.k }, (_, value) => value ? number(pen, mixed(pen, colours.off, colours.lit, 0.3 + 0.7 * value / (model.k - 1))) : number(pen, colours.off));
    return (/** @type {number} */ value) => levels[value] ?? 0;
  }
  const rows = Array.from({ length: model.height }, (_, row) => number(pen, mixed(pen, colours.tile, colours["tile-ink"], 0.8 * row / model.height)));
  const tiles = new Uint32Array(model.goal.reduce((most, tile) => Math.max(most, tile), 0) + 1), tray = number(pen, colours.tray);
  model.goal.forEach((tile, cell) => { if (tile > 0) tiles[tile] = rows[Math.floor(cell / model.width)]; });
  return (/** @type {number} */ value) => value > 0 ? tiles[value] : tray;
}

/** @param {Brush} pen @param {string} colour */
function rgb(pen, colour) {
  pen.fillStyle = colour;
  const hex = Number.parseInt(String(pen.fillStyle).slice(1), 16);
  return [hex >> 16 & 255, hex >> 8 & 255, hex & 255];
}

/** A colour as the number of a pixel. @param {Brush} pen @param {string} colour */
function number(pen, colour) {
  const [red, green, blue] = rgb(pen, colour);
  return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}

/** @param {Brush} pen @param {string} from @param {string} to @param {number} part */
function mixed(pen, from, to, part) {
  const [a, b] = [rgb(pen, from), rgb(pen, to)];
  return `rgb(${a.map((value, i) => Math.round(value + (b[i] - value) * part)).join(" ")})`;
}

/** @param {Brush} pen @param {number} side @param {string} shape @param {number} value @param {boolean} isFree @param {Drawn} drawn */
function lamp(pen, side, shape, value, isFree, { model, colours, font }) {
  const isLit = value > 0, level = model.k > 1 ? value / (model.k - 1) : 1, line = Math.max(1, side * 0.03);
  const outline = () => {
    pen.beginPath();
    if (CORNERS[shape]) {
      for (const [x, y] of CORNERS[shape]) pen.lineTo(x * side * 0.96, y * side * 0.96);
      pen.closePath();
    } else pen.arc(0, 0, side * 0.41, 0, 2 * Math.PI);
  };
  outline();
  pen.fillStyle = isLit && level === 1 ? colours.lit : colours.off;
  pen.fill();
  if (isLit && level < 1) {
    pen.save();
    pen.clip();
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.arc(0, 0, side, -Math.PI / 2, -Math.PI / 2 + level * 2 * Math.PI);
    pen.fillStyle = colours.lit;
    pen.fill();
    pen.restore();
  }
  if (!isLit && !CORNERS[shape]) dot(pen, 0, 0, side * 0.23, colours.ground, 0.55);
  outline();
  pen.strokeStyle = isLit ? colours["lit-edge"] : colours["off-edge"];
  pen.lineWidth = line;
  pen.stroke();
  const word = isFree ? "?" : model.k > 2 && isLit ? String(value) : "", size = side * 0.34;
  if (!word || size < LEGIBLE) return;
  if (isLit) dot(pen, 0, 0, size * 0.75, colours.lit);
  write(pen, word, 0, 0, size, isLit ? "#1B2333" : colours.ink, font);
}

/** The mark of a press. @param {Brush} pen @param {number} side @param {number} times @param {boolean} isLit @param {Drawn} drawn */
function mark(pen, side, times, isLit, { colours, font }) {
  dot(pen, 0, 0, side * 0.225, isLit ? "#FFF" : colours.ground);
  dot(pen, 0, 0, side * 0.19, isLit ? colours["mark-on-lit"] : colours.mark);
  if (times > 1 && side * 0.26 >= LEGIBLE) write(pen, String(times), 0, 0, side * 0.26, isLit ? "#FFF" : "#0E1420", font);
}

/** @param {Brush} pen @param {number} side @param {boolean} isDark @param {boolean} isHome @param {Drawn} drawn */
function porcelain(pen, side, isDark, isHome, { colours }) {
  const half = side * 0.48;
  pen.beginPath();
  pen.roundRect(-half, -half, 2 * half, 2 * half, side * 0.1);
  pen.fillStyle = isDark ? colours["tile-2"] : colours.tile;
  pen.fill();
  pen.strokeStyle = colours["tile-edge"];
  pen.lineWidth = 1;
  pen.stroke();
  if (!isHome) return;
  pen.clip();
  pen.beginPath();
  pen.moveTo(half - side * 0.14, -half);
  pen.lineTo(half, -half);
  pen.lineTo(half, -half + side * 0.14);
  pen.fillStyle = colours.notch;
  pen.fill();
}

/** @param {Brush} pen @param {number} x @param {number} y @param {number} radius @param {string} colour @param {number} [alpha] */
function dot(pen, x, y, radius, colour, alpha = 1) {
  pen.globalAlpha = alpha;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 1;
}

/** @param {Brush} pen @param {number} x @param {number} y @param {number} radius @param {string} colour @param {number} line @param {boolean} [isSquare] */
function ring(pen, x, y, radius, colour, line, isSquare = false) {
  pen.beginPath();
  if (isSquare) pen.roundRect(x - radius, y - radius, 2 * radius, 2 * radius, radius * 0.25);
  else pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.strokeStyle = colour;
  pen.lineWidth = line;
  pen.stroke();
}

/** @param {Brush} pen @param {number} x @param {number} y @param {number} radius @param {{x: number, y: number}} to @param {{x: number, y: number}} from @param {string} colour */
function arrow(pen, x, y, radius, to, from, colour) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(Math.atan2(to.y - from.y, to.x - from.x));
  pen.beginPath();
  for (const [along, aside] of [[-1, -0.4], [0, -0.4], [0, -0.9], [1, 0], [0, 0.9], [0, 0.4], [-1, 0.4]]) pen.lineTo(along * radius, aside * radius);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.restore();
}

/** @param {Brush} pen @param {string} text @param {number} x @param {number} y @param {number} size @param {string} colour @param {string} font */
function write(pen, text, x, y, size, colour, font) {
  pen.font = `600 ${size}px ${font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, x, y + size * 0.05);
}

/** The colours in force. @param {Element} element @returns {{colours: Colours, font: string}} */
export function looks(element) {
  const style = getComputedStyle(element);
  return {
    colours: /** @type {Colours} */ (Object.fromEntries(NAMES.map(name => [name, style.getPropertyValue(`--${name}`).trim()]))),
    font: style.fontFamily,
  };
}
