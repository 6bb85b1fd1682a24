import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { CheckResult } from "../../../domain/checks/check.ts";
import { candidateId, changeId, type TreeSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { createRedactor } from "../../../lib/text/redact.ts";
import { aForge, type AForge } from "../testing/a-forge.ts";
import { aFolder } from "../testing/a-repository.ts";
import { checkOptions, runScript } from "../testing/check-options.ts";
import { aChange, buildLandRequest, createKey, publishChange, takeValue } from "../testing/deeds.ts";
import { createCheckSlots } from "./run/check-slots.ts";

const checked = (code: string, timeoutMs: number | null = null) => ({ command: runScript(code), timeoutMs });
const fs = `const fs = require("node:fs");`;

async function aTree({ repository }: AForge, files: Record<string, string> = {}): Promise<TreeSha> {
  return repository.tree(await repository.commit({ files: { "n.txt": createKey(), ...files } }));
}

const ofTree = (tree: TreeSha): CheckSubject => ({ kind: "change", change: changeId(createKey()), tree });

async function check(
  at: AForge,
  of: CheckSubject,
  names = ["test"],
  runId = createKey(),
): Promise<readonly CheckResult[]> {
  return takeValue(await at.forge.checks.run({ runId, project: at.options.project, of, names }));
}

async function checkOne(at: AForge, tree: TreeSha): Promise<CheckResult> {
  const [result] = await check(at, ofTree(tree));
  if (result === undefined) throw new Error("no result");
  return result;
}

/** Waits for what a program does beside us. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); await pause(5)) if (Date.now() > end) throw new Error("it never came");
}

test("a check sees exactly its tree: nothing is left of the last one, tracked, ignored or in a nested repository", async () => {
  const code = `${fs} console.log(fs.readdirSync(".").sort().join(" "));
    if (fs.readFileSync("a.txt", "utf8") !== "a") process.exit(3);
    fs.mkdirSync("sub/.git", { recursive: true }); fs.writeFileSync("sub/.git/HEAD", "x");
    fs.writeFileSync("left.txt", ""); fs.writeFileSync("ignored.log", ""); fs.rmSync("a.txt"); fs.mkdirSync("a.txt");
    fs.writeFileSync("a.txt/inside", ""); fs.rmSync("dir", { recursive: true }); fs.symlinkSync("/", "dir");
    if (fs.existsSync("fail")) process.exit(1);`;
  const files = { "a.txt": "a", "dir/b.txt": "b", ".gitignore": "*.log\n" };
  const at = await aForge({ files, checks: { settings: { commands: { test: checked(code) } } } });
  expect((await checkOne(at, await aTree(at))).verdict).toBe("passed");
  const red = await checkOne(at, await aTree(at, { fail: "" }));
  expect(red.verdict).toBe("failed");
  expect(red.evidence).toContain(".git .gitignore a.txt dir fail n.txt");
});

test("folders nested deeper than a path can say keep no later check of the workspace from starting", async () => {
  const code = `${fs} const start = process.cwd(); const name = "x".repeat(200);
    for (const folder of [process.env.TMPDIR, start, start + "/.git"]) {
      process.chdir(folder); for (let n = 0; n < 30; n += 1) { fs.mkdirSync(name); process.chdir(name); }
    }`;
  const at = await aForge({ checks: { settings: { commands: { test: checked(code) } } } });
  for (let n = 0; n < 2; n += 1) expect((await checkOne(at, await aTree(at))).verdict).toBe("passed");
  expect(readdirSync(at.options.checks.folder).filter((name) => /^\d+$/.test(name))).toEqual(["0"]);
});

test("git works in a check: its head has the tree, the base is known, and nothing it does there reaches us", async () => {
  const code = `const git = (...args) => require("node:child_process").execFileSync("git", args, { encoding: "utf8" }).trim();
    const config = git("config", "--default", "none", "--get", "core.fsmonitor");
    if (config !== "none" || git("status", "--porcelain") !== "") process.exit(2);
    if (git("rev-parse", "HEAD^{tree}") !== git("write-tree") || git("diff", "--name-only", "main") !== "n.txt") process.exit(3);
    git("config", "core.fsmonitor", "touch /dev/null"); git("commit", "--allow-empty", "-m", "mine");`;
  const environment = async () => ({
    ...{ PATH: process.env["PATH"] ?? "", GIT_AUTHOR_NAME: "t", GIT_AUTHOR_EMAIL: "t", GIT_COMMITTER_NAME: "t" },
    ...{ GIT_COMMITTER_EMAIL: "t", GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  const at = await aForge({ checks: { environment, settings: { commands: { test: checked(code) } } } });
  for (const _ of [1, 2]) expect((await checkOne(at, await aTree(at))).evidence).toBe("");
});

test("kept folders stay, and set-up runs again only when its files or commands changed", async () => {
  const setUp = runScript(`${fs} fs.mkdirSync("deps", { recursive: true }); fs.appendFileSync("deps/times", "x");`);
  const code = `${fs} console.error("times " + fs.readFileSync("deps/times", "utf8").length); process.exit(1);`;
  const settings = { commands: { test: checked(code) }, cache: ["deps"], setup: [setUp], setupKey: ["deps.lock"] };
  const at = await aForge({ files: { "deps.lock": "1" }, checks: { places: createCheckSlots(() => 1), settings } });
  const times = async (files: Record<string, string> = {}) =>
    /times (\d+)/.exec((await checkOne(at, await aTree(at, files))).evidence)?.[1];
  expect(await times()).toBe("1");
  expect(await times()).toBe("1");
  expect(await times({ "deps.lock": "2" })).toBe("2");
  expect(await times({ "deps.lock": "2" })).toBe("2");
});

test("without kept folders set-up runs before each check", async () => {
  const settings = {
    commands: { test: checked(`${fs} fs.readFileSync("made")`) },
    setup: [runScript(`${fs} fs.writeFileSync("made", "")`)],
  };
  const at = await aForge({ checks: { settings } });
  for (const _ of [1, 2]) expect((await checkOne(at, await aTree(at))).verdict).toBe("passed");
});

test.for([
  {
    what: "a set-up that fails",
    setup: "console.log('no such module'); process.exit(4)",
    verdict: "failed",
    says: "no such module",
  },
  {
    what: "a set-up without network",
    setup: "console.log('getaddrinfo ENOTFOUND x'); process.exit(1)",
    verdict: "infrastructure",
    says: "ENOTFOUND",
  },
] as const)("$what: $verdict", async ({ setup, verdict, says }) => {
  const at = await aForge({ checks: { settings: { commands: { test: checked("0") }, setup: [runScript(setup)] } } });
  const result = await checkOne(at, await aTree(at));
  expect(result.verdict).toBe(verdict);
  expect(result.evidence).toContain(says);
});

test.for([
  {
    what: "an exit code",
    code: "console.log('Error: no'); process.exit(2)",
    verdict: "failed",
    says: /failed with exit code 2\.\n\nError: no/,
  },
  {
    what: "a program that set-up should have installed",
    code: "console.log('sh: 1: xo: not found'); process.exit(127)",
    verdict: "infrastructure",
    says: /did not find the program xo; is `setup` missing\?\n\nsh: 1/,
  },
  { what: "nothing printed", code: "process.exit(1)", verdict: "failed", says: /It printed nothing/ },
  {
    what: "a signal of its own",
    code: "process.kill(process.pid, 'SIGSEGV')",
    verdict: "failed",
    says: /killed by SIGSEGV/,
  },
  {
    what: "killed from outside",
    code: "process.kill(process.pid, 'SIGKILL')",
    verdict: "infrastructure",
    says: /want of memory/,
  },
  {
    what: "no room on the disk",
    code: "console.log('ENOSPC: no space'); process.exit(1)",
    verdict: "infrastructure",
    says: /ENOSPC/,
  },
] as const)("$what: $verdict", async ({ code, verdict, says }) => {
  const at = await aForge({ checks: { settings: { commands: { test: checked(code) } } } });
  const result = await checkOne(at, await aTree(at));
  expect(result.verdict).toBe(verdict);
  expect(result.evidence).toMatch(says);
});

test.for([
  {
    command: ["no-such-program-anywhere"],
    verdict: "infrastructure",
    says: "there is no program no-such-program-anywhere",
  },
  { command: ["./scripts/test"], verdict: "failed", says: "there is no program ./scripts/test" },
  { command: "npm test && npm run lint", verdict: "infrastructure", says: 'holds "&"' },
  { command: [], verdict: "infrastructure", says: "its command is empty" },
] as const)("$command: $verdict", async ({ command, verdict, says }) => {
  const at = await aForge({ checks: { settings: { commands: { test: { command, timeoutMs: null } } } } });
  const result = await checkOne(at, await aTree(at));
  expect(result.verdict).toBe(verdict);
  expect(result.evidence).toContain(says);
});

test("a name that no setting knows blames nobody", async () => {
  const at = await aForge();
  expect(await checkOne(at, await aTree(at))).toMatchObject({
    ...{
      verdict: "infrastructure",
      evidence: "The check was not run: there is no check named test in the configuration.",
    },
  });
});

test("a check that never ends is stopped with everything it started", async () => {
  const child = "setInterval(() => {}, 1000)";
  const code = `${fs} const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]);
    fs.writeFileSync(process.env.TMPDIR + "/../child", String(child.pid)); setInterval(() => {}, 1000);`;
  const at = await aForge({ checks: { settings: { commands: { test: checked(code, 700) } } } });
  const result = await checkOne(at, await aTree(at));
  expect(result).toMatchObject({ verdict: "failed" });
  expect(result.evidence).toContain("did not end within 0.7 seconds and was stopped");
  const pid = Number(readFileSync(join(at.options.checks.folder, "0/child"), "utf8"));
  await until(() => !isAlive(pid));
});

test("what a check starts and leaves behind, outside of its group, ends with it", async () => {
  const code = `${fs} const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"],
    { detached: true, stdio: "ignore" }); fs.writeFileSync(process.env.TMPDIR + "/../child", String(child.pid)); process.exit(0);`;
  const at = await aForge({ checks: { settings: { commands: { test: checked(code) } } } });
  expect((await checkOne(at, await aTree(at))).verdict).toBe("passed");
  expect(isAlive(Number(readFileSync(join(at.options.checks.folder, "0/child"), "utf8")))).toBe(false);
});

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");
}

/** A check that says it began, and waits to be let go. */
function gate(at: { readonly folder: string }) {
  const folder = join(at.folder, "gate");
  mkdirSync(folder, { recursive: true });
  const code = `${fs} const name = fs.readFileSync("n.txt", "utf8"); fs.appendFileSync(${JSON.stringify(folder)} + "/begun", name + ".");
    setInterval(() => { if (fs.existsSync(${JSON.stringify(folder)} + "/open")) process.exit(0); }, 5);`;
  const begun = (): string => (existsSync(join(folder, "begun")) ? readFileSync(join(folder, "begun"), "utf8") : "");
  return {
    ...{ code, begun },
    open: () => writeFileSync(join(folder, "open"), ""),
    close: () => rmSync(join(folder, "open")),
  };
}

async function aGatedForge(max: number) {
  const folder = aFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const barrier = gate({ folder });
  const settings = { commands: { test: checked(barrier.code) } };
  const at = await aForge({ checks: { places: createCheckSlots(() => max), settings } });
  return { at, ...barrier };
}

test("a newer head calls off the older one's run, which answers cancelled, also when asked again", async () => {
  const { at, begun, open } = await aGatedForge(1);
  const change = changeId("shop#7");
  const [old, young] = [await aTree(at, { "n.txt": "old" }), await aTree(at, { "n.txt": "young" })];
  const request = { runId: "run:old", project: at.options.project, names: ["test"] };
  const first = at.forge.checks.run({ ...request, of: { kind: "change", change, tree: old } });
  await until(() => begun() === "old.");
  const second = check(at, { kind: "change", change, tree: young });
  expect(await first).toMatchObject({ ok: false, error: { code: "cancelled" } });
  open();
  expect((await second)[0]?.verdict).toBe("passed");
  expect(begun()).toBe("old.young.");
  const again = await at.again().checks.run({ ...request, of: { kind: "change", change, tree: old } });
  expect(again).toMatchObject({ ok: false, error: { code: "cancelled" } });
});

test("what lands goes first; as many as allowed run at once, and a few more are laid out meanwhile", async () => {
  const { at, begun, open } = await aGatedForge(1);
  const treeOf = (name: string): Promise<TreeSha> => aTree(at, { "n.txt": name });
  const laidOut = (): readonly string[] => {
    const { folder } = at.options.checks;
    const desks = readdirSync(folder).filter((name) => /^\d$/.test(name));
    const files = desks.map((name) => join(folder, name, "tree/n.txt")).filter(existsSync);
    // A file that is there may still be without its text.
    return files.flatMap((file) => readFileSync(file, "utf8") || []).sort();
  };
  const running = [check(at, ofTree(await treeOf("a")))];
  await until(() => begun() === "a.");
  for (const name of ["b", "c", "d"]) running.push(check(at, ofTree(await treeOf(name))));
  await until(() => laidOut().length === 3);
  running.push(check(at, { kind: "candidate", candidate: candidateId("x"), tree: await treeOf("x") }));
  await until(() => laidOut().length === 4);
  expect(laidOut()).toEqual(["a", "b", "c", "x"]);
  expect(begun()).toBe("a.");
  open();
  await Promise.all(running);
  expect(begun()).toMatch(/^a\.x\.[bcd]\.[bcd]\.[bcd]\.$/);
});

test("two who ask for the same tree at once share one run of it", async () => {
  const { at, begun, open } = await aGatedForge(2);
  const tree = await aTree(at, { "n.txt": "t" });
  const both = [check(at, ofTree(tree)), check(at, { kind: "base", project: at.options.project, tree })];
  await until(() => begun() === "t.");
  open();
  expect((await Promise.all(both)).flat().map((result) => result.verdict)).toEqual(["passed", "passed"]);
  expect(begun()).toBe("t.");
});

test("how far a run is can be seen: who runs, who waits in which place, and how long it took before", async () => {
  const { at, begun, open, close } = await aGatedForge(1);
  const treeOf = (name: string): Promise<TreeSha> => aTree(at, { "n.txt": name });
  const { checks } = at.forge;
  const states = (run: string) => checks.progress?.(run).map(({ state }) => state);
  const first = check(at, ofTree(await treeOf("a")), ["test"], "run-a");
  await until(() => begun() === "a.");
  const second = check(at, ofTree(await treeOf("b")), ["test"], "run-b");
  await until(() => states("run-b")?.[0]?.kind === "waits");
  expect([states("run-a"), states("run-b")]).toEqual([
    [{ kind: "runs", forMs: expect.any(Number), expectedMs: null }],
    [{ kind: "waits", place: 1, of: 1 }],
  ]);
  open();
  await Promise.all([first, second]);
  expect([states("run-a"), states("run-b")]).toEqual([[], []]);
  close();
  const third = check(at, ofTree(await treeOf("c")), ["test"], "run-c");
  await until(() => begun() === "a.b.c.");
  const [state] = states("run-c") ?? [];
  expect(state).toMatchObject({ kind: "runs", expectedMs: expect.any(Number) });
  open();
  await third;
});

test("a tree that was green is not run again, whoever asks, unless it is asked for by force; a red one is", async () => {
  const code = `${fs} fs.appendFileSync(process.env.COUNT, "x"); process.exit(Number(fs.readFileSync("code.txt", "utf8")));`;
  const at = await aForge();
  const count = join(at.repository.folder, "count");
  const environment = async () => ({ PATH: process.env["PATH"] ?? "", COUNT: count });
  const settings = { commands: { test: checked(code) } };
  const forge = at.again({ checks: checkOptions(at.repository.folder, { environment, settings }) });
  const run = async (tree: TreeSha) => check({ ...at, forge }, ofTree(tree));
  const [green, red] = [await aTree(at, { "code.txt": "0" }), await aTree(at, { "code.txt": "1" })];
  for (const _ of [1, 2]) await run(green);
  expect(readFileSync(count, "utf8")).toBe("x");
  for (const _ of [1, 2]) await run(red);
  expect(readFileSync(count, "utf8")).toBe("xxx");
  expect(forge.results.ofTree(green)).toMatchObject([{ name: "test", verdict: "passed", isReused: true }]);
  const forced = {
    runId: createKey(),
    project: at.options.project,
    of: ofTree(green),
    names: ["test"],
    isForced: true,
  };
  for (const _ of [1, 2]) takeValue(await forge.checks.run(forced));
  expect(readFileSync(count, "utf8")).toBe("xxxx");
});

test("another command, environment or set-up is another question", async () => {
  const at = await aForge();
  const tree = await aTree(at);
  const verdictWith = async (code: string, more: Record<string, string> = {}) => {
    const environment = async () => ({ PATH: process.env["PATH"] ?? "", ...more });
    const options = checkOptions(at.repository.folder, {
      environment,
      settings: { commands: { test: checked(code) } },
    });
    return (await check({ ...at, forge: at.again({ checks: options }) }, ofTree(tree)))[0]?.verdict;
  };
  const code = "process.exit(process.env.BAD === undefined ? 0 : 1)";
  expect(await verdictWith(code)).toBe("passed");
  expect(await verdictWith(code, { BAD: "1" })).toBe("failed");
  expect(await verdictWith("process.exit(1)")).toBe("failed");
  expect(await verdictWith(code)).toBe("passed");
});

test("every commit that a rebase puts on the branch is checked", async () => {
  const code = `${fs} if (fs.readFileSync("a.txt", "utf8") === "bad") { console.log("Error: bad"); process.exit(1); }`;
  const at = await aForge({ checks: { settings: { commands: { test: checked(code) } } } });
  const bad = await at.repository.commit({ files: { "a.txt": "bad" } });
  const head = await at.repository.commit({ files: { "a.txt": "good" }, parents: [bad] });
  const change = await publishChange(at, { head });
  const verdictBy = async (strategy: "squash" | "rebase") => {
    const { candidate, made } = await buildLandRequest(at, [change], strategy);
    const [result] = await check(at, { kind: "candidate", candidate, tree: made.tree });
    return [result?.verdict, result?.tree === made.tree];
  };
  expect(await verdictBy("squash")).toEqual(["passed", true]);
  expect(await verdictBy("rebase")).toEqual(["failed", true]);
});

test("failing tests are told by name from a report; counts are kept; the agent finds the whole log, without secrets", async () => {
  const xml = `<testsuite><testcase name="adds"/><testcase name="sums"><failure message="3 is not 4, hunter2222"/></testcase></testsuite>`;
  const code = `${fs} fs.mkdirSync("out"); fs.writeFileSync("out/junit.xml", ${JSON.stringify(xml)});
    console.log("token hunter2222 in the log"); process.exit(1);`;
  const redact = createRedactor(["hunter2222"]);
  const at = await aForge({ checks: { redact, settings: { commands: { "unit test": checked(code) } } } });
  const change = await aChange(at, { files: { "a.txt": "a" } });
  const tree = change.head.tree;
  const [result] = await check(at, { kind: "change", change: change.id, tree }, ["unit test"]);
  const log = join(at.repository.folder, "sessions/shop-a/logs/unit_test.log");
  expect(result?.evidence).toContain("\n\n1 test failed:\n\n✗ sums\n  3 is not 4, [redacted]");
  expect(result?.evidence).toContain(`failed with exit code 1. The whole log: ${log}\n\n`);
  expect(readFileSync(log, "utf8")).toBe("token [redacted] in the log\n");
  expect(at.forge.results.ofTree(tree)).toMatchObject([{ testsPassed: 1, testsFailed: 1, hasLog: true }]);
  const pieces = at.forge.results.log(tree, "unit test");
  expect(pieces === null ? [] : await textOf(pieces)).toBe("token [redacted] in the log\n");
});

async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
