// `npm run check`: everything a machine can judge without running the product. All steps run, two at a time, slowest first.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { installed, prettierCache, projectNode, root } from "./toolchain.mjs";

const TSC = "typescript-native/bin/tsc";
const IMPORTERS = ["src", "test", "bench", "dashboard"].filter((folder) => existsSync(join(root, folder)));
const STEPS = [
  {
    name: "lint",
    file: "eslint/bin/eslint.js",
    args: ["--cache", "--cache-strategy", "content", "--cache-location", installed(`.cache/eslint-${ownRules()}`), "."],
  },
  { name: "lint by types", file: "oxlint/bin/oxlint", args: ["--quiet"] },
  {
    name: "imports",
    file: "dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--output-type", "err-long", ...IMPORTERS],
  },
  { name: "unused", file: "knip/bin/knip.js", args: ["--no-progress"] },
  {
    name: "format",
    file: "prettier/bin/prettier.cjs",
    args: ["--check", "--log-level", "warn", ...prettierCache, "."],
  },
  { name: "types", file: TSC, args: ["--project", "tsconfig.json"] },
  { name: "types of the pure folders", file: TSC, args: ["--project", "tsconfig.pure.json"] },
  {
    name: "types of the dashboard",
    file: TSC,
    args: ["--project", "dashboard/tsconfig.json"],
    needs: "dashboard/tsconfig.json",
  },
];

/** ESLint's cache knows our configuration, but not the code of our own rules. */
function ownRules() {
  const hash = createHash("sha256");
  for (const name of readdirSync(join(root, "lint")).sort()) hash.update(readFileSync(join(root, "lint", name)));
  return hash.digest("hex").slice(0, 12);
}

await setup();
const waiting = STEPS.filter((step) => step.needs === undefined || existsSync(join(root, step.needs)));
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
process.stdout.write(failed.length === 0 ? "check: all steps passed\n" : `check: failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const startedAt = Date.now();
    const { code, output } = await capture(step);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `${code === 0 ? "passed" : "FAILED"}  ${step.name} (${seconds} s)\n${code === 0 ? "" : output}`,
    );
    if (code !== 0) failed.push(step.name);
  }
}

function capture({ file, args }) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode(), [installed(file), ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") }));
  });
}
