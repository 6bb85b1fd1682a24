import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../../../test/fixtures/git-repository.ts";
import { aRig, put } from "../../../../test/fixtures/workspace-rig.ts";
import { findBranchUse, openRepository } from "../git.ts";

async function aStage() {
  const { repository, home, gitDir } = aRig();
  git(repository, "checkout", "--quiet", "--detach");
  const opened = await openRepository({ path: repository, acceptedFile: join(home, "accepted"), howToAccept: "" });
  if (!opened.ok) throw new Error(opened.error.message);
  const linked = join(home, "linked");
  git(repository, "worktree", "add", "--quiet", linked, "main");
  const use = async (...ours: readonly string[]) => {
    const answer = await findBranchUse(opened.value, "main", ours);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  return { use, linked, home, gitDir };
}

test("a worktree of the person's has its branch checked out; one that an agent works in does not", async () => {
  const { use, linked, home, gitDir } = await aStage();
  expect(await use()).toEqual({ kind: "checked_out", checkout: linked });
  expect(await use(join(home, "elsewhere"), `${linked}-other`)).toEqual({ kind: "checked_out", checkout: linked });
  for (const ours of [linked, home, join(gitDir, "worktrees/linked")])
    expect(await use(ours)).toEqual({ kind: "free" });
});

test("a rebase holds the branch, unless it is an agent's that says so", async () => {
  const { use, linked, gitDir } = await aStage();
  git(linked, "checkout", "--quiet", "--detach");
  put(join(gitDir, "worktrees/linked/rebase-merge/head-name"), "refs/heads/main\n");
  expect(await use()).toEqual({ kind: "held", by: [`a rebase of main is in progress at ${linked}`] });
  expect(await use(linked)).toEqual({ kind: "free" });
});
