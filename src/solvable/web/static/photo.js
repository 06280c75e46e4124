/**
 * A photo or a screenshot of a board: its pixels go to the engine, and what is seen is shown beside it (photoview.js), to be
 * mended by a tap. It opens when the player says so; a picture in which nothing is seen opens nothing.
 */
import { arrived, EngineError, isCancelled } from "./engine/errors.js";
import { loadWords, t } from "./i18n.js";
import { Session } from "./session.js";
import { missing } from "./status.js";

/** @typedef {import("./app.js").App} App */

const LARGEST = 1024, SMALL = 240_000;  // pixels a side; pixels in all of what a server takes

/**
 * Read the board in a picture.
 * @param {App} app @param {Blob} picture @param {() => void} again have another one chosen
 */
export async function lookAt(app, picture, again) {
  app.sheet(false);
  const reading = () => app.status.say(t("photo.reading"));
  reading();
  const saying = setInterval(reading, 5000);  // a note goes before
  const { showReading, showRefusal } = await arrived(loadWords("gallery").then(() => import("./photoview.js")));
  /** @type {import("./photoview.js").Choice} */
  let choice;
  try {
    const seen = /** @type {any} */ (await app.latest(ask(app, picture)).finally(() => clearInterval(saying)));
    app.status.say("");
    choice = await showReading(picture, seen);
  } catch (error) {
    if (isCancelled(error)) return;
    if (error instanceof DOMException) return app.status.say(t("photo.bad"));
    if (!(error instanceof EngineError) || missing(error)) return app.status.fail(error);
    app.status.say("");
    choice = await showRefusal(picture, error.message);
  }
  if (choice === "again") again();
  else if (choice === "type") app.edit(true);
  else if (choice) app.open(new Session(choice.position.model, choice.position.state), { why: "read" });
}

/** @param {App} app @param {Blob} picture */
async function ask(app, picture) {
  await app.engine.load().catch(() => {});
  const { pixelsOf } = await arrived(import("./pixels.js"));
  return app.ask("photo", await pixelsOf(picture, app.engine.status.phase === "ready" ? LARGEST ** 2 : SMALL, LARGEST));
}
