/** An agent in the real sandbox tries to make git run something, for us or for the person who looks at its workspace. */
import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { value } from "../../../../test/contracts/clause.ts";
import { bubblewrapForTests } from "../../../../test/fixtures/bubblewrap.ts";
import { git } from "../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf, type Rig } from "../../../../test/fixtures/workspace-rig.ts";
import { noSandbox, type Sandbox } from "../../../lib/sandbox/sandbox.ts";
import { createWorktreeWorkspace } from "../worktree/index.ts";
import type { GitWorkspace } from "../shared/git-workspace.ts";
import type { WorkspaceOptions } from "../shared/options.ts";
import { cloneWorkspace } from "./index.ts";

const spec = specOf("one");
const bubblewrap = await bubblewrapForTests();

type Make = (options: WorkspaceOptions) => GitWorkspace;

/** Set-up commands run as the agent does: the same mounts, the same folder. */
async function asAgent(make: Make, sandbox: Sandbox, script: string) {
  const rig = aRig({ files: { "a.txt": "one\n", ".gitattributes": "* filter=evil\n" }, sandbox });
  const plugin = make({ ...rig.options, setup: [["sh", "-c", script]] });
  const { path } = await value({}, plugin.create(spec));
  const ran = await plugin.setup(spec, path, new Promise<void>(() => {}));
  const said = readFileSync(join(rig.options.logDirOf(spec.session), "setup.log"), "utf8");
  return { rig, plugin, path, ran, said };
}

function aProgram(): { readonly program: string; readonly hasRun: () => boolean } {
  const folder = mkdtempSync(join(tmpdir(), "evil-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [program, mark] = [join(folder, "evil.sh"), join(folder, "it-ran")];
  put(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, hasRun: () => existsSync(mark) };
}

/** What each of them would have git run. `$D` is the git directory of the workspace, `$C` the one it belongs to. */
const plants: readonly [string, (program: string) => string][] = [
  ["its configuration", (program) => `printf '[core]\\n\\tfsmonitor = ${program}\\n' >> "$C/config"`],
  [
    "its configuration, replaced",
    (program) => `printf '[core]\\n\\tfsmonitor = ${program}\\n' > n && mv n "$C/config"`,
  ],
  ["git config", (program) => `git config core.fsmonitor ${program}`],
  [
    "settings of the worktree",
    (program) =>
      `git config extensions.worktreeConfig true; printf '[core]\\n\\tbare = false\\n\\tfsmonitor = ${program}\\n' > "$D/config.worktree"`,
  ],
  ["another common directory", (program) => `${evilRepository(program)}; echo "$PWD/evil/.git" > "$D/commondir"`],
  ["another .git", (program) => `${evilRepository(program)}; rm -f .git; echo "gitdir: $PWD/evil/.git" > .git`],
  ["another .git, moved", (program) => `${evilRepository(program)}; mv .git old; mv evil/.git .git`],
  ["its metadata, moved", (program) => `${evilRepository(program)}; mv "$D" "$D.old"; cp -r evil/.git "$D"`],
  ["hooks", (program) => `rm -rf "$C/hooks"; mkdir -p "$C/hooks"; cp ${program} "$C/hooks/post-index-change"; touch x`],
  ["attributes", () => `mkdir -p "$C/info" "$D/info"; echo '* filter=evil' > "$C/info/attributes"`],
  ["alternates", () => `echo /elsewhere >> "$C/objects/info/alternates"`],
  [
    "alternates, replaced",
    () => `rm -rf "$C/objects/info"; mkdir -p "$C/objects/info"; echo / > "$C/objects/info/alternates"`,
  ],
];

const evilRepository = (program: string): string => `git init -q evil && git -C evil config core.fsmonitor ${program}`;

const around = (script: string): string =>
  `D=$(git rev-parse --absolute-git-dir); C=$(cd "$(git rev-parse --git-common-dir)" && pwd); ${script}; true`;

describe.runIf(bubblewrap !== null).each<[string, Make]>([
  ["clone", cloneWorkspace],
  ["worktree", createWorktreeWorkspace],
])("planted by an agent in a confined %s", (_name, make) => {
  test.each(plants)("%s: no git runs it, the person's in the workspace neither", async (_what, plant) => {
    const { program, hasRun } = aProgram();
    const { rig, plugin, path } = await asAgent(make, bubblewrap ?? noSandbox, around(plant(program)));
    expect(lstatSync(join(path, ".git")).isFile()).toBe(true);
    git(path, "status");
    git(path, "diff");
    await value({}, plugin.refreshBase(spec));
    await value({}, plugin.inspect(spec));
    await value({}, plugin.commit(spec, "Left over"));
    expect(hasRun()).toBe(false);
    expect(git(rig.repository, "fsck", "--strict")).not.toContain("error");
    git(rig.repository, "status");
    expect(hasRun()).toBe(false);
  });
});

test.each(plants.slice(0, 5))("without a sandbox %s works for a git that reads it", async (_what, plant) => {
  const { program, hasRun } = aProgram();
  const { path } = await asAgent(cloneWorkspace, noSandbox, around(plant(program)));
  git(path, "status");
  expect(hasRun()).toBe(true);
});

describe.runIf(bubblewrap !== null)("a confined clone", () => {
  const inClone = (script: string) => asAgent(cloneWorkspace, bubblewrap ?? noSandbox, script);

  test("is a repository to work in: commit, branch, stash, rebase, tag, config, worktree of its own", async () => {
    const { ran, said, path, plugin, rig } = await inClone(
      [
        "set -e",
        'git config user.note kept-for-now && test "$(git config user.note)" = kept-for-now',
        "echo two >> a.txt && git commit -qam two",
        "git tag v1 && git branch other HEAD~1",
        "echo three > b.txt && git add b.txt && git stash -q && git stash pop -q && git commit -qm three",
        "git switch -q other && echo four > c.txt && git add c.txt && git commit -qm four && git rebase -q agent/one",
        "git switch -q agent/one && git merge -q --ff-only other && git branch -D other",
        "git diff --quiet main~0 main && git log --oneline origin/main >/dev/null",
        "git pack-refs --all && git gc -q && git rev-parse -q --verify v1 >/dev/null",
        "git cherry-pick --allow-empty --keep-redundant-commits HEAD >/dev/null",
      ].join("\n"),
    );
    expect(ran, said).toMatchObject({ ok: true });
    const { head, dirty } = await value({}, plugin.inspect(spec));
    expect(dirty).toBe(false);
    expect(git(rig.repository, "rev-parse", "agent/one")).toBe(head.commit);
    expect(git(path, "log", "-3", "--format=%s")).toBe("four\nfour\nthree");
  });

  test("cannot touch what the person has: objects, refs, and the refs that follow it", async () => {
    const script = (rig: string): string =>
      around(
        [
          `R=${rig}`,
          'for f in "$R"/.git/objects/??/*; do chmod u+w "$f" 2>/dev/null; echo false > "$f"; rm -f "$f"; done 2>/dev/null',
          'rm -rf "$R/.git/refs/heads/main" "$R/.git/refs/ao" 2>/dev/null',
          'mkfifo "$R/.git/refs/heads/agent/pipe" 2>/dev/null',
          'git push -q "$R" HEAD:refs/heads/main 2>/dev/null',
        ].join("; "),
      );
    const rig = aRig({ sandbox: bubblewrap ?? noSandbox });
    const plugin = cloneWorkspace({ ...rig.options, setup: [["sh", "-c", script(rig.repository)]] });
    const { path } = await value({}, plugin.create(spec));
    const before = stateOf(rig);
    await plugin.setup(spec, path, new Promise<void>(() => {}));
    expect(stateOf(rig)).toBe(before);
  });
});

const stateOf = ({ repository }: Rig): string =>
  [
    git(repository, "for-each-ref"),
    git(repository, "fsck", "--strict"),
    git(repository, "show", "main:README.md"),
  ].join();
