/** A challenge on the board: what is to be beaten, as a headline, and beside the board as bars, theirs, yours and par. */
import { clockMs } from "./challenge.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { stars } from "./stars.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function createRace(app) {
  const element = h("section", { class: "card race-card", hidden: true });

  app.headlines.push(({ session, isEditing }) => {
    const { challenge, model, isSolved } = session;
    if (!challenge || isSolved || isEditing || app.tab !== "play") return null;
    const par = session.answer?.optimal && !session.isDaily ? t(`race.par.${model.family}`, { n: session.par?.length ?? 0 }) : "";
    return { text: t(`race.can.${model.family}`, { n: challenge.length }), more: [par, t(`race.more.${model.family}`)].filter(Boolean).join(t("space")) };
  });

  /** @param {string} kind @param {string} name @param {number} n @param {number} most */
  const bar = (kind, name, n, most) => h("li", { class: kind }, h("span", {}, name),
    h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: `width:${100 * Math.min(1, n / most)}%` })), h("b", {}, String(n)));

  const clock = h("p", { class: "small num" });

  function update() {
    const { session } = app, { challenge, place, par, answer } = session;
    element.hidden = !challenge;
    if (!challenge) return;
    const isProved = Boolean(answer?.optimal && par) && (!session.isDaily || session.isSolved), most = Math.max(challenge.length, place, isProved ? par?.length ?? 0 : 0) + 1;
    tick();
    element.replaceChildren(
      h("h3", {}, t("race.title")),
      h("ol", { class: "race" }, bar("you", t("race.you"), place, most), bar("", t("race.them"), challenge.length, most), ...(isProved && par ? [bar("par", t("race.fewest"), par.length, most)] : [])),
      clock,
      ...(isProved && par ? [h("p", { class: "stake" }, stars(3), h("span", {}, t("race.perfect", { n: par.length })))] : []),
      h("p", { class: "stake" }, stars(0, ""), h("span", {}, !isProved || challenge.length > (par?.length ?? 0) ? t("race.wins", { n: challenge.length - 1, m: challenge.length }) : t("race.faster", { m: challenge.length }))),
      h("p", { class: "small" }, t("race.hidden")));
  }

  function tick() {
    const { challenge, ms } = app.session;
    if (challenge) clock.textContent = t("race.clock", { theirs: clockMs(challenge.ms), yours: clockMs(ms) });
  }

  setInterval(() => { if (app.session.challenge && app.session.since !== null) tick(); }, 100);
  for (const name of /** @type {const} */ (["moved", "opened", "answer", "spoken"])) app.on(name, update);
  return { element, update };
}
