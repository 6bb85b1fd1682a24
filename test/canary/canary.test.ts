/** The canary sings: what it is there to find is found when it happens, and nothing else is. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { openCanary } from "./canary.ts";

const canary = openCanary();
afterAll(canary.close);

const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"] as const;

type Start = { readonly home: string; readonly cwd: string; readonly env?: Readonly<Record<string, string>> };

async function startInOurProgram(
  { home, cwd, env = {} }: Start,
  ...argv: readonly string[]
): Promise<readonly string[]> {
  const script = `import { spawn } from "node:child_process"; const [program, ...args] = ${JSON.stringify(argv)};
    const env = { ...process.env, ...${JSON.stringify(env)} };
    spawn(program, args, { cwd: ${JSON.stringify(cwd)}, env, stdio: "ignore" }).on("error", () => undefined);`;
  const ended = await runProgram({
    program: process.execPath,
    args: ["--input-type=module", "-e", script],
    env: { PATH: process.env["PATH"], HOME: home, AO_HOME: home, ...canary.env },
    timeoutMs: 30_000,
  });
  expect(ended).toMatchObject({ ok: true, code: 0 });
  return canary.takeFindings();
}

function aHome() {
  const home = aFolder();
  const workspace = join(home, "workspaces", "app", "fix");
  makeRepository(join(workspace, ".git"));
  makeTool(join(workspace, "tool"));
  return { home, workspace };
}

function makeRepository(gitDir: string): void {
  for (const name of ["objects", "refs"]) mkdirSync(join(gitDir, name), { recursive: true });
  writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(gitDir, "config"), "");
}

function makeTool(path: string): void {
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
}

test("a program in a workspace is noticed: by its path, by a link to it, on the PATH, and as a script", async () => {
  const { home, workspace } = aHome();
  const start = { home, cwd: workspace };
  symlinkSync(join(workspace, "tool"), join(home, "link"));
  const found = [expect.stringContaining("an agent can write")];
  expect(await startInOurProgram(start, "./tool")).toEqual(found);
  expect(await startInOurProgram(start, join(home, "link"))).toEqual(found);
  expect(await startInOurProgram({ ...start, env: { PATH: `.:${process.env["PATH"]}` } }, "tool")).toEqual(found);
  expect(await startInOurProgram(start, "sh", "tool")).toEqual(found);
});

test("so is one in a cache that agents fill, and in a tree that is checked", async () => {
  const { home } = aHome();
  for (const folder of ["cache/app/agents/npm", "projects/app/checks/0/tree"]) {
    mkdirSync(join(home, folder), { recursive: true });
    makeTool(join(home, folder, "tool"));
    expect(await startInOurProgram({ home, cwd: home }, join(home, folder, "tool")), folder).toHaveLength(1);
  }
});

test("git in a workspace with a configuration of its own is noticed", async () => {
  const { home, workspace } = aHome();
  expect(await startInOurProgram({ home, cwd: workspace }, "git", "status")).toEqual([
    expect.stringContaining("git runs with a configuration"),
  ]);
  const gitDir = `--git-dir=${join(workspace, ".git")}`;
  expect(await startInOurProgram({ home, cwd: home }, "git", gitDir, "log")).toHaveLength(1);
  writeFileSync(join(workspace, "settings"), "");
  const env = { GIT_CONFIG_GLOBAL: join(workspace, "settings") };
  expect(await startInOurProgram({ home, cwd: home, env }, "git", "--version")).toHaveLength(1);
});

test("a hook that a git of ours runs is noticed", async () => {
  const { home } = aHome();
  const repository = aFolder();
  makeRepository(join(repository, ".git"));
  mkdirSync(join(repository, ".git/hooks"));
  makeTool(join(repository, ".git/hooks/pre-commit"));
  const commit = [...IDENTITY, "commit", "--allow-empty", "-qm", "one"];
  expect(await startInOurProgram({ home, cwd: repository }, "git", ...commit)).toEqual([
    expect.stringContaining("(hook)"),
  ]);
});

test("the settings of a session's own repository, which are read-only for it, are not", async () => {
  const { home } = aHome();
  const gitDir = join(home, "workspaces/.repositories/app/fix");
  makeRepository(gitDir);
  expect(await startInOurProgram({ home, cwd: home }, "git", `--git-dir=${gitDir}`, "for-each-ref")).toEqual([]);
});

test("a program of the system, git elsewhere, and the program of a session are not", async () => {
  const { home, workspace } = aHome();
  expect(await startInOurProgram({ home, cwd: workspace }, "true")).toEqual([]);
  expect(await startInOurProgram({ home, cwd: home }, "git", "--version")).toEqual([]);
  expect(await startInOurProgram({ home, cwd: workspace, env: { AO_LOG_DIR: home } }, "./tool")).toEqual([]);
});
