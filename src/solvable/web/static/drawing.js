/** The tables of lessons, drawn and as LaTeX. */
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {{rows: string[][], head?: string[], bar?: number, points?: [number, number][], changed?: number[], is_matrix?: boolean}} Table */

/**
 * Draw a table. Of a matrix whose columns are the buttons of the board, a row can be pointed at, and a column is marked.
 * @param {Table} table @param {{row: number, column: number, point: (row: number) => void}} [shown]
 */
export function drawTable(table, shown) {
  const points = new Set((table.points ?? []).map(([row, column]) => `${row},${column}`)), changed = new Set(table.changed ?? []);
  const rows = table.rows.map((row, r) => {
    const entries = row.map((entry, c) => h("td", { class: [points.has(`${r},${c}`) ? "point" : "", table.bar === c ? "bar" : "", shown?.column === c ? "column" : ""].join(" ") }, entry));
    if (!shown) return h("tr", { class: changed.has(r) ? "changed" : "" }, ...entries);
    const point = () => shown.point(r), leave = () => shown.point(-1);
    const pick = h("button", { type: "button", "data-row": String(r), "aria-label": t("learn.row", { n: r + 1, equation: equation(row, table.bar ?? row.length) }), onfocus: point, onblur: leave, onclick: point }, String(r + 1));
    return h("tr", { class: [changed.has(r) ? "changed" : "", shown.row === r ? "now" : ""].join(" "), "data-at": String(r), onpointerenter: point, onpointerleave: leave }, h("th", { scope: "row" }, pick), ...entries);
  });
  const head = table.head?.length ? [h("thead", {}, h("tr", {}, ...table.head.map(title => h("th", { scope: "col" }, title))))]
    : shown ? [h("thead", {}, h("tr", {}, h("td"), ...(table.rows[0] ?? []).map((_, c) => h("th", { scope: "col" }, c === table.bar ? "" : `x${c + 1}`))))] : [];
  const columns = Math.max(0, ...table.rows.map(row => row.length));
  const about = t(table.is_matrix ? "learn.matrix" : "learn.table", { rows: table.rows.length, columns });
  return h("div", { class: ["table", table.is_matrix ? "matrix" : "", columns > 12 ? "many" : ""].join(" "), tabIndex: 0, role: "group", "aria-label": about }, h("table", {}, ...head, h("tbody", {}, ...rows)));
}

/** A row of a matrix as an equation. @param {string[]} row @param {number} bar */
function equation(row, bar) {
  const terms = row.slice(0, bar).flatMap((entry, c) => entry === "0" ? [] : [`${entry === "1" ? "" : entry}x${c + 1}`]);
  return `${terms.join(" + ") || "0"} = ${row[bar] ?? ""}`;
}

/** The table as LaTeX. @param {Table} table */
export function latex({ rows, bar = 0 }) {
  const columns = rows[0]?.length ?? 0, format = bar ? `${"r".repeat(bar)}|${"r".repeat(columns - bar)}` : "r".repeat(columns);
  return `\\left(\\begin{array}{${format}}\n${rows.map(row => row.join(" & ")).join(" \\\\\n")}\n\\end{array}\\right)`;
}
