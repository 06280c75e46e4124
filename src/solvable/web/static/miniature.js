/** A board drawn small: in the gallery, on the rail's first button, where a choice between boards is asked. */
import { s } from "./dom.js";
import { t } from "./i18n.js";
import { faceOf } from "./model.js";

/** @typedef {import("./model.js").Model} Model */

const POINTS = { hexagon: [90, 150, 210, 270, 330, 30], up: [90, 210, 330], down: [270, 30, 150] };
const RADIUS = { hexagon: 0.56, up: 0.9, down: 0.9 };
const READABLE = 12;  // cells a side up to which tiles show their numbers

/**
 * Return a drawing of a position; it has no name of its own, the button or the words beside it say what it is.
 * @param {Model} model @param {number[]} state @param {number} [press] a press that is marked, with the lamps as it leaves them
 */
export function miniature(model, state, press = -1) {
  const { size: [width, height], places } = model.layout, isTiles = model.family === "tiles", isGrid = model.width > 0;
  const radius = isGrid ? 0.38 : Math.max(0.34, Math.min(0.6, Math.max(width, height) / 30)), edge = isGrid ? 0.05 : Math.max(width, height) / 90;
  const lines = model.layout.links.map(([a, b]) => s("line", { x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y }));
  const tray = isTiles && isGrid && !model.layout.links.length ? [s("rect", { x: -0.06, y: -0.06, width: width + 0.12, height: height + 0.12, rx: 0.16, class: "tray" })] : [];
  const cells = places.flatMap((place, cell) => model.dead.has(cell) ? [] : isTiles ? tile(model, place, state[cell]) : lamp(model, place, state[cell], radius, cell === press));
  const margin = Math.max(0.12, edge);
  return s("svg", { viewBox: [-margin, -margin, width + 2 * margin, height + 2 * margin].map(number => number.toFixed(2)).join(" "), class: "mini", "aria-hidden": "true", "stroke-width": edge.toFixed(3) }, ...lines, ...tray, ...cells);
}

/** @param {Model} model @param {{x: number, y: number, shape: string}} place @param {number} value @param {number} radius @param {boolean} isPressed */
function lamp(model, { x, y, shape }, value, radius, isPressed) {
  const colour = model.colours?.[value], level = value / (model.k - 1), isFull = level === 1 || (colour !== undefined && colour !== "dark");
  const drawn = [outline(shape, x, y, radius, isFull ? "lit" : "off", colour)];
  if (value && !isFull) drawn.push(s("path", { d: pie(x, y, radius, level), class: "lit" }));
  if (colour && colour !== "dark") drawn.push(s("text", { x, y, class: "sign" }, t(`colour.sign.${colour}`)));
  if (isPressed) drawn.push(s("circle", { cx: x, cy: y, r: radius * 0.42, class: "press" }));
  return drawn;
}

/** @param {string} shape @param {number} x @param {number} y @param {number} radius @param {string} name @param {string} [colour] */
function outline(shape, x, y, radius, name, colour) {
  /** @type {Record<string, string>} */
  const more = colour ? { "data-colour": colour } : {};
  if (shape !== "hexagon" && shape !== "up" && shape !== "down") return s("circle", { cx: x, cy: y, r: radius, class: name, ...more });
  const points = POINTS[shape].map(angle => [x + RADIUS[shape] * Math.cos(angle * Math.PI / 180), y - RADIUS[shape] * Math.sin(angle * Math.PI / 180)]);
  return s("polygon", { points: points.map(each => each.map(number => number.toFixed(3)).join()).join(" "), class: name, ...more });
}

/** A part of a disc, from the top clockwise. @param {number} x @param {number} y @param {number} radius @param {number} part */
function pie(x, y, radius, part) {
  const angle = 2 * Math.PI * part;
  return `M${x} ${y}V${y - radius}A${radius} ${radius} 0 ${part > 0.5 ? 1 : 0} 1 ${(x + radius * Math.sin(angle)).toFixed(3)} ${(y - radius * Math.cos(angle)).toFixed(3)}Z`;
}

/** @param {Model} model @param {{x: number, y: number}} place @param {number} value */
function tile(model, { x, y }, value) {
  const isGrid = model.width > 0 && !model.layout.links.length;
  const shape = isGrid ? s("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1, class: value ? "tile" : "gap" })
    : s("circle", { cx: x, cy: y, r: 0.44, class: value ? "tile" : "gap" });
  const face = value ? faceOf(model, value) : "", isShown = face && Math.max(...model.layout.size) <= READABLE;
  return isShown ? [shape, s("text", { x, y, class: face.length > 2 ? "long" : "" }, face)] : [shape];
}
