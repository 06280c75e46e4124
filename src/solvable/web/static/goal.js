/** The goal of a board, drawn small; loaded with the first that is not the usual one. */
import { lines, slot } from "./board.js";
import { s } from "./dom.js";
import { t } from "./i18n.js";
import { faceOf } from "./model.js";

/** @typedef {import("./model.js").Model} Model */

/** @param {Model} model */
export function goalDrawn(model) {
  const { goal, layout: { places, size } } = model;
  if (model.family === "lights") return lampsDrawn(model);
  const label = `${t("rail.goal")}: ${goal.filter(tile => tile >= 0).map(tile => tile ? faceOf(model, tile) : "_").join(" ")}`;
  return s("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, role: "img", "aria-label": label }, ...lines(model), ...goal.flatMap((tile, cell) => {
    const { x, y } = places[cell];
    return tile < 0 ? [] : tile === 0 ? [slot(x, y, "slot")] : [slot(x, y, "tile"), s("text", { x, y: y + 0.16 }, faceOf(model, tile))];
  }));
}

/** The goal of lamps: a disc for each, lit or off, with its state where there are more than two; ? does not matter. @param {Model} model */
function lampsDrawn(model) {
  const { goal, free, dead, k, layout: { places, size } } = model, cells = goal.flatMap((_, cell) => dead.has(cell) ? [] : [cell]);
  const word = (/** @type {number} */ cell) => free.has(cell) ? "?" : k > 2 && goal[cell] ? String(goal[cell]) : "";
  const label = `${t("rail.goal")}: ${cells.map(cell => word(cell) || String(goal[cell])).join(" ")}`;
  return s("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, role: "img", "aria-label": label }, ...cells.flatMap(cell => {
    const { x, y } = places[cell], sign = word(cell), isLit = goal[cell] > 0 && !free.has(cell);
    return [s("circle", { cx: x, cy: y, r: 0.36, class: isLit ? "disc lit" : "disc" }), ...sign ? [s("text", { x, y: y + 0.16 }, sign)] : []];
  }));
}
