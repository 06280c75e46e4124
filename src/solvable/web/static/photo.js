/**
 * A photo or a screenshot of a board, chosen, taken with the camera, pasted or dropped: its pixels go to the engine, and
 * what is seen opens in the editor, to be mended by a tap. It is told how sure the reading is, and which lamps count as
 * lit; a button takes the others.
 */
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { modelOf } from "./model.js";
import { Session } from "./session.js";
import { told } from "./status.js";

/** @typedef {import("./app.js").App} App */

const LARGEST = 1024, SMALL = 240_000;  // pixels a side; pixels in all of what a server takes
const WHITE = "#fff";

/** @type {((picture: Blob) => void) | undefined} what a picture that is pasted or dropped is given to */
let taker;

/** @param {App} app @param {HTMLElement} message where it is told what is wrong */
export function createPhoto(app, message) {
  const chooser = (/** @type {string} */ label, /** @type {Record<string, string>} */ more) => h("input", {
    type: "file", accept: "image/*", class: "hidden", tabIndex: -1, "aria-label": t(label), ...more,
    onchange: (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target), [file] = input.files ?? [];
      input.value = "";
      if (file) void look(file);
    } });
  const file = chooser("photo.choose", { "data-photo": "file" }), camera = chooser("photo.camera", { capture: "environment", "data-photo": "camera" });
  const choose = h("button", { type: "button", title: t("photo.hint"), onclick: () => file.click() }, t("photo.choose"));
  const take = h("button", { type: "button", class: "phone", onclick: () => camera.click() }, t("photo.camera"));
  const swap = h("button", { type: "button", hidden: true, "data-photo": "swap", onclick: swapped }, t("photo.swap"));

  /** @param {Blob} picture */
  async function look(picture) {
    swap.hidden = true;
    message.textContent = t("photo.reading");
    try {
      await app.engine.load().catch(() => {});
      const pixels = await pixelsOf(picture, app.engine.status.phase === "ready" ? LARGEST ** 2 : SMALL);
      const board = /** @type {any} */ (await app.ask("photo", pixels));
      message.textContent = "";
      app.sheet(false);
      await show(board);
    } catch (error) {
      message.textContent = error instanceof DOMException ? t("photo.bad") : told(error);
    }
  }

  /** @param {any} board */
  async function show(board) {
    const { model, state } = modelOf(board);
    app.open(new Session(model, state), { isEditing: true });
    await app.go("solve");
    app.isEditing = true;
    app.refresh();
    swap.hidden = model.family !== "lights";
    const note = board.is_sure ? board.note : t("photo.doubt", { note: board.note });
    app.status.say(note);
    message.textContent = note;
  }

  function swapped() {
    const { model, state } = app.session;
    app.open(new Session(model, state.map(lamp => 1 - lamp)), { isEditing: true });
    app.status.say(t("photo.swapped"));
    message.textContent = "";
  }

  taker = look;
  return { buttons: [choose, take, file, camera], swap };
}

/** Take pictures that are pasted anywhere, or dropped on the page. */
export function listenForPhotos() {
  document.addEventListener("paste", event => {
    const picture = pictureIn(event.clipboardData);
    if (!picture) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    taker?.(picture);
  }, { capture: true });
  document.addEventListener("dragover", event => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", event => {
    const picture = pictureIn(event.dataTransfer);
    if (!picture) return;
    event.preventDefault();
    taker?.(picture);
  });
}

/** @param {DataTransfer | null} data */
const pictureIn = data => [...data?.files ?? []].find(file => file.type.startsWith("image/"));

/**
 * Return the pixels of a picture, brought down to at most so many: three bytes each, in base64.
 * @param {Blob} picture @param {number} most
 */
async function pixelsOf(picture, most) {
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  const factor = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height), Math.sqrt(most / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.floor(bitmap.width * factor)), height = Math.max(1, Math.floor(bitmap.height * factor));
  const canvas = Object.assign(document.createElement("canvas"), { width, height }), pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = WHITE;  // behind what can be seen through
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = pen.getImageData(0, 0, width, height), bytes = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    bytes[to++] = data[from];
    bytes[to++] = data[from + 1];
    bytes[to++] = data[from + 2];
  }
  const parts = [];
  for (let start = 0; start < bytes.length; start += 24_576) parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 24_576))));
  return { width, height, pixels: parts.join("") };
}
