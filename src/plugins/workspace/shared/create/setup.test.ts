import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PreparedFolders } from "../../../../lib/prepared/prepared.ts";
import { findSandbox, noSandbox } from "../../../../lib/sandbox/sandbox.ts";
import { value } from "../../../../../test/contracts/clause.ts";
import { git } from "../../../../../test/fixtures/git-repository.ts";
import { aRig, put, specOf } from "../../../../../test/fixtures/workspace-rig.ts";
import { createWorktreeWorkspace } from "../../worktree/index.ts";
import { readSettingsEnvironment } from "../notes/session-settings.ts";

const spec = specOf("one");
const never = new Promise<void>(() => {});
const found = await findSandbox("auto");
const sandbox = found.ok ? found.sandbox : noSandbox;
const hook = "#!/bin/sh\necho hooked >> hooked.txt\n";

async function setUp(special: Parameters<typeof aRig>[0]) {
  const rig = aRig(special);
  const plugin = createWorktreeWorkspace(rig.options);
  const { path } = await value({}, plugin.create(spec));
  const answer = await plugin.setup(spec, path, never);
  const log = join(rig.options.logDirOf(spec.session), "setup.log");
  return { ...rig, plugin, path, answer, log: existsSync(log) ? readFileSync(log, "utf8") : null };
}

describe("set-up", () => {
  test("runs the commands one after another, words as written, and keeps what they print", async () => {
    const { answer, path, log } = await setUp({ setup: ["cp README.md 'a copy'", ["git", "--version"]], sandbox });
    expect(answer.ok).toBe(true);
    expect(readFileSync(join(path, "a copy"), "utf8")).toBe("hello\n");
    expect(log).toMatch(/^\$ cp README.md a copy\n\$ git --version\ngit version/);
  });

  test("a command that fails ends it, with the last of what it said", async () => {
    const { answer, path } = await setUp({ setup: ["ls no-such-file", "touch later"], sandbox });
    expect(answer).toMatchObject({ ok: false, error: { code: "setup_failed" } });
    if (!answer.ok)
      expect(answer.error.message).toMatch(
        /^Setup failed: `ls no-such-file` exited \d+\.\nIts last output:\n.*no-such-file/s,
      );
    expect(existsSync(join(path, "later"))).toBe(false);
  });

  test("a command that did not reach the network says so first, without the variables before it", async () => {
    const line = "HTTPSConnectionPool: Failed to establish a new connection: Name or service not known";
    const download = ["env", "POETRY_VIRTUALENVS_IN_PROJECT=true", "sh", "-c", `echo '${line}'; seq 1 1000; exit 1`];
    const { answer } = await setUp({ setup: [download], sandbox });
    if (answer.ok) expect.unreachable("it cannot succeed");
    expect(answer.error.message).toMatch(
      /^Setup failed: `sh -c echo [^`]{1,50}…` did not reach the network: HTTPSConn/,
    );
  });

  test.each([
    ["npm ci && npm test", /"&".*without a shell/],
    ["echo $HOME", /"\$".*without a shell/],
    ["echo 'open", /quote is not closed/],
    ["   ", /empty/],
  ])("%j is refused before anything runs", async (command, why) => {
    const { answer, log } = await setUp({ setup: ["touch first", command] });
    expect(answer).toMatchObject({ ok: false, error: { code: "setup_failed" } });
    if (!answer.ok) expect(answer.error.message).toMatch(why);
    expect(log).toBeNull();
  });

  test("a program that is not there, and one that never ends, each get a sentence", async () => {
    const missing = await setUp({ setup: ["no-such-program-anywhere"], sandbox });
    const endless = await setUp({ setup: ["sleep 60"], setupTimeoutMs: 300, sandbox });
    const words = "Setup failed: `no-such-program-anywhere` did not find the program no-such-program-anywhere";
    expect(missing.answer).toMatchObject({ ok: false, error: { message: expect.stringContaining(words) } });
    expect(endless.answer).toMatchObject({ ok: false, error: { message: expect.stringContaining("time limit") } });
  });

  test("waits for what set-up makes for others only so long, and then runs by itself", async () => {
    const lay: PreparedFolders["lay"] = (_path, { signal }) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve(null);
        else signal.addEventListener("abort", () => resolve(null));
      });
    const prepared: PreparedFolders = { lay, layInDesk: async () => false, end: async () => undefined };
    const { answer, path } = await setUp({ setup: ["touch ran"], preparedWaitMs: 1, prepared });
    expect([answer.ok, existsSync(join(path, "ran"))]).toEqual([true, true]);
  });

  test("control characters and colours do not reach the sentence", async () => {
    const { answer } = await setUp({ setup: [["sh", "-c", String.raw`printf '\033[31mred\033[0m\a\n'; exit 3`]] });
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringMatching(/:\nred$/) } });
  });

  test("a set-up that is called off ends its commands, and says so", async () => {
    const { options } = aRig({ setup: [["sleep", "60"]] });
    const workspace = createWorktreeWorkspace(options);
    const made = await workspace.create(specOf("long"));
    const path = made.ok ? made.value.path : "";
    const { promise: calledOff, resolve: callOff } = Promise.withResolvers<void>();
    const ran = workspace.setup(specOf("long"), path, calledOff);
    callOff();
    expect(await ran).toMatchObject({
      ok: false,
      error: { code: "setup_failed", message: "Setup failed: `sleep 60` was called off." },
    });
  });
});

describe("settings that set-up makes", () => {
  const husky = { setup: ["git config core.hooksPath .husky"], files: { ".husky/pre-commit": hook } };

  test("without a sandbox they are the repository's, accepted once", async () => {
    const { answer, plugin, repository } = await setUp({ ...husky, sandbox: noSandbox });
    expect(answer.ok).toBe(true);
    expect(git(repository, "config", "core.hooksPath")).toBe(".husky");
    await value({}, plugin.create(specOf("two")));
    git(repository, "config", "core.hooksPath", "elsewhere");
    expect(await plugin.create(specOf("three"))).toMatchObject({ ok: false, error: { code: "refused" } });
  });

  test.runIf(sandbox.name === "bubblewrap")("in the sandbox they are the session's own", async () => {
    const { answer, options, repository, plugin } = await setUp({ ...husky, sandbox });
    expect(answer.ok).toBe(true);
    expect(git(repository, "config", "--list")).not.toContain("hookspath");
    expect(await value({}, plugin.unaccepted())).toEqual([]);
    expect(await readSettingsEnvironment(options.gitDir, spec.session)).toEqual({
      GIT_CONFIG_PARAMETERS: "'core.hookspath=.husky'",
    });
    expect(await readSettingsEnvironment(options.gitDir, specOf("two").session)).toEqual({});
  });

  test.runIf(sandbox.name === "bubblewrap")("the next command has them already", async () => {
    const { answer, log } = await setUp({ setup: ["git config my.word hello", "git config my.word"], sandbox });
    expect(answer.ok).toBe(true);
    expect(log).toContain("$ git config my.word\nhello\n");
  });
});

describe("what is brought along", () => {
  const files = { "README.md": "hello\n", ".gitignore": ".env\nnode_modules\n" };

  test("is copied or linked, counts as nobody's change, and is not rescued unless changed", async () => {
    const rig = aRig({ files, copy: [".env", "local", "missing"], symlinks: ["node_modules", "missing"] });
    put(join(rig.repository, ".env"), "SECRET=1");
    put(join(rig.repository, "local/settings.json"), "{}");
    put(join(rig.repository, "node_modules/left-pad/index.js"), "");
    const plugin = createWorktreeWorkspace(rig.options);
    const { path } = await value({}, plugin.create(spec));
    expect(readFileSync(join(path, ".env"), "utf8")).toBe("SECRET=1");
    expect(existsSync(join(path, "node_modules/left-pad/index.js"))).toBe(true);
    expect(await value({}, plugin.inspect(spec))).toMatchObject({ dirty: false });
    expect(await value({}, plugin.rescue(spec))).toEqual({ ref: null });
    put(join(path, ".env"), "SECRET=2");
    const { ref } = await value({}, plugin.rescue(spec));
    expect(git(rig.repository, "show", `${ref}:.env`)).toBe("SECRET=2");
    expect(git(rig.repository, "ls-tree", "-r", "--name-only", ref ?? "")).not.toContain("local/");
  });

  test.each(["../outside", "/etc/passwd", "a/../../b", ".git/config", ""])("%j is refused", async (path) => {
    for (const special of [{ copy: [path] }, { symlinks: [path] }]) {
      const made = await createWorktreeWorkspace(aRig(special).options).create(spec);
      expect(made).toMatchObject({ ok: false, error: { code: "refused" } });
    }
  });

  test("a link that leads out of the repository, or out of the workspace, is refused", async () => {
    const out = aRig({ copy: ["secrets"] });
    symlinkSync("/etc", join(out.repository, "secrets"));
    expect(await createWorktreeWorkspace(out.options).create(spec)).toMatchObject({
      ok: false,
      error: { code: "refused" },
    });

    const into = aRig({ copy: ["folder/.env"] });
    const elsewhere = join(into.home, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(into.repository, "folder"));
    git(into.repository, "add", "folder");
    git(into.repository, "commit", "--quiet", "-m", "A link");
    rmSync(join(into.repository, "folder"));
    put(join(into.repository, "folder/.env"), "SECRET=1");
    expect(await createWorktreeWorkspace(into.options).create(spec)).toMatchObject({
      ok: false,
      error: { code: "refused" },
    });
    expect(existsSync(join(elsewhere, ".env"))).toBe(false);
  });
});
