/** A scene of the library, drawn small: in lessons and in the lab. */
import { h, s } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./engine/types.js").Scene} Scene */
/** @typedef {import("./engine/types.js").SceneCell} SceneCell */

/** @param {Scene} scene @param {string} label what it is, for those who cannot see it */
export function drawScene(scene, label) {
  const [width, height] = scene.size, at = new Map(scene.cells.map(cell => [cell.index, cell]));
  const links = (scene.links ?? []).flatMap(([a, b]) => {
    const [one, two] = [at.get(a), at.get(b)];
    return one && two ? [s("line", { x1: one.x, y1: one.y, x2: two.x, y2: two.y })] : [];
  });
  const cells = scene.cells.filter(cell => cell.role !== "dead").map(cell => drawCell(cell, at, scene.levels));
  return s("svg", { viewBox: `-.06 -.06 ${width + 0.12} ${height + 0.12}`, class: "scene", role: "img", "aria-label": label, style: `max-width:${Math.min(340, 56 * width)}px` }, ...links, ...cells);
}

/** @param {SceneCell} cell @param {Map<number, SceneCell>} at @param {number} levels */
function drawCell(cell, at, levels) {
  const { x, y, level = 0, label = "", marks = [] } = cell, isTile = cell.shape === "tile";
  const shape = isTile ? s("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1, class: cell.role === "blank" ? "blank" : "tile" })
    : s("circle", { cx: x, cy: y, r: 0.4, class: level ? "lit" : "off", "fill-opacity": level && levels > 2 ? 0.4 + 0.6 * level : 1 });
  return s("g", {}, shape, ...(label ? [s("text", { x, y: y + 0.15 }, label)] : []), ...marks.map(mark => drawMark(cell, mark, at)));
}

/** @param {SceneCell} cell @param {{kind: string, number: number, toward: number, label: string}} mark @param {Map<number, SceneCell>} at */
function drawMark({ x, y, shape, level }, mark, at) {
  const square = { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.12 };
  if (mark.kind === "point") return s("rect", { ...square, class: "point" });
  if (mark.kind === "weight") return s("rect", { ...square, class: "weight" });
  if (mark.kind === "wrong") return s("path", { d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`, class: "weight" });
  const to = at.get(mark.toward);
  if (mark.kind === "arrow" && to) return s("path", { d: `M${x + (to.x - x) * 0.3} ${y + (to.y - y) * 0.3}L${x + (to.x - x) * 0.62} ${y + (to.y - y) * 0.62}`, class: "arrow" });
  const dot = s("circle", { cx: x, cy: y, r: shape === "tile" ? 0.08 : 0.17, class: level ? "press on" : "press" });
  return mark.number > 1 ? s("g", {}, dot, s("text", { x, y: y + 0.11, class: "times" }, String(mark.number))) : dot;
}

/** @typedef {{rows: string[][], head?: string[], bar?: number, points?: [number, number][], changed?: number[], is_matrix?: boolean}} Table */

/** @param {Table} table */
export function drawTable(table) {
  const points = new Set((table.points ?? []).map(([row, column]) => `${row},${column}`)), changed = new Set(table.changed ?? []);
  const rows = table.rows.map((row, r) => h("tr", { class: changed.has(r) ? "changed" : "" }, ...row.map((entry, c) =>
    h("td", { class: [points.has(`${r},${c}`) ? "point" : "", table.bar === c ? "bar" : ""].join(" ") }, entry))));
  const head = table.head?.length ? [h("thead", {}, h("tr", {}, ...table.head.map(title => h("th", { scope: "col" }, title))))] : [];
  const columns = Math.max(0, ...table.rows.map(row => row.length));
  const about = t(table.is_matrix ? "learn.matrix" : "learn.table", { rows: table.rows.length, columns });
  return h("div", { class: ["table", table.is_matrix ? "matrix" : "", columns > 12 ? "many" : ""].join(" "), tabIndex: 0, role: "group", "aria-label": about }, h("table", {}, ...head, h("tbody", {}, ...rows)));
}

/** The table as LaTeX. @param {Table} table */
export function latex({ rows, bar = 0 }) {
  const columns = rows[0]?.length ?? 0, format = bar ? `${"r".repeat(bar)}|${"r".repeat(columns - bar)}` : "r".repeat(columns);
  return `\\left(\\begin{array}{${format}}\n${rows.map(row => row.join(" & ")).join(" \\\\\n")}\n\\end{array}\\right)`;
}
