/** Dark, light, or as the system has it; kept for the next visit. */
import { read, write } from "./storage.js";

const THEMES = /** @type {const} */ (["system", "dark", "light"]);
/** @typedef {(typeof THEMES)[number]} Theme */

/** @returns {Theme} */
export function theme() {
  const kept = read("theme");
  return THEMES.find(name => name === kept) ?? "system";
}

/** Go on to the next of the three, the one that looks different first. */
export function nextTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  /** @type {Theme[]} */
  const round = isDark ? ["system", "light", "dark"] : ["system", "dark", "light"];
  write("theme", round[(round.indexOf(theme()) + 1) % round.length]);
}
