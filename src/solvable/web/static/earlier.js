/** The games before the last one, in the browser's memory: Undo leads back to them after a reload too. */
import { parseId } from "./model.js";
import { Session } from "./session.js";
import { readJson, writeJson } from "./storage.js";

const MOST = 20;

/** @param {string} text @returns {Session[]} the game, if it is of a puzzle known at once */
function load(text) {
  try {
    const saved = JSON.parse(text), session = Session.load(saved, parseId(String(saved.start)));
    return session ? [session] : [];
  } catch {
    return [];
  }
}

/** @param {import("./app.js").App} app */
export function install(app) {
  const texts = readJson("games", Array.isArray);
  if (app.isResumed && texts) app.do({ type: "restore", games: texts.flatMap(load) });
  app.on("opened", ({ why }) => {
    const { games, at } = app.store.state;
    if (why !== "edit") writeJson("games", games.slice(Math.max(0, at - MOST), at).map(game => game.save([])));
  });
}
