/**
 * What an agent can plant in the git it can write. Each plant runs a program that leaves a mark when it is started; no
 * mark may be found after a session's whole life, nor after the daemon has computed with what the agent made.
 */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { openOwnGit, openRepository } from "../../../lib/git/git.ts";
import { runProgram } from "../../../lib/run.ts";
import { value } from "../../../../test/contracts/clause.ts";
import { aRepository, git } from "../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf, type Rig } from "../../../../test/fixtures/workspace-rig.ts";
import { cloneWorkspace } from "../clone/index.ts";
import { createWorktreeWorkspace } from "../worktree/index.ts";
import type { GitWorkspace } from "./git-workspace.ts";
import type { RestoredBranch } from "./options.ts";

const spec = specOf("one");
const files = { ".gitattributes": "* filter=evil diff=evil merge=evil\n", "file.txt": "one\ntwo\nthree\n" };

/** Git gives such names to a shell, so its path must be one word: planted wrongly, nothing would run anyway. */
function aProgram(): { readonly program: string; readonly hasRun: () => boolean } {
  const folder = mkdtempSync(join(tmpdir(), "evil-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [program, mark] = [join(folder, "evil.sh"), join(folder, "it-ran")];
  put(program, `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, hasRun: () => existsSync(mark) };
}

/** Everything the daemon does with a workspace. Answers may be refusals; nothing may run. */
async function everything(plugin: GitWorkspace, path: string): Promise<readonly string[]> {
  put(join(path, "left.txt"), "left");
  appendFileSync(join(path, "file.txt"), "four\n");
  const answers = [
    await plugin.inspect(spec),
    await plugin.commit(spec, "Work"),
    await plugin.refreshBase(spec),
    await plugin.commitOf("main"),
    await plugin.isFree(specOf("two")),
    await plugin.create(specOf("two")),
    await plugin.rescue(spec),
    await plugin.remove(spec),
    await plugin.create(spec),
  ];
  return answers.map((answer) => (answer.ok ? "ok" : `${answer.error.code}: ${answer.error.message}`));
}

/** What forges and checks do: diff, log, merge, snapshot. */
async function computeAll({ options, repository }: Rig): Promise<void> {
  const opened = await openRepository({ path: repository, acceptedFile: join(options.gitDir, "x"), howToAccept: "" });
  if (!opened.ok) throw new Error(opened.error.message);
  const own = await openOwnGit(options.gitDir, opened.value);
  if (!own.ok) throw new Error(own.error.message);
  const [main, other] = [git(repository, "rev-parse", "main"), git(repository, "rev-parse", "agent/one")];
  await own.value.compute("diff", [main, other]);
  await own.value.compute("log", ["-p", "--stat", other]);
  await own.value.compute("show", [other]);
  await own.value.compute("merge-tree", ["--write-tree", main, other]);
  await own.value.compute("archive", [other]);
}

const settings: readonly [string, (program: string) => string][] = [
  ["a filter", (program) => `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n\trequired = true\n`],
  ["a filter process", (program) => `[filter "evil"]\n\tprocess = ${program}\n`],
  ["a text conversion", (program) => `[diff "evil"]\n\ttextconv = ${program}\n`],
  ["a diff program", (program) => `[diff "evil"]\n\tcommand = ${program}\n[diff]\n\texternal = ${program}\n`],
  ["a merge driver", (program) => `[merge "evil"]\n\tdriver = ${program} %A\n`],
  ["a watcher of files", (program) => `[core]\n\tfsmonitor = ${program}\n`],
  ["hooks elsewhere", (program) => `[core]\n\thooksPath = ${program}.d\n`],
  ["an ssh program", (program) => `[core]\n\tsshCommand = ${program}\n`],
  ["an included file", (program) => `[include]\n\tpath = ${program}.config\n`],
  ["a file included for one branch", (program) => `[includeIf "onbranch:**"]\n\tpath = ${program}.config\n`],
  ["a helper for an address", (program) => `[url "ext::${program}"]\n\tinsteadOf = https://\n`],
  ["a helper for passwords", (program) => `[credential]\n\thelper = ${program}\n`],
  ["a program to sign with", (program) => `[gpg]\n\tprogram = ${program}\n[commit]\n\tgpgSign = true\n`],
  ["settings of one worktree", () => `[extensions]\n\tworktreeConfig = true\n`],
];

describe("planted in the configuration that worktrees share", () => {
  test.each(settings)("%s: nothing runs, and a person is asked", async (_what, text) => {
    const rig = aRig({ files });
    const { program, hasRun } = aProgram();
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    put(join(path, "file.txt"), "one\nTWO\nthree\n");
    git(path, "commit", "--quiet", "--all", "-m", "Change");
    put(`${program}.config`, `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tsmudge = ${program}\n`);
    plantHooks(`${program}.d`, program);
    appendFileSync(join(rig.gitDir, "config"), text(program));
    put(join(rig.gitDir, "worktrees/one/config.worktree"), `[core]\n\tfsmonitor = ${program}\n`);
    put(join(rig.gitDir, "config.worktree"), `[core]\n\tfsmonitor = ${program}\n`);

    const answers = await everything(plugin, path);
    await computeAll(rig);
    expect(hasRun()).toBe(false);
    expect(answers.some((answer) => answer.startsWith("refused: git was not run"))).toBe(true);
    expect(await value({}, plugin.unaccepted())).not.toEqual([]);
  });

  test("planted like that they do run, in a git that reads them", async () => {
    const rig = aRig({ files });
    const { program, hasRun } = aProgram();
    git(rig.repository, "config", "core.fsmonitor", program);
    git(rig.repository, "status");
    expect(hasRun()).toBe(true);
  });

  test("what a person accepts holds from then on, and only that", async () => {
    const rig = aRig();
    const plugin = createWorktreeWorkspace(rig.options);
    await value({}, plugin.create(spec));
    git(rig.repository, "config", "core.hooksPath", ".husky/_");
    expect(await plugin.create(specOf("two"))).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(await value({}, plugin.unaccepted())).toEqual(["+ core.hookspath=.husky/_"]);
    await value({}, plugin.accept());
    await value({}, plugin.create(specOf("two")));
    git(rig.repository, "config", "user.name", "Somebody");
    await value({}, plugin.create(specOf("three")));
    git(rig.repository, "config", "core.hooksPath", "elsewhere");
    const refused = await createWorktreeWorkspace(rig.options).create(specOf("four"));
    expect(refused).toMatchObject({ ok: false, error: { code: "refused" } });
    if (!refused.ok) expect(refused.error.message).toContain("core.hookspath=elsewhere");
  });
});

describe("planted elsewhere", () => {
  test("hooks in the repository do not run in our process, but for the agent they do", async () => {
    const rig = aRig({ files });
    const { program, hasRun } = aProgram();
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    plantHooks(join(rig.gitDir, "hooks"), program);
    expect(await everything(plugin, path)).not.toContainEqual(expect.stringContaining("refused"));
    await computeAll(rig);
    expect(hasRun()).toBe(false);
    git(path, "commit", "--quiet", "--allow-empty", "-m", "The agent's own");
    expect(hasRun()).toBe(true);
  });

  test("settings of a submodule and of a repository inside are not read", async () => {
    const library = aRepository({ name: "library" });
    const repository = aRepository({ files });
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "lib");
    git(repository, "config", "--file", ".gitmodules", "submodule.lib.ignore", "none");
    git(repository, "commit", "--quiet", "--all", "-m", "With a library");
    const rig = aRig({ repository });
    const { program, hasRun } = aProgram();
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    git(path, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
    git(path, "init", "--quiet", "inside");
    put(join(path, "inside/file"), "x");
    for (const folder of ["lib", "inside"]) {
      git(join(path, folder), "config", "core.fsmonitor", program);
      put(join(path, folder, "changed"), "x");
    }
    await everything(plugin, path);
    expect(hasRun()).toBe(false);
    git(path, "status");
    expect(hasRun()).toBe(true);
  });

  test("a workspace whose link leads elsewhere is noticed, and its files are saved all the same", async () => {
    const rig = aRig({ files });
    const { program, hasRun } = aProgram();
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    const evil = aRepository({ name: "evil" });
    git(evil, "config", "core.fsmonitor", program);
    writeFileSync(join(path, ".git"), `gitdir: ${join(evil, ".git")}\n`);
    put(join(path, "left.txt"), "left");
    const answers = [await plugin.inspect(spec), await plugin.commit(spec, "x"), await plugin.create(spec)];
    for (const answer of answers) if (!answer.ok) expect(answer.error.message).toContain("leads to");
    expect(answers.map((answer) => !answer.ok && answer.error.code)).toEqual(["gone", "gone", "refused"]);
    const { ref } = await value({}, plugin.rescue(spec));
    expect(git(rig.repository, "show", `${ref}:left.txt`)).toBe("left");
    await value({}, plugin.remove(spec));
    expect(hasRun()).toBe(false);
  });

  test("pipes and links in place of git's files hold nobody up", async () => {
    const rig = aRig({ files });
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    for (const file of [join(rig.gitDir, "worktrees/one/index"), join(rig.gitDir, "refs/heads/agent/one")]) {
      rmSync(file);
      await runProgram({ program: "mkfifo", args: [file], timeoutMs: 5_000 });
    }
    const seen = await value({}, plugin.inspect(spec));
    expect(seen.repaired).toEqual([expect.stringContaining("agent/one was a pipe or a link; it was put back to ")]);
    expect(git(rig.repository, "rev-parse", "agent/one")).toBe(seen.head.commit);
    rmSync(join(path, ".git"));
    symlinkSync("/dev/zero", join(path, ".git"));
    expect(await plugin.inspect(spec)).toMatchObject({ ok: false });
  });
});

describe("the branches of others", () => {
  test("are put back where they rested, moved or deleted, and what they were moved to is kept", async () => {
    const restored: RestoredBranch[] = [];
    const rig = aRig({ onRestored: (one) => restored.push(one) });
    const plugin = createWorktreeWorkspace(rig.options);
    const [moved, deleted, thief] = [specOf("moved"), specOf("deleted"), specOf("thief")];
    const heads: string[] = [];
    for (const one of [moved, deleted]) {
      const { path } = await value({}, plugin.create(one));
      put(join(path, "work"), one.session);
      heads.push((await value({}, plugin.commit(one, "Work"))).commit);
    }
    const { path } = await value({}, plugin.create(thief));
    await value({}, plugin.refreshBase(thief));
    const evil = git(path, "commit-tree", "-m", "Evil", "HEAD^{tree}");
    git(path, "update-ref", "refs/heads/agent/moved", evil);
    git(path, "update-ref", "-d", "refs/heads/agent/deleted");
    await value({}, plugin.inspect(thief));
    expect([moved, deleted].map(({ branch }) => git(rig.repository, "rev-parse", branch))).toEqual(heads);
    expect(restored.map(({ branch }) => branch).toSorted()).toEqual(["agent/deleted", "agent/moved"]);
    expect(git(rig.repository, "for-each-ref", "--format=%(objectname)", "refs/ao/displaced/")).toBe(evil);
  });

  test("are theirs to move, in a turn of their own or by a person in the workspace", async () => {
    const restored: RestoredBranch[] = [];
    const plugin = createWorktreeWorkspace(aRig({ onRestored: (one) => restored.push(one) }).options);
    const [working, resting, other] = [specOf("working"), specOf("resting"), specOf("other")];
    const paths: string[] = [];
    for (const one of [working, resting, other]) {
      paths.push((await value({}, plugin.create(one))).path);
      await value({}, plugin.inspect(one));
    }
    await value({}, plugin.refreshBase(other));
    await value({}, plugin.refreshBase(working));
    for (const path of paths) git(path, "commit", "--quiet", "--allow-empty", "-m", "More");
    await value({}, plugin.inspect(other));
    await value({}, plugin.refreshBase(resting));
    expect(restored).toEqual([]);
    for (const path of paths) expect(git(path, "log", "-1", "--format=%s")).toBe("More");
  });
});

describe("planted in a clone", () => {
  test("settings, hooks and attributes of its own run nothing in our process", async () => {
    const rig = aRig({ files });
    const { program, hasRun } = aProgram();
    const plugin = cloneWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    for (const [, text] of settings) appendFileSync(join(privateGit(rig), "config"), text(program));
    rmSync(join(privateGit(rig), "hooks"));
    plantHooks(join(privateGit(rig), "hooks"), program);
    plantHooks(`${program}.d`, program);
    for (const folder of ["", "worktrees/one"])
      put(join(privateGit(rig), folder, "config.worktree"), `[core]\n\tfsmonitor = ${program}\n`);
    put(join(privateGit(rig), "info/attributes"), "* filter=evil\n");
    expect(await everything(plugin, path)).toEqual(Array.from({ length: 9 }, () => "ok"));
    expect(hasRun()).toBe(false);
  });

  test("a clone that borrows elsewhere is noticed", async () => {
    const rig = aRig({ files });
    const plugin = cloneWorkspace(rig.options);
    await value({}, plugin.create(spec));
    writeFileSync(join(privateGit(rig), "objects/info/alternates"), `${join(aRepository(), ".git/objects")}\n`);
    expect(await plugin.inspect(spec)).toMatchObject({ ok: false, error: { code: "gone" } });
  });

  test("an object with false content does not get into the person's repository", async () => {
    const rig = aRig({ files: { "file.txt": "true\n" } });
    const plugin = cloneWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    put(join(path, "new.txt"), "harmless\n");
    git(path, "add", "--all");
    git(path, "commit", "--quiet", "-m", "New");
    const blob = git(path, "rev-parse", "HEAD:new.txt");
    const file = join(privateGit(rig), "objects", blob.slice(0, 2), blob.slice(2));
    rmSync(file);
    writeFileSync(file, deflateSync("blob 5\0evil\n"));
    const seen = await plugin.inspect(spec);
    expect(seen).toMatchObject({ ok: false, error: { code: "gone" } });
    if (!seen.ok) expect(seen.error.message).toMatch(/^What the agent committed was not taken over: /);
    expect(objectsOf(rig.repository)).not.toContain(blob);
    // The session can be stopped all the same, and its files are saved.
    const { ref } = await value({}, plugin.rescue(spec));
    expect(git(rig.repository, "show", `${ref}:new.txt`)).toBe("harmless");
    expect(git(rig.repository, "log", "-1", "--format=%B", `${ref}`)).toContain("not taken over");
    await value({}, plugin.remove(spec));
  });

  test("what lies beside objects is not believed: neither links nor lists lead to objects of others", async () => {
    const secret = aRepository({ name: "secret", files: { "secret.txt": "secret\n" } });
    const stolen = git(secret, "rev-parse", "HEAD");
    for (const plant of ["alternates", "link", "fan-out", "pipe"] as const) {
      const rig = aRig({ files });
      const plugin = cloneWorkspace(rig.options);
      const { path } = await value({}, plugin.create(spec));
      const objects = join(privateGit(rig), "objects");
      const [fan, name] = [stolen.slice(0, 2), stolen.slice(2)];
      if (plant === "fan-out") symlinkSync(join(secret, ".git/objects", fan), join(objects, fan));
      if (plant === "link") {
        mkdirSync(join(objects, fan));
        symlinkSync(join(secret, ".git/objects", fan, name), join(objects, fan, name));
      }
      if (plant === "pipe") {
        mkdirSync(join(objects, fan), { recursive: true });
        await runProgram({ program: "mkfifo", args: [join(objects, fan, name)], timeoutMs: 5_000 });
      }
      if (plant === "alternates") appendFileSync(join(objects, "info/alternates"), `${secret}/.git/objects\n`);
      writeFileSync(join(privateGit(rig), "refs/heads/agent/one"), `${stolen}\n`);
      expect(await plugin.inspect(spec), plant).toMatchObject({ ok: false, error: { code: "gone" } });
      expect(objectsOf(rig.repository), plant).not.toContain(stolen);
      expect(existsSync(path)).toBe(true);
    }
  });

  test("a branch that is a pipe, a link, a folder or another name is put back, and a person is told", async () => {
    const odd: readonly [string, (file: string) => Promise<unknown> | void, RegExp][] = [
      ["a pipe", (file) => runProgram({ program: "mkfifo", args: [file], timeoutMs: 5_000 }), /was a pipe or a link/],
      ["a link", (file) => symlinkSync("/dev/zero", file), /was a pipe or a link/],
      ["a symref", (file) => writeFileSync(file, "ref: refs/heads/main\n"), /pointed to refs\/heads\/main/],
      ["no commit", (file) => writeFileSync(file, "nonsense\n"), /named no commit/],
      ["a folder", (file) => put(join(file, "below"), `${"1".repeat(40)}\n`), /was a folder/],
    ];
    for (const make of [cloneWorkspace, createWorktreeWorkspace]) {
      for (const [what, plant, says] of odd) {
        const rig = aRig();
        const plugin = make(rig.options);
        const { path } = await value({}, plugin.create(spec));
        put(join(path, "work"), "work");
        const { commit } = await value({}, plugin.commit(spec, "Work"));
        await value({}, plugin.refreshBase(spec));
        const file = join(make === cloneWorkspace ? privateGit(rig) : rig.gitDir, "refs/heads/agent/one");
        rmSync(file);
        await plant(file);
        if (what === "a folder") rmSync(join(file, "below"));
        if (what === "a folder") put(join(file, "below"), `${commit}\n`);
        const seen = await value({}, plugin.inspect(spec));
        expect(seen.head.commit, what).toBe(commit);
        expect(seen.repaired?.join(" "), what).toMatch(says);
        expect(git(path, "rev-parse", "agent/one"), what).toBe(commit);
      }
    }
  });

  test("HEAD of a worktree that names a branch of the person's is taken off it", async () => {
    const rig = aRig();
    const plugin = createWorktreeWorkspace(rig.options);
    await value({}, plugin.create(spec));
    git(rig.repository, "checkout", "--quiet", "-b", "elsewhere");
    writeFileSync(join(rig.gitDir, "worktrees/one/HEAD"), "ref: refs/heads/main\n");
    put(join(rig.gitDir, "worktrees/one/rebase-merge/head-name"), "refs/heads/main\n");
    put(join(rig.gitDir, "worktrees/one/BISECT_START"), "main\n");
    const seen = await value({}, plugin.inspect(spec));
    expect(seen.repaired).toEqual([
      expect.stringMatching(/HEAD of .* was on main; it is on no branch now/),
      expect.stringContaining("rebase-merge spoke of the branch main"),
      expect.stringContaining("BISECT_START spoke of the branch main"),
    ]);
    git(rig.repository, "checkout", "--quiet", "main");
  });
});

const privateGit = ({ options }: Rig): string => join(options.repositories, "app-one");
const objectsOf = (repository: string): string => git(repository, "cat-file", "--batch-all-objects", "--batch-check");

function plantHooks(folder: string, program: string): void {
  mkdirSync(folder, { recursive: true });
  const names = [
    "post-checkout",
    "pre-commit",
    "reference-transaction",
    "post-commit",
    "post-index-change",
    "pre-auto-gc",
  ];
  for (const name of names) {
    put(join(folder, name), `#!/bin/sh\nexec '${program}' </dev/null\n`);
    chmodSync(join(folder, name), 0o755);
  }
  expect(readdirSync(folder).length).toBeGreaterThan(0);
}
