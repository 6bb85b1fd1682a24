import { join } from "node:path";
import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { aRepository, git } from "../../../../test/fixtures/git-repository.ts";
import { isRefFree, readHeadBranch, readRef } from "./refs.ts";

test("a ref is found loose, packed and through HEAD; what is none is null", async () => {
  const repository = aRepository();
  const commonDir = join(repository, ".git");
  const head = git(repository, "rev-parse", "HEAD");
  git(repository, "branch", "packed");
  git(repository, "pack-refs", "--all");
  git(repository, "branch", "loose");
  for (const ref of ["HEAD", "refs/heads/loose", "refs/heads/packed"])
    expect(await readRef(ref, { commonDir })).toBe(head);
  for (const ref of ["refs/heads/pack", "refs/heads", "refs/heads/none"]) {
    expect(await readRef(ref, { commonDir })).toBeNull();
  }
  symlinkSync("/dev/zero", join(commonDir, "refs/heads/evil"));
  expect(await readRef("refs/heads/evil", { commonDir })).toBeNull();
  expect(await readHeadBranch(commonDir)).toBe("main");
  git(repository, "checkout", "--quiet", "--detach");
  expect(await readHeadBranch(commonDir)).toBeNull();
});

test("a name is free when nothing stands at it, above or below", async () => {
  const repository = aRepository();
  const commonDir = join(repository, ".git");
  git(repository, "branch", "loose/one");
  git(repository, "branch", "packed/one");
  git(repository, "pack-refs", "--all");
  git(repository, "branch", "loose/two");
  mkdirSync(join(commonDir, "refs/heads/empty/folder"), { recursive: true });
  const free = async (name: string): Promise<boolean> => isRefFree(`refs/heads/${name}`, { commonDir });
  expect(await Promise.all(["new", "loose/three", "empty", "empty/folder", "packed/on"].map(free))).not.toContain(
    false,
  );
  const taken = ["main", "loose", "loose/two", "loose/two/below", "packed", "packed/one", "packed/one/below"];
  expect(await Promise.all(taken.map(free))).not.toContain(true);
});
