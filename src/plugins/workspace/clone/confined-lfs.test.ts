/** An agent in the real sandbox, in a clone, has the person's submodules and files of git-lfs, and nothing else beside them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { value } from "../../../../test/contracts/clause.ts";
import { bubblewrapForTests } from "../../../../test/fixtures/bubblewrap.ts";
import { git } from "../../../../test/fixtures/git-repository.ts";
import { aRepositoryWithSubmodules } from "../../../../test/fixtures/submodules.ts";
import { aRig, put, specOf } from "../../../../test/fixtures/workspace-rig.ts";
import { findProgram } from "../../../lib/process/find-program.ts";
import { noSandbox } from "../../../lib/sandbox/sandbox.ts";
import { cloneWorkspace } from "./index.ts";

const spec = specOf("one");
const bubblewrap = await bubblewrapForTests();
const hasLfs = findProgram("git-lfs") !== null;
const whyNot =
  bubblewrap === null ? " (left out: no bubblewrap)" : hasLfs ? "" : " (left out: git-lfs is not installed)";

/** Set-up commands run as the agent does. Answers what the script printed. */
async function asAgent(repository: string, script: string): Promise<string> {
  const rig = aRig({ repository, sandbox: bubblewrap ?? noSandbox, setup: [["sh", "-c", script]] });
  const plugin = cloneWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  await plugin.setup(spec, path, new Promise<void>(() => {}));
  const said = readFileSync(join(rig.options.logDirOf(spec.session), "setup.log"), "utf8");
  return said.slice(said.indexOf("\n") + 1).trim();
}

test.runIf(bubblewrap !== null && hasLfs)(`files of git-lfs of older commits are there${whyNot}`, async () => {
  const rig = aRig({ commits: 0, files: { ".gitattributes": "*.big filter=lfs -text\n" } });
  git(rig.repository, "lfs", "install", "--local", "--skip-repo");
  for (const text of ["older\n", "newer and longer\n"]) {
    put(join(rig.repository, "one.big"), text);
    git(rig.repository, "add", "--all");
    git(rig.repository, "commit", "--quiet", "-m", "Big");
  }
  const script = "git checkout -q HEAD~1 && cat one.big && git checkout -q - && cat one.big && git status --porcelain";
  expect(await asAgent(rig.repository, script)).toBe("older\nnewer and longer");
});

test.runIf(bubblewrap !== null)(
  `submodules are repositories that work, and their settings are out of reach${whyNot}`,
  async () => {
    const { repository } = aRepositoryWithSubmodules();
    const store = join(repository, ".git/modules/vendor/lib");
    const script = `cd vendor/lib && git log --format=%s && git status --porcelain && cat deep/deep.txt; cat ${store}/config ${store}/HEAD 2>/dev/null; touch ${store}/objects/x 2>/dev/null || echo closed`;
    expect(await asAgent(repository, script)).toBe("With deep\nStart\ndeep\nclosed");
  },
);
