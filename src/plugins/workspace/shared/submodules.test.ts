/** Submodules in workspaces: there from the person's own repository, and nothing of an agent's decides where they come from. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitSha } from "../../../domain/model/ids.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { value } from "../../../../test/contracts/clause.ts";
import { aRepository, git } from "../../../../test/fixtures/git-repository.ts";
import { aRepositoryWithSubmodules, movePointer } from "../../../../test/fixtures/submodules.ts";
import { aRig, put, specOf } from "../../../../test/fixtures/workspace-rig.ts";
import { cloneWorkspace } from "../clone/index.ts";
import { createWorktreeWorkspace } from "../worktree/index.ts";
import type { GitWorkspace } from "./git-workspace.ts";
import type { WorkspaceOptions } from "./options.ts";

const layouts: readonly [string, (options: WorkspaceOptions) => GitWorkspace][] = [
  ["worktree", createWorktreeWorkspace],
  ["clone", cloneWorkspace],
];

const spec = specOf("one");
const textOf = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");
const filesIn = (path: string): readonly string[] => readdirSync(path).filter((name) => name !== ".git");

/** What the `.gitmodules` and the tree of an agent's commit may be: its base for the next session. */
function commitOf(repository: string, gitmodules: string, path: string): string {
  const lib = git(repository, "rev-parse", "main:vendor/lib");
  git(repository, "checkout", "--quiet", "-b", "evil");
  writeFileSync(join(repository, ".gitmodules"), gitmodules);
  git(repository, "update-index", "--add", "--cacheinfo", `160000,${lib},${path}`);
  git(repository, "add", ".gitmodules");
  git(repository, "commit", "--quiet", "-m", "Evil");
  const commit = git(repository, "rev-parse", "HEAD");
  git(repository, "checkout", "--quiet", "--force", "main");
  return commit;
}

describe.each(layouts)("%s", (_name, make) => {
  test("those that the person has initialized are there, nested ones too, without a network", async () => {
    const { repository, cutOff } = aRepositoryWithSubmodules();
    cutOff();
    const plugin = make(aRig({ repository }).options);
    const { path } = await value({}, plugin.create(spec));
    expect(textOf(path, "vendor/lib/lib.txt")).toBe("lib 1\n");
    expect(textOf(path, "vendor/lib/deep/deep.txt")).toBe("deep\n");
    expect(git(path, "status", "--porcelain")).toBe("");
    expect(
      git(path, "submodule", "status", "--recursive")
        .split("\n")
        .map((line) => line.charAt(0)),
    ).not.toContain("-");
    expect(git(join(path, "vendor/lib"), "log", "--format=%s")).toBe("With deep\nStart");
    expect(git(path, "submodule", "update", "--init", "--recursive")).toBe("");
    expect(await value({}, plugin.refreshBase(spec))).not.toHaveProperty("repaired");
    expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
  });

  test("they are there again after a stop, from the trash and from the branch", async () => {
    const { repository } = aRepositoryWithSubmodules();
    const rig = aRig({ repository });
    const plugin = make(rig.options);
    for (const from of ["trash", "branch"]) {
      const { path } = await value({}, plugin.create(spec));
      expect(textOf(path, "vendor/lib/deep/deep.txt"), from).toBe("deep\n");
      expect(git(path, "status", "--porcelain"), from).toBe("");
      await value({}, plugin.rescue(spec));
      await value({}, plugin.remove(spec));
      if (from === "trash") renameSync(rig.options.trash, join(rig.home, "emptied"));
    }
    const { path } = await value({}, plugin.create(spec));
    expect(textOf(path, "vendor/lib/lib.txt")).toBe("lib 1\n");
    expect(git(path, "status", "--porcelain")).toBe("");
  });

  test("a pointer that was moved is committed as one, and laid out in the next workspace", async () => {
    const { repository, commitInLibrary } = aRepositoryWithSubmodules();
    const newer = commitInLibrary({ "lib.txt": "lib 2\n" });
    const plugin = make(aRig({ repository }).options);
    const { path } = await value({}, plugin.create(spec));
    git(join(path, "vendor/lib"), "checkout", "--quiet", newer);
    const head = await value({}, plugin.commit(spec, "Take the newer library"));
    expect(git(repository, "ls-tree", head.commit, "--", "vendor/lib")).toMatch(`160000 commit ${newer}`);
    const next = await value({}, plugin.create(specOf("two", { base: head.commit })));
    expect(textOf(next.path, "vendor/lib/lib.txt")).toBe("lib 2\n");
  });

  test("a commit inside one is named at a stop, and comes back with the directory", async () => {
    const { repository } = aRepositoryWithSubmodules();
    const plugin = make(aRig({ repository }).options);
    const { path } = await value({}, plugin.create(spec));
    const inside = join(path, "vendor/lib");
    put(join(inside, "new.txt"), "new");
    git(inside, "add", "--all");
    git(inside, "commit", "--quiet", "-m", "Inside");
    const made = git(inside, "rev-parse", "HEAD");
    const { ref } = await value({}, plugin.rescue(spec));
    expect(git(repository, "show", "--no-patch", "--format=%B", ref ?? "")).toContain(
      "vendor/lib (commits of a submodule)",
    );
    expect(git(repository, "ls-tree", ref ?? "", "--", "vendor/lib")).toContain(made);
    await value({}, plugin.remove(spec));
    await value({}, plugin.create(spec));
    expect(git(inside, "rev-parse", "HEAD")).toBe(made);
  });

  test("a commit that the person does not have leaves it empty, and says what to do, once", async () => {
    const { repository, commitInLibrary } = aRepositoryWithSubmodules();
    const base = commitSha(movePointer(repository, commitInLibrary({ "lib.txt": "2" }, { fetched: false })));
    const plugin = make(aRig({ repository }).options);
    const { path } = await value({}, plugin.create(specOf("one", { base })));
    expect(filesIn(join(path, "vendor/lib"))).toEqual([]);
    const [said, ...more] = (await value({}, plugin.refreshBase(spec))).repaired ?? [];
    expect(more).toEqual([]);
    expect(said).toMatch(/vendor\/lib is empty.*git submodule update --init --recursive -- vendor\/lib/);
    expect(await value({}, plugin.refreshBase(spec))).not.toHaveProperty("repaired");
  });

  test("one that the person has not initialized stays empty, without a word", async () => {
    const { repository } = aRepositoryWithSubmodules();
    const clone = join(realpathSync(aFolder()), "clone");
    git("/", "clone", "--quiet", repository, clone);
    const plugin = make(aRig({ repository: clone }).options);
    const { path } = await value({}, plugin.create(spec));
    expect(filesIn(join(path, "vendor/lib"))).toEqual([]);
    expect(await value({}, plugin.refreshBase(spec))).not.toHaveProperty("repaired");
  });

  test("one with its own .git folder in the checkout is there as well", async () => {
    const library = aRepository({ name: "library", files: { "lib.txt": "lib\n" } });
    const repository = aRepository();
    git("/", "clone", "--quiet", library, join(repository, "lib"));
    git(repository, "submodule", "--quiet", "add", library, "lib");
    git(repository, "commit", "--quiet", "-m", "With a library");
    expect(existsSync(join(repository, "lib/.git/objects"))).toBe(true);
    const plugin = make(aRig({ repository }).options);
    const { path } = await value({}, plugin.create(spec));
    expect(textOf(path, "lib/lib.txt")).toBe("lib\n");
    expect(existsSync(join(path, "lib/.git/objects/info/alternates"))).toBe(false);
    expect(git(join(path, "lib"), "fsck")).toBe("");
  });
});

test("hooks and settings of the person's submodule run nothing of ours, and its password stays there", async () => {
  const { repository } = aRepositoryWithSubmodules();
  const store = join(repository, ".git/modules/vendor/lib");
  const marker = join(realpathSync(aFolder()), "ran");
  git(store, "config", "core.fsmonitor", `touch ${marker}`);
  git(store, "config", "remote.origin.url", "https://me:secret@example.org/lib.git");
  mkdirSync(join(store, "hooks"), { recursive: true });
  writeFileSync(join(store, "hooks/post-checkout"), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const { path } = await value({}, cloneWorkspace(aRig({ repository }).options).create(spec));
  expect(textOf(path, "vendor/lib/lib.txt")).toBe("lib 1\n");
  expect(existsSync(marker)).toBe(false);
  expect(git(join(path, "vendor/lib"), "remote", "get-url", "origin")).toBe("https://example.org/lib.git");
});

test.each([
  ["a name that leads out", `[submodule "../../../outside"]\n\tpath = evil\n`, "evil"],
  ["a name of somebody's hooks", `[submodule "vendor/lib/hooks"]\n\tpath = evil\n`, "evil"],
  ["a repository of the person's that is no submodule", `[submodule "vendor/lib2"]\n\tpath = private\n`, "private"],
  ["a known name for such a repository", `[submodule "x"]\n\tpath = private\n`, "private"],
  ["no file of settings", `[submodule "vendor/lib\n\tpath`, "evil"],
])("a hostile .gitmodules lays out nothing: %s", async (_what, gitmodules, at) => {
  const { repository } = aRepositoryWithSubmodules();
  git(repository, "init", "--quiet", "private");
  put(join(repository, "private/secret.txt"), "secret");
  git(join(repository, "private"), "add", "--all");
  git(join(repository, "private"), "commit", "--quiet", "-m", "Secret");
  git(repository, "config", "submodule.x.url", "https://example.org/x");
  const outside = join(repository, "..", "outside");
  git("/", "clone", "--quiet", "--bare", join(repository, "private"), outside);
  const plugin = cloneWorkspace(aRig({ repository }).options);
  const base = commitSha(commitOf(repository, gitmodules, at));
  const { path } = await value({}, plugin.create(specOf("one", { base })));
  expect(filesIn(join(path, at))).toEqual([]);
});

test("a clone in the checkout that is no submodule stays the person's own, whatever `.gitmodules` has come to say", async () => {
  const [library, other] = ["library", "other"].map((name) => aRepository({ name, files: { [`${name}.txt`]: "1\n" } }));
  const repository = aRepository();
  for (const [from, to] of [
    [library, "lib"],
    [other, "mine"],
  ] as const)
    git("/", "clone", "--quiet", from ?? "", join(repository, to));
  git(repository, "submodule", "--quiet", "add", library ?? "", "lib");
  git(repository, "commit", "--quiet", "-m", "With a library");
  // As it lands: the name is one that the person has initialized, and the commit one that everybody knows.
  const gitmodules = readFileSync(join(repository, ".gitmodules"), "utf8").replace("path = lib", "path = mine");
  writeFileSync(join(repository, ".gitmodules"), gitmodules);
  git(repository, "update-index", "--add", "--cacheinfo", `160000,${git(other ?? "", "rev-parse", "HEAD")},mine`);
  git(repository, "commit", "--quiet", "--all", "-m", "Landed");
  const { path } = await value({}, cloneWorkspace(aRig({ repository }).options).create(spec));
  expect(readdirSync(join(path, "mine"))).toEqual([]);
});
