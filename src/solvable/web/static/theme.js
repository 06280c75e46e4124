/** Dark, light, or as the system has it; kept for the next visit. */

const THEMES = /** @type {const} */ (["system", "dark", "light"]);
/** @typedef {(typeof THEMES)[number]} Theme */

/** @returns {Theme} */
export function theme() {
  const kept = localStorage.getItem("theme");
  return THEMES.find(name => name === kept) ?? "system";
}

/** Go on to the next of the three, the one that looks different first. */
export function nextTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  /** @type {Theme[]} */
  const round = isDark ? ["system", "light", "dark"] : ["system", "dark", "light"];
  localStorage.setItem("theme", round[(round.indexOf(theme()) + 1) % round.length]);
}
