/**
 * The page's one way to answers: `engine.ask(verb, fields)`. Two engines answer alike: `local`, this very package in a
 * worker, and `server`, the HTTP API where the page came from one. The local one is asked first; what is too big for it
 * (or while it loads) goes to the server if there is one. The result's `answeredBy` says which it was.
 * The verbs are listed in types.js.
 */
import { EngineError, arrived, asEngineError } from "./errors.js";
import { createLocal } from "./local.js";

export { EngineError };

/** @typedef {import("./types.js").Engine} Engine */

/**
 * Return the engine of a page whose site begins at `base`.
 * @param {{base?: string | URL}} [options]
 * @returns {Engine}
 */
export function createEngine({ base = new URL("../", import.meta.url) } = {}) {
  const root = new URL(base, globalThis.location?.href);
  const local = createLocal(root);
  /** @type {Promise<ReturnType<typeof import("./server.js").createServer>> | undefined} */
  let made;
  const remote = () => made ??= arrived(import("./server.js")).then(({ createServer }) => createServer(root));
  const server = {
    name: /** @type {const} */ ("server"),
    isThere: async () => (await remote()).isThere(),
    /** @type {Engine["ask"]} */
    ask: async (verb, fields, options) => (await remote()).ask(verb, fields, options),
  };
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
