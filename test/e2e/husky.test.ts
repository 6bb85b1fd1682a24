/** Hooks that a repository brings along, as husky sets them up. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aStage } from "./stage.ts";

const HOOKS = ["pre-commit", "post-commit", "post-checkout", "reference-transaction"];

test("the repository's own hooks run in the agent's commits, and never in the daemon", async () => {
  const stage = await aStage({
    prepare: async (repository, git) => {
      mkdirSync(join(repository, ".husky"));
      for (const name of HOOKS) {
        const file = join(repository, ".husky", name);
        writeFileSync(file, `#!/bin/sh\necho "${name} \${AO_SESSION:-nobody}" >> "$PWD/hooks.log"\n`);
        chmodSync(file, 0o755);
      }
      writeFileSync(join(repository, ".gitignore"), "hooks.log\n");
      await git("add", ".husky", ".gitignore");
      await git("commit", "-q", "-m", "Use husky");
      await git("config", "core.hooksPath", ".husky");
    },
  });
  const start = [{ write: { "work.txt": "work\n" } }, { commit: "Add work" }];
  const id = await stage.begin("one", `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`);
  const after = await stage.until(id, "done", (now) => now.phase === "resting" && now.head !== now.base);
  const ran = readFileSync(join(after.workspacePath ?? "", "hooks.log"), "utf8")
    .trim()
    .split("\n");
  expect(ran).toContain("pre-commit app-one");
  expect(ran).toContain("post-commit app-one");
  expect(ran.filter((line) => !line.endsWith(" app-one"))).toEqual([]);
  expect(await stage.git("-c", "core.hooksPath=/dev/null", "status", "--short", "--ignored")).not.toContain(
    "hooks.log",
  );
});
