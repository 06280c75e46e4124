/**
 * The page's one way to answers: `engine.ask(verb, fields)`. Two engines answer alike: `local`, this very package in a
 * worker, and `server`, the HTTP API where the page came from one. The local one is asked first; what is too big for it
 * (or while it loads) goes to the server where there is one. The result's `answeredBy` says which it was.
 *
 * Verbs, their fields, and what they give (an Answer is the JSON answer of the command line, key by key):
 *
 *   check    {board, goal?, format?}                                         Answer
 *   solve    {board, any?, near?, time?, all?, metric?, goal?, format?, lit_only?, fewest_lit?}
 *                                                       Answer; with all (true, or a number): {answers: Answer[]}
 *   count    {puzzle}                                                        Answer
 *   quiet    {puzzle, all?}                                                  Answer
 *   chase    {board, format?}                                                Answer
 *   new      {puzzle, exact?, graded?, count?, seed?, time?}                 {answers: Answer[]}: `board`, `seed`, `length`
 *   explain  {board, lesson?, lang?, goal?, metric?, format?}                Lesson; without `board`: {lessons: …}
 *   convert  {board, to, format?}                                            {text}
 *   verify   {answer}                                                        {verdict, valid, problems, checked, trusted, remarks}
 *   parse    {text, format?, goal?, metric?}                                 Board: what a pasted text is, and how it is played
 *   photo    {width, height, pixels, swapped?}                               Board, with `sureness` from 0 to 1 and `is_sure`; the
 *            pixels are three bytes each, in base64
 *   scene    {board, format?, pressed?, weights?, next?, solution?, wrong?}  Scene: the board drawn with these marks
 *   variants {lang?}                                                         {variants: Variant[]}: as variants.json of the site
 *   hint     {board, time?, goal?, metric?, format?}                         {board, move, moves, length, lower_bound, optimal}
 *
 * Every verb takes `lang` ("en" or "zh"), the language of errors and notes. An unsolvable board and a limit that was
 * reached are answers (`verdict`), not errors.
 */
import { EngineError, asEngineError } from "./errors.js";
import { createLocal } from "./local.js";
import { createServer } from "./server.js";

export { EngineError };

/** @typedef {import("./types.js").Engine} Engine */

/**
 * Return the engine of a page whose site begins at `base`.
 * @param {{base?: string | URL}} [options]
 * @returns {Engine}
 */
export function createEngine({ base = new URL("../", import.meta.url) } = {}) {
  const root = new URL(base, globalThis.location?.href);
  const local = createLocal(root), server = createServer(root);
  return {
    async ask(verb, fields, options = {}) {
      const first = local.status.phase === "ready" || !(await server.isThere()) ? local : server;
      try {
        return { ...(await first.ask(verb, fields, options)), answeredBy: first.name };
      } catch (error) {
        const failure = asEngineError(error);
        const isForOther = first === local ? failure.isTooBig && await server.isThere() : failure.isUnknown;
        if (!isForOther) throw failure;
        const other = first === local ? server : local;
        try {
          return { ...(await other.ask(verb, fields, options)), answeredBy: other.name };
        } catch (later) {
          throw asEngineError(later).code === "no runtime" ? failure : later;  // the page lives by its server
        }
      }
    },
    get status() { return local.status; },
    onStatus: local.onStatus,
    load: local.load,
    hasServer: server.isThere,
    mustLoad: async () => local.status.phase !== "ready" && !(await server.isThere()),
    close: local.close,
  };
}
