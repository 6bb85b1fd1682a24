/**
 * A stranger's first hour: an empty home, a clone of a GitHub repository whose main fails a test and the linter, and
 * claude-code below a prefix of their own. From `ao start` to `ao uninstall`, everything as it is typed, and timed.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openProcessTable } from "../../src/lib/process/process-table.ts";
import { formatTmuxSocket } from "../../src/lib/process/tmux-socket.ts";
import { createClient } from "../../src/protocol/client/create-client.ts";
import type { SessionView } from "../../src/protocol/session/session.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aoAtTerminal } from "../agents/at-terminal.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { endHome } from "../fixtures/end-home.ts";
import { aRepository, git } from "../fixtures/git-repository.ts";

const WITHIN = { timeout: 60_000, interval: 50 };
/** For what is typed, on a machine that is busy with other tests; without them none takes three seconds. */
const ANSWER_WITHIN_MS = 30_000;

/** Two things are wrong on main. What the double of the agent does about each stands where the real one looks, too. */
const FILES = {
  "package.json": JSON.stringify({ name: "shop", scripts: { test: "node --test", lint: "node lint.cjs" } }),
  "add.js": "exports.add = (a, b) => a - b;\n",
  "add.test.js":
    'const { test } = require("node:test");\nconst { equal } = require("node:assert");\n' +
    'test("adds", () => equal(require("./add.js").add(1, 2), 3));\n',
  "price.js": "var price = 1;\nexports.price = price;\n",
  "lint.cjs":
    'const { readFileSync } = require("node:fs");\n' +
    'if (!/^var /m.test(readFileSync("price.js", "utf8"))) process.exit(0);\n' +
    'console.log("price.js:1:1  error  Unexpected var, use const  no-var");\nprocess.exit(1);\n',
  "CLAUDE.md":
    "# no-var\n@sh sed -i s/^var/const/ price.js && git commit -qam 'Use const'\n@say It is a const now.\n" +
    "# adds\n@sh sed -i 's/a - b/a + b/' add.js && git commit -qam 'Add instead of subtracting'\n@say It adds now.\n",
};

test("from `ao start` to `ao uninstall` in a stranger's own repository", async () => {
  const { type, took, ao, home, personHome, repository, until, untilMayLand, left } = aStranger();

  const beganMs = performance.now();
  const started = await type("start", "--no-open", "--port", "0");
  expect(started.code, started.stderr).toBe(0);
  const config = readFileSync(join(repository, "agent-orchestrator.yaml"), "utf8");
  expect(config).toMatch(/^ *# repo: acme\/shop/m);
  expect(config).toContain("agent: claude-code");

  const doctor = await type("doctor", "--json");
  expect(doctor.code, doctor.stdout).toBe(0);
  expect(doctor.stdout).toContain("claude-code");

  const triaged = await type("triage", "--start", "--json");
  expect(triaged.code, triaged.stderr).toBe(0);
  const { groups } = JSON.parse(triaged.stdout) as { readonly groups: readonly Record<string, unknown>[] };
  expect(groups.map(({ check }) => check)).toEqual(["test", "lint"]);
  const ids = groups.map(({ session }) => String(session));
  for (const id of ids) await until(id, ({ turn, turns, change }) => turn === null && turns > 0 && change !== null);

  const [first = ""] = ids;
  const terminal = aoAtTerminal({ home, personHome }, "attach", first);
  await terminal.sees("conversation ");
  terminal.types("hello\r");
  await terminal.sees("you said hello");
  terminal.leaves();
  await terminal.ended;
  await until(first, ({ hold, turn }) => hold === null && turn === null);

  for (const id of ids) expect(await type("review", id, "--approve")).toMatchObject({ code: 0 });
  for (const id of ids) {
    await untilMayLand(id);
    const merged = await type("merge", id);
    expect(merged.code, merged.stderr + merged.stdout).toBe(0);
  }
  for (const id of ids) await until(id, ({ phase }) => phase === "ended");
  const again = await type("triage", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ groups: [] });
  expect(git(repository, "log", "--format=%an", "-2")).toMatch(/^Agent .*\nAgent /);
  expect(readFileSync(join(repository, "add.js"), "utf8")).toContain("a + b");
  expect(readFileSync(join(repository, "price.js"), "utf8")).toContain("const price");

  const landedMs = Math.round(performance.now() - beganMs);

  expect(await left()).not.toEqual([]);
  expect(await type("stop")).toMatchObject({ code: 0 });
  expect(ao.place()).toBeNull();
  const removed = await type("uninstall", "--yes");
  expect(removed.code, removed.stderr).toBe(0);
  expect(existsSync(join(home, "state.db"))).toBe(false);
  expect(await left()).toEqual([]);

  const slow = took.filter(({ ms }) => ms > ANSWER_WITHIN_MS);
  expect(slow).toEqual([]);
  process.stdout.write(
    `first hour: main is green after ${landedMs} ms; ${took.map(({ typed, ms }) => `${typed} ${ms} ms`).join(", ")}\n`,
  );
}, 300_000);

function aStranger() {
  const folder = aFolder();
  const personHome = join(folder, "person");
  const home = join(personHome, ".agent-orchestrator");
  const repository = clone(folder);
  const bin = installDouble(personHome);
  const env = {
    HOME: personHome,
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    ANTHROPIC_API_KEY: "test-key",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  const ao = new Ao(home, env);
  onTestFinished(() => endHome(home));
  const took: { readonly typed: string; readonly ms: number }[] = [];
  const type = async (...args: readonly string[]) => {
    const beganMs = performance.now();
    const said = await ao.run(repository, ...args);
    took.push({ typed: `ao ${args[0]}`, ms: Math.round(performance.now() - beganMs) });
    return said;
  };
  const client = createClient({
    url: () => `http://127.0.0.1:${ao.place()?.port ?? 0}`,
    token: () => readFileSync(join(home, "token"), "utf8").trim(),
  });
  const until = async (id: string, holds: (session: SessionView) => boolean): Promise<void> => {
    await expect
      .poll(async () => {
        const session = await client.session({ id });
        return holds(session) ? "there" : session;
      }, WITHIN)
      .toBe("there");
  };
  /** Checked, approved, and left to the person by the default autonomy. */
  const untilMayLand = async (id: string): Promise<void> => {
    const refusals = async (): Promise<readonly string[]> => {
      const { reasons } = await client.change({ id, projectId: "shop" });
      // What main fails, too, holds nothing back.
      const held = reasons.filter(({ ok, text }) => ok !== true && !text.endsWith("fails on main, too"));
      return held.map(({ text }) => text);
    };
    await expect.poll(refusals, WITHIN).toEqual([expect.stringContaining("a person lands it")]);
  };
  /** What still runs with anything of the stranger's among its words. */
  const left = async (): Promise<readonly string[]> => {
    const all = (await openProcessTable().all()).map(({ args }) => args().join(" "));
    return all.filter((words) => words.includes(folder) || words.includes(formatTmuxSocket(home)));
  };
  return { type, took, ao, home, personHome, repository, until, untilMayLand, left };
}

function clone(folder: string): string {
  const source = aRepository({ files: FILES });
  const repository = join(folder, "shop");
  git(folder, "clone", "--quiet", source, repository);
  git(repository, "remote", "set-url", "origin", "https://github.com/acme/shop.git");
  git(repository, "config", "user.name", "Ada");
  git(repository, "config", "user.email", "ada@example.com");
  return repository;
}

/** As `npm install -g` does below a prefix of one's own. */
function installDouble(person: string): string {
  const [bin, lib] = [join(person, ".npm-global/bin"), join(person, ".npm-global/lib/node_modules/claude-code")];
  for (const path of [bin, lib]) mkdirSync(path, { recursive: true });
  const double = join(import.meta.dirname, "../agents/fakes/claude.ts");
  const version = 'case "$1" in --version) echo "2.1.325 (Claude Code)"; exit;; esac\n';
  writeFileSync(join(lib, "cli.sh"), `#!/bin/sh\n${version}exec '${process.execPath}' '${double}' "$@"\n`);
  chmodSync(join(lib, "cli.sh"), 0o755);
  symlinkSync("../lib/node_modules/claude-code/cli.sh", join(bin, "claude"));
  return bin;
}
