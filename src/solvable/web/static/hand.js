/** In the very first game a hand shows which lamp to press, until something is pressed. */
import { s } from "./dom.js";

/** @param {import("./app.js").App} app @param {number} cell */
export function pointOut(app, cell) {
  const { session } = app, { x, y } = session.model.layout.places[cell];
  const hand = s("path", { class: "hand", d: "M8 14V4a2 2 0 0 1 4 0v7l5.5 1a2.5 2.5 0 0 1 2 2.5V19c0 4-2.5 7-6.5 7h-2c-2.5 0-4.2-1-5.6-3l-4-6a1.9 1.9 0 0 1 3-2.3z" });
  const over = [s("g", { transform: `translate(${x - 0.08} ${y - 0.02}) scale(.022)` }, hand)];
  app.layers.push(() => app.session === session && !session.moves.length && !app.isEditing && app.tab === "play" ? { next: [cell], pressing: cell, over } : null);
  app.refresh();
}
