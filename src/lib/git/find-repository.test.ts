import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRepository, git } from "../../../test/fixtures/git-repository.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { findRepository } from "./find-repository.ts";

async function found(folder: string) {
  const answer = await findRepository(folder);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.repository;
}

async function refusal(folder: string) {
  const answer = await findRepository(folder);
  if (answer.ok) throw new Error(`found ${answer.repository.path}`);
  return answer.error;
}

test("a repository is found from its root and from a folder in it, also with spaces and quotes in the path", async () => {
  const path = aRepository({ name: "it's an app" });
  mkdirSync(join(path, "deep", "er"), { recursive: true });
  const expected = { path, gitDir: join(path, ".git"), isBare: false, defaultBranch: "main" };
  expect(await found(path)).toEqual(expected);
  expect(await found(join(path, "deep", "er"))).toEqual(expected);
});

test("a linked worktree leads to the person's own checkout", async () => {
  const path = aRepository();
  const linked = join(path, "..", "linked");
  git(path, "worktree", "add", "--quiet", "-b", "side", linked);
  expect(await found(linked)).toMatchObject({ path, defaultBranch: "main" });
});

test("a bare repository is found, and so it is from a worktree of it", async () => {
  const path = aRepository();
  const bare = join(path, "..", "app.git");
  git(path, "clone", "--quiet", "--bare", path, bare);
  expect(await found(bare)).toEqual({ path: bare, gitDir: bare, isBare: true, defaultBranch: "main" });
  const linked = join(path, "..", "linked");
  git(bare, "worktree", "add", "--quiet", linked, "-b", "side");
  expect(await found(linked)).toMatchObject({ path: bare, isBare: true });
});

test("a submodule is a repository of its own", async () => {
  const inner = aRepository({ name: "inner" });
  const outer = aRepository({ name: "outer" });
  git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
  expect(await found(join(outer, "sub"))).toMatchObject({ path: join(outer, "sub"), isBare: false });
});

test.each([
  ["what origin names", ["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"], "trunk"],
  ["main, though another is checked out", ["switch", "--quiet", "--create", "feature"], "main"],
  ["main, though no branch is checked out", ["switch", "--quiet", "--detach"], "main"],
  ["the only one there is", ["branch", "--quiet", "-m", "develop"], "develop"],
])("the default branch is %s", async (_, args, expected) => {
  const path = aRepository();
  git(path, "update-ref", "refs/remotes/origin/trunk", "HEAD");
  git(path, ...args);
  expect((await found(path)).defaultBranch).toBe(expected);
});

test("a folder that is no repository is refused with the commands that make it one", async () => {
  const folder = join(aFolder(), "my app");
  mkdirSync(folder);
  expect(await refusal(folder)).toEqual({
    code: "not_a_repository",
    message: `${folder} is not in a git repository`,
    try: `git -C '${folder}' init && git -C '${folder}' add -A && git -C '${folder}' commit --allow-empty -m "Start"`,
  });
});

test("a repository without a commit is refused with the command that makes one", async () => {
  const path = aRepository({ commits: 0 });
  expect(await refusal(path)).toEqual({
    code: "refused",
    message: `${path} has no commit on main yet, and agents need one to start from`,
    try: `git -C '${path}' commit --allow-empty -m "Start"`,
  });
});

test("what is no folder is refused", async () => {
  const file = join(aFolder(), "file");
  writeFileSync(file, "");
  expect((await refusal(file)).code).toBe("no_such_folder");
  expect((await refusal(`${file}-missing`)).code).toBe("no_such_folder");
});

test("the inside of a git directory is refused", async () => {
  expect((await refusal(join(aRepository(), ".git", "objects"))).code).toBe("not_a_repository");
});
