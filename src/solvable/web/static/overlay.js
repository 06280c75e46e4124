/**
 * What covers the whole page: the gallery, a photo, what this is. Escape, its button and the browser's Back close it,
 * and the focus goes back to where it was.
 */
import { h, icon, styled } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Open it. `closed` comes when it has gone, and the address is the page's own again.
 * @param {string} title @param {...(Node | string)} content
 */
export function openOverlay(title, ...content) {
  void styled("screen.css");
  const close = h("button", { type: "button", class: "quiet", "aria-label": t("do.close"), onclick: () => element.close() }, icon("close"));
  const element = h("dialog", { class: "screen", "aria-labelledby": "screen-title" }, h("header", {}, h("h2", { id: "screen-title", tabIndex: -1 }, title), close), h("div", { class: "screen-body" }, ...content));
  const before = document.activeElement;
  document.body.append(element);
  history.pushState(history.state, "", location.href);
  let isBack = false;
  const back = () => { isBack = true; element.close(); };
  window.addEventListener("popstate", back);
  element.showModal();
  /** @type {HTMLElement | null} */ (element.querySelector("#screen-title"))?.focus();
  /** @type {Promise<void>} */
  const closed = new Promise(done => element.addEventListener("close", () => {
    window.removeEventListener("popstate", back);
    element.remove();
    if (before instanceof HTMLElement) before.focus();
    if (isBack) return done();
    window.addEventListener("popstate", () => done(), { once: true });
    history.back();
  }, { once: true }));
  return { element, closed, close: () => element.close() };
}
