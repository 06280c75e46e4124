/**
 * The package itself, under Pyodide in workers. Python answers one question at a time and hears nothing meanwhile, so a
 * question is called off by ending its worker. While one works for long a spare one is started: it answers what is asked
 * meanwhile, and takes over at once where the first is ended.
 */
import { EngineError, cancelled } from "./errors.js";

/** @typedef {import("./types.js").Status} Status */
/**
 * @typedef {object} Job
 * @property {string} verb @property {object} fields
 * @property {(event: any) => void} tell @property {(answer: any) => void} resolve @property {(error: unknown) => void} reject
 */
/** @typedef {{worker: Worker, isReady: boolean, job: Job | null}} Runtime */

const MOST = 2, PATIENCE = 300;  // workers; milliseconds of one question after which the spare is started

/** @param {URL} root where the site begins */
export function createLocal(root) {
  /** @type {Runtime[]} */
  const runtimes = [];
  /** @type {Job[]} */
  const waiting = [];
  /** @type {Set<(status: Status) => void>} */
  const listeners = new Set();
  /** @type {{resolve: () => void, reject: (error: unknown) => void}[]} */
  let loading = [];
  /** @type {Status} */
  let status = { phase: "idle", loaded: 0, total: 0 };

  /** @param {Partial<Status>} change */
  function report(change) {
    status = { ...status, ...change };
    for (const listen of [...listeners]) listen(status);
  }

  function boot() {
    /** @type {Worker} */
    let worker;
    try {
      worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "solvable" });
    } catch (error) {  // a frame of an origin of its own may have none
      return giveUp(String(error));
    }
    /** @type {Runtime} */
    const runtime = { worker, isReady: false, job: null };
    runtimes.push(runtime);
    if (!runtimes.some(other => other.isReady)) report({ phase: "loading", loaded: 0 });
    worker.onmessage = ({ data }) => hear(runtime, data);
    worker.onerror = event => { event.preventDefault(); fail(runtime, event.message || "the worker did not start"); };
    worker.postMessage({ base: root.href });
  }

  /** @param {Runtime} runtime @param {any} data */
  function hear(runtime, data) {
    if (data.ready) {
      runtime.isReady = true;
      report({ phase: "ready" });
      loading.splice(0).forEach(({ resolve }) => resolve());
      next();
    } else if (data.failed) fail(runtime, data.failed);
    else if (data.total) { if (status.phase === "loading") report({ loaded: data.loaded, total: data.total }); }
    else if (data.event) runtime.job?.tell(data.event);
    else {
      const job = runtime.job;
      runtime.job = null;
      if (data.error) job?.reject(new EngineError(data.error));
      else job?.resolve(data.answer);
      next();
    }
  }

  /** @param {Runtime} runtime @param {string} message */
  function fail(runtime, message) {
    const error = new EngineError({ code: "no runtime", message });
    end(runtime);
    runtime.job?.reject(error);
    if (runtimes.length) next();
    else giveUp(message);
  }

  /** @param {string} message */
  function giveUp(message) {
    const error = new EngineError({ code: "no runtime", message });
    report({ phase: "failed", message });
    loading.splice(0).forEach(({ reject }) => reject(error));
    waiting.splice(0).forEach(({ reject }) => reject(error));
  }

  /** @param {Runtime} runtime */
  function end(runtime) {
    runtime.worker.terminate();
    runtimes.splice(runtimes.indexOf(runtime), 1);
  }

  /** Give questions to those who are free. */
  function next() {
    for (const runtime of runtimes) {
      const job = runtime.isReady && !runtime.job && waiting.shift();
      if (!job) continue;
      runtime.job = job;
      runtime.worker.postMessage({ id: 0, verb: job.verb, fields: job.fields });
      setTimeout(() => runtime.job === job && runtimes.includes(runtime) && runtimes.length < MOST && boot(), PATIENCE);
    }
  }

  /** @param {Job} job */
  function drop(job) {
    const at = waiting.indexOf(job), runtime = runtimes.find(each => each.job === job);
    if (at >= 0) waiting.splice(at, 1);
    else if (runtime) {
      end(runtime);
      if (!runtimes.length) boot();
      else if (!runtimes.some(other => other.isReady)) report({ phase: "loading" });
    } else return;
    job.reject(cancelled());
  }

  return {
    name: /** @type {const} */ ("local"),
    get status() { return status; },

    /** @param {(status: Status) => void} listen */
    onStatus(listen) {
      listeners.add(listen);
      listen(status);
      return () => { listeners.delete(listen); };
    },

    /** @returns {Promise<void>} */
    load() {
      if (status.phase === "ready") return Promise.resolve();
      const loaded = new Promise((resolve, reject) => { loading.push({ resolve: () => resolve(undefined), reject }); });
      if (!runtimes.length) boot();
      return /** @type {Promise<void>} */ (loaded);
    },

    /** @type {import("./types.js").Engine["ask"]} */
    ask(verb, fields, { onEvent, signal } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelled());
        /** @type {Job} */
        const job = { verb, fields, tell: event => onEvent?.(event), resolve, reject };
        signal?.addEventListener("abort", () => drop(job), { once: true });
        waiting.push(job);
        if (!runtimes.length) boot();
        next();
      });
    },

    close() {
      for (const runtime of [...runtimes]) { end(runtime); runtime.job?.reject(cancelled()); }
      waiting.splice(0).forEach(job => job.reject(cancelled()));
      report({ phase: "idle", loaded: 0 });
    },
  };
}
