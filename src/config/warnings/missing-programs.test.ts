import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { load } from "../load.ts";
import { findMissingPrograms } from "./missing-programs.ts";
import { resolveProject } from "../resolve/project-settings.ts";

function missingIn(text: string, ...installed: readonly string[]): readonly string[] {
  const folder = aFolder();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["ready.sh", "closed.sh"]) writeFileSync(join(folder, name), "");
  for (const name of ["npm", ...installed]) writeFileSync(join(bin, name), "");
  for (const file of [...["npm", ...installed].map((name) => join(bin, name)), join(folder, "ready.sh")])
    chmodSync(file, 0o755);
  writeFileSync(join(folder, "hook.mjs"), "");
  const loaded = load({ file: "agent-orchestrator.yaml", text, env: {} });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const settings = resolveProject({ config: loaded.config, home: null, project: "app" });
  return findMissingPrograms(settings, { folder, path: bin }).map(({ sentence }) => sentence);
}

test.each<readonly [string, readonly (string | RegExp)[]]>([
  ["checks: { test: npm test, lint: [npm, run, lint] }", []],
  ["checks: { test: ./scripts/test.sh }", []],
  [
    "checks: { test: nosuchprogram --all }",
    ["`checks.test`: nosuchprogram was not found on the PATH; install it, or change the command"],
  ],
  [
    "setup: [[pnpm, install]]",
    ["`setup`: pnpm was not found on the PATH; install it (npm install --global pnpm), or change the command"],
  ],
  [
    "setup: [env A=1 B=2 poetry install]",
    ["`setup`: poetry was not found on the PATH; install it (pipx install poetry), or change the command"],
  ],
  ["setup: [python3 -m venv .venv]", [/^`setup`: python3 was not found on the PATH; install it \(https:/]],
  ["checks: { test: .venv/bin/python -m pytest }", []],
  ["hooks: { workspace-ready: [{ command: [npm, ci] }, { module: ./hook.mjs }, { command: [./ready.sh] }] }", []],
  ["hooks: { after-landing: [{ module: ./deploy.mjs }] }", ["`hooks.after-landing`: there is no file ./deploy.mjs"]],
  ["hooks: { after-landing: [{ command: [./deploy.sh] }] }", ["`hooks.after-landing`: there is no file ./deploy.sh"]],
  [
    "hooks: { before-change: [{ command: [./closed.sh] }] }",
    ["`hooks.before-change`: ./closed.sh cannot be run; make it executable: chmod +x ./closed.sh"],
  ],
  [
    "hooks: { turn-ended: [{ command: [notify-me] }] }",
    ["`hooks.turn-ended`: notify-me was not found on the PATH; install it, or change the command"],
  ],
])("%s: %j", (own, sentences) => {
  const matching = sentences.map((one) => (typeof one === "string" ? one : expect.stringMatching(one)));
  expect(missingIn(`projects: { app: { ${own} } }`)).toEqual(matching);
});

test("a check that only a shell could run is said before it runs", () => {
  expect(missingIn("projects: { app: { checks: { test: npm test && npm run lint } } }")[0]).toMatch(
    /^`checks\.test`: .*&&/,
  );
});

test("where corepack is installed, it is what has to be typed", () => {
  expect(missingIn("projects: { app: { setup: [pnpm install] } }", "corepack")).toEqual([
    "`setup`: pnpm was not found on the PATH; install it (corepack enable pnpm), or change the command",
  ]);
  expect(missingIn("projects: { app: { setup: [corepack pnpm install] } }", "corepack")).toEqual([]);
});
