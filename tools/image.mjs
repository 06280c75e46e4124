// Makes the memory image from which a visit starts the runtime: node image.mjs SITE
// SITE is the folder of the built site. The image, SITE/image.gz, is Pyodide's memory after `prepare` has run.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";

const site = resolve(process.argv[2]);
const { loadPyodide } = await import(`${site}/pyodide/pyodide.mjs`);
const { package: archive, prepare } = JSON.parse(readFileSync(`${site}/runtime.json`, "utf8"));
const python = await loadPyodide({ indexURL: `${site}/pyodide/`, _makeSnapshot: true });
python.FS.writeFile("/solvable.zip", readFileSync(`${site}/${archive}`));
python.runPython(prepare);
writeFileSync(`${site}/image.gz`, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
