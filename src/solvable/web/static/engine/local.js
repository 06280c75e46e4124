/** The package itself, under Pyodide in a worker. */
import { EngineError } from "./errors.js";

/** @param {URL} root where the site begins */
export function createLocal(root) {
  return {
    name: /** @type {const} */ ("local"),
    /** @type {import("./engine.js").Status} */
    status: { phase: "idle", loaded: 0, total: 0 },
    /** @param {(status: import("./engine.js").Status) => void} listen */
    onStatus(listen) { listen(this.status); return () => {}; },
    load: async () => {},
    /** @type {import("./engine.js").Engine["ask"]} */
    ask: async () => { throw new EngineError({ code: "no runtime", message: `no runtime at ${root}` }); },
    close() {},
  };
}
