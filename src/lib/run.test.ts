import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { launch, runProgram, type OutputPiece, type RunOptions } from "./run.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ao run "));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const js = (code: string, options: Partial<RunOptions> = {}) =>
  runProgram({ program: process.execPath, args: ["-e", code], timeoutMs: 30_000, ...options });

test("output, errors and the exit code come back", async () => {
  const result = await js(`console.log("out"); console.error("err"); process.exitCode = 3`);
  expect(result).toEqual({ ok: true, code: 3, stdout: "out\n", stderr: "err\n" });
});

test("arguments reach the program as they are, whatever a shell would make of them", async () => {
  const args = ["$HOME", "a b", "; rm -rf x", "*", '"', ""];
  const result = await runProgram({
    program: process.execPath,
    args: ["-e", "process.stdout.write(JSON.stringify(process.argv.slice(1)))", "--", ...args],
    timeoutMs: 30_000,
  });
  expect(JSON.parse(result.stdout)).toEqual(args);
});

test("the folder and the whole environment are the caller's", async () => {
  const result = await js(`console.log(process.cwd(), Object.keys(process.env).join())`, {
    cwd: folder,
    env: { ONLY: "1" },
  });
  expect(result.stdout).toBe(`${folder} ONLY\n`);
});

test("input is written to stdin and stdin is closed", async () => {
  const result = await js(`process.stdin.pipe(process.stdout)`, { input: "grüße" });
  expect(result).toMatchObject({ ok: true, code: 0, stdout: "grüße" });
});

test("a program that does not read its input is not a failure", async () => {
  const result = await js(`process.exit(0)`, { input: "x".repeat(4_000_000) });
  expect(result).toMatchObject({ ok: true, code: 0 });
});

test("a stream is given as it comes, whole, and no faster than the program reads it", async () => {
  const piece = Buffer.alloc(1024 * 1024, "x");
  let given = 0;
  async function* pieces() {
    for (; given < 8; given += 1) yield piece;
  }
  const counted = await runProgram({ program: "sh", args: ["-c", "wc -c"], input: pieces(), timeoutMs: 30_000 });
  expect(counted).toMatchObject({ ok: true, code: 0, stdout: expect.stringContaining(String(8 * piece.length)) });
  given = 0;
  const unread = await runProgram({ program: "sh", args: ["-c", "sleep 0.3"], input: pieces(), timeoutMs: 30_000 });
  expect(unread).toMatchObject({ ok: true, code: 0 });
  expect(given).toBeLessThan(8);
});

test("a stream that fails ends the program, which must not take half of it for all", async () => {
  async function* half() {
    yield Buffer.from("half");
    throw new Error("the connection broke");
  }
  const result = await runProgram({ program: "sh", args: ["-c", "cat; echo whole"], input: half(), timeoutMs: 30_000 });
  expect(result).toMatchObject({ ok: false, reason: "aborted" });
  expect(result.stdout).not.toContain("whole");
});

test("a missing program, a missing folder and a file that cannot run are told apart", async () => {
  const text = join(folder, "text");
  writeFileSync(text, "not a program", { mode: 0o644 });
  const absent = await runProgram({ program: "no-such-program", args: [], timeoutMs: 1_000 });
  const nowhere = await js("", { cwd: join(folder, "gone") });
  const unusable = await runProgram({ program: text, args: [], timeoutMs: 1_000 });
  const forbidden = await runProgram({ program: process.execPath, args: ["a\0b"], timeoutMs: 1_000 });
  expect([absent, nowhere, unusable, forbidden].map((result) => !result.ok && result.reason)).toEqual([
    "not_found",
    "no_such_folder",
    "not_startable",
    "not_startable",
  ]);
});

test("at the time limit the program ends together with what it started", async () => {
  const result = await js(nested(`process.on("SIGTERM", () => {})`), { timeoutMs: 4_000 });
  expect(result).toMatchObject({ ok: false, reason: "timeout" });
  await expectGone(Number(result.stdout));
});

test("an abort ends it, and one given beforehand starts nothing", async () => {
  const controller = new AbortController();
  const onOutput = (): void => controller.abort();
  const result = await js(`console.log("here"); setInterval(() => {}, 1000)`, { signal: controller.signal, onOutput });
  expect(result).toMatchObject({ ok: false, reason: "aborted" });
  expect(await js(`console.log("never")`, { signal: controller.signal })).toMatchObject({
    reason: "aborted",
    stdout: "",
  });
});

test("output beyond the limit ends the program and is cut at the limit", async () => {
  const result = await js(`setInterval(() => process.stdout.write("x".repeat(50_000)), 1)`, {
    maxOutputBytes: 100_000,
  });
  expect(result).toMatchObject({ ok: false, reason: "output_limit" });
  expect(result.stdout.length).toBe(100_000);
});

test("output that exactly fills the limit is no offence", async () => {
  expect(await js(`process.stdout.write("12345")`, { maxOutputBytes: 5 })).toMatchObject({ ok: true, stdout: "12345" });
});

test("a program killed by somebody else is told from one that ended", async () => {
  const result = await js(`process.kill(process.pid, "SIGKILL")`);
  expect(result).toMatchObject({ ok: false, reason: "killed", signal: "SIGKILL" });
});

test("pieces are handed on as they come, and not kept", async () => {
  const pieces: OutputPiece[] = [];
  const result = await js(`console.log("a"); console.error("b")`, { onOutput: (piece) => pieces.push(piece) });
  expect(result).toMatchObject({ ok: true, stdout: "", stderr: "" });
  const told = pieces.map((piece) => `${piece.stream}:${Buffer.from(piece.bytes).toString()}`);
  expect(told.toSorted()).toEqual(["stderr:b\n", "stdout:a\n"]);
});

test("a child left behind with our pipes is ended and does not hold up the result", async () => {
  const result = await js(nested("", "parent.unref(); parent.stdout.unref()"));
  expect(result).toMatchObject({ ok: true, code: 0 });
  await expectGone(Number(result.stdout));
});

test("a launched program writes to its file and is not waited for", async () => {
  const log = join(folder, "log");
  const file = openSync(log, "w");
  const launched = await launch({
    program: process.execPath,
    args: ["-e", "console.log(process.pid)"],
    stdout: file,
    stderr: "ignore",
  });
  await expect.poll(() => readFileSync(log, "utf8")).toBe(`${launched.ok && launched.pid}\n`);
  expect(await launch({ program: "no-such-program", args: [], stdout: "ignore", stderr: "ignore" })).toMatchObject({
    ok: false,
    reason: "not_found",
  });
});

/** A program that starts a second one, prints its pid and then does what it is told; the second lives until killed. */
function nested(secondDoes: string, firstDoes = "setInterval(() => {}, 1000)"): string {
  const second = `${secondDoes}; console.log(process.pid); setInterval(() => {}, 1000)`;
  return `
    const { spawn } = require("node:child_process");
    const parent = spawn(process.execPath, ["-e", ${JSON.stringify(second)}], { stdio: ["ignore", "pipe", "inherit"] });
    parent.stdout.once("data", (pid) => { process.stdout.write(pid); ${firstDoes} });`;
}

async function expectGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid)).toBe(false);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== "linux") return true;
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/ESRCH|ENOENT/) });
    return false;
  }
}
