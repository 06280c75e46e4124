/** Elements in one call. */

/**
 * Return a new element: properties that begin with `on` are listeners, `class` and names with a hyphen are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [fields] @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, fields = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class" || name === "role" || name === "for" || name === "style" || name.includes("-")) element.setAttribute(name, value);
    else Reflect.set(element, name, value);
  }
  element.append(...children);
  return element;
}

/**
 * Return a new SVG element.
 * @param {string} tag @param {Record<string, string | number>} [fields] @param {...(Node | string)} children
 */
export function s(tag, fields = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(fields)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Return the element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Have a style sheet that the first look does without. @param {string} href @returns {Promise<unknown>} */
export const styled = href => document.querySelector(`link[href="${href}"]`) ? Promise.resolve()
  : new Promise(done => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M4 4v6h6M4.5 10A8 8 0 1 1 4 14",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.6.5-.9 1-1 1.5h-5c-.1-.5-.4-1-1-1.5Z",
  share: "M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8",
  solve: "M20 6 9 17l-5-5",
  edit: "M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  first: "M6 5v14m13-14-9 7 9 7V5Z",
  last: "M18 5v14M5 5l9 7-9 7V5Z",
  play: "M7 4v16l13-8L7 4Z",
  pause: "M8 5v14M16 5v14",
  close: "M6 6l12 12M18 6 6 18",
  fix: "M14 6a4.5 4.5 0 0 0-5.7 5.7L3 17l4 4 5.3-5.3A4.5 4.5 0 0 0 18 10l-2.5 2.5-3-3Z",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01",
};
/** @typedef {keyof typeof ICONS} Icon */

/**
 * Return a drawing for a button; the words are the button's own.
 * @param {Icon} name
 */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}
