/** Set-up runs once for a lockfile, whoever needs it: sessions and the workspaces of checks. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionView } from "../../src/protocol/session/session.ts";
import { aStage } from "./stage.ts";

const INSTALL = `#!/bin/sh
echo "$PWD" >> "$(cat count-in)"
mkdir -p node_modules/.bin packages/a/node_modules .husky/_
echo "$(cat deps.lock)" > node_modules/dep
echo "#!$PWD/tool" > node_modules/.bin/tool
echo nested > packages/a/node_modules/dep
echo hook > .husky/_/pre-commit
git config core.hooksPath .husky/_
`;

/** Spoils what set-up made, as an agent's test might. */
const CHECK = `#!/bin/sh
grep -q "$(cat deps.lock)" node_modules/dep || exit 1
grep -q "#!$PWD/tool" node_modules/.bin/tool || exit 2
grep -q nested packages/a/node_modules/dep || exit 3
[ ! -e node_modules/left ] || exit 4
echo spoiled > node_modules/dep; echo left > node_modules/left
`;

async function aProject() {
  const stage = await aStage({
    checks: { test: "sh check.sh", lint: "sh check.sh" },
    project: { setup: ["sh install.sh"], setupKey: ["deps.lock"], cache: ["node_modules"], sandbox: "none" },
    prepare: async (repository, git) => {
      const counted = join(repository, "..", "count");
      mkdirSync(join(repository, "packages/a"), { recursive: true });
      const files = {
        ...{ "install.sh": INSTALL, "check.sh": CHECK, "deps.lock": "one\n", "count-in": counted },
        ...{ ".gitignore": "node_modules\n.husky/_\n", "packages/a/package.json": "{}\n" },
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text);
      await git("add", ".");
      await git("commit", "-q", "-m", "Use a dependency");
    },
  });
  const ran = (): readonly string[] => readFileSync(join(stage.folder, "count"), "utf8").trim().split("\n");
  const work = async (name: string, files: Readonly<Record<string, string>>) => {
    const start = [{ write: files }, { commit: `Add ${name}` }];
    const id = await stage.begin(name, `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`);
    const isChecked = ({ changes: [change] }: SessionView): boolean =>
      change?.checks.length === 2 && change.checks.every(({ verdict }) => verdict === "passed");
    return stage.until(id, "checked", isChecked);
  };
  return { stage, ran, work };
}

test("two sessions and their checks are set up by one run of the commands", async () => {
  const { ran, work } = await aProject();
  const first = await work("one", { "one.txt": "1\n" });
  const second = await work("two", { "two.txt": "2\n" });
  expect(ran()).toHaveLength(1);
  for (const { workspacePath } of [first, second]) {
    const at = (name: string): string => join(workspacePath ?? "", name);
    expect(readFileSync(at("node_modules/dep"), "utf8")).toBe("one\n");
    expect(readFileSync(at("node_modules/.bin/tool"), "utf8")).toBe(`#!${at("tool")}\n`);
    expect(existsSync(at("packages/a/node_modules/dep"))).toBe(true);
    expect(existsSync(at(".husky/_/pre-commit"))).toBe(true);
  }
});

test("a lockfile that an agent changed is set up for its own checks alone", async () => {
  const { stage, ran, work } = await aProject();
  await work("one", { "deps.lock": "evil\n" });
  const own = ran().length;
  expect(own).toBeGreaterThan(1);
  const other = await work("two", { "two.txt": "2\n" });
  expect(ran()).toHaveLength(own);
  expect(readFileSync(join(other.workspacePath ?? "", "node_modules/dep"), "utf8")).toBe("one\n");
  expect(stage.complaints()).not.toContain("prepared");
});
