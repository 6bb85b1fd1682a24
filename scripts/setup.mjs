// Makes a fresh or outdated clone ready: installs what the lockfile says and builds `dist`. Run again it does nothing,
// and two at once do it one after the other. No dependencies; works on Node 20.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "./lock.mjs";
import { inherit, outerEnvironment, projectNode, root } from "./toolchain.mjs";

// The same list stands in `ao`, which looks before it starts a Node at all.
const SOURCES = ["src", "dashboard", "package.json", "package-lock.json", "scripts/build.mjs"];

export async function setup() {
  if (isInstalled() && isBuilt()) return;
  await withLock(join(root, ".setup.lock"), say, async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

async function install() {
  say("installing dependencies (about a minute, once)");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const code = await inherit(npm, args, outerEnvironment(), 2);
  if (code !== 0) throw new Error(`\`npm ci\` failed with exit code ${code}; its output is above`);
}

async function build() {
  say("building");
  const code = await inherit(projectNode(), [join(root, "scripts/build.mjs")], process.env, 2);
  if (code !== 0) throw new Error(`the build failed with exit code ${code}; its output is above`);
}

/** Compares what npm says it installed with what the lockfile asks for, so that no stamp of ours can lie. */
function isInstalled() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  const wanted = packagesOf(join(root, "package-lock.json"));
  const same = (name) => present[name]?.integrity === wanted[name]?.integrity;
  return (
    Object.keys(wanted).every((name) => name === "" || same(name) || (wanted[name].optional && !present[name])) &&
    Object.keys(present).every((name) => name in wanted)
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function isBuilt() {
  const stamp = join(root, "dist/.built");
  return existsSync(stamp) && SOURCES.every((name) => newestIn(join(root, name)) <= statSync(stamp).mtimeMs);
}

/** The latest change below a path. Folders count: a deleted file leaves its mark only there. */
function newestIn(path) {
  if (!existsSync(path) || path.endsWith(".test.ts") || path.endsWith("node_modules")) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), mtimeMs);
}

function say(text) {
  process.stderr.write(`ao: ${text}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setup().catch((error) => {
    say(error.message);
    process.exitCode = 1;
  });
}
