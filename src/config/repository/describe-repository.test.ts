import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { write } from "../../../test/fixtures/git-repository.ts";
import { aFolder } from "../../store/testing/folder.ts";
import type { Files } from "../testing/ecosystems.ts";
import { describeRepository, type Described } from "./describe-repository.ts";

/** Programs by name, each with what it prints of its version. */
type Given = {
  readonly files: Files;
  readonly programs?: Readonly<Record<string, string>>;
  readonly checks?: Described["settings"]["checks"];
  readonly setup?: readonly string[];
  readonly cache?: readonly string[];
};

function notesOf({ files, programs = {}, checks = {}, setup = [], cache = [] }: Given) {
  const [folder, bin] = [aFolder(), join(aFolder(), "bin")];
  write(folder, files);
  mkdirSync(bin);
  for (const [name, version] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${version}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return describeRepository({ folder, env: { PATH: bin }, settings: { checks, setup: [...setup], cache: [...cache] } });
}

const node = (version: string) => ({ node: `echo v${version}` });

test.each<readonly [string, Given, readonly string[]]>([
  [
    "engines",
    { files: { "package.json": '{"engines":{"node":">=22.5"}}' }, programs: node("20.20.2") },
    ["package.json (engines) asks for node >=22.5, and 20.20.2 is installed; switch to one that fits"],
  ],
  ["engines that fit", { files: { "package.json": '{"engines":{"node":">=18"}}' }, programs: node("20.20.2") }, []],
  [
    ".nvmrc",
    { files: { ".nvmrc": "v22.1.0\n" }, programs: node("20.20.2") },
    [".nvmrc asks for node v22.1.0, and 20.20.2 is installed; switch to one that fits"],
  ],
  ["a name in .nvmrc", { files: { ".nvmrc": "lts/*\n" }, programs: node("20.20.2") }, []],
  [
    ".tool-versions",
    {
      files: { ".tool-versions": "# tools\nnodejs 22.1.0\npython 3.11.2\n" },
      programs: { ...node("22.2.0"), python3: "echo Python 3.9.1" },
    },
    [".tool-versions asks for python3 3.11.2, and 3.9.1 is installed; switch to one that fits"],
  ],
  [
    "requires-python",
    {
      files: { "pyproject.toml": '[project]\nrequires-python = ">=3.12"\n' },
      programs: { python3: "echo Python 3.11.7" },
    },
    ["pyproject.toml (requires-python) asks for python3 >=3.12, and 3.11.7 is installed; switch to one that fits"],
  ],
  [
    "a version manager that refuses says no version",
    { files: { ".python-version": "3.13.1\n" }, programs: { python3: "echo version 3.9.0 is not installed; exit 1" } },
    [],
  ],
  ["a program that is not installed", { files: { ".node-version": "22\n" } }, []],
  [
    "a language that is passed over for want of its program",
    {
      files: { "package.json": '{"scripts":{"test":"x"}}', "go.mod": "module a\n" },
      programs: { npm: "" },
    },
    [
      "`go test ./...` is not among the checks: go.mod asks for go, which is not installed",
      "`go vet ./...` is not among the checks: go.mod asks for go, which is not installed",
    ],
  ],
  [
    "folders that set-up fills and git would take along",
    {
      files: { ".gitignore": "/node_modules/\nvendor/\n" },
      setup: ["python3 -m venv .venv"],
      cache: ["node_modules", "vendor/bundle", ".venv", "target"],
    },
    [
      ".venv is not in .gitignore, so agents may commit it; add it there",
      "target is not in .gitignore, so agents may commit it; add it there",
    ],
  ],
  ["an environment that ignores itself", { files: {}, setup: ["uv sync --locked"], cache: [".venv"] }, []],
])("%s", async (_, given, troubles) => {
  expect((await notesOf(given)).troubles).toEqual(troubles);
});

test.each<readonly [string, Given, readonly string[]]>([
  ["nothing of the kind", { files: { "README.md": "" } }, []],
  [
    "submodules, git-lfs and husky, in one line",
    {
      files: {
        ".gitmodules": '[submodule "a"]\n\tpath = vendor/a\n\turl = x\n[submodule "b"]\n\tpath = vendor/b\n',
        ".gitattributes": "# media\n*.png filter=lfs diff=lfs merge=lfs -text\n",
        ".husky/pre-commit": "npm test\n",
      },
      programs: { "git-lfs": "" },
    },
    [
      "found 2 submodules, empty in workspaces until you run `git submodule update --init --recursive` here; git-lfs files, checked out in workspaces if your repository has their content; husky hooks, run by agents' commits if `setup` installs them",
    ],
  ],
  [
    "a submodule that is initialized",
    { files: { ".gitmodules": '[submodule "a"]\n\tpath = vendor/a\n', "vendor/a/.git": "gitdir: x\n" } },
    ["found a submodule (vendor/a), laid out in workspaces from your repository"],
  ],
  [
    "submodules of which one is initialized",
    {
      files: {
        ".gitmodules": '[submodule "a"]\n\tpath = vendor/a\n[submodule "b"]\n\tpath = vendor/b\n',
        "vendor/a/.git": "gitdir: x\n",
      },
    },
    [
      "found 2 submodules, 1 of them (vendor/b) empty in workspaces until you run `git submodule update --init --recursive` here",
    ],
  ],
  [
    "git-lfs that is not installed",
    { files: { ".gitattributes": "*.bin filter=lfs\n" } },
    ["found git-lfs files, and git-lfs is not installed: they stay pointers"],
  ],
  ["git-lfs that is commented out", { files: { ".gitattributes": "# *.bin filter=lfs\n" } }, []],
  [
    "a package manager through corepack",
    { files: {}, programs: { corepack: "" }, setup: ["corepack pnpm install"] },
    ["pnpm is not installed and runs through corepack; to have it: corepack enable pnpm"],
  ],
])("%s", async (_, given, parts) => {
  expect((await notesOf(given)).parts).toEqual(parts);
});
