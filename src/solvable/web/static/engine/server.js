/**
 * The HTTP API of `solvable serve`: POST /api/v1/VERB with the fields as JSON; long questions as server-sent events.
 * /healthz is asked once whether there is a server at all; a site of files has one that says there is none.
 */
import { EngineError, cancelled } from "./errors.js";

const EVENTS = new Set(["solve", "new", "hint"]);  // that may take long

/** @param {URL} root where the site begins */
export function createServer(root) {
  /** @type {Promise<boolean> | undefined} */
  let there;
  const isThere = () => there ??= probe(root);
  return {
    name: /** @type {const} */ ("server"),
    isThere,
    /** @type {import("./types.js").Engine["ask"]} */
    async ask(verb, fields, { onEvent, signal } = {}) {
      const streams = onEvent !== undefined && EVENTS.has(verb);
      const response = await send(new URL(`api/v1/${verb}`, root), fields, streams, signal);
      if (!response.ok) throw await failure(response);
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.json();
      return told(response, onEvent ?? (() => {}), signal);
    },
  };
}

/** @param {URL} root */
async function probe(root) {
  if (!root.protocol.startsWith("http")) return false;
  try {
    const response = await fetch(new URL("healthz", root), { cache: "no-store" });
    return response.ok && (await response.json()).status === "ok";
  } catch {
    return false;
  }
}

/**
 * @param {URL} address @param {import("./types.js").Fields} fields @param {boolean} streams
 * @param {AbortSignal} [signal]
 */
async function send(address, fields, streams, signal) {
  const accept = streams ? "text/event-stream" : "application/json";
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(fields),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw new EngineError({ code: "no server", message: String(error) });
  }
}

/** @param {Response} response */
async function failure(response) {
  /** @type {any} */
  const told = await response.json().catch(() => ({}));
  const body = told.error ?? told.detail ?? told;
  const code = response.status === 404 ? "unknown verb" : response.status === 413 ? "too big" : String(response.status);
  return new EngineError({ message: response.statusText, ...body, code: body.code ?? code });
}

/**
 * Return the answer that ends a stream of events, each told on the way.
 * @param {Response} response @param {(event: import("./types.js").EngineEvent) => void} onEvent
 * @param {AbortSignal} [signal]
 */
async function told(response, onEvent, signal) {
  if (!response.body) throw new EngineError({ code: "no server", message: "an empty answer" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (text + part.value).replaceAll("\r\n", "\n").split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const { event, data } = read(block);
        if (event === "done") return data;
        if (event === "error") throw new EngineError(data);
        if (event) onEvent({ type: event, ...data });
      }
    }
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    if (error instanceof EngineError) throw error;
    throw new EngineError({ code: "no server", message: String(error) });
  }
  throw new EngineError({ code: "no server", message: "the answer ended too soon" });
}

/**
 * Return one server-sent event.
 * @param {string} block
 * @returns {{event: any, data: any}}
 */
function read(block) {
  const lines = block.split("\n");
  const said = (/** @type {string} */ name) =>
    lines.filter(line => line.startsWith(name)).map(line => line.slice(name.length).trimStart()).join("\n");
  const data = said("data:");
  return { event: said("event:"), data: data ? JSON.parse(data) : {} };
}
