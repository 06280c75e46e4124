/** Which key does what; Ctrl, Alt and ⌘ are never taken, and nothing while the player writes. */

/** @typedef {"undo"|"redo"|"restart"|"fresh"|"hint"|"marks"|"edit"|"copy"|"paste"|"language"|"theme"|"help"|"record"|"close"|"first"|"backward"|"play"|"forward"|"last"|"slower"|"faster"} Action */

/** @type {Record<string, [number, number]>} down, right */
const DIRECTIONS = {
  arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1],
  w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1], k: [-1, 0], j: [1, 0], h: [0, -1], l: [0, 1],
};
/** @type {Record<string, Action>} */
const ACTIONS = {
  u: "undo", z: "undo", r: "redo", y: "redo", R: "restart", n: "fresh", H: "hint", m: "marks", e: "edit", c: "copy", v: "paste",
  g: "language", t: "theme", b: "record", "?": "help", Escape: "close",
  p: "play", ",": "backward", ".": "forward", "<": "slower", ">": "faster", Home: "first", End: "last",
};

/** The keys that a control has for itself, by the first selector that fits: whoever writes has all but Escape. @type {[string, RegExp][]} */
const OWN = [["[type=checkbox]", /^( |Enter)$/], ["[type=radio]", /^( |Enter|Arrow\w+)$/], ["input, textarea, select", /^(?!Escape$)/]];

/** For the buttons: the key of an action. @type {Record<string, string>} */
export const KEYS = { undo: "U", redo: "R", restart: "Shift+R", hint: "I", fresh: "N", edit: "E" };

/**
 * @param {{step: (down: number, right: number) => void, press: () => void, digit: (digit: number) => void, act: (action: Action) => void, isOnBoard: () => boolean}} on
 */
export function listen(on) {
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {HTMLElement} */ (event.target), key = event.key;
    if (document.querySelector("dialog[open]")) return;  // it closes itself
    if (target.isContentEditable && key !== "Escape") return;
    if (OWN.find(([control]) => target.matches(control))?.[1].test(key)) return;
    if (document.querySelector(".screen") && !/^(Escape|[gt?])$/i.test(key)) return;
    if (handle(on, target, key, event.shiftKey)) event.preventDefault();
  });
}

/**
 * Return whether the key was taken.
 * @param {Parameters<typeof listen>[0]} on @param {HTMLElement} target @param {string} key @param {boolean} isShifted
 */
function handle(on, target, key, isShifted) {
  const isElsewhere = target.closest("button, a, summary, [role=tab]") !== null;
  const direction = DIRECTIONS[key.toLowerCase()];
  if (key === " " || key === "Enter") {
    if (!isElsewhere) on.press();
    return !isElsewhere;
  }
  if (/^[0-9]$/.test(key)) {
    on.digit(Number(key));
    return true;
  }
  if (direction && !isShifted && !target.closest("[role=tablist]")) {
    on.step(...direction);
    return true;
  }
  const action = key === "i" ? "hint" : ACTIONS[isShifted || key.length > 1 ? key : key.toLowerCase()] ?? ACTIONS[key.toLowerCase()];
  if (action) on.act(action);
  return action !== undefined;
}
