/** The player's own picture on the tiles: made small enough to be kept, so that it is there after a reload. */
import { write } from "./storage.js";

const SIDE = 640, QUALITY = 0.8;  // pixels; of the JPEG

/**
 * Return the address of a picture that fills a board of this shape, cut to it from its middle, and keep it; throws
 * DOMException if it is none.
 * @param {Blob} file @param {number} shape width by height of the board
 */
export async function keepPicture(file, shape) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const cut = Math.min(bitmap.width, bitmap.height * shape), size = Math.min(SIDE, cut);
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(size), height: Math.round(size / shape) });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, (bitmap.width - cut) / 2, (bitmap.height - cut / shape) / 2, cut, cut / shape, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const address = canvas.toDataURL("image/jpeg", QUALITY);
  write("picture", address);
  return address;
}
