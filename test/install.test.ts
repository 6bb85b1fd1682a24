/** `ao` as people get it: from a clone that nobody prepared, and from a package in an empty prefix. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runProgram } from "../src/lib/run.ts";
import { version } from "../src/lib/version.ts";

const repository = join(import.meta.dirname, "..");
const NOT_COPIED = new Set([".git", "node_modules", "dist", ".setup.lock", ".dev-home", "coverage"]);
const systemPath = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));

type Env = { readonly path?: readonly string[]; readonly cwd?: string };

const home = aTemporaryFolder("ao home ", { forThisFile: true });

const ao = (file: string, args: readonly string[], { path = systemPath, cwd = tmpdir() }: Env = {}) =>
  runProgram({
    program: file,
    args,
    cwd,
    env: { ...process.env, AO_HOME: home, PATH: path.join(delimiter) },
    timeoutMs: 240_000,
  });

const npm = (args: readonly string[], cwd: string) =>
  runProgram({
    program: "npm",
    args,
    cwd,
    env: { ...process.env, PATH: systemPath.join(delimiter) },
    timeoutMs: 240_000,
  });

const prints = (stdout: string) => ({ ok: true, code: 0, stdout });

describe("a clone", () => {
  test("sets itself up on first use, starts at once on the second, and builds again when a source was edited or removed", async () => {
    const clone = aClone();
    const first = await ao(join(clone, "ao"), ["--version"]);
    expect(first).toMatchObject({ ...prints(`${version}\n`), stderr: "ao: building\n" });
    const second = await ao(join(clone, "ao"), ["--version"], {
      path: [aFolderWith({ node: "exit 99", npm: "exit 99" }), ...systemPath],
    });
    expect(second).toMatchObject({ ...prints(`${version}\n`), stderr: "" });
    const help = join(clone, "src/cli/run/help.ts");
    writeFileSync(help, `export const formatHelp = (_: unknown): string => "edited";\n`);
    expect(await ao(join(clone, "ao"), ["--help"])).toMatchObject({ ...prints("edited\n"), stderr: "ao: building\n" });
    rmSync(help);
    expect(await ao(join(clone, "ao"), ["--help"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("help.ts"),
    });
  });

  test("two first uses at once build once; the lock of a set-up that died is taken over, and none is left", async () => {
    const clone = aClone();
    const dead = await runProgram({ program: process.execPath, args: ["-p", "process.pid"], timeoutMs: 10_000 });
    mkdirSync(join(clone, ".setup.lock"));
    writeFileSync(join(clone, ".setup.lock/pid"), dead.stdout);
    const both = await Promise.all([ao(join(clone, "ao"), ["--version"]), ao(join(clone, "ao"), ["--version"])]);
    for (const one of both) expect(one).toMatchObject(prints(`${version}\n`));
    const built = both
      .map(({ stderr }) => stderr)
      .join("")
      .match(/building/g);
    expect(built).toHaveLength(1);
    expect(readdirSync(clone).filter((name) => name.startsWith(".setup.lock"))).toEqual([]);
  });

  test("says what is missing where there is no Node at all", async () => {
    const tools = aFolderWith({});
    for (const tool of ["sh", "uname", "find", "readlink"]) symlinkSync(await pathOf(tool), join(tools, tool));
    const clone = aClone();
    const result = await ao(join(clone, "ao"), ["--version"], { path: [tools] });
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^ao: Node\.js is missing\. Install Node\.js 20/),
    });
  });

  test.runIf(process.env["AO_TEST_LONG"])("installs its dependencies by itself", { timeout: 300_000 }, async () => {
    const clone = aClone({ withPackages: false });
    expect(await ao(join(clone, "ao"), ["--version"])).toMatchObject(prints(`${version}\n`));
  });
});

describe("a package installed with npm", () => {
  let prefix: string;
  const installedAo = (): string => join(prefix, "bin/ao");

  beforeAll(async () => {
    const clone = aClone({ forThisFile: true });
    const packed = await npm(["pack", "--pack-destination", clone], clone);
    expect(packed).toMatchObject({ code: 0 });
    prefix = aTemporaryFolder("ao prefix ", { forThisFile: true });
    const tarball = join(clone, packed.stdout.trim().split("\n").at(-1) ?? "");
    const done = await npm(
      ["install", "--global", "--prefix", prefix, "--prefer-offline", "--no-audit", "--no-fund", tarball],
      tmpdir(),
    );
    expect(done).toMatchObject({ code: 0 });
  }, 300_000);

  test("works from any folder, by both names, and through a link", async () => {
    const linked = join(aTemporaryFolder("ao link "), "my-ao");
    symlinkSync(installedAo(), linked);
    for (const file of [installedAo(), join(prefix, "bin/agent-orchestrator"), linked]) {
      expect(await ao(file, ["--version"])).toMatchObject({ ...prints(`${version}\n`), stderr: "" });
    }
    const fromLinkFolder = await ao(`./${basename(linked)}`, ["--version"], { cwd: dirname(linked) });
    expect(fromLinkFolder).toMatchObject(prints(`${version}\n`));
  });

  test("brings what it needs and no more: no sources, no lock, a Node of its own", async () => {
    const folder = realpathSync(join(prefix, "lib/node_modules/agent-orchestrator"));
    expect(readdirSync(folder).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "ao",
      "dist",
      "node_modules",
      "package.json",
      "schema",
    ]);
    const anOldNode = aFolderWith({ node: "echo the wrong Node was used >&2; exit 99" });
    const result = await ao(installedAo(), ["--version"], { path: [anOldNode, ...systemPath] });
    expect(result).toMatchObject(prints(`${version}\n`));
  });

  test("without its Node it takes the person's when that is new enough, and says so when not", async () => {
    const folder = aTemporaryFolder("ao bare ");
    cpSync(realpathSync(join(prefix, "lib/node_modules/agent-orchestrator")), folder, {
      recursive: true,
      filter: (path) => !path.includes(join("agent-orchestrator", "node_modules")),
    });
    const file = join(folder, "ao");
    expect(await ao(file, ["--version"], { path: [dirname(process.execPath), ...systemPath] })).toMatchObject(
      prints(`${version}\n`),
    );
    const old = await ao(file, ["--version"], { path: [aFolderWith({ node: "exit 1" }), ...systemPath] });
    expect(old).toMatchObject({ code: 1, stderr: expect.stringContaining("Install Node.js 22.15 or newer") });
  });

  test("an unknown command is wrong use, and the nearest one is named", async () => {
    const result = await ao(installedAo(), ["--versoin"]);
    expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("try: ao --version") });
  });
});

/** A copy of this repository, as git would make it, in a folder with a space in its name. */
function aClone({ withPackages = true, forThisFile = false } = {}): string {
  const clone = aTemporaryFolder("ao clone ", { forThisFile });
  const filter = (path: string): boolean => !NOT_COPIED.has(basename(path)) && !path.endsWith(".tgz");
  for (const name of readdirSync(repository).filter((name) => filter(name))) {
    cpSync(join(repository, name), join(clone, name), { recursive: true, filter });
  }
  if (withPackages) symlinkSync(join(repository, "node_modules"), join(clone, "node_modules"), "dir");
  return clone;
}

function aTemporaryFolder(name: string, { forThisFile = false } = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)));
  (forThisFile ? afterAll : onTestFinished)(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Programs of that name which do what the line of shell says. */
function aFolderWith(programs: Readonly<Record<string, string>>): string {
  const folder = aTemporaryFolder("ao path ");
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

async function pathOf(tool: string): Promise<string> {
  const found = systemPath.map((folder) => join(folder, tool)).find((path) => existsSync(path));
  expect(found, `${tool} is not on this system`).toBeDefined();
  return found ?? "";
}
