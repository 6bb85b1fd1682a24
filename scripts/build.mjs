// Bundles the entry points into `dist`, so that a start reads few files. Chunk names carry their hash and old ones stay a
// day: a daemon that still runs the last build can load its parts.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { root } from "./toolchain.mjs";

const ENTRIES = {
  cli: "src/cli/main.ts",
  daemon: "src/daemon/main.ts",
  host: "src/host/main.ts",
  supervisor: "src/daemon/supervisor.ts",
  "scripted-agent": "src/scripted-agent/main.ts",
  plugin: "src/slots/index.ts",
  sdk: "src/sdk/index.ts",
};
const CHUNKS_KEPT_MS = 24 * 60 * 60_000;
const dist = join(root, "dist");
const startedAt = new Date();

if (process.argv.includes("--clean")) rmSync(dist, { recursive: true, force: true });
await bundle();
if (existsSync(join(root, "dashboard/index.html"))) await bundleDashboard();
removeOldChunks();
stamp();

async function bundle() {
  const entryPoints = Object.entries(ENTRIES).filter(([, file]) => existsSync(join(root, file)));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entryPoints),
    outdir: dist,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    minifySyntax: true,
    external: ["better-sqlite3"],
    // CommonJS packages inside an ES module still call `require`.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    write: false,
    logLevel: "warning",
  });
  // Entries come last and each by a rename, so that a start in the middle of a build finds a whole program.
  for (const file of outputFiles.toSorted((a, b) => rank(a.path) - rank(b.path))) place(file.path, file.contents);
}

function rank(path) {
  return dirname(path) === dist ? 1 : 0;
}

function place(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const next = join(dist, `.${basename(path)}.${process.pid}`);
  writeFileSync(next, contents);
  renameSync(next, path);
}

async function bundleDashboard() {
  const vite = await import("vite");
  await vite.build({
    root: join(root, "dashboard"),
    logLevel: "warn",
    build: { outDir: relative(join(root, "dashboard"), join(dist, "dashboard")), emptyOutDir: true },
  });
}

function removeOldChunks() {
  const folder = join(dist, "chunks");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (startedAt.getTime() - statSync(file).mtimeMs > CHUNKS_KEPT_MS) rmSync(file);
  }
}

/** Dated at the beginning: what was edited while we built counts as newer. */
function stamp() {
  const file = join(dist, ".built");
  writeFileSync(file, "");
  utimesSync(file, startedAt, startedAt);
}
