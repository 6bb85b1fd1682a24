/** After landing the branch goes, unless it holds more than what landed, or a person uses it. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { value } from "../../../../../test/contracts/clause.ts";
import { git } from "../../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf, type Rig } from "../../../../../test/fixtures/workspace-rig.ts";
import { commitSha, type CommitSha } from "../../../../domain/model/ids.ts";
import { cloneWorkspace } from "../../clone/index.ts";
import { createWorktreeWorkspace } from "../../worktree/index.ts";
import type { GitWorkspace } from "../git-workspace.ts";

const spec = specOf("one");
const refs = (rig: Rig): string => git(rig.repository, "for-each-ref", "--format=%(refname)");

/** A session with one commit, whose workspace is gone. */
async function removed(plugin: GitWorkspace): Promise<CommitSha> {
  const { path } = await value({}, plugin.create(spec));
  put(join(path, "work.txt"), "work\n");
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "-m", "Work");
  const head = commitSha(git(path, "rev-parse", "HEAD"));
  await value({}, plugin.rescue(spec));
  await value({}, plugin.remove(spec));
  return head;
}

describe.each([
  ["worktree", createWorktreeWorkspace, "refs/heads/agent/one"],
  ["clone", cloneWorkspace, "refs/ao/heads/agent/one"],
])("the branch of a %s", (_name, make, ref) => {
  test("goes, and its commits stay", async () => {
    const rig = aRig();
    const plugin = make(rig.options);
    const head = await removed(plugin);
    expect(refs(rig)).toContain(ref);
    await value({}, plugin.dropBranch(spec, head));
    expect(refs(rig)).not.toContain(ref);
    git(rig.repository, "gc", "--quiet", "--prune=now");
    const { path } = await value({}, plugin.create(spec));
    expect(git(path, "log", "-1", "--format=%s")).toBe("Work");
  });

  test("stays when it holds more than what landed", async () => {
    const rig = aRig();
    const plugin = make(rig.options);
    await removed(plugin);
    await value({}, plugin.dropBranch(spec, commitSha(git(rig.repository, "rev-parse", "main"))));
    expect(refs(rig)).toContain(ref);
  });
});

test("a branch that a person has checked out or rebases is theirs", async () => {
  const rig = aRig();
  const plugin = createWorktreeWorkspace(rig.options);
  const head = await removed(plugin);
  const theirs = join(rig.home, "theirs");
  git(rig.repository, "worktree", "add", "--quiet", theirs, "agent/one");
  await value({}, plugin.dropBranch(spec, head));
  expect(refs(rig)).toContain("refs/heads/agent/one");
  git(theirs, "checkout", "--quiet", "--detach");
  put(join(rig.gitDir, "rebase-merge/head-name"), "refs/heads/agent/one\n");
  await value({}, plugin.dropBranch(spec, head));
  expect(refs(rig)).toContain("refs/heads/agent/one");
});

test("the branch of a clone is there for people, moves with the work, and goes with it", async () => {
  const rig = aRig();
  const plugin = cloneWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  const seen = (): string => git(rig.repository, "rev-parse", "agent/one");
  const work = async (name: string): Promise<string> => {
    put(join(path, name), name);
    return (await value({}, plugin.commit(spec, name))).commit;
  };
  const first = await work("first");
  expect(seen()).toBe(first);
  const theirs = join(rig.home, "theirs");
  git(rig.repository, "worktree", "add", "--quiet", theirs, "agent/one");
  await work("second");
  expect(seen()).toBe(first);
  git(theirs, "checkout", "--quiet", "--detach");
  const third = await work("third");
  expect(seen()).toBe(third);
  git(theirs, "checkout", "--quiet", "agent/one");
  git(theirs, "commit", "--quiet", "--allow-empty", "-m", "A person's own");
  git(theirs, "checkout", "--quiet", "--detach");
  const own = seen();
  const fourth = await work("fourth");
  expect(seen()).toBe(own);
  expect(git(rig.repository, "rev-parse", "refs/ao/heads/agent/one")).toBe(fourth);
  await value({}, plugin.rescue(spec));
  await value({}, plugin.remove(spec));
  await value({}, plugin.dropBranch(spec, commitSha(fourth)));
  expect(refs(rig)).toContain("refs/heads/agent/one");
  expect(refs(rig)).not.toContain("refs/ao/heads/agent/one");
});
