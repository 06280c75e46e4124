/** Sentences in the reader's language: `t("status.moves", {n: 3})`. */
import { read } from "./storage.js";

/** @typedef {"en"|"zh"} Lang */
/** @typedef {string | {one: string, other: string}} Sentence */

/** @type {Record<string, Sentence>} */
let sentences = {};
/** @type {Lang} */
export let lang = "en";

/** @returns {Lang} */
export function preferredLang() {
  const kept = new URLSearchParams(location.search).get("lang") ?? read("lang");
  if (kept === "en" || kept === "zh") return kept;
  return navigator.languages.some(name => name.startsWith("zh")) && !navigator.language.startsWith("en") ? "zh" : "en";
}

/** The groups of sentences that are here: the page's, and those that came with what was opened. */
const groups = new Set([""]);

/** @param {Lang} language @param {string} group @returns {Promise<Record<string, Sentence>>} */
const load = async (language, group) => (await import(`./i18n/${language}${group && `-${group}`}.js`)).default;

/** Have the sentences of a part, in i18n/LANG-GROUP.js, from now on and in each language. @param {string} group */
export async function loadWords(group) {
  if (groups.has(group)) return;
  let found, wanted;
  do found = await load(wanted = lang, group); while (wanted !== lang);  // it may change while they load
  groups.add(group);
  Object.assign(sentences, found);
}

/** @param {Lang} wanted */
export async function loadLang(wanted) {
  let found, count;
  do {
    count = groups.size;
    found = await Promise.all([...groups].map(group => load(wanted, group)));
  } while (count !== groups.size);  // others may come while they load
  sentences = Object.assign({}, ...found);
  lang = wanted;
  document.documentElement.lang = wanted === "zh" ? "zh-CN" : "en";
}

/**
 * Return a sentence; `n` chooses between one and other.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const found = sentences[key] ?? key;
  const template = typeof found === "string" ? found : Number(values.n) === 1 ? found.one : found.other;
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Say in the page's language whatever carries a key: its text, its label, its placeholder.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t]"))) element.textContent = t(element.dataset.t ?? "");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-label]"))) {
    const label = t(element.dataset.label ?? "");
    element.setAttribute("aria-label", label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
  for (const element of /** @type {NodeListOf<HTMLTextAreaElement>} */ (root.querySelectorAll("[data-hint]"))) element.placeholder = t(element.dataset.hint ?? "");
}

/** Say a time as minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
