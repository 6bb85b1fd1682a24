/** Checks that are about some files alone, and checks that compare a change with its base. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CheckResult } from "../../../domain/checks/check.ts";
import { candidateId, commitSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { aForge, type AForge } from "../testing/a-forge.ts";
import { checkOptions, runScript } from "../testing/check-options.ts";
import { aChange, buildForTest, createKey, publishChange, takeValue } from "../testing/deeds.ts";

const ok = { command: runScript("0"), timeoutMs: null };

async function run(at: AForge, of: CheckSubject, isForced = false): Promise<readonly CheckResult[]> {
  const names = Object.keys(at.options.checks.settings().commands);
  return takeValue(await at.forge.checks.run({ runId: createKey(), project: at.options.project, of, names, isForced }));
}

const said = (results: readonly CheckResult[]) =>
  Object.fromEntries(results.map(({ name, verdict, notNeeded }) => [name, notNeeded ?? verdict]));

const changeAt = async (at: AForge, files: Record<string, string>, name = "a") => {
  const { id, head } = await aChange(at, { files, name });
  return { id, head, of: { kind: "change", change: id, tree: head.tree } as const };
};

const withPaths = () =>
  aForge({
    files: { "web/page.js": "1", "api/main.go": "1" },
    checks: { settings: { commands: { all: ok, web: { ...ok, paths: ["web/**"] } } } },
  });
const left = { all: "passed", web: "not needed: no file in web/** changed" };

test("a check is left out of a change that touches none of its files, and runs when a person asks", async () => {
  const at = await withPaths();
  const { of } = await changeAt(at, { "api/main.go": "2" });
  expect(said(await run(at, of))).toEqual(left);
  expect(said(await run(at, of, true))).toEqual({ all: "passed", web: "passed" });
  expect(said(await run(at, of))).toEqual({ all: "passed", web: "passed" });
});

test("a check runs for a change that touches one of its files, and for one that moves a file away", async () => {
  const at = await withPaths();
  const { of } = await changeAt(at, { "web/new.js": "2" });
  expect(said(await run(at, of))).toEqual({ all: "passed", web: "passed" });
  const moved = await at.repository.commit({ files: { "page.js": "1", "web/page.js": null } });
  const tree = await at.repository.tree(moved);
  const { id } = await publishChange(at, { head: moved, name: "moved" });
  expect(said(await run(at, { kind: "change", change: id, tree }))).toEqual({ all: "passed", web: "passed" });
});

test("what others changed on the base since does not count as the change's own", async () => {
  const at = await withPaths();
  const { of } = await changeAt(at, { "api/main.go": "2" });
  at.repository.write("web/page.js", "9");
  await at.repository.git("commit", "--quiet", "--all", "-m", "Mine");
  expect(said(await run(at, of))).toEqual(left);
});

test("the base itself is always checked whole", async () => {
  const at = await withPaths();
  const tree = await at.repository.tree("main");
  expect(said(await run(at, { kind: "base", project: at.options.project, tree }))).toEqual({
    all: "passed",
    web: "passed",
  });
});

test("a candidate is compared with the base that it was built on", async () => {
  const at = await withPaths();
  const { id, head } = await changeAt(at, { "api/main.go": "2" });
  const onto = commitSha(await at.repository.git("rev-parse", "main"));
  const candidate = candidateId("k1");
  const changes = [{ id, head: head.commit }];
  const built = takeValue(
    await at.forge.scm.buildCandidate({ candidate, base: "main", onto, changes, strategy: "squash" }),
  );
  if (built.kind !== "built") throw new Error(built.kind);
  expect(said(await run(at, { kind: "candidate", candidate, tree: built.made.tree }))).toEqual(left);
});

test("a check that compares sees the commit of the base, with enough history, and others do not", async () => {
  const code = `const git = (...args) => require("node:child_process").execFileSync("git", args, { encoding: "utf8" }).trim();
    const sha = process.env.AO_BASE_SHA;
    const seen = [process.env.AO_BASE, git("diff", "--name-only", sha), git("log", "--format=%s", sha + "..HEAD").length > 0,
      git("merge-base", sha, "HEAD") === sha];
    console.log(seen.join(" ")); process.exit(1);`;
  const compared = { command: runScript(code), timeoutMs: null, compareWithBase: true };
  const plain = { command: runScript("process.exit(process.env.AO_BASE_SHA === undefined ? 0 : 1)"), timeoutMs: null };
  const at = await aForge({ files: { "a.txt": "1" }, checks: { settings: { commands: { compared, plain } } } });
  const { of } = await changeAt(at, { "b.txt": "2" });
  const [first, second] = await run(at, of);
  expect(first?.evidence).toContain("main b.txt true true");
  expect(second?.verdict).toBe("passed");
});

test("a check that compares is asked again when its tree is compared with another commit", async () => {
  const code = `require("node:fs").appendFileSync(process.env.TIMES, "x");`;
  const at = await aForge({ files: { "a.txt": "1" } });
  const times = `${at.repository.folder}/times`;
  const commands = { test: { command: runScript(code), timeoutMs: null, compareWithBase: true } };
  const environment = async () => ({ PATH: process.env["PATH"] ?? "", TIMES: times });
  const forge = at.again({ checks: checkOptions(at.repository.folder, { environment, settings: { commands } }) });
  const { of } = await changeAt({ ...at, forge }, { "b.txt": "2" });
  const base = { kind: "base", project: at.options.project, tree: of.tree } as const;
  const ask = async (subject: CheckSubject) =>
    takeValue(
      await forge.checks.run({ runId: createKey(), project: at.options.project, of: subject, names: ["test"] }),
    );
  for (const subject of [of, of, base, base]) await ask(subject);
  expect(readFileSync(times, "utf8")).toBe("xx");
});

test.each<[string, Record<string, string>, readonly string[]]>([
  ["says how files are laid out", { ".gitattributes": "* text eol=crlf\n" }, ["web/*.js"]],
  ["says so of a folder with some of its files", { "web/.gitattributes": "*.js ident\n" }, ["web/*.js"]],
  ["says where submodules come from", { ".gitmodules": "" }, ["web/*.js"]],
  ["differs in case alone, which is the same file elsewhere", { "Web/page.JS": "2" }, ["web/*.js"]],
])("a check runs for a change of a file that %s", async (_, files, paths) => {
  const at = await aForge({
    files: { "web/page.js": "1", "api/main.go": "1" },
    checks: { settings: { commands: { web: { ...ok, paths } } } },
  });
  const { of } = await changeAt(at, files);
  expect(said(await run(at, of))).toEqual({ web: "passed" });
});

test("attributes of another folder do not make a check run", async () => {
  const at = await withPaths();
  const { of } = await changeAt(at, { "api/.gitattributes": "*.go text\n" });
  expect(said(await run(at, of))).toEqual(left);
});

test.each(["160000", "120000"])("a check runs for a change of what its files lie in, mode %s", async (mode) => {
  const at = await aForge({
    files: { "api/main.go": "1" },
    checks: { settings: { commands: { web: { ...ok, paths: ["web/lib/**/*.js"] } } } },
  });
  const { git } = at.repository;
  const [one, two] = await Promise.all(["main", "main~0^{tree}"].map((name) => git("rev-parse", name)));
  const target = mode === "160000" ? one : await git("rev-parse", "main:api/main.go");
  await git("update-index", "--add", "--cacheinfo", `${mode},${target ?? ""},web/lib`);
  const tree = await git("write-tree");
  await git("read-tree", two ?? "");
  const head = commitSha(await git("commit-tree", "-p", "main", "-m", "Moved", tree));
  const { id, head: made } = await publishChange(at, { head, name: "moved" });
  expect(said(await run(at, { kind: "change", change: id, tree: made.tree }))).toEqual({ web: "passed" });
});

test("a check that compares never sees another commit with its tree, whose history is another", async () => {
  const code = `const git = (...args) => require("node:child_process").execFileSync("git", args, { encoding: "utf8" }).trim();
    const sha = process.env.AO_BASE_SHA;
    process.exit(git("merge-base", sha, "HEAD") === sha ? 0 : 1);`;
  const compared = { command: runScript(code), timeoutMs: null, compareWithBase: true };
  const at = await aForge({ files: { "a.txt": "old" }, checks: { settings: { commands: { compared } } } });
  // Built on the old base, and never landed.
  const first = await changeAt(at, { "b.txt": "1" });
  const early = await buildForTest(at, [await takeValue(await at.forge.scm.read(first.id))]);
  at.repository.write("a.txt", "new");
  await at.repository.git("commit", "--quiet", "--all", "-m", "Mine");
  // The very same tree once more, which takes back what has landed since.
  const head = await at.repository.commit({ files: { "a.txt": "old", "b.txt": "1" } });
  const second = await publishChange(at, { head, name: "second" });
  const { answer, request } = await buildForTest(at, [second]);
  if (answer.kind !== "built" || early.answer.kind !== "built") throw new Error(answer.kind);
  expect(answer.made.tree).toBe(early.answer.made.tree);
  const of = { kind: "candidate", candidate: request.candidate, tree: answer.made.tree } as const;
  expect(said(await run(at, of))).toEqual({ compared: "passed" });
});
