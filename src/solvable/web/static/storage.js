/**
 * What the browser keeps between visits. Every access goes through here: where storage is denied, full or damaged, this
 * visit goes on with what it has in memory, and `onTrouble` is called once.
 */

/** @typedef {"denied"|"full"|"corrupt"} Trouble */

/** @type {Map<string, string>} what could not be written */
const unwritten = new Map();
/** @type {Trouble | undefined} the first of this visit */
let trouble;
/** @type {((trouble: Trouble) => void) | undefined} */
let listener;

/** @param {Trouble} found */
function report(found) {
  if (trouble) return;
  trouble = found;
  listener?.(found);
}

/** @param {unknown} error @returns {Trouble} */
const troubleOf = error => error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "denied";

/** @param {string} name */
export function read(name) {
  const held = unwritten.get(name);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(name);
  } catch (error) {
    report(troubleOf(error));
    return null;
  }
}

/** Write a text; return whether it is there at the next visit. @param {string} name @param {string} text */
export function write(name, text) {
  try {
    localStorage.setItem(name, text);
    unwritten.delete(name);
    return true;
  } catch (error) {
    unwritten.set(name, text);
    report(troubleOf(error));
    return false;
  }
}

/**
 * Return the value that `writeJson` wrote, or null. A text that is no such value is set aside as `NAME.damaged`.
 * @param {string} name @param {(value: any) => boolean} [isRight]
 * @returns {any}
 */
export function readJson(name, isRight = () => true) {
  const text = read(name);
  if (text === null) return null;
  try {
    const value = JSON.parse(text);
    if (value === null || isRight(value)) return value;
  } catch { /* no JSON */ }
  write(`${name}.damaged`, text);
  write(name, "null");
  report("corrupt");
  return null;
}

/** @param {string} name @param {unknown} value */
export const writeJson = (name, value) => write(name, JSON.stringify(value));

/** Call `listen` when storage first fails, at once if it has. @param {(trouble: Trouble) => void} listen */
export function onTrouble(listen) {
  listener = listen;
  if (trouble) listen(trouble);
}
