/** Repositories that are not what one expects: each works, or says in one sentence why not. */
import { existsSync, readFileSync, realpathSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitSha } from "../../../domain/model/ids.ts";
import { findProgram } from "../../../lib/process/find-program.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { value } from "../../../../test/contracts/clause.ts";
import { aRepository, git } from "../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf } from "../../../../test/fixtures/workspace-rig.ts";
import { cloneWorkspace } from "../clone/index.ts";
import { createWorktreeWorkspace } from "../worktree/index.ts";
import type { GitWorkspace } from "./git-workspace.ts";
import type { WorkspaceOptions } from "./options.ts";

type Make = (options: WorkspaceOptions) => GitWorkspace;

const layouts: readonly [string, Make][] = [
  ["worktree", createWorktreeWorkspace],
  ["clone", cloneWorkspace],
];

const hasLfs = findProgram("git-lfs") !== null;
/** Git names objects so from 2.29 on. */
const knowsSha256 = !/ 2\.2[0-8]\./.test(git("/", "version"));
const whyNoLfs = hasLfs ? "" : " (left out: git-lfs is not installed)";

/** Makes one, leaves work in it, commits that, leaves more, stops and brings it back. */
async function wholeLife(plugin: GitWorkspace, spec = specOf("one")): Promise<string> {
  const { path } = await value({}, plugin.create(spec));
  await value({}, plugin.refreshBase(spec));
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
  put(join(path, "work.txt"), "work");
  expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: true });
  const head = await value({}, plugin.commit(spec, "Work"));
  expect(await value({}, plugin.inspect(spec))).toEqual({ head, dirty: false });
  put(join(path, "more.txt"), "more");
  await value({}, plugin.rescue(spec));
  await value({}, plugin.remove(spec));
  expect(existsSync(path)).toBe(false);
  await value({}, plugin.create(spec));
  expect(readFileSync(join(path, "more.txt"), "utf8")).toBe("more");
  expect(await value({}, plugin.inspect(spec))).toEqual({ head, dirty: true });
  return path;
}

describe.each(layouts)("%s", (_name, make) => {
  test("paths with spaces, quotes, emoji and a dash", async () => {
    const repository = aRepository({ name: `-my "app" it's 🎉`, files: { "a file 'ü\n.txt": "x", "-rf": "y" } });
    await wholeLife(make(aRig({ repository }).options));
  });

  test("branches of all names that git takes", async () => {
    const plugin = make(aRig().options);
    const branches = ["agent/ümlaut-🎉", "agent/it's", "agent/a.b_c", `agent/"quoted"`, "deep/er/than/one"];
    for (const [n, branch] of branches.entries()) {
      const spec = specOf(`s${n}`, { branch });
      const { path } = await value({}, plugin.create(spec));
      expect(git(path, "branch", "--show-current")).toBe(branch);
      expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
    }
  });

  test("what git does not take for a branch is refused", async () => {
    const plugin = make(aRig().options);
    for (const branch of ["--upload-pack=x", "a b", "../up", "a..b", "x.lock", "HEAD", "-x", ""]) {
      const made = await plugin.create(specOf("one", { branch }));
      expect(made).toMatchObject({ ok: false, error: { code: "refused" } });
    }
  });

  test("a bare repository", async () => {
    const bare = join(realpathSync(aFolder()), "app.git");
    git(aRepository(), "clone", "--quiet", "--bare", ".", bare);
    await wholeLife(make(aRig({ repository: bare }).options));
  });

  test("a shallow repository", async () => {
    const source = aRepository();
    git(source, "commit", "--quiet", "--allow-empty", "-m", "Second");
    const shallow = join(realpathSync(aFolder()), "app");
    git(source, "clone", "--quiet", "--depth=1", `file://${source}`, shallow);
    await wholeLife(make(aRig({ repository: shallow }).options));
  });

  test.runIf(knowsSha256)("a repository of sha256 names", async () => {
    const repository = join(realpathSync(aFolder()), "app");
    git("/", "init", "--quiet", "--object-format=sha256", repository);
    git(repository, "symbolic-ref", "HEAD", "refs/heads/main");
    put(join(repository, "file"), "x");
    git(repository, "add", "--all");
    git(repository, "commit", "--quiet", "-m", "Start");
    await wholeLife(make(aRig({ repository }).options));
  });

  test("from a linked worktree the main repository is found", async () => {
    const main = aRepository();
    const linked = join(realpathSync(aFolder()), "linked");
    git(main, "worktree", "add", "--quiet", "-b", "other", linked);
    put(join(linked, "sub/file"), "x");
    await wholeLife(make(aRig({ repository: join(linked, "sub") }).options));
    expect(git(main, "for-each-ref", "--format=%(refname)", "refs/ao/base/")).not.toBe("");
  });

  test("a detached HEAD of the person's is no concern of ours", async () => {
    const repository = aRepository();
    git(repository, "checkout", "--quiet", "--detach");
    await wholeLife(make(aRig({ repository }).options));
  });

  test("an unborn branch says what to do", async () => {
    const made = await make(aRig({ commits: 0, files: {} }).options).create(specOf("one"));
    expect(made).toMatchObject({ ok: false, error: { code: "refused" } });
    if (!made.ok) expect(made.error.message).toMatch(/main has no commit yet.*git commit/);
  });

  test("no repository says so", async () => {
    const made = await make(aRig({ repository: realpathSync(aFolder()) }).options).create(specOf("one"));
    expect(made).toMatchObject({ ok: false, error: { code: "refused" } });
    if (!made.ok) expect(made.error.message).toMatch(/not a git repository/);
  });

  test("a commit that does not exist says so, and takes no name", async () => {
    const plugin = make(aRig().options);
    const made = await plugin.create(specOf("one", { base: commitSha("1".repeat(40)) }));
    expect(made).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(await value({}, plugin.isFree(specOf("one")))).toBe(true);
  });

  test("a submodule is there, and does not make the workspace dirty", async () => {
    const library = aRepository({ name: "library" });
    const repository = aRepository();
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "lib");
    git(repository, "commit", "--quiet", "-m", "With a library");
    const path = await wholeLife(make(aRig({ repository }).options));
    expect(existsSync(join(path, "lib/README.md"))).toBe(true);
  });

  test("files that go through a filter of the person's are compared and committed through it", async () => {
    const { options, repository } = aRig({ commits: 0, files: { ".gitattributes": "*.big filter=shout\n" } });
    git(repository, "config", "filter.shout.clean", "tr a-z A-Z");
    git(repository, "config", "filter.shout.smudge", "tr A-Z a-z");
    put(join(repository, "one.big"), "content\n");
    git(repository, "add", "--all");
    git(repository, "commit", "--quiet", "-m", "Start");
    const plugin = make(options);
    const spec = specOf("one");
    const { path } = await value({}, plugin.create(spec));
    expect(readFileSync(join(path, "one.big"), "utf8")).toBe("content\n");
    utimesSync(join(path, "one.big"), 1, 1);
    expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
    expect(await value({}, plugin.rescue(spec))).toEqual({ ref: null });
    put(join(path, "one.big"), "changed\n");
    expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: true });
    const head = await value({}, plugin.commit(spec, "Louder"));
    expect(git(path, "show", "HEAD:one.big")).toBe("CHANGED");
    expect(await value({}, plugin.inspect(spec))).toEqual({ head, dirty: false });
  });

  test.runIf(hasLfs)(`large files kept by git-lfs are laid out and stored by it${whyNoLfs}`, async () => {
    const { options, repository } = aRig({ commits: 0, files: { ".gitattributes": "*.big filter=lfs -text\n" } });
    git(repository, "lfs", "install", "--local", "--skip-repo");
    put(join(repository, "one.big"), "content\n".repeat(1_000));
    git(repository, "add", "--all");
    git(repository, "commit", "--quiet", "-m", "Start");
    expect(git(repository, "show", "HEAD:one.big")).toMatch(/^version https:\/\/git-lfs/);
    const plugin = make(options);
    const spec = specOf("one");
    const { path } = await value({}, plugin.create(spec));
    expect(readFileSync(join(path, "one.big"), "utf8")).toBe("content\n".repeat(1_000));
    put(join(path, "one.big"), "changed\n".repeat(1_000));
    await value({}, plugin.commit(spec, "Change it"));
    expect(git(path, "show", "HEAD:one.big")).toMatch(/^version https:\/\/git-lfs/);
    expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
    await value({}, plugin.rescue(spec));
    await value({}, plugin.remove(spec));
    await value({}, plugin.create(spec));
    expect(readFileSync(join(path, "one.big"), "utf8")).toBe("changed\n".repeat(1_000));
  });

  test("a root inside the repository stays out of git's sight", async () => {
    const repository = aRepository();
    const root = join(repository, ".worktrees");
    const rig = aRig({ repository, root });
    const path = await wholeLife(make(rig.options));
    expect(path).toBe(join(root, "one"));
    expect(git(repository, "status", "--porcelain")).toBe("");
  });

  test("a branch that is not ours is left alone, in its place, above it or below it", async () => {
    const { options, repository } = aRig();
    for (const branch of ["agent/one", "agent/two/below", "above"]) git(repository, "branch", branch);
    const before = git(repository, "for-each-ref");
    const plugin = make(options);
    for (const branch of ["agent/one", "agent/two", "above/three"]) {
      const spec = specOf("one", { branch });
      expect(await value({}, plugin.isFree(spec))).toBe(false);
      expect(await plugin.create(spec)).toMatchObject({ ok: false, error: { code: "name_taken" } });
    }
    expect(git(repository, "for-each-ref")).toBe(before);
  });

  test("a folder that is not ours is left alone", async () => {
    const { options } = aRig();
    put(join(options.root, "one/file"), "mine");
    const plugin = make(options);
    expect(await value({}, plugin.isFree(specOf("one")))).toBe(false);
    expect(await plugin.create(specOf("one"))).toMatchObject({ ok: false, error: { code: "name_taken" } });
    expect(readFileSync(join(options.root, "one/file"), "utf8")).toBe("mine");
  });

  test("twenty at once: twenty workspaces, no failure, no orphan", { timeout: 120_000 }, async () => {
    const { options, repository } = aRig();
    const plugin = make(options);
    const names = Array.from({ length: 20 }, (_, n) => specOf(`s${n}`));
    const made = await Promise.all(names.map((spec) => plugin.create(spec)));
    expect(made.filter(({ ok }) => !ok)).toEqual([]);
    const seen = await Promise.all(names.map((spec) => value({}, plugin.inspect(spec))));
    expect(seen.every(({ dirty }) => !dirty)).toBe(true);
    expect(git(repository, "worktree", "list", "--porcelain")).not.toMatch(/prunable|locked/);
  });
});
