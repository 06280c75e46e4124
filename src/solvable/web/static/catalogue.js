/**
 * The puzzles that have a name, and the usual boards: what the gallery shows. The list is fetched when it is first wanted;
 * the first board does without it.
 */
import { arrived } from "./engine/errors.js";
import { learnVariants } from "./model.js";

/** @typedef {{en: string, zh: string}} Both */
/** @typedef {{id: string, title: Both, description: Both, source?: Both, worst?: number}} Entry */

/** @type {Promise<Entry[]> | undefined} */
let coming;

/** Return all entries, once they are there; throws EngineError if they do not come, and may be asked again. @returns {Promise<Entry[]>} */
export function catalogue() {
  coming ??= arrived(fetched()).catch(error => { coming = undefined; throw error; });
  return coming;
}

async function fetched() {
  const response = await fetch(new URL("variants.json", import.meta.url));
  if (!response.ok) throw new Error(`variants.json: ${response.status}`);
  const { variants, boards } = await response.json();
  learnVariants(variants);
  const isTiles = (/** @type {Entry} */ entry) => entry.id.startsWith("tiles");
  return [...variants.filter((/** @type {Entry} */ entry) => !isTiles(entry)), ...boards, ...variants.filter(isTiles)];
}
