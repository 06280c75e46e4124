/**
 * A worker that runs the package under Pyodide, and answers one question at a time.
 *
 *   in   {base}                        once: where the site begins
 *        {id, verb, fields}            a question
 *   out  {loaded, total}               bytes of the runtime, while it loads
 *        {ready: true} | {failed: message}
 *        {id, event} | {id, answer} | {id, error}
 */

const IDLE = 300;  // milliseconds without a question
const SLOW = 5;  // megabits a second
const PAUSE = 100;  // milliseconds between two events that only say that work goes on
const FIRST = ["lights:5x5:11011/11011/00000/11011/11011", "tiles:4x4:1,2,3,4/5,6,0,8/9,10,7,12/13,14,11,15"];
/** What is done once questions are answered. @type {(() => unknown)[]} */
const later = FIRST.map(board => () => ask?.("solve", JSON.stringify({ board }), () => {}));
/** @type {((verb: string, fields: string, tell: (event: string) => void) => string) | undefined} */
let ask;
let resting = 0;

addEventListener("message", ({ data }) => {
  if (data.base) start(new URL(data.base)).then(ready, failed);
  else answer(data);
});

/** Say so; then load what lights need, and make the tables of the 15-puzzle, half a second each; questions go before. */
function ready() {
  postMessage({ ready: true });
  rest();
}

/** Do a step of what is done later once nothing was asked for a while: a question waits for the step at work. */
function rest() {
  clearTimeout(resting);
  if (later.length) resting = setTimeout(() => { later.shift()?.(); rest(); }, IDLE);
}

/** @param {unknown} error */
function failed(error) {
  postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

/** @param {{id: number, verb: string, fields: object}} question */
function answer({ id, verb, fields }) {
  if (!ask) return postMessage({ id, error: { code: "no runtime", message: "the runtime has not loaded" } });
  let told = -Infinity;
  const tell = (/** @type {string} */ text) => {
    const event = JSON.parse(text), now = performance.now();
    if (event.type === "progress" && now - told < PAUSE) return;
    told = now;
    postMessage({ id, event });
  };
  try {
    postMessage({ id, ...JSON.parse(ask(verb, JSON.stringify(fields), tell)) });
  } catch (error) {  // the interpreter itself gave up
    postMessage({ id, error: { code: "too big", message: String(error).slice(-400) } });
  }
  rest();
}

/** @param {URL} base */
async function start(base) {
  const files = await (await fetch(new URL("runtime.json", base))).json();
  if (!files) throw new Error("this page came without a runtime");
  watch(base, files.sizes);
  const [{ loadPyodide }, archive, kept] = await Promise.all([
    import(new URL("pyodide/pyodide.mjs", base).href),
    fetch(new URL(files.package, base)).then(response => response.arrayBuffer()),
    files.image && !isSlow() ? image(new URL(files.image, base)) : undefined,
  ]);
  const load = (/** @type {object} */ how) => loadPyodide({ indexURL: new URL("pyodide/", base).href, ...how });
  let python = kept && await load({ _loadSnapshot: kept }).catch(() => null);
  const isNew = !python;
  python ||= await load({});
  python.FS.writeFile("/solvable.zip", new Uint8Array(archive));
  if (isNew) python.runPython(files.prepare);
  ask = python.runPython(files.start);
}

/** Whether the image takes longer to come than to do without it: 7 MB against some seconds of the processor. */
function isSlow() {
  const line = /** @type {any} */ (navigator).connection;
  return Boolean(line?.saveData) || line?.downlink < SLOW;
}

/** The memory that the runtime begins with, or none. @param {URL} address @returns {Promise<ArrayBuffer | undefined>} */
async function image(address) {
  try {
    const { ok, body } = await fetch(address);
    if (!ok || !body) return;
    return await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch {}  // without it it only takes longer
}

/**
 * Tell how many bytes have come of those that are to come.
 * @param {URL} base @param {Record<string, number>} sizes by path below the site
 */
function watch(base, sizes) {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0), original = self.fetch;
  let loaded = 0;
  self.fetch = async (input, init) => {
    const response = await original(input, init), path = response.url.slice(base.href.length);
    if (path in sizes && response.body) count(response.clone());
    return response;
  };

  /** @param {Response} copy */
  async function count(copy) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (copy.body).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length;
      postMessage({ loaded, total });
    }
  }
}
