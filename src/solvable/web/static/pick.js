/**
 * The first thing of the rail: a picture of the puzzle, as one press leaves it, which opens the gallery; and the views that
 * open over the page, by a button, a key, or the address.
 */
import { styled } from "./dom.js";
import { loadWords, t } from "./i18n.js";
import { miniature } from "./miniature.js";
import { apply } from "./model.js";

/** @typedef {import("./model.js").Model} Model */

const MOST = 400;  // cells of a board that is drawn so small

/** @param {import("./app.js").App} app */
export function install(app) {
  void styled("screen.css");
  let isReady = false;  // the words for a board of colours
  const draw = () => {
    const { model } = app.session, button = document.querySelector("#rail .pick");
    button?.querySelector("svg")?.remove();
    if (model.colours && !isReady) void loadWords("more").then(() => { isReady = true; app.refresh(); }).catch(() => {});
    if (model.cells <= MOST) button?.prepend(miniature(model, model.family === "lights" ? pressed(model) : model.goal));
  };
  app.on("opened", draw);
  app.on("spoken", draw);
  draw();
  const view = (/** @type {(views: typeof import("./views.js")) => void} */ use) => {
    app.sheet(false);
    app.later(() => loadWords("gallery").then(() => import("./views.js")), use);
  };
  app.actions.gallery = () => view(({ gallery }) => gallery(app));
  app.actions.help = () => view(({ about }) => about(app));
  app.headlines.push(({ session: { model, isSolved }, isEditing, tab }) => {
    const wanted = model.colours?.[model.goal[0]];
    return !isReady || tab !== "play" || isEditing || isSolved || !wanted || wanted === "dark" ? null : { text: t("pick.colour", { colour: t(`colour.${wanted}`) }), more: app.rail.about() };
  });
  if (app.address.view) app.act(app.address.view);
}

/** The lamps after one press in the middle, which shows the rule. @param {Model} model */
function pressed(model) {
  const middle = Math.floor(model.height / 2) * model.width + Math.floor(model.width / 2), dark = model.goal.map(() => 0);
  return apply(model, dark, model.toggles.length === model.cells ? middle : 0) ?? dark;
}
