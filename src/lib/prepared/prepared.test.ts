import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitContext } from "../../plugins/shared/git/git-context.ts";
import { layOutWorkspace } from "../../plugins/local/checks/run/lay-out.ts";
import { commitSha, treeSha } from "../../domain/model/ids.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { aRepository, git, write } from "../../../test/fixtures/git-repository.ts";
import { aClosedHome } from "../sandbox/testing/closed-home.ts";
import { noSandbox } from "../sandbox/sandbox.ts";
import { setAside } from "./lay-in-workspace.ts";
import { openPrepared, type PreparedOptions } from "./prepared.ts";

const INSTALL = 'echo $PWD >> ../../../../../ran; mkdir -p deps/bin; cp lock deps/lock; echo "#!$PWD/x" > deps/bin/x';

async function aProject({ install = INSTALL, cache = ["deps"] } = {}) {
  const files = { lock: "one\n", "install.sh": install, ".gitignore": "deps\n", "packages/a/lib": "1\n" };
  const repository = aRepository({ files });
  const folder = aFolder();
  const ground = createGitContext({ repository, gitDir: join(folder, "git") });
  const warnings: string[] = [];
  const settings = { commands: [["sh", "install.sh"] as const], keyFiles: ["lock"], cache, copy: [], symlinks: [] };
  const options: PreparedOptions = {
    ...{ sandbox: noSandbox, git: ground, surroundings: () => "", settings: () => settings },
    folder: join(folder, "prepared/app/x"),
    environment: async () => ({ PATH: process.env["PATH"] ?? "", HOME: folder }),
    home: () => aClosedHome(join(folder, "closed")),
    layOut: async (place, { commit, tree }) => {
      const layout = { commit: commitSha(commit), tree: treeSha(tree), base: null, cache: [] };
      return (await layOutWorkspace(await ground(), { ...place, setupNote: join(place.folder, "note") }, layout))
        .readable;
    },
    warn: (error) => void warnings.push(String(error)),
  };
  const prepared = openPrepared(options);
  const { signal } = new AbortController();
  const treeAt = (commit = "HEAD"): string => git(repository, "rev-parse", `${commit}^{tree}`);
  const trusted = () => ({ commit: git(repository, "rev-parse", "main"), tree: treeAt("main") });
  let made = 0;
  const place = (): string => {
    const path = join(folder, `workspace-${(made += 1)}`);
    mkdirSync(path);
    return path;
  };
  const desk = { folder: join(folder, "desk"), tree: join(folder, "desk/tree") };
  mkdirSync(desk.tree, { recursive: true });
  return {
    ...{ repository, prepared, place, desk, warnings, folder, treeAt },
    runs: () =>
      existsSync(join(folder, "ran")) ? readFileSync(join(folder, "ran"), "utf8").split("\n").length - 1 : 0,
    lay: (path: string, tree = treeAt()) => prepared.lay(path, { tree, trusted: trusted(), signal }),
    layInDesk: async () => {
      await setAside(desk);
      return prepared.layInDesk(desk, { tree: treeAt(), trusted: trusted(), signal });
    },
    commit: (files: Readonly<Record<string, string>>) => {
      write(repository, files);
      git(repository, "add", "--all");
      git(repository, "commit", "--quiet", "-m", "More");
    },
  };
}

const read = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");

describe("a new workspace", () => {
  test("is given what set-up made for another, with paths of its own", async () => {
    const at = await aProject();
    const [one, two] = [at.place(), at.place()];
    expect(await at.lay(one)).not.toBeNull();
    at.commit({ "more.txt": "of another tree, with the same lockfile" });
    expect(await at.lay(two)).not.toBeNull();
    expect(at.runs()).toBe(1);
    for (const path of [one, two]) expect(read(path, "deps/bin/x")).toBe(`#!${path}/x\n`);
    writeFileSync(join(one, "deps/lock"), "changed");
    expect(read(two, "deps/lock")).toBe("one\n");
    await at.prepared.end();
  });

  test("is set up once more after the lockfile changed, and both results stay", async () => {
    const at = await aProject();
    const before = at.treeAt();
    await at.lay(at.place());
    at.commit({ lock: "two\n" });
    const [newer, older] = [at.place(), at.place()];
    await at.lay(newer);
    await at.lay(older, before);
    expect([at.runs(), read(newer, "deps/lock"), read(older, "deps/lock")]).toEqual([2, "two\n", "one\n"]);
    await at.prepared.end();
  });

  test("with a lockfile that never landed is set up by itself", async () => {
    const at = await aProject();
    git(at.repository, "checkout", "--quiet", "-b", "agent");
    at.commit({ lock: "evil\n" });
    expect(await at.lay(at.place())).toBeNull();
    expect(at.runs()).toBe(0);
    await at.prepared.end();
  });

  test("is written to only in itself: a link in the tree leads nothing out of it", async () => {
    const at = await aProject({ install: "mkdir packages/a/deps; echo 1 > packages/a/deps/x" });
    const [path, outside] = [at.place(), at.place()];
    mkdirSync(join(path, "packages"));
    symlinkSync(outside, join(path, "packages/a"));
    await at.lay(path);
    expect(existsSync(join(outside, "deps"))).toBe(false);
    await at.prepared.end();
  });

  test("that holds a folder in that place already is left as it is", async () => {
    const at = await aProject();
    const path = at.place();
    write(path, { "deps/work": "mine" });
    expect(await at.lay(path)).toBeNull();
    expect(existsSync(join(path, "deps/lock"))).toBe(false);
    await at.prepared.end();
  });
});

describe("a set-up that cannot be shared", () => {
  test.each([
    { what: "one that changes files of the repository", install: "echo two > lock; mkdir deps; touch deps/x" },
    { what: "a program that names its folder", install: 'mkdir deps; printf "\\0$PWD" > deps/x' },
    { what: "one that fails", install: "exit 3" },
  ])("$what leaves each workspace to itself, and is not tried for each", async ({ install }) => {
    const at = await aProject({ install: `echo >> ../../../../../ran; ${install}` });
    expect(await at.lay(at.place())).toBeNull();
    expect(await at.lay(at.place())).toBeNull();
    expect([at.runs(), at.warnings.length]).toEqual([1, 1]);
    await at.prepared.end();
  });

  test("one that makes files from the tree counts for the very same tree only", async () => {
    const at = await aProject({
      install: "echo >> ../../../../../ran; mkdir deps; touch deps/x; cp packages/a/lib built",
    });
    const [first, same, other] = [at.place(), at.place(), at.place()];
    await at.lay(first);
    expect(await at.lay(same)).not.toBeNull();
    expect(read(same, "built")).toBe("1\n");
    at.commit({ "packages/a/lib": "2\n" });
    expect(await at.lay(other)).toBeNull();
    expect(at.runs()).toBe(1);
    await at.prepared.end();
  });
});

describe("a check workspace", () => {
  test.each([
    { what: "changes a file", spoil: (deps: string) => writeFileSync(join(deps, "lock"), "two\n") },
    { what: "adds a file", spoil: (deps: string) => writeFileSync(join(deps, "bin/more"), "") },
    { what: "removes a folder", spoil: (deps: string) => rmSync(join(deps, "bin"), { recursive: true }) },
    { what: "locks a folder", spoil: (deps: string) => chmodSync(join(deps, "bin"), 0o500) },
    { what: "locks all of it", spoil: (deps: string) => chmodSync(deps, 0o500) },
    { what: "opens a folder to a group", spoil: (deps: string) => chmodSync(deps, 0o2555) },
    { what: "closes a folder", spoil: (deps: string) => chmodSync(join(deps, "bin"), 0o000) },
    { what: "makes a file a program", spoil: (deps: string) => chmodSync(join(deps, "lock"), 0o755) },
    {
      what: "swaps two folders with the same files",
      spoil: (deps: string) => {
        for (const [from, to] of [
          ["a", "t"],
          ["b", "a"],
          ["t", "b"],
        ] as const)
          renameSync(join(deps, from), join(deps, to));
      },
    },
    {
      what: "puts a link in its place",
      spoil: (deps: string) => {
        rmSync(deps, { recursive: true });
        symlinkSync("/", deps);
      },
    },
  ])("finds all as it was after a check that $what", async ({ spoil }) => {
    const both = "mkdir deps/a deps/b; echo a > deps/a/f; echo b > deps/b/f; touch -d @9 deps/a/f deps/b/f";
    const at = await aProject({ install: `${INSTALL}; ${both}` });
    expect(await at.layInDesk()).toBe(true);
    const deps = join(at.desk.tree, "deps");
    spoil(deps);
    expect(await at.layInDesk()).toBe(true);
    expect(readdirSync(deps, { recursive: true }).toSorted()).toEqual(["a", "a/f", "b", "b/f", "bin", "bin/x", "lock"]);
    expect([read(deps, "lock"), read(deps, "a/f"), read(deps, "b/f")]).toEqual(["one\n", "a\n", "b\n"]);
    expect(read(deps, "bin/x")).toBe(`#!${at.desk.tree}/x\n`);
    const modes = ["lock", "bin", "."].map((name) => lstatSync(join(deps, name)).mode & 0o7700);
    expect(modes).toEqual([0o600, 0o700, 0o700]);
    expect([at.runs(), at.warnings]).toEqual([1, []]);
    await at.prepared.end();
  });

  test("has nothing of what was made before, where that was removed and made again", async () => {
    const at = await aProject({ install: `${INSTALL}; cp ../../../../../newest deps/version` });
    const newest = (version: string): void => writeFileSync(join(at.folder, "newest"), version);
    newest("1");
    await at.layInDesk();
    rmSync(join(at.folder, "prepared/app/x"), { recursive: true });
    newest("2");
    expect(await at.layInDesk()).toBe(true);
    expect([at.runs(), read(at.desk.tree, "deps/version")]).toEqual([2, "2"]);
    await at.prepared.end();
  });
});
