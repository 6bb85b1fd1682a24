/** `ao demo` as a person types it, and everything it says read again from the repository and the event log. */
import { existsSync, openSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openProcessTable } from "../../src/lib/process/process-table.ts";
import { attend } from "../../src/lib/run.ts";
import { findUsableTmux } from "../../src/plugins/runtime/tmux/usable-tmux.ts";
import type { DemoOutcome } from "../../src/cli/demo/outcome.ts";
import type { StatusView } from "../../src/protocol/session/status.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { canaryEnvironment } from "../canary/canary.ts";
import { Ao, cli } from "../fixtures/ao-cli.ts";
import { endHome } from "../fixtures/end-home.ts";
import { git } from "../fixtures/git-repository.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
const hasTmux = (await findUsableTmux()).ok;

const signs = {
  ciFixed: "failing checks: fixed, the checks pass",
  reviewAddressed: "review: resolved",
  conflictResolved: "merge conflict: resolved, it merges again",
  flakyRerun: "failing checks: passed on the re-run",
  stuckEscalated: "no sign of the agent: raised",
} as const;

test.each([
  { runtime: "process", seed: 1, keep: ["--keep"], runs: true },
  { runtime: "tmux", seed: 2, keep: [], runs: isLong && hasTmux },
  { runtime: "process", seed: 3, keep: [], runs: isLong },
])(
  "the demo on $runtime with seed $seed lands everything, and its words can be checked",
  async ({ runtime, seed, keep, runs }) => {
    if (!runs) return;
    const ao = new Ao();
    const said = await ao.run(aFolder(), "demo", "--json", "--runtime", runtime, "--seed", String(seed), ...keep);
    expect(said.code, said.stderr.slice(-3_000)).toBe(0);
    const outcome = JSON.parse(said.stdout) as DemoOutcome;
    onTestFinished(() => rmSync(join(outcome.home, ".."), { recursive: true, force: true }));
    const { ok, issues, landed, mainGreen, reactions, repo, home } = outcome;
    expect({ ok, issues, landed, mainGreen }).toEqual({ ok: true, issues: 8, landed: 8, mainGreen: true });
    expect(existsSync(join(ao.home, "state.db")), "nothing of the person's was touched").toBe(false);

    const commits = git(repo, "rev-list", "--first-parent", "main").split("\n");
    expect(commits.length - 1).toBe(landed);
    expect(git(repo, "ls-tree", "--name-only", "main").split("\n")).not.toContain("backlog");
    expect(git(repo, "for-each-ref", "--format=%(refname)", "refs/heads")).toBe("refs/heads/main");

    const again = new Ao(realpathSync(home));
    expect(again.place() !== null, "the daemon stays only when it is kept").toBe(keep.length > 0);
    const log = await again.run(repo, "events", "--json");
    const events = log.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { why: string[]; kind: string });
    for (const [name, sign] of Object.entries(signs)) {
      const seen = events.filter(({ why }) => why.includes(sign)).length;
      expect(seen, name).toBe(reactions[name as keyof typeof signs]);
      expect(seen, name).toBeGreaterThan(0);
    }
  },
  400_000,
);

test("whoever leaves in the middle leaves nothing behind: no process, no folder", async () => {
  const tmp = realpathSync(aFolder());
  const own = { HOME: tmp, TMPDIR: tmp, AO_HOME: join(tmp, "home"), LANG: "C.UTF-8" };
  const env = { PATH: process.env["PATH"], ...own, ...canaryEnvironment() };
  const said = openSync(join(tmp, "said"), "w");
  const program = { program: process.execPath, args: [cli, "demo"], cwd: tmp, env, stdout: said, stderr: said };
  const child = await attend(program);
  if (!child.ok) throw child.error;
  onTestFinished(() => child.signal("SIGKILL"));
  const processes = async (): Promise<readonly string[]> =>
    (await openProcessTable().all())
      .map((one) => one.args().join(" "))
      .filter((words) => words.includes("holder-") && words.includes(`${tmp}/ao-demo-`));
  await expect.poll(async () => (await processes()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  child.signal("SIGINT");
  expect((await child.ended).code, readFileSync(join(tmp, "said"), "utf8")).toBe(1);
  expect(readFileSync(join(tmp, "said"), "utf8")).toContain("the demo was stopped before its end");
  expect(await processes()).toEqual([]);
  expect(readdirSync(tmp).filter((name) => name.startsWith("ao-demo-"))).toEqual([]);
});

test.runIf(isLong)(
  "by hand the person answers, reviews, restarts and lands, by the verbs that the list names",
  async () => {
    const said = await new Ao().run(aFolder(), "demo", "--by-hand", "--json", "--seed", "4");
    expect(said.code, said.stderr.slice(-3_000)).toBe(0);
    const { repo, home } = JSON.parse(said.stdout) as Pick<DemoOutcome, "repo" | "home">;
    onTestFinished(() => rmSync(join(home, ".."), { recursive: true, force: true }));
    onTestFinished(() => endHome(home));
    const ao = new Ao(realpathSync(home));
    const typed = async (...args: readonly string[]): Promise<string> => {
      const answer = await ao.run(repo, ...args);
      expect(answer.code, `ao ${args.join(" ")}: ${answer.stderr}`).toBe(0);
      return answer.stdout;
    };
    const deeds = new Set<string>();
    for (const endMs = Date.now() + 240_000; ;) {
      const sessions = JSON.parse(await typed("list", "--all", "--json")) as readonly StatusView[];
      if (sessions.length === 8 && sessions.every(({ change }) => change?.state === "landed")) break;
      expect(Date.now(), JSON.stringify(sessions.map(({ id, attention }) => [id, attention]))).toBeLessThan(endMs);
      for (const { id, attention } of sessions.filter((one) => one.attention.column === "needs_you")) {
        const [verb = "", ...rest] = deedFor(attention.code);
        deeds.add(verb);
        await typed(verb, id, ...rest);
      }
    }
    expect([...deeds].toSorted()).toEqual(["answer", "merge", "restart", "review"]);
    expect(git(repo, "rev-list", "--first-parent", "--count", "main")).toBe("9");
    await typed("stop");
    expect(ao.place()).toBe(null);
  },
  400_000,
);

function deedFor(code: string): readonly string[] {
  if (code === "stuck") return ["restart"];
  if (code === "asks") return ["answer", "yes"];
  return code.includes("review") ? ["review", "--approve"] : ["merge"];
}
