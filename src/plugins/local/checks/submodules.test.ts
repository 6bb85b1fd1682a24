/** Submodules and files of git-lfs in check workspaces: again and again in the same one. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CheckResult } from "../../../domain/checks/check.ts";
import { changeId, projectId, treeSha, type TreeSha } from "../../../domain/model/ids.ts";
import { findProgram } from "../../../lib/process/find-program.ts";
import { git, aRepository as aPersonsRepository } from "../../../../test/fixtures/git-repository.ts";
import { aRepositoryWithSubmodules, movePointer } from "../../../../test/fixtures/submodules.ts";
import { aFolder } from "../testing/a-repository.ts";
import { checkOptions, type TestChecks } from "../testing/check-options.ts";
import { createKey, takeValue } from "../testing/deeds.ts";
import { createLocalForge, type LocalForge } from "../local-forge.ts";

const allowed = "-c protocol.file.allow=always";
const SHOWS = "cat vendor/lib/lib.txt vendor/lib/deep/deep.txt && git status --porcelain";

type Story = {
  readonly forge: LocalForge;
  readonly folder: string;
  readonly check: (tree: TreeSha) => Promise<CheckResult>;
};

function aStory(repository: string, settings: TestChecks["settings"]): Story {
  const folder = aFolder();
  const options = { project: projectId("shop"), repository, defaultBranch: "main" };
  const [gitDir, file] = [join(folder, "git"), join(folder, "forge.db")];
  const forge = createLocalForge({
    ...options,
    gitDir,
    file,
    checks: checkOptions(folder, { settings: settings ?? {} }),
  });
  onTestFinished(() => forge.close());
  const check = async (tree: TreeSha): Promise<CheckResult> => {
    const of = { kind: "change", change: changeId(createKey()), tree } as const;
    const [result] = takeValue(
      await forge.checks.run({ runId: createKey(), project: options.project, of, names: ["test"] }),
    );
    if (result === undefined) throw new Error("no result");
    return result;
  };
  return { forge, folder, check };
}

const treeOf = (repository: string, commit: string): TreeSha =>
  treeSha(git(repository, "rev-parse", `${commit}^{tree}`));

/** Another tree with all that `main` has. */
function otherTree(repository: string): TreeSha {
  git(repository, "read-tree", "main");
  const readme = git(repository, "rev-parse", "main:README.md");
  git(repository, "update-index", "--add", "--cacheinfo", `100644,${readme},${createKey()}`);
  const tree = treeSha(git(repository, "write-tree"));
  git(repository, "read-tree", "main");
  return tree;
}

test("submodules are there in every check of the same workspace, whatever the one before left in them", async () => {
  const { repository, cutOff } = aRepositoryWithSubmodules();
  cutOff();
  const spoil =
    "rm -rf vendor/lib/.git/objects vendor/lib/lib.txt; rm -rf vendor/lib/deep/.git; echo gitdir: /nowhere > vendor/lib/deep/.git; touch vendor/lib/left; ln -sfn /etc vendor/lib/deep/link";
  const test = [
    "sh",
    "-c",
    `test ! -e vendor/lib/left && { ${SHOWS}; } > out && test "$(cat out)" = "lib 1\ndeep\n?? out" && { ${spoil}; }`,
  ];
  const { check, folder } = aStory(repository, { commands: { test: { command: test, timeoutMs: null } } });
  for (let n = 0; n < 3; n += 1)
    expect(await check(otherTree(repository))).toMatchObject({ verdict: "passed", evidence: "" });
  expect(readdirSync(join(folder, "checks")).filter((name) => /^\d+$/.test(name))).toEqual(["0"]);
});

test("`git submodule update --init` in setup works again and again, initialized by the person or not", async () => {
  const { repository } = aRepositoryWithSubmodules();
  const clone = join(aFolder(), "clone");
  git("/", "clone", "--quiet", repository, clone);
  const setup = [`git ${allowed} submodule update --init --recursive`];
  const kept = ["node_modules"];
  for (const [one, cache] of [
    [repository, kept],
    [clone, []],
    [clone, kept],
  ] as const) {
    const commands = { test: { command: ["cat", "vendor/lib/deep/deep.txt"], timeoutMs: null } };
    const { check } = aStory(one, { commands, setup, cache });
    git(one, "config", "protocol.file.allow", "always");
    for (let n = 0; n < 3; n += 1)
      expect(await check(otherTree(one))).toMatchObject({ verdict: "passed", evidence: "" });
  }
});

test("a tree without the submodule, or with something else in its place, has nothing of it", async () => {
  const { repository } = aRepositoryWithSubmodules();
  const command = ["sh", "-c", "test ! -e vendor/lib/deep || test -e .gitmodules"];
  const { check } = aStory(repository, { commands: { test: { command, timeoutMs: null } } });
  expect(await check(treeOf(repository, "main"))).toMatchObject({ verdict: "passed", evidence: "" });
  git(repository, "checkout", "--quiet", "--detach");
  git(repository, "rm", "--quiet", "-r", "--cached", "vendor", ".gitmodules");
  git(repository, "commit", "--quiet", "-m", "Without");
  const without = treeOf(repository, "HEAD");
  git(repository, "checkout", "--quiet", "--force", "main");
  expect(await check(without)).toMatchObject({ verdict: "passed", evidence: "" });
  expect(await check(treeOf(repository, "main"))).toMatchObject({ verdict: "passed", evidence: "" });
});

test("a check that fails without its submodule names it, and blames nobody where the base lacks the same", async () => {
  const { repository, commitInLibrary } = aRepositoryWithSubmodules();
  const { check } = aStory(repository, {
    commands: { test: { command: ["cat", "vendor/lib/lib.txt"], timeoutMs: null } },
  });
  const moved = movePointer(repository, commitInLibrary({ "lib.txt": "2" }, { fetched: false }));
  const red = await check(treeOf(repository, moved));
  expect(red).toMatchObject({ verdict: "failed" });
  expect(red.evidence).toMatch(/vendor\/lib is empty.*git submodule update/);
  git(repository, "update-ref", "refs/heads/main", moved);
  const onBase = await check(treeOf(repository, moved));
  expect(onBase).toMatchObject({ verdict: "infrastructure" });
  expect(onBase.evidence).toMatch(/vendor\/lib is empty/);
});

const hasLfs = findProgram("git-lfs") !== null;
const whyNoLfs = hasLfs ? "" : " (left out: git-lfs is not installed)";

function aRepositoryWithLfs(): { readonly repository: string; readonly content: string } {
  const repository = aPersonsRepository({ commits: 0, files: { ".gitattributes": "*.big filter=lfs -text\n" } });
  const content = "content\n".repeat(1_000);
  git(repository, "lfs", "install", "--local", "--skip-repo");
  put(repository, "one.big", content);
  put(repository, "README.md", "hello\n");
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "-m", "Start");
  return { repository, content };
}

test.runIf(hasLfs)(`files of git-lfs are whole in check workspaces, again and again${whyNoLfs}`, async () => {
  const { repository, content } = aRepositoryWithLfs();
  const command = ["sh", "-c", `test "$(wc -c < one.big)" -eq ${content.length} && echo spoiled > one.big`];
  const { check } = aStory(repository, { commands: { test: { command, timeoutMs: null } } });
  for (let n = 0; n < 3; n += 1)
    expect(await check(otherTree(repository))).toMatchObject({ verdict: "passed", evidence: "" });
});

test.runIf(hasLfs)(
  `one that the person does not have is a pointer, is named, and is whole once they do${whyNoLfs}`,
  async () => {
    const { repository, content } = aRepositoryWithLfs();
    const asked: string[] = [];
    const server = await aServer(asked);
    put(repository, ".lfsconfig", `[lfs]\n\turl = ${server}\n`);
    git(repository, "add", ".lfsconfig");
    git(repository, "commit", "--quiet", "-m", "A server");
    const [objects, away] = [join(repository, ".git/lfs/objects"), join(repository, ".git/lfs/away")];
    renameSync(objects, away);
    mkdirSync(objects);
    const command = ["sh", "-c", `test "$(wc -c < one.big)" -eq ${content.length}`];
    const { check } = aStory(repository, { commands: { test: { command, timeoutMs: null } } });
    const red = await check(otherTree(repository));
    expect(red).toMatchObject({ verdict: "failed" });
    expect(red.evidence).toMatch(/only the pointers are there for one\.big/);
    expect(asked).toEqual([]);
    rmSync(objects, { recursive: true });
    renameSync(away, objects);
    expect(await check(otherTree(repository))).toMatchObject({ verdict: "passed", evidence: "" });
  },
);

function put(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function aServer(asked: string[]): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
}
