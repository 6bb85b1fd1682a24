/** Checks find the files of the person's checkout that agents find, and leave them alone. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeId, type TreeSha } from "../../../domain/model/ids.ts";
import { aForge, type AForge } from "../testing/a-forge.ts";
import { checkOptions, runScript } from "../testing/check-options.ts";
import { createKey, takeValue } from "../testing/deeds.ts";

const READ = `const fs = require("node:fs");
  if (fs.readFileSync(".env", "utf8") !== "KEY=1") process.exit(2);
  if (fs.readFileSync("data/big", "utf8") !== "big") process.exit(3);
  fs.writeFileSync(".env", "spoiled");`;

const settings = {
  commands: { test: { command: runScript(READ), timeoutMs: null } },
  copy: [".env"],
  symlinks: ["data"],
};

const aTree = async ({ repository }: AForge): Promise<TreeSha> =>
  repository.tree(await repository.commit({ files: { "n.txt": createKey() } }));

async function verdict(at: AForge, tree?: TreeSha): Promise<string | undefined> {
  const of = { kind: "change", change: changeId(createKey()), tree: tree ?? (await aTree(at)) } as const;
  const run = { runId: createKey(), project: at.options.project, of, names: ["test"] };
  return takeValue(await at.forge.checks.run(run))[0]?.verdict;
}

test("what is under copy and symlinks is there for each check, as it is in the checkout", async () => {
  const at = await aForge({ checks: { settings } });
  at.repository.write(".env", "KEY=1");
  at.repository.write("data/big", "big");
  expect([await verdict(at), await verdict(at)]).toEqual(["passed", "passed"]);
  expect(readFileSync(join(at.repository.path, ".env"), "utf8")).toBe("KEY=1");
});

test.for([{ copy: [] }, { symlinks: [] }])("what passed with other files beside it runs again: %o", async (fewer) => {
  const at = await aForge({ checks: { settings } });
  at.repository.write(".env", "KEY=1");
  at.repository.write("data/big", "big");
  const tree = await aTree(at);
  const forge = at.again({ checks: checkOptions(at.repository.folder, { settings: { ...settings, ...fewer } }) });
  expect([await verdict(at, tree), await verdict({ ...at, forge }, tree)]).toEqual(["passed", "failed"]);
});

test("a file that leads out of the repository is not brought along, and said so", async () => {
  const said: string[] = [];
  const warn = (_: unknown, message: string): void => void said.push(message);
  const at = await aForge({ checks: { settings, warn } });
  symlinkSync("/etc/hostname", join(at.repository.path, ".env"));
  expect(await verdict(at)).toBe("failed");
  expect(said).toContain("a file was not brought into a check workspace");
});
