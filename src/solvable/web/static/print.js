/** On paper: the board, its solution if one is known, and its ID. */
import { byId } from "./dom.js";
import { loadWords, t } from "./i18n.js";
import { faceOf } from "./model.js";
import { Session } from "./session.js";

/** @param {import("./app.js").App} app */
export async function install(app) {
  await loadWords("more");
  let isPrinting = false;
  const known = () => app.session.plan?.moves ?? (app.session.place ? [] : app.session.answer?.moves ?? []);

  app.layers.push(({ session }) => {
    if (!isPrinting || session.model.family !== "lights") return null;
    const pressed = new Map();
    for (const press of known()) pressed.set(press, (pressed.get(press) ?? 0) + 1);
    return pressed.size ? { pressed, next: [] } : null;
  });

  /** @param {boolean} is */
  function printing(is) {
    isPrinting = is;
    const { session } = app, { model } = session, moves = known(), shadow = new Session(model, session.state);
    const words = moves.map(move => {
      if (model.family === "lights") return model.width && model.toggles.length === model.cells ? `${Math.floor(move / model.width) + 1},${move % model.width + 1}` : String(move + 1);
      const tile = faceOf(model, shadow.state[move]);
      shadow.move(move);
      return tile;
    });
    byId("printed").replaceChildren(...words.length ? [t(`print.${model.family}`, { n: moves.length, moves: words.join(model.family === "lights" ? "  " : " ") }), document.createElement("br")] : [], session.id);
    app.refresh();
  }
  addEventListener("beforeprint", () => printing(true));
  addEventListener("afterprint", () => printing(false));
}
