/** A workspace may hold anything that an agent can make: looking at it, committing and saving it cost bounded time. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { value } from "../../../../test/contracts/clause.ts";
import { git } from "../../../../test/fixtures/git-repository.ts";
import { aPipe, aSparseFile, anOddFolder } from "../../../../test/fixtures/odd-files.ts";
import { aRig, put, specOf } from "../../../../test/fixtures/workspace-rig.ts";
import { cloneWorkspace } from "../clone/index.ts";
import { createWorktreeWorkspace } from "../worktree/index.ts";
import { sweepTrash } from "./rescue/sweep-trash.ts";

const spec = specOf("one");
const DAY_MS = 24 * 3_600_000;
const kinds = [
  ["worktree", createWorktreeWorkspace],
  ["clone", cloneWorkspace],
] as const;

test.each(kinds)("a %s with a giant, a pipe and a path beyond the limit is committed without them", async (_, make) => {
  const rig = aRig({ files: { "README.md": "hello\n", "known.txt": "known\n" } });
  const plugin = make(rig.options);
  const { path } = await value({}, plugin.create(spec));
  await anOddFolder(join(path, "odd"));
  aSparseFile(join(path, "giant.bin"));
  put(join(path, "work.txt"), "work\n");
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: true });
  const head = await value({}, plugin.commit(spec, "Do it"));
  expect(git(path, "show", `${head.commit}:work.txt`)).toBe("work");
  expect(git(path, "log", "-1", "--format=%B", head.commit)).toContain("- giant.bin (too big)");
});

test.each(kinds)("a stop of a %s saves the work, names the giant, and the trash can be emptied", async (_, make) => {
  const rig = aRig({ files: { "README.md": "hello\n", "known.txt": "known\n", ".gitignore": "built/\n" } });
  const plugin = make(rig.options);
  const { path } = await value({}, plugin.create(spec));
  await anOddFolder(join(path, "odd"));
  await anOddFolder(join(path, "built"));
  aSparseFile(join(path, "giant.bin"));
  rmSync(join(path, "known.txt"));
  aPipe(join(path, "known.txt"));
  put(join(path, "work.txt"), "work\n");
  const { ref } = await value({}, plugin.rescue(spec));
  const saved = ref ?? "";
  expect(git(rig.repository, "show", `${saved}:work.txt`)).toBe("work");
  const message = git(rig.repository, "log", "-1", "--format=%B", saved);
  for (const left of ["giant.bin (too big)", "odd/sparse (too big)", "known.txt (no file)", "built/"])
    expect(message).toContain(left);
  await value({}, plugin.remove(spec));
  expect(existsSync(path)).toBe(false);
  const { trash } = rig.options;
  const swept = await sweepTrash({ trashes: [trash], wallMs: Date.now() + 30 * DAY_MS });
  expect([swept.removed.length, swept.kept]).toEqual([1, []]);
  expect(existsSync(swept.removed[0]?.path ?? "/")).toBe(false);
});

test("a giant alone is no change of the agent's", async () => {
  const rig = aRig({ files: { "README.md": "hello\n" } });
  const plugin = createWorktreeWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  aSparseFile(join(path, "giant.bin"));
  mkdirSync(join(path, "empty"));
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
  writeFileSync(join(path, "work.txt"), "work\n");
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: true });
});
