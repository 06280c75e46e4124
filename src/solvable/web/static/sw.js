/**
 * The service worker: after the first visit everything works offline, solving included. `make site` writes the list of
 * all files with their hashes; a file whose hash has not changed is taken over from the version before.
 */
/// <reference lib="webworker" />
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {Record<string, string>} path below the site → hash of the file */
const FILES = /* FILES */ {};
const PREFIX = "solvable ", NAME = PREFIX + version();
const HASH = "x-solvable-hash";

worker.addEventListener("install", event => event.waitUntil(fill().then(() => worker.skipWaiting())));
worker.addEventListener("activate", event => event.waitUntil(forget().then(() => worker.clients.claim())));
worker.addEventListener("fetch", event => {
  const address = new URL(event.request.url), path = event.request.method === "GET" && known(address);
  if (path !== false) event.respondWith(serve(path, event.request));
});

/** Return a short name of this very list. */
function version() {
  let sum = 0;
  for (const letter of JSON.stringify(FILES)) sum = Math.imul(sum, 31) + letter.charCodeAt(0) | 0;
  return (sum >>> 0).toString(36);
}

/**
 * Return the path of a file of the site, or false.
 * @param {URL} address
 */
function known(address) {
  const scope = new URL(worker.registration.scope);
  if (address.origin !== scope.origin || !address.pathname.startsWith(scope.pathname)) return false;
  const path = address.pathname.slice(scope.pathname.length);
  if (path in FILES) return path;
  const page = path === "" || path === "index.html" ? "./" : path.endsWith("/") ? path + "index.html" : "";
  return page in FILES && page;
}

/** Fetch every file that has changed, keep the others. */
async function fill() {
  const cache = await caches.open(NAME);
  await Promise.all(Object.entries(FILES).map(async ([path, hash]) => {
    const old = await caches.match(path);
    if (old?.headers.get(HASH) === hash) return cache.put(path, old);
    const response = await fetch(path, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const headers = new Headers(response.headers);
    headers.set(HASH, hash);
    headers.delete("content-encoding");  // the body is decoded already
    await cache.put(path, new Response(response.body, { headers }));
  }));
}

/** Forget the versions before. */
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
}

/**
 * @param {string} path @param {Request} request
 * @returns {Promise<Response>}
 */
async function serve(path, request) {
  const cache = await caches.open(NAME);
  return await cache.match(path) ?? fetch(request);
}
