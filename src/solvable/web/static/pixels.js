/** The pixels of a picture, as the engine takes them. Loaded with the first picture. */
const WHITE = "#fff";

/**
 * Return the pixels of a picture, brought down to at most so many: three bytes each, in base64.
 * @param {Blob} picture @param {number} most in all @param {number} largest a side
 */
export async function pixelsOf(picture, most, largest) {
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  const factor = Math.min(1, largest / Math.max(bitmap.width, bitmap.height), Math.sqrt(most / (bitmap.width * bitmap.height)));
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
