import { realpathSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitSha } from "../../../../domain/model/ids.ts";
import { aFolder } from "../../../../store/testing/folder.ts";
import { value } from "../../../../../test/contracts/clause.ts";
import { aRepository, git } from "../../../../../test/fixtures/git-repository.ts";
import { aRig, specOf } from "../../../../../test/fixtures/workspace-rig.ts";
import { createWorktreeWorkspace } from "../../worktree/index.ts";

const spec = specOf("one");

/** A repository that follows another one, which has moved on since. */
function following(): { readonly origin: string; readonly repository: string; readonly newest: string } {
  const origin = aRepository({ name: "origin" });
  const repository = join(realpathSync(aFolder()), "app");
  git(origin, "clone", "--quiet", origin, repository);
  git(origin, "commit", "--quiet", "--allow-empty", "-m", "Newer");
  return { origin, repository, newest: git(origin, "rev-parse", "main") };
}

test("work that lands upstream begins on what is there now, and what it begins on is pinned", async () => {
  const { repository, newest } = following();
  const plugin = createWorktreeWorkspace(aRig({ repository, landsOn: "upstream" }).options);
  expect(await value({}, plugin.create(spec))).toMatchObject({ base: newest });
  expect(git(repository, "rev-parse", "refs/ao/base/app-one")).toBe(newest);
  expect(git(repository, "rev-parse", "main")).not.toBe(newest);
});

test("upstream is asked at most once a minute", async () => {
  const { origin, repository, newest } = following();
  const plugin = createWorktreeWorkspace(aRig({ repository, landsOn: "upstream" }).options);
  await value({}, plugin.create(spec));
  git(origin, "commit", "--quiet", "--allow-empty", "-m", "Newest");
  expect(await value({}, plugin.refreshBase(spec))).toEqual({ branch: "main", commit: newest });
});

test("upstream is asked at once when the forge has shown a commit that is not here", async () => {
  const { origin, repository } = following();
  const plugin = createWorktreeWorkspace(aRig({ repository, landsOn: "upstream" }).options);
  await value({}, plugin.create(spec));
  git(origin, "commit", "--quiet", "--allow-empty", "-m", "Newest");
  const newest = commitSha(git(origin, "rev-parse", "main"));
  expect(await value({}, plugin.refreshBase(spec, newest))).toEqual({ branch: "main", commit: newest });
});

test("an upstream that is not there costs nothing but its news", async () => {
  const { origin, repository } = following();
  renameSync(origin, `${origin}-gone`);
  const plugin = createWorktreeWorkspace(aRig({ repository, landsOn: "upstream" }).options);
  const known = git(repository, "rev-parse", "origin/main");
  expect(await value({}, plugin.create(spec))).toMatchObject({ base: known });
});

test("work that lands here begins on the local branch; where that moves to is pinned beside the base", async () => {
  const { repository, newest } = following();
  const plugin = createWorktreeWorkspace(aRig({ repository }).options);
  const { base } = await value({}, plugin.create(spec));
  expect(base).not.toBe(newest);
  git(repository, "commit", "--quiet", "--allow-empty", "-m", "Local");
  const { commit } = await value({}, plugin.refreshBase(spec));
  expect(commit).toBe(git(repository, "rev-parse", "main"));
  expect(git(repository, "rev-parse", "refs/ao/onto/app-one", "refs/ao/base/app-one").split("\n")).toEqual([
    commit,
    base,
  ]);
});
