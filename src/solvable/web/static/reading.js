/** The worker that reads the game IDs of large boards: in a text, out {state, seed}, or null if it is no such board. */
import { LARGEST, parseUpTo } from "./model.js";

addEventListener("message", ({ data }) => {
  const found = parseUpTo(data, LARGEST);
  postMessage(found && { state: found.state, seed: found.seed });
});
