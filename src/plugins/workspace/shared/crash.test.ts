/** The daemon dies between any two steps; a person or an agent breaks what was made. The next call goes on from there. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { value } from "../../../../test/contracts/clause.ts";
import { git } from "../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf, type Rig } from "../../../../test/fixtures/workspace-rig.ts";
import { launch } from "../../../lib/run.ts";
import { cloneWorkspace } from "../clone/index.ts";
import { createWorktreeWorkspace } from "../worktree/index.ts";
import { resolveSessionPaths, createNote, writeNote } from "./session-paths.ts";
import { parseNote } from "./notes/parse-note.ts";

const spec = specOf("one");

/** As far as `create` had come: notes and refs, but nothing else. */
async function begun(rig: Rig, layout: string, how: { readonly maker?: number; readonly refs?: boolean } = {}) {
  const paths = resolveSessionPaths(rig.options, spec);
  const base = git(rig.repository, "rev-parse", "main");
  writeNote(paths, { ...createNote(layout, paths, base), maker: how.maker ?? null });
  if (how.refs === false) return paths;
  const headRef = layout === "worktree" ? "refs/heads/agent/one" : "refs/ao/heads/agent/one";
  git(rig.repository, "update-ref", headRef, base);
  git(rig.repository, "update-ref", paths.baseRef, base);
  return paths;
}

describe.each([
  ["worktree", createWorktreeWorkspace],
  ["clone", cloneWorkspace],
])("a crash while a %s is made", (layout, make) => {
  test.each([
    ["after the note", { refs: false }],
    ["after the refs", {}],
  ])("%s", async (_when, how) => {
    const rig = aRig();
    await begun(rig, layout, how);
    const { path } = await value({}, make(rig.options).create(spec));
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: false });
    expect(git(path, "branch", "--show-current")).toBe("agent/one");
  });

  test("with the disk failing between the refs: it is made when the disk works again", async () => {
    const rig = aRig();
    const inTheWay = join(rig.gitDir, "logs/refs/heads/agent/one/in-the-way");
    put(inTheWay, "");
    expect(await make(rig.options).create(spec)).toMatchObject({ ok: false });
    rmSync(join(inTheWay, ".."), { recursive: true });
    const { path } = await value({}, make(rig.options).create(spec));
    expect(git(path, "branch", "--show-current")).toBe("agent/one");
  });

  test("with the disk failing twice, between the refs and before the files: no agent finds an empty folder", async () => {
    const rig = aRig({ files: { a: "a" } });
    const paths = await begun(rig, layout);
    rmSync(paths.folder, { recursive: true });
    const inTheWay =
      layout === "clone" ? join(paths.privateGit, "refs/heads/agent/one.lock") : join(rig.gitDir, "worktrees");
    put(inTheWay, "");
    expect(await make(rig.options).create(spec)).toMatchObject({ ok: false });
    rmSync(inTheWay);
    await value({}, make(rig.options).create(spec));
    expect(readFileSync(join(paths.path, "a"), "utf8")).toBe("a");
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: false });
  });

  test("with half of the files written, and git killed", async () => {
    const rig = aRig({ files: { a: "a", b: "b", c: "c" } });
    const paths = await begun(rig, layout);
    if (layout === "worktree") {
      git(rig.repository, "worktree", "add", "--quiet", "--lock", "--no-checkout", paths.path, "agent/one");
      put(join(rig.gitDir, "worktrees/one/index.lock"), "");
    } else put(join(paths.path, ".git"), "gitdir: ");
    put(join(paths.path, "a"), "half");
    await value({}, make(rig.options).create(spec));
    expect(readFileSync(join(paths.path, "a"), "utf8")).toBe("a");
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: false });
    expect(git(rig.repository, "worktree", "list", "--porcelain")).not.toMatch(/prunable|locked/);
  });

  test("with nothing but a draft of its link in the directory", async () => {
    const rig = aRig();
    const paths = await begun(rig, layout);
    put(join(paths.path, ".git.0123456789ab.new"), "gitdir: ");
    await value({}, make(rig.options).create(spec));
    expect(readdirSync(paths.path)).not.toContain(".git.0123456789ab.new");
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: false });
  });

  test("with a draft of its link, while it is tied to its repository again", async () => {
    const rig = aRig();
    const { path } = await value({}, make(rig.options).create(spec));
    rmSync(join(path, ".git"));
    put(join(path, ".git.0123456789ab.new"), "gitdir: ");
    await value({}, make(rig.options).create(spec));
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: false });
  });

  test.runIf(layout === "worktree").each([
    ["an empty commondir", "commondir", ""],
    ["no commondir", "commondir", null],
    ["an empty HEAD", "HEAD", ""],
    ["no HEAD", "HEAD", null],
    ["an empty gitdir", "gitdir", ""],
  ])("with %s, which git trips over: others can be made, and it, too", async (_what, name, text) => {
    const rig = aRig();
    const paths = await begun(rig, layout);
    git(rig.repository, "worktree", "add", "--quiet", "--lock", "--no-checkout", paths.path, "agent/one");
    const file = join(rig.gitDir, "worktrees/one", name);
    if (text === null) rmSync(file);
    else put(file, text);
    await value({}, make(rig.options).create(specOf("two")));
    await value({}, make(rig.options).create(spec));
    for (const each of [spec, specOf("two")])
      expect(await value({}, make(rig.options).inspect(each))).toMatchObject({ dirty: false });
    const listed = git(rig.repository, "worktree", "list", "--porcelain");
    expect(listed.match(/^worktree /gm)).toHaveLength(3);
  });

  test("with somebody's folder in the place: it is left alone", async () => {
    const rig = aRig();
    const paths = await begun(rig, layout);
    put(join(paths.path, "file"), "mine");
    expect(await make(rig.options).create(spec)).toMatchObject({ ok: false, error: { code: "name_taken" } });
    expect(readFileSync(join(paths.path, "file"), "utf8")).toBe("mine");
  });

  test("before the note said that all is ready", async () => {
    const rig = aRig();
    const first = make(rig.options);
    const { path } = await value({}, first.create(spec));
    const paths = resolveSessionPaths(rig.options, spec);
    writeNote(paths, createNote(layout, paths, git(rig.repository, "rev-parse", "main")));
    expect(await value({}, make(rig.options).create(spec))).toMatchObject({ path });
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: false });
  });

  test("and our notes are lost: the refs tell", async () => {
    const rig = aRig();
    const { path } = await value({}, make(rig.options).create(spec));
    put(join(path, "work.txt"), "work");
    rmSync(rig.options.gitDir, { recursive: true });
    await value({}, make(rig.options).create(spec));
    expect(readFileSync(join(path, "work.txt"), "utf8")).toBe("work");
    expect(await value({}, make(rig.options).inspect(spec))).toMatchObject({ dirty: true });
  });
});

test("a git that an earlier daemon left running is ended first", async () => {
  const rig = aRig();
  const paths = resolveSessionPaths(rig.options, spec);
  // It waits for its input, with the directory among its arguments, as the git that makes one has it.
  const left = await launch({
    program: "git",
    args: [`--work-tree=${paths.path}`, "-c", "alias.wait=!sleep 60", "wait"],
    cwd: rig.repository,
    stdout: "ignore",
    stderr: "ignore",
  });
  if (!left.ok) throw left.error;
  await begun(rig, "worktree", { maker: left.pid });
  await value({}, createWorktreeWorkspace(rig.options).create(spec));
  expect(() => process.kill(left.pid, 0)).toThrow();
});

describe("a crash while a worktree is taken away or brought back", () => {
  async function stoppedHalfway() {
    const rig = aRig();
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    put(join(path, "work.txt"), "work");
    const rescued = await value({}, plugin.rescue(spec));
    return { rig, plugin, path, rescued };
  }

  test("after the rescue: asked again, it is the same ref", async () => {
    const { rig, rescued } = await stoppedHalfway();
    expect(await value({}, createWorktreeWorkspace(rig.options).rescue(spec))).toEqual(rescued);
  });

  test("after the directory went, before its registration did", async () => {
    const { rig, plugin, path, rescued } = await stoppedHalfway();
    await value({}, plugin.remove(spec));
    const folder = join(rig.options.trash, trashed(rig));
    renameSync(join(folder, "0"), join(rig.gitDir, "worktrees/one"));
    expect(await value({}, plugin.rescue(spec))).toEqual(rescued);
    await value({}, createWorktreeWorkspace(rig.options).remove(spec));
    expect(existsSync(join(rig.gitDir, "worktrees/one"))).toBe(false);
    await value({}, createWorktreeWorkspace(rig.options).create(spec));
    expect(readFileSync(join(path, "work.txt"), "utf8")).toBe("work");
  });

  test("after the directory came home, before its registration did", async () => {
    const { rig, plugin, path } = await stoppedHalfway();
    await value({}, plugin.remove(spec));
    renameSync(join(rig.options.trash, trashed(rig), "tree"), path);
    const again = createWorktreeWorkspace(rig.options);
    await value({}, again.create(spec));
    expect(readFileSync(join(path, "work.txt"), "utf8")).toBe("work");
    expect(await value({}, again.inspect(spec))).toMatchObject({ dirty: true });
  });
});

describe("what others broke is mended", () => {
  async function withWork(make: typeof createWorktreeWorkspace) {
    const rig = aRig();
    const plugin = make(rig.options);
    const { path } = await value({}, plugin.create(spec));
    put(join(path, "done.txt"), "done");
    const head = await value({}, plugin.commit(spec, "Done"));
    put(join(path, "work.txt"), "work");
    return { rig, path, head };
  }

  const breakers: readonly [string, (rig: Rig, path: string) => void][] = [
    ["the repository forgot the worktree", (rig) => rmSync(join(rig.gitDir, "worktrees/one"), { recursive: true })],
    ["the worktree lost its link", (_rig, path) => rmSync(join(path, ".git"))],
    [
      "a prune while it was away",
      (rig, path) => {
        renameSync(path, `${path}.away`);
        git(rig.repository, "worktree", "prune", "--expire=now");
        renameSync(`${path}.away`, path);
      },
    ],
  ];

  test.each(breakers)("%s", async (_what, damage) => {
    const { rig, path, head } = await withWork(createWorktreeWorkspace);
    damage(rig, path);
    expect(await createWorktreeWorkspace(rig.options).inspect(spec)).toMatchObject({
      ok: false,
      error: { code: "gone" },
    });
    await value({}, createWorktreeWorkspace(rig.options).create(spec));
    expect(readFileSync(join(path, "work.txt"), "utf8")).toBe("work");
    expect(await value({}, createWorktreeWorkspace(rig.options).inspect(spec))).toEqual({ head, dirty: true });
    expect(git(path, "status", "--porcelain")).toBe("?? work.txt");
  });

  const privateGit = (rig: Rig): string => join(rig.options.repositories, "app-one");

  test.each<[string, (rig: Rig, path: string) => void]>([
    ["its link", (_rig, path) => rmSync(join(path, ".git"))],
    ["its repository", (rig) => rmSync(privateGit(rig), { recursive: true })],
    ["its metadata", (rig) => rmSync(join(privateGit(rig), "worktrees"), { recursive: true })],
    ["its branch", (rig) => rmSync(join(privateGit(rig), "refs/heads/agent/one"))],
  ])("the clone lost %s", async (_what, damage) => {
    const { rig, path, head } = await withWork(cloneWorkspace);
    damage(rig, path);
    await value({}, cloneWorkspace(rig.options).create(spec));
    expect(await value({}, cloneWorkspace(rig.options).inspect(spec))).toMatchObject({ head, dirty: true });
    expect(git(path, "status", "--porcelain")).toBe("?? work.txt");
  });

  test.each([
    ["worktree", createWorktreeWorkspace],
    ["clone", cloneWorkspace],
  ])("the repository and the home of a %s moved", async (_name, make) => {
    const { rig, head } = await withWork(make);
    renameSync(rig.repository, `${rig.repository}-moved`);
    renameSync(rig.options.root, `${rig.options.root}-moved`);
    const options = { ...rig.options, repository: `${rig.repository}-moved`, root: `${rig.options.root}-moved` };
    const { path } = await value({}, make(options).create(spec));
    expect(readFileSync(join(path, "work.txt"), "utf8")).toBe("work");
    expect(await value({}, make(options).inspect(spec))).toEqual({ head, dirty: true });
    expect(git(path, "status", "--porcelain")).toBe("?? work.txt");
  });

  test.each([
    ["worktree", createWorktreeWorkspace],
    ["clone", cloneWorkspace],
  ])(
    "somebody deleted the directory of a %s: the next turn says so, and it is checked out anew",
    async (_name, make) => {
      const { rig, path, head } = await withWork(make);
      rmSync(path, { recursive: true });
      expect(await make(rig.options).refreshBase(spec)).toMatchObject({ ok: false, error: { code: "gone" } });
      await value({}, make(rig.options).create(spec));
      expect(readFileSync(join(path, "done.txt"), "utf8")).toBe("done");
      expect(await value({}, make(rig.options).inspect(spec))).toEqual({ head, dirty: false });
      await value({}, make(rig.options).refreshBase(spec));
    },
  );

  test.each([
    ["worktree", createWorktreeWorkspace],
    ["clone", cloneWorkspace],
  ])("somebody deleted the branch of a %s and its directory", async (_name, make) => {
    const { rig, path, head } = await withWork(make);
    rmSync(path, { recursive: true });
    for (const ref of ["refs/heads/agent/one", "refs/ao/heads/agent/one"]) git(rig.repository, "update-ref", "-d", ref);
    await value({}, make(rig.options).create(spec));
    expect(await value({}, make(rig.options).inspect(spec))).toEqual({ head, dirty: false });
  });

  test.each([
    ["worktree", createWorktreeWorkspace],
    ["clone", cloneWorkspace],
  ])("objects that were away when a session with a %s began are waited for", async (_name, make) => {
    const rig = aRig();
    git(rig.repository, "repack", "-adq");
    const packs = join(rig.gitDir, "objects/pack");
    renameSync(packs, `${packs}.away`);
    mkdirSync(packs);
    const plugin = make(rig.options);
    expect(await plugin.create(spec)).toMatchObject({ ok: false, error: { code: "unavailable" } });
    rmSync(packs, { recursive: true });
    renameSync(`${packs}.away`, packs);
    await value({}, plugin.create(spec));
  });

  test("a clone that an earlier version made goes on in a repository of its own, with all the agent had there", async () => {
    const { rig, path, head } = await withWork(cloneWorkspace);
    git(path, "stash", "push", "--quiet", "--include-untracked");
    put(join(path, "work.txt"), "work");
    put(join(path, "staged.txt"), "staged");
    git(path, "add", "staged.txt");
    const old = join(path, ".git");
    rmSync(old);
    renameSync(privateGit(rig), old);
    for (const name of ["HEAD", "index"]) renameSync(join(old, "worktrees/one", name), join(old, name));
    rmSync(join(old, "worktrees"), { recursive: true });
    put(join(old, "config"), "[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n\tfsmonitor = /evil\n");
    const paths = resolveSessionPaths(rig.options, spec);
    const note = parseNote(readFileSync(join(paths.folder, "note.json"), "utf8"));
    if (note === null) throw new Error("there is no note");
    writeNote(paths, { ...note, layout: "clone", gitDir: old });
    const plugin = cloneWorkspace(rig.options);
    expect(await value({}, plugin.inspect(spec))).toEqual({ head, dirty: true });
    expect(git(path, "status", "--porcelain")).toBe("A  staged.txt\n?? work.txt");
    expect(git(path, "stash", "list")).not.toBe("");
    expect(git(path, "config", "--default", "none", "core.fsmonitor")).toBe("none");
    expect(readFileSync(old, "utf8")).toContain(privateGit(rig));
    await value({}, plugin.refreshBase(spec));
    await value({}, plugin.rescue(spec));
    await value({}, plugin.remove(spec));
    await value({}, plugin.create(spec));
    expect(git(path, "stash", "list")).not.toBe("");
  });
});

function trashed(rig: Rig): string {
  const [name = ""] = readdirSync(rig.options.trash);
  return name;
}
