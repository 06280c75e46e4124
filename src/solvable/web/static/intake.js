/**
 * Boards that come as files: dropped anywhere, pasted, or chosen. A text is read like one that was pasted; a picture goes
 * onto the tiles that are being played, else the board that it shows is read.
 */
import { t } from "./i18n.js";
import { lookAt } from "./photo.js";

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
  lookAt(file);
}

/** Take what is dropped on the page, or pasted where nothing is written. @param {App} app */
export function listenForFiles(app) {
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", event => {
    event.preventDefault();
    receive(event.dataTransfer);
  });
  document.addEventListener("paste", event => {
    if (!/** @type {Element} */ (event.target).closest("input, textarea")) receive(event.clipboardData);
  });

  /** @param {DataTransfer | null} data */
  function receive(data) {
    const file = data?.files[0], text = data?.getData("text") ?? "";
    if (file) void takeFile(app, file);
    else if (text) app.read(text).catch(error => app.status.fail(error));
  }
}
