// Bundles the entry points into `dist`, so that a start reads few files. Chunk names carry their hash and old ones stay a
// day: a daemon that still runs the last build can load its parts.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { root } from "./toolchain.mjs";

const ENTRIES = {
  daemon: "src/daemon/main.ts",
  backup: "src/daemon/process/backup.ts",
  host: "src/host/main.ts",
  proxy: "src/proxy/main.ts",
  bridge: "src/proxy/bridge.ts",
  supervisor: "src/daemon/process/supervisor.ts",
  "scripted-agent": "src/scripted-agent/main.ts",
};
/** Packages that only some verbs need. */
const HEAVY = ["yaml", "zod"];
const PLUGINS = "plugins";
const LIST_OF_PLUGINS = "src/plugins/index.ts";
const CHUNKS_KEPT_MS = 24 * 60 * 60_000;
const dist = join(root, "dist");
const startedAt = new Date();

if (process.argv.includes("--clean")) rmSync(dist, { recursive: true, force: true });
await bundle();
if (existsSync(join(root, "dashboard/index.html"))) await bundleDashboard();
removeOldChunks();
stamp();

async function bundle() {
  const { outputFiles } = await build({ ...common(), entryPoints: ENTRIES, splitting: true });
  const outputs = [...outputFiles, ...(await bundleCli())];
  // Entries come last and each by a rename, so that a start in the middle of a build finds a whole program.
  for (const file of outputs.toSorted((a, b) => rank(a.path) - rank(b.path))) place(file.path, file.contents);
}

/** Two files: what `--version` and `--help` need, and all verbs. Each file more would cost `ao list` a millisecond. */
async function bundleCli() {
  const packages = await Promise.all(HEAVY.map(bundlePackage));
  const heavy = [...packages, await bundlePlugins(packages)];
  const verbs = await build({
    ...common(),
    entryPoints: { verbs: "src/cli/run.ts" },
    entryNames: "chunks/[name]-[hash]",
    plugins: [lazyBuiltins(), pluginsApart(), lazyPackages(heavy), lazyDatabase()],
    minifyWhitespace: true,
  });
  const [file] = verbs.outputFiles;
  const behind = {
    name: "verbs in their own file",
    setup: ({ onResolve }) =>
      onResolve({ filter: /./ }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${relative(dist, file.path)}`, external: true } : undefined,
      ),
  };
  const cli = await build({
    ...common(),
    entryPoints: { cli: "src/cli/main.ts" },
    plugins: [behind, lazyBuiltins()],
  });
  return [...heavy.map((one) => one.file), file, ...cli.outputFiles];
}

/** A package in a file of its own, to be required on first use. */
async function bundlePackage(name) {
  const { outputFiles } = await build({
    ...common(),
    stdin: { contents: `module.exports = require(${JSON.stringify(name)});`, resolveDir: root },
    entryNames: `chunks/${name}-[hash]`,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    minify: true,
    banner: {},
  });
  return { name, file: outputFiles[0] };
}

/** Verbs that read settings need what plugins say of themselves; the others do not read their code. */
async function bundlePlugins(packages) {
  const { outputFiles } = await build({
    ...common(),
    entryPoints: { [PLUGINS]: LIST_OF_PLUGINS },
    entryNames: "chunks/[name]-[hash]",
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    plugins: [lazyBuiltins(), lazyPackages(packages), lazyDatabase()],
    minifyWhitespace: true,
    banner: {},
    // Only what makes a plugin asks where it lies, which no verb does.
    logOverride: { "empty-import-meta": "silent" },
  });
  return { name: PLUGINS, file: outputFiles[0] };
}

function pluginsApart() {
  return {
    name: "plugins apart",
    setup: ({ onResolve }) =>
      onResolve({ filter: /index\.ts$/ }, ({ path, resolveDir }) =>
        join(resolveDir, path) === join(root, LIST_OF_PLUGINS) ? { path: PLUGINS, namespace: "package" } : undefined,
      ),
  };
}

function common() {
  return {
    absWorkingDir: root,
    outdir: dist,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    minifySyntax: true,
    external: ["better-sqlite3", "@lydell/node-pty"],
    // CommonJS packages inside an ES module still call `require`.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    write: false,
    logLevel: "warning",
  };
}

/**
 * Loading a part of Node takes time, and an `import` of it evaluates all that it exports; of node:process alone that
 * opens three streams. So each part is loaded when something of it is first used.
 */
function lazyBuiltins() {
  const names = builtinModules.filter((name) => !name.startsWith("_") && !name.startsWith("node:"));
  return {
    name: "lazy builtins",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: new RegExp(`^(node:.+|${names.join("|")})$`) }, ({ path }) => ({
        path: path.startsWith("node:") ? path : `node:${path}`,
        namespace: "builtin",
      }));
      onLoad({ filter: /^node:/, namespace: "builtin" }, ({ path }) => ({
        contents:
          path === "node:process"
            ? "module.exports = process;"
            : lazily(`process.getBuiltinModule(${JSON.stringify(path)})`),
      }));
    },
  };
}

/** What few verbs need is not read by the others. */
function lazyPackages(packages) {
  const fileOf = new Map(packages.map(({ name, file }) => [name, `./${basename(file.path)}`]));
  return {
    name: "lazy packages",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: new RegExp(`^(${[...fileOf.keys()].join("|")})$`) }, ({ path }) => ({
        path,
        namespace: "package",
      }));
      onResolve({ filter: /^\.\/.*\.cjs$/, namespace: "package" }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace: "package" }, ({ path }) => ({
        contents: lazily(`require(${JSON.stringify(fileOf.get(path))})`),
      }));
    },
  };
}

/** A class, and native code behind it: nothing of it is loaded until a database is opened or its errors are asked for. */
function lazyDatabase() {
  const load = 'require("better-sqlite3")';
  return {
    name: "lazy database",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^better-sqlite3$/ }, ({ path, namespace }) =>
        namespace === "database" ? { path, external: true } : { path, namespace: "database" },
      );
      onLoad({ filter: /./, namespace: "database" }, () => ({
        contents: `export default new Proxy(class {}, {
          construct: (_, args) => new (${load})(...args),
          get: (_, name) => ${load}[name],
        });`,
      }));
    },
  };
}

/** esbuild hands on the prototype of what a CommonJS module exports, so that is where a first use is waited for. */
function lazily(load) {
  return `module.exports = Object.create(new Proxy({}, { get: (_, name) => ${load}[name] }));`;
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
