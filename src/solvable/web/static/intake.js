/**
 * Boards that come as files: dropped anywhere, pasted, or chosen. A text is read like one that was pasted; a picture goes
 * onto the tiles that are being played, else the board that it shows is read.
 */
import { t } from "./i18n.js";

/** @typedef {import("./app.js").App} App */

const LARGEST = 1_000_000;  // bytes of a text that may be a board

/** @param {App} app @param {File} file */
export async function takeFile(app, file) {
  app.sheet(false);
  if (file.type.startsWith("image/")) return takePicture(app, file);
  if (file.size > LARGEST) return app.status.say(t("file.large"));
  await app.read(await file.text()).catch(error => app.status.fail(error));
}

/** @param {App} app @param {File} file */
function takePicture(app, file) {
  if (app.tab === "play" && app.session.model.family === "tiles") return app.play.show(file);
  void app.rail.look(file);
}
