// Runs a program in Python under Pyodide: node pyodide.mjs RUNTIME CODE FOLDER…
// RUNTIME is its pyodide.mjs; the folders, and what $SOLVABLE_… say, are there as they are here.
const [runtime, code, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(runtime);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("SOLVABLE_")));
const python = await loadPyodide({ env: { HOME: "/home/pyodide", ...env } });
for (const root of folders) {
  python.FS.mkdirTree(root);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, root);
}
python.runPython(code);
