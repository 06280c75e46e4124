/** The rail (on a phone, the sheet): which puzzle, which level, which seed, and the box that takes every format. */
import { h } from "./dom.js";
import { arrived, isCancelled } from "./engine/errors.js";
import { lang, loadWords, t } from "./i18n.js";
import { boardOf, LEVELS, today } from "./levels.js";
import { entryOf, isSeeded, parseId } from "./model.js";
import { RULES, SURFACES } from "./rules.js";
import { Session } from "./session.js";
import { missing, told } from "./status.js";
import { read as stored, write } from "./storage.js";

/** @typedef {import("./app.js").App} App */

/** @type {import("./levels.js").Level} */
let level = "easy";

/** @param {App} app @param {HTMLElement} root */
export function createRail(app, root) {
  level = LEVELS.find(name => name === stored("level")) ?? level;
  const select = (/** @type {string} */ label, /** @type {[string, string][]} */ options, /** @type {() => void} */ onchange) => {
    const element = h("select", { onchange }, ...options.map(([value, text]) => h("option", { value }, text)));
    return { element, field: h("label", { class: "field" }, h("span", {}, t(label)), element) };
  };
  const number = (/** @type {string} */ label) => h("input", { type: "number", min: "1", max: "64", inputMode: "numeric", "aria-label": t(label), onchange: compose });
  const name = h("b"), pick = h("button", { type: "button", class: "pick", "data-do": "gallery" }, name, h("span", {}, t("rail.all")));
  const width = number("rail.width"), height = number("rail.height");
  const size = h("div", { class: "field", role: "group", "aria-label": t("rail.size") }, h("span", {}, t("rail.size")), h("span", { class: "row" }, width, "×", height));
  const rule = select("rail.rule", RULES.map(name => [name, t(`rule.${name}`)]), compose);
  const surface = select("rail.surface", SURFACES.map(name => [name, t(`surface.${name}`)]), compose);
  const states = select("rail.states", [2, 3, 4, 5, 6, 7, 8, 9].map(k => [String(k), String(k)]), compose);
  const goal = select("rail.goal", ["blank-last", "blank-first", "spiral"].map(name => [name, t(`goal.${name}`)]), compose);
  const metric = select("rail.metric", ["stm", "mtm"].map(name => [name, t(`metric.${name}`)]), compose);
  const levels = h("div", { class: "levels", role: "radiogroup", "aria-label": t("rail.level") }, ...LEVELS.map(name => h("label", {}, h("input", { type: "radio", name: "level", value: name, checked: name === level,
    onchange: () => { write("level", level = name); void fresh(); } }), h("span", {}, t(`level.${name}`)))));
  const seed = h("input", { spellcheck: false, autocomplete: "off", onchange: () => void fresh(seed.value.trim()) });
  const message = h("p", { class: "small alarm", role: "alert" });
  const box = h("textarea", { rows: 3, spellcheck: false, "data-hint": "rail.paste.hint", placeholder: t("rail.paste.hint"), oninput: typed,
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); void read(); } } });
  const chooser = (/** @type {Record<string, string>} */ fields) => h("input", { type: "file", accept: "image/*", class: "hidden", tabIndex: -1, ...fields,
    onchange: (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target), [chosen] = input.files ?? [];
      input.value = "";
      if (chosen) look(chosen);
    } });
  const picture = chooser({ "aria-label": t("photo.choose"), "data-photo": "file" }), camera = chooser({ "aria-label": t("photo.camera"), capture: "environment", "data-photo": "camera" });
  const photos = [h("button", { type: "button", onclick: () => picture.click() }, t("photo.choose")), h("button", { type: "button", class: "phone", onclick: () => camera.click() }, t("photo.camera")), picture, camera];
  const file = h("input", { type: "file", class: "hidden", tabIndex: -1, "aria-label": t("rail.file"), onchange: () => { const chosen = file.files?.[0]; file.value = ""; if (chosen) app.take(chosen); } });
  const open = h("button", { type: "button", onclick: () => file.click() }, t("rail.file"));
  const more = h("details", {}, h("summary", {}, t("rail.more")), rule.field, surface.field, states.field, goal.field, metric.field, h("label", { class: "field" }, h("span", {}, t("rail.seed")), seed));
  const onPhone = h("div", { class: "row wide phone" }, ...["redo", "restart", "share"].map(name => h("button", { type: "button", "data-do": name }, t(`do.${name}`))));
  root.replaceChildren(
    onPhone,
    pick, size,
    h("div", { class: "field" }, h("span", {}, t("rail.level")), levels),
    h("div", { class: "row wide" },
      h("button", { type: "button", class: "main", onclick: () => { app.sheet(false); void fresh(); } }, t("rail.new")),
      h("button", { type: "button", onclick: () => { app.sheet(false); daily(); } }, t("rail.day"))),
    more,
    h("label", { class: "field" }, h("span", {}, t("rail.paste")), box), message, h("div", { class: "row wide" }, ...photos, open), file,
  );

  /** Show what the board is. */
  function update() {
    const { model, seed: from } = app.session, params = model.puzzle.slice(model.puzzle.indexOf(":") + 1), words = params.split(",");
    const isLights = model.family === "lights", plain = /^\d+x\d+$/.test(words[0]) && !words.some(word => /^(dead|fixed|free|goal=[^a-z])/.test(word));
    width.value = String(model.width || model.cells);
    height.value = String(model.height || 1);
    size.hidden = !plain;
    rule.field.hidden = surface.field.hidden = states.field.hidden = !isLights || !plain;
    goal.field.hidden = metric.field.hidden = isLights || !plain;
    rule.element.value = RULES.find(name => words.includes(name)) ?? "plus";
    surface.element.value = SURFACES.find(name => words.includes(name)) ?? "plane";
    states.element.value = words.find(word => /^mod\d$/.test(word))?.slice(3) ?? "2";
    goal.element.value = words.find(word => word.startsWith("goal="))?.slice(5) ?? "blank-last";
    metric.element.value = model.metric;
    seed.value = from;
    name.textContent = entryOf(model.puzzle)?.title[lang] ?? (plain && words.length === 1 ? t(`rail.plain.${model.family}`) : params.length > 24 ? t("rail.own") : params);
  }

  /** Read the board in a picture. @param {Blob} chosen */
  function look(chosen) {
    app.later(() => import("./photo.js"), ({ lookAt }) => void lookAt(app, chosen, () => picture.click()));
  }

  /** The puzzle that the fields say. */
  function compose() {
    const [w, h2] = [width, height].map(input => Math.min(64, Math.max(1, Math.round(Number(input.value)) || 5)));
    const isLights = app.session.model.family === "lights";
    const words = isLights
      ? [rule.element.value === "plus" ? "" : rule.element.value, surface.element.value === "plane" ? "" : surface.element.value, states.element.value === "2" ? "" : `mod${states.element.value}`]
      : [goal.element.value === "blank-last" ? "" : `goal=${goal.element.value}`, metric.element.value === "mtm" ? "mtm" : ""];
    void begin([`${app.session.model.family}:${w}x${h2}`, ...words.filter(Boolean)].join(","));
  }

  /** Begin a game of another puzzle. @param {string} puzzle */
  async function begin(puzzle) {
    message.textContent = "";
    if (parseId(puzzle)) return fresh("", puzzle);
    try {
      await app.read(`${puzzle}#${Math.floor(Math.random() * 1e9)}`, { why: "new" });
    } catch (error) {
      message.textContent = told(error);
      update();
    }
  }

  /** A new board of this puzzle, or of another. @param {string} [from] the seed @param {string} [puzzle] */
  async function fresh(from = "", puzzle = app.session.model.puzzle) {
    const chosen = from || String(Math.floor(Math.random() * 1e9)), model = puzzle === app.session.model.puzzle ? app.session.model : parseId(puzzle)?.model;
    if (!model) return;
    if (level === "hard" && !from) {
      try {
        const made = await app.latest(arrived(Promise.all([import("./hardest.js"), loadWords("more")])).then(([{ hardest }]) => hardest(app, model, chosen)));
        if (made) return app.open(made);
      } catch (error) {
        if (isCancelled(error)) return;
        app.status.fail(error);
      }
    }
    const isAny = Boolean(from) || level === "any" || level === "hard";
    if (!isSeeded(model) && isAny && app.engine.status.phase === "ready") return app.read(`${puzzle}#${chosen}`, { why: "new" }).catch(error => app.status.fail(error));
    app.open(new Session(model, boardOf(model, from ? "any" : level, chosen), isAny && isSeeded(model) ? chosen : ""));
  }

  const daily = () => void fresh(today());

  let wasRead = "";
  /** Open what is pasted, or an ID with its whole state: the puzzle alone may be one that is still being typed. @param {Event} event */
  function typed(event) {
    message.textContent = "";
    const isPasted = /** @type {InputEvent} */ (event).inputType?.startsWith("insertFrom"), isWhole = /:.*:/.test(box.value) && parseId(box.value);
    if (!(isPasted || isWhole) || box.value === wasRead) return;
    wasRead = box.value;
    void read();
  }

  async function read() {
    if (!box.value.trim()) return;
    try {
      await app.read(box.value);
      message.textContent = "";
      app.sheet(false);
    } catch (error) {
      message.textContent = missing(error) || told(error);
      message.scrollIntoView({ block: "nearest" });
    }
  }

  update();
  return {
    update,
    fresh,
    daily,
    look,
    /** @param {"lights"|"tiles"} family */
    start: family => void begin(family === "lights" ? "lights:5x5" : "tiles:4x4"),
    paste() {
      app.sheet(true);
      box.focus();
      box.select();
      void navigator.clipboard?.readText?.().then(text => { if (text) { box.value = text; void read(); } }).catch(() => {});
    },
    /** What a press does on this board, in words; "" on an ordinary one. */
    about() {
      const { puzzle } = app.session.model, words = puzzle.split(":")[1].split(","), named = entryOf(puzzle);
      const found = RULES.find(name => words.includes(name));
      return named ? `${named.description[lang].replace(/^./, first => first.toUpperCase())}${t("stop")}` : found ? t("play.tip.rule", { rule: t(`rule.${found}`) }) : "";
    },
    /** Begin a game of a puzzle. @param {string} puzzle */
    begin: puzzle => void begin(puzzle),
  };
}
