/** Nothing with work in it is deleted: what a stop takes away is found again, in the trash and in the rescue ref. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { value } from "../../../../../test/contracts/clause.ts";
import { git } from "../../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf, type Rig } from "../../../../../test/fixtures/workspace-rig.ts";
import { cloneWorkspace } from "../../clone/index.ts";
import { createWorktreeWorkspace } from "../../worktree/index.ts";
import type { GitWorkspace } from "../git-workspace.ts";
import { sweepTrash } from "./sweep-trash.ts";

const spec = specOf("one");
const files = { "README.md": "hello\n", "old.txt": "old\n", ".gitignore": "*.log\nbuild/\nnode_modules/\n" };

/** Everything a workspace may hold. */
function fillUp(path: string): void {
  put(join(path, "README.md"), "changed\n");
  rmSync(join(path, "old.txt"));
  put(join(path, "new/file.txt"), "new\n");
  put(join(path, "debug.log"), "ignored\n");
  put(join(path, "build/out.js"), "built\n");
  for (let n = 0; n < 1_100; n += 1) put(join(path, `node_modules/m${n % 10}/f${n}.js`), "");
  symlinkSync("README.md", join(path, "link"));
  git(path, "init", "--quiet", "inside");
  put(join(path, "inside/file.txt"), "nested\n");
  git(join(path, "inside"), "add", "--all");
  git(join(path, "inside"), "commit", "--quiet", "-m", "Nested");
  put(join(path, "staged.txt"), "staged\n");
  git(path, "add", "staged.txt");
  put(join(path, "staged.txt"), "changed after\n");
}

const read = (path: string, name: string): string | null =>
  existsSync(join(path, name)) ? readFileSync(join(path, name), "utf8") : null;

async function stopped(rig: Rig, plugin: GitWorkspace): Promise<{ readonly path: string; readonly ref: string }> {
  const { path } = await value({}, plugin.create(spec));
  fillUp(path);
  const { ref } = await value({}, plugin.rescue(spec));
  await value({}, plugin.remove(spec));
  expect(existsSync(path)).toBe(false);
  expect(git(rig.repository, "worktree", "list", "--porcelain")).not.toContain(path);
  return { path, ref: ref ?? "" };
}

describe.each([
  ["worktree", createWorktreeWorkspace],
  ["clone", cloneWorkspace],
])("a %s with everything in it", (_name, make) => {
  test("comes back from the trash exactly as it was", async () => {
    const rig = aRig({ files });
    const plugin = make(rig.options);
    const { path } = await stopped(rig, plugin);
    await value({}, make(rig.options).create(spec));
    expect(git(join(path, "inside"), "log", "--format=%s")).toBe("Nested");
    expect(read(path, "node_modules/m1/f1.js")).toBe("");
    expect(git(path, "show", ":staged.txt")).toBe("staged");
    expect(read(path, "debug.log")).toBe("ignored\n");
    expect(git(path, "status", "--porcelain").split("\n").length).toBeGreaterThan(4);
  });

  test("comes back from the rescue ref when the trash is empty, but for what can be made again", async () => {
    const rig = aRig({ files });
    const plugin = make(rig.options);
    const { path, ref } = await stopped(rig, plugin);
    expect(git(rig.repository, "show", `${ref}^2:staged.txt`)).toBe("staged");
    expect(git(rig.repository, "log", "-1", "--format=%B", ref)).toContain("node_modules/ (too big)");
    rmSync(rig.options.trash, { recursive: true });
    git(rig.repository, "gc", "--quiet", "--prune=now");
    await value({}, make(rig.options).create(spec));
    const names = [
      "README.md",
      "old.txt",
      "new/file.txt",
      "debug.log",
      "build/out.js",
      "inside/file.txt",
      "staged.txt",
    ];
    expect(names.map((name) => read(path, name))).toEqual([
      "changed\n",
      null,
      "new\n",
      "ignored\n",
      "built\n",
      "nested\n",
      "changed after\n",
    ]);
    expect(read(path, "link")).toBe("changed\n");
    expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: true });
  });

  test("commits that no branch holds are rescued, too", async () => {
    const rig = aRig({ files });
    const plugin = make(rig.options);
    const { path } = await value({}, plugin.create(spec));
    git(path, "checkout", "--quiet", "--detach");
    git(path, "commit", "--quiet", "--allow-empty", "-m", "On no branch");
    const { ref } = await value({}, plugin.rescue(spec));
    expect(git(rig.repository, "log", "-1", "--format=%s", `${ref}^1`)).toBe("On no branch");
  });

  test("a change in the same instant and of the same size as the checkout is seen", async () => {
    const rig = aRig({ files });
    const plugin = make(rig.options);
    const { path } = await value({}, plugin.create(spec));
    for (let n = 0; n < 3; n += 1) {
      writeFileSync(join(path, "README.md"), `hell${n}\n`);
      git(path, "add", "README.md");
      writeFileSync(join(path, "README.md"), `HELL${n}\n`);
      expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: true });
      const head = await value({}, plugin.commit(spec, "Same size"));
      expect(git(rig.repository, "cat-file", "-p", `${head.tree}:README.md`)).toBe(`HELL${n}`);
    }
  });
});

test("a merge with conflicts is rescued as it stands", async () => {
  const rig = aRig({ files });
  const plugin = createWorktreeWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  put(join(path, "README.md"), "ours\n");
  await value({}, plugin.commit(spec, "Ours"));
  put(join(rig.repository, "README.md"), "theirs\n");
  git(rig.repository, "commit", "--quiet", "--all", "-m", "Theirs");
  expect(() => git(path, "merge", "main")).toThrow();
  expect(await plugin.commit(spec, "x")).toMatchObject({ ok: false, error: { code: "refused" } });
  const { ref } = await value({}, plugin.rescue(spec));
  expect(git(rig.repository, "show", `${ref}:README.md`)).toContain("<<<<<<<");
  await value({}, plugin.remove(spec));
  await value({}, plugin.create(spec));
  expect(git(path, "status")).toContain("You have unmerged paths");
});

test("a branch that was deleted meanwhile begins where it was left; one that moved on is not overrun", async () => {
  const rig = aRig({ files });
  const plugin = createWorktreeWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  const head = await value({}, plugin.commit(spec, "x"));
  put(join(path, "more.txt"), "more");
  await value({}, plugin.rescue(spec));
  await value({}, plugin.remove(spec));
  git(rig.repository, "commit", "--quiet", "--allow-empty", "-m", "Other");
  git(rig.repository, "branch", "--force", "agent/one", "main");
  expect(await plugin.create(spec)).toMatchObject({ ok: false, error: { code: "refused" } });
  git(rig.repository, "branch", "--quiet", "-D", "agent/one");
  await value({}, plugin.create(spec));
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ head: { commit: head.commit }, dirty: true });
});

describe("the trash", () => {
  const DAY_MS = 24 * 3_600_000;

  async function withEntries(count: number) {
    let now = Date.parse("2026-01-01T00:00:00Z");
    const rig = aRig({ files, wallMs: () => now });
    const plugin = cloneWorkspace(rig.options);
    for (let n = 0; n < count; n += 1) {
      const one = specOf(`s${n}`);
      const { path } = await value({}, plugin.create(one));
      mkdirSync(join(path, "big"));
      writeFileSync(join(path, "big/file"), Buffer.alloc(100_000));
      await value({}, plugin.rescue(one));
      await value({}, plugin.remove(one));
      now += DAY_MS;
    }
    const sweep = (afterDays: number, keptBytes?: number) =>
      sweepTrash({
        trashes: [rig.options.trash],
        wallMs: now + afterDays * DAY_MS,
        ...(keptBytes === undefined ? {} : { keptBytes }),
      });
    return { rig, sweep };
  }

  test("keeps a week, whatever the size allows, and nothing longer", async () => {
    const { sweep } = await withEntries(3);
    expect((await sweep(3)).removed).toEqual([]);
    expect((await sweep(4.5)).removed).toHaveLength(1);
    expect((await sweep(30)).removed).toHaveLength(2);
  });

  test("beyond its size the oldest go first, and nothing within a day", async () => {
    const { rig, sweep } = await withEntries(3);
    expect((await sweep(-0.5, 0)).removed.map(({ path }) => path)).toEqual([
      expect.stringMatching(/s0$/),
      expect.stringMatching(/s1$/),
    ]);
    expect(await value({}, cloneWorkspace(rig.options).create(specOf("s2")))).toBeDefined();
  });
});

test.runIf(process.platform === "linux")(
  "a lock that a killed git left is gone with the next turn, but not under a person's hands",
  async () => {
    const rig = aRig({ files });
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    const locks = ["worktrees/one/index.lock", "worktrees/one/HEAD.lock"].map((name) => join(rig.gitDir, name));
    for (const lock of locks) put(lock, "");
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(path);
    await value({}, plugin.refreshBase(spec));
    expect(locks.map((lock) => existsSync(lock))).toEqual([true, true]);
    process.chdir(before);
    await value({}, plugin.refreshBase(spec));
    expect(locks.map((lock) => existsSync(lock))).toEqual([false, false]);
  },
);

test("a lock that a killed git left does not stop us for ever", async () => {
  const rig = aRig({ files });
  const plugin = createWorktreeWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  put(join(path, "new.txt"), "new");
  const lock = join(rig.gitDir, "worktrees/one/index.lock");
  put(lock, "");
  expect(await plugin.commit(spec, "x")).toMatchObject({ ok: false, error: { code: "unavailable" } });
  utimesSync(lock, 1, 1);
  await value({}, plugin.commit(spec, "x"));
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
});
