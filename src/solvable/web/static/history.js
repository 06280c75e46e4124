/**
 * The record on the screen: averages and a plot of one puzzle, the best of each, the days, and the file.
 *
 * A day is a lamp: lit if its board was solved, half lit with help, off if it was missed, dashed while it is to come.
 */
import { add, amend, games } from "./book.js";
import { clockMs, starsOf } from "./challenge.js";
import { h, icon, s } from "./dom.js";
import { lang, t } from "./i18n.js";
import { today } from "./levels.js";
import { parseId } from "./model.js";
import { calendar, formatRecord, instantOf, parseRecord, puzzleOf, puzzlesOf, RecordError, sessions, statistics, streak, TEXT_MAX, tpsOf } from "./record.js";
import { closeScreen, openScreen } from "./screen.js";
import { Session } from "./session.js";
import { choice, puzzleName, stars } from "./stars.js";
import { told as failed } from "./status.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./record.js").Measure} Measure */

const DAY = 86_400_000;
const RECENT = 8;  // games of a list, unless the last session has more
const LISTED = 50;  // games of a session that are listed and judged
const JUDGING = 5;  // seconds for each
const PLOTTED = 200;  // games of a plot

/** Show the record. @param {App} app @param {{puzzle?: string, measure?: Measure, said?: string, month?: string}} [how] */
export function openHistory(app, { puzzle = "", measure = "ms", said = "", month = today().slice(0, 7) } = {}) {
  const all = games(), puzzles = puzzlesOf(all), now = today();
  const of = puzzles.includes(puzzle) ? puzzle : puzzles.includes(app.session.model.puzzle) ? app.session.model.puzzle : puzzles[0] ?? app.session.model.puzzle;
  const show = (/** @type {Parameters<typeof openHistory>[1]} */ changed = {}) => openHistory(app, { puzzle: of, measure, month, ...changed });
  const told = (/** @type {number | null | undefined} */ value) => value === null || value === undefined ? "–" : value === Infinity ? "DNF"
    : measure === "ms" ? clockMs(Math.round(value)) : String(Math.round(10 * value) / 10);
  const found = statistics(all, of, measure), last = sessions(all, of).at(-1) ?? [];

  /** @param {string} name @param {string} value @param {string} note */
  const figure = (name, value, note) => h("div", {}, h("dt", {}, name), h("dd", {}, value, h("small", {}, note)));

  function figures() {
    const { best, mean, averages, solves, helped } = found, list = [5, 12, 50].map(n => figure(`Ao${n}`, told(averages[n].now),
      averages[n].best === null ? t("record.need", { n: n - found.counted.length }) : t("record.best", { value: told(averages[n].best) })));
    return h("dl", { class: "nums" },
      figure(t("record.single"), told(best?.[measure]), best ? measure === "ms" ? t("record.tps", { n: tpsOf(best).toFixed(2) }) : clockMs(best.ms) : ""),
      ...list, figure(t("record.mean"), told(mean), t("record.solves", { n: solves.length }) + (helped ? t("record.helped", { n: helped }) : "")));
  }

  /** The games in order, each a dot, a new best filled; the averages of five and of twelve as lines. */
  function plot() {
    const chart = s("svg", { class: "plot", role: "img" });
    const draw = () => {
      const shown = found.counted.slice(-PLOTTED), from = found.counted.length - shown.length, wide = chart.clientWidth || 860, high = 216;
      const values = shown.map(game => game.solved === false ? null : game[measure]), known = /** @type {number[]} */ (values.filter(value => value !== null));
      const top = Math.max(...known) * 1.04 || 1, base = Math.min(...known) * 0.9, n = shown.length;
      const x = (/** @type {number} */ i) => 64 + i * (wide - 64 - 56) / Math.max(1, n - 1), y = (/** @type {number} */ v) => 12 + (top - v) / (top - base || 1) * (high - 44);
      const unit = stepOf((top - base) / 5), lines = Array.from({ length: 12 }, (_, i) => (Math.ceil(base / unit) + i) * unit).filter(v => v < top);
      let record = Infinity;
      const dots = values.map((value, i) => {
        if (value === null) return s("text", { x: x(i), y: 14, class: "dnf", "text-anchor": "middle" }, "×");
        const isBest = value < record;
        record = Math.min(record, value);
        return s("circle", { class: isBest ? "pb" : "dot", cx: x(i), cy: y(value), r: isBest ? 5 : 3 });
      });
      const row = (/** @type {number} */ k) => found.averages[k].row.slice(from), points = (/** @type {number} */ k) => row(k).map((v, i) => v === null || v === Infinity ? "" : `${x(i).toFixed(1)},${y(v).toFixed(1)}`).filter(Boolean).join(" ");
      const named = [5, 12].map(k => ({ k, value: row(k).at(-1) ?? null })).filter(({ value }) => value !== null && value !== Infinity);
      const apart = named.length === 2 && (named[0].value ?? 0) < (named[1].value ?? 0) ? [12, -4] : [-4, 12];
      chart.setAttribute("viewBox", `0 0 ${wide} ${high}`);
      chart.setAttribute("aria-label", t("record.plot", { n, first: told(values[0]), last: told(values.at(-1)), best: told(found.best?.[measure]) }));
      chart.replaceChildren(
        ...lines.flatMap(v => [s("line", { class: "grid", x1: 64, x2: x(Math.max(1, n - 1)), y1: y(v), y2: y(v) }), s("text", { x: 56, y: y(v) + 4, "text-anchor": "end" }, measure === "ms" ? clockMs(v).replace(/\.000$/, "") : String(v))]),
        ...dots, s("polyline", { class: "avg2", points: points(12) }), s("polyline", { class: "avg", points: points(5) }),
        ...named.map(({ k, value }, i) => s("text", { class: "name", x: x(n - 1) + 8, y: y(value ?? 0) + (named.length === 2 ? apart[i] : 4) }, `Ao${k}`)),
        s("text", { x: 64, y: high - 6 }, t("record.first", { n: from + 1 })), s("text", { x: x(Math.max(1, n - 1)), y: high - 6, "text-anchor": "end" }, t("record.last", { n: from + n })));
    };
    requestAnimationFrame(draw);
    return chart;
  }

  function table() {
    const head = ["record.puzzle", "record.fastest", "record.fewest", "record.over", "record.ao5"].map(key => h("th", { scope: "col" }, t(key)));
    const rows = puzzles.map(name => {
      const time = statistics(all, name, "ms"), fewest = statistics(all, name, "length").best, over = time.solves.filter(game => game.proved).map(game => game.length - (game.par ?? 0));
      const cells = [time.best ? clockMs(time.best.ms) : "–", fewest ? String(fewest.length) : "–", over.length ? `+${Math.min(...over)}` : "–", time.averages[5].best === null ? "–" : time.averages[5].best === Infinity ? "DNF" : clockMs(Math.round(time.averages[5].best))];
      const pick = h("button", { type: "button", class: "quiet puzzle-pick", "aria-pressed": String(name === of), onclick: () => show({ puzzle: name }) }, puzzleName(name));
      return h("tr", {}, h("th", { scope: "row" }, pick), ...cells.map(cell => h("td", {}, cell)));
    });
    return h("div", { class: "scroller", tabIndex: 0, role: "region", "aria-label": t("record.table") }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)));
  }

  /** The last games of the puzzle, the newest first, each judged by its stars, and played again if its moves are kept. */
  function recent() {
    const rows = all.filter(game => puzzleOf(game.board) === of).slice(-Math.max(RECENT, Math.min(LISTED, last.length))).reverse().map(game => {
      const over = game.proved ? `+${game.length - (game.par ?? 0)}` : "–", got = game.help || game.solved === false ? 0 : starsOf(game.length, game.par ?? 0, Boolean(game.proved));
      const when = new Intl.DateTimeFormat(lang === "zh" ? "zh-CN" : "en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" }).format(instantOf(game));
      const again = game.moves?.length ? h("button", { type: "button", class: "quiet", onclick: () => void replay(game) }, icon("play"), h("span", { class: "hidden" }, t("record.replay", { when }))) : "";
      return h("tr", {}, h("th", { scope: "row" }, when), h("td", {}, game.solved === false ? "DNF" : clockMs(game.ms)), h("td", {}, String(game.length)), h("td", {}, over),
        h("td", {}, game.help ? t("won.help") : stars(got)), h("td", {}, again));
    });
    const head = ["record.when", "record.time", "record.moves", "record.over", "record.stars"].map(key => h("th", { scope: "col" }, t(key)));
    return h("section", { class: "recent" }, h("h3", {}, t("record.recent")), h("div", { class: "scroller", tabIndex: 0, role: "region", "aria-label": t("record.recent") },
      h("table", {}, h("thead", {}, h("tr", {}, ...head, h("td"))), h("tbody", {}, ...rows))));
  }

  /** @param {import("./record.js").Game} game */
  async function replay(game) {
    try {
      const { model, state } = await app.position(game.board), { watch } = await import("./watch.js");
      watch(app, { model, start: state, moves: game.moves ?? [], times: game.times ?? [] }, { isMine: true });
    } catch (error) {
      app.status.fail(error);
    }
  }

  function days() {
    const lit = calendar(all), { now: row, longest } = streak(all, now), first = new Date(`${month}-01T00:00:00Z`), locale = lang === "zh" ? "zh-CN" : "en";
    const next = new Date(first.getTime()), number = (next.setUTCMonth(next.getUTCMonth() + 1), Math.round((next.getTime() - first.getTime()) / DAY));
    const word = (/** @type {Date} */ at, /** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(at);
    const week = Array.from({ length: 7 }, (_, i) => h("span", { class: "head", "aria-hidden": "true" }, word(new Date(Date.UTC(2024, 0, 1 + i)), { weekday: "narrow" })));
    const cells = Array.from({ length: number }, (_, i) => {
      const at = new Date(first.getTime() + i * DAY), day = at.toISOString().slice(0, 10), state = day > now ? "later" : lit[day] === "solved" ? "done" : lit[day] === "help" ? "help" : "missed";
      const label = t("record.day", { day: word(at, { day: "numeric", month: "long" }), state: t(day === now && state === "missed" ? "record.day.today" : `record.day.${state}`) });
      const lamp = h("i", {}, h("span", {}, String(i + 1))), kind = `${state}${day === now ? " today" : ""}`;
      return state === "later" ? h("span", { class: kind, role: "img", "aria-label": label }, lamp) : h("button", { type: "button", class: `quiet ${kind}`, "aria-label": label, onclick: () => daily(day) }, lamp);
    });
    const turn = (/** @type {number} */ by) => { const at = new Date(first.getTime()); at.setUTCMonth(at.getUTCMonth() + by); show({ month: at.toISOString().slice(0, 7) }); };
    return h("section", { class: "card", "aria-label": t("record.days") },
      h("div", { class: "streak" }, h("b", {}, String(row)), h("span", { class: "small" }, t("record.streak", { n: row, longest }))),
      h("div", { class: "row" }, h("button", { type: "button", class: "quiet", "aria-label": t("record.month.before"), onclick: () => turn(-1) }, icon("back")), h("h3", { class: "month-name" }, word(first, { month: "long", year: "numeric" })),
        h("button", { type: "button", class: "quiet", "aria-label": t("record.month.after"), disabled: month >= now.slice(0, 7), onclick: () => turn(1) }, icon("next"))),
      h("div", { class: "month" }, ...week, ...Array.from({ length: (first.getUTCDay() + 6) % 7 }, () => h("span")), ...cells),
      h("p", { class: "small" }, t("record.legend")), h("button", { type: "button", class: "main", onclick: () => daily(now) }, t("record.today")));
  }

  /** Open the board of a day. @param {string} day */
  function daily(day) {
    const { model } = app.session, position = parseId(`${/^(lights|tiles):\d+x\d+$/.test(model.puzzle) ? model.puzzle : "lights:5x5"}#${day}`);
    if (!position) return;
    closeScreen();
    app.open(new Session(position.model, position.state, day), { why: "new" });
  }

  function file() {
    const note = h("p", { class: "small", role: "status" }, said);
    const input = h("input", { type: "file", accept: "application/json,.json", class: "hidden", tabIndex: -1, "aria-label": t("record.import"), onchange: async () => {
      const chosen = input.files?.[0];
      if (!chosen) return;
      try {
        if (chosen.size > TEXT_MAX) throw new RecordError("record.bad.large", { n: TEXT_MAX });
        const before = games().length, others = parseRecord(await chosen.text()), after = add(others).length;
        show({ said: t("record.imported", { n: after - before, all: others.length }) });
      } catch (error) {
        note.textContent = error instanceof RecordError ? t(error.key, error.values) : t("record.bad.json");
        note.classList.add("alarm");
      }
      input.value = "";
    } });
    const save = () => {
      const link = h("a", { href: URL.createObjectURL(new Blob([formatRecord(games())], { type: "application/json" })), download: "solvable-record.json" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      note.classList.remove("alarm");
      note.textContent = t("record.exported", { n: all.length });
    };
    return h("section", { class: "card" }, h("h3", {}, t("record.here")), h("p", { class: "small" }, t("record.same")),
      h("div", { class: "row wide" }, h("button", { type: "button", onclick: save, disabled: !all.length }, t("record.export")), h("button", { type: "button", onclick: () => input.click() }, t("record.import")), input), note);
  }

  function session() {
    const values = statistics(last, of, measure), open = last.slice(-LISTED).filter(game => game.solved !== false && !game.proved);
    const said = h("span", { class: "small", role: "status" }), judge = h("button", { type: "button", onclick: () => { judge.disabled = true; void judged(open, said); } }, t("record.judge"));
    return last.length > 1 ? [h("p", { class: "small" }, t("record.session", { n: last.length, mean: told(values.mean), best: told(values.best?.[measure]), day: new Intl.DateTimeFormat(lang === "zh" ? "zh-CN" : "en", { dateStyle: "medium" }).format(instantOf(last[0])) })), ...(open.length ? [h("div", { class: "row" }, judge, said)] : [])] : [];
  }

  /** Have solves judged that are not: by the optimum, or the best that is found. @param {import("./record.js").Game[]} open @param {HTMLElement} said */
  async function judged(open, said) {
    try {
      for (const [i, game] of open.entries()) {
        said.textContent = t("record.judging", { n: i + 1, all: open.length });
        const { length, lower_bound } = await app.ask("solve", { board: game.board, time: JUDGING });
        if (length !== undefined) amend({ ...game, par: Math.min(length, game.length), proved: length === lower_bound });
        if (!said.isConnected) return;
      }
      show();
    } catch (error) {
      said.textContent = failed(error);
    }
  }

  const top = h("div", { class: "top" }, h("button", { type: "button", class: "quiet", "data-first": "", "aria-label": t("watch.back"), onclick: () => closeScreen() }, icon("back")),
    h("h2", {}, t("record.title", { puzzle: puzzleName(of) })),
    choice("measure", [["ms", t("record.time")], ["length", t("record.moves")]], measure, t("record.measure"), value => {
      show({ measure: /** @type {Measure} */ (value) });
      /** @type {HTMLElement | null} */ (document.querySelector(`.screen input[value=${value}]`))?.focus();
    }));
  const stage = found.counted.length ? [figures(), plot(), ...session()] : [h("p", { class: "lead" }, t(all.length ? "record.none" : "record.empty"))];
  openScreen(h("div", { class: "history" }, h("section", { class: "history-main", "aria-label": t("do.record") }, top, ...stage, ...(puzzles.length ? [table(), recent()] : [])), h("div", { class: "history-side" }, days(), file())), () => show());
}

/** A round distance between two lines of a plot, not less than this one. @param {number} least */
function stepOf(least) {
  const rough = Math.max(1, least), power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(n => n * power).find(n => n >= rough) ?? rough;
}
