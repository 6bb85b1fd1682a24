/**
 * What others do while work is under way: an agent that wants to pass without having earned it, a check that never ends, a
 * person who rewrites and deletes. Nothing lands that should not, nothing hangs, nothing of theirs is lost.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionView } from "../../src/protocol/session/session.ts";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { program } from "../fixtures/programs.ts";
import { aStage, type Settings, type Stage } from "./stage.ts";

const sandbox = await bubblewrapForTests();
const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;
const hasLanded = ({ change }: SessionView): boolean => change?.state === "landed";
const adds = (file: string) => [{ write: { [file]: "work\n" } }, { commit: `Add ${file}` }];

const lands: Settings = {
  sandbox: "none",
  file: { policy: { preset: "hands-off" }, orchestrator: { max_parallel_agents: 4, auto_assign: false } },
  reactions: { "approved-and-green": { auto: true, action: "merge" } },
};

/** Each run of the check waits at a gate of its own: `stopped(n)` says whether the nth has come, `open(n)` lets it through. */
async function aGatedStage() {
  const stage: Stage = await aStage({
    ...lands,
    prepare: async (repository, git) => {
      const gate = join(repository, "../gate");
      const check = `#!/bin/sh
        [ -e work.txt ] || exit 0
        n=1; while ! mkdir '${gate}.'$n 2>/dev/null; do n=$((n + 1)); done
        while [ ! -e '${gate}.open' ] && [ ! -e '${gate}.open.'$n ]; do sleep 0.05; done\n`;
      writeFileSync(join(repository, "check.sh"), check);
      await git("add", "check.sh");
      await git("commit", "-q", "-m", "Check it");
    },
    project: { checks: { test: ["sh", "./check.sh"] } },
  });
  const gate = join(stage.folder, "gate");
  return {
    stage,
    stopped: (n: number) => expect.poll(() => existsSync(`${gate}.${n}`), { timeout: 20_000 }).toBe(true),
    open: (n: number) => writeFileSync(`${gate}.open.${n}`, ""),
    openAll: () => writeFileSync(`${gate}.open`, ""),
  };
}

test.skipIf(sandbox === null)(
  "an agent that approves its own change is not heard, and the change waits for a person",
  async () => {
    const stage = await aStage({ ...lands, sandbox: "auto", file: { policy: { preset: "balanced", approvals: 1 } } });
    const before = await stage.git("rev-parse", "main");
    const { port } = JSON.parse(readFileSync(join(stage.home, "daemon.json"), "utf8")) as { readonly port: number };
    const cli = program("cli");
    // By the command line, by hand with whatever it finds, and by writing into the forge's own file.
    const tries = `
    AO_HOME='${stage.home}' '${process.execPath}' '${cli}' review sly --approve && echo SUCCESS
    '${process.execPath}' -e 'const token = (() => { try { return require("node:fs").readFileSync("${stage.home}/token", "utf8").trim(); } catch { return ""; } })();
      fetch("http://127.0.0.1:${port}/api/changes/sly/reviews", { method: "POST", body: JSON.stringify({ verdict: "approved" }),
        headers: { "content-type": "application/json", authorization: "Bearer " + token } }).then((answer) => answer.ok && console.log("SUCCESS"), () => {})'
    echo x >> '${stage.home}/projects/app/forge.db'
    exit 0`;
    const parts = {
      start: adds("work.txt"),
      message: [{ run: ["sh", "-c", tries] }, { say: "tried" }],
    };
    const id = await stage.begin("sly", script(parts));
    await stage.until(id, "waits for a person", ({ attention }) => attention.code === "review-you");
    await stage.client.sendMessage({ id, content: "Anything else?" });
    const after = await stage.until(
      id,
      "has tried",
      ({ lastWords, phase }) => phase === "resting" && lastWords.endsWith("tried"),
    );
    expect(after.lastWords).not.toContain("SUCCESS");
    expect(after.changes[0]?.approvals).toEqual([]);
    expect(await stage.git("rev-parse", "main")).toBe(before);
    // Inside, the forge's file is not there: what is written to its place is gone with the program.
    expect(readFileSync(join(stage.home, "projects/app/forge.db")).subarray(-2).toString()).not.toBe("x\n");
    await stage.client.reviewChange({ id: "sly", verdict: "approved" });
    await stage.until(id, "lands with a person's word", hasLanded);
  },
);

test("a check that never ends is ended, told with its last words, and holds up nobody", async () => {
  const check = `[ -e work.txt ] || exit 0; echo "waiting for nobody"; trap "" TERM; sleep 600 & wait; sleep 600`;
  const project = { checks: { test: { command: ["sh", "-c", check], timeout: "1s" } } };
  const stage = await aStage({ ...lands, project });
  const mends = [{ remove: "work.txt" }, { write: { "good.txt": "good\n" } }, { commit: "Mend it" }];
  const slow = await stage.begin("slow", script({ start: adds("work.txt"), "ci-failed": mends }));
  const other = await stage.begin("other", script({ start: adds("other.txt") }));
  await stage.until(other, "lands beside it", hasLanded);
  const after = await stage.until(slow, "lands once it is mended", hasLanded);
  const told = after.messages.find(({ reason }) => reason === "ci-failed");
  expect(told?.text).toMatch(/did not end within 1 seconds/);
  expect(told?.text).toContain("waiting for nobody");
  expect(after.messages.filter(({ reason }) => reason === "ci-failed")).toHaveLength(1);
  expect(await stage.git("ls-tree", "--name-only", "main")).not.toContain("work.txt");
});

test.each(["checked out", "in no worktree"])(
  "a person rewrites the branch, %s, while a candidate is checked: it is made again on what is there now",
  async (where) => {
    const { stage, stopped, open, openAll } = await aGatedStage();
    if (where === "in no worktree") await stage.git("checkout", "-q", "--detach");
    const commit = async (...args: readonly string[]): Promise<void> => {
      await stage.git("commit", "-q", ...args);
      if (where === "in no worktree") await stage.git("update-ref", "refs/heads/main", "HEAD");
    };
    const id = await stage.begin("one", script({ start: adds("work.txt") }));
    await stopped(1);
    writeFileSync(join(stage.repository, "mine.txt"), "mine\n");
    await stage.git("add", "mine.txt");
    await commit("-m", "Mine");
    open(1);
    // The base has moved: now the candidate is checked by itself.
    await stopped(2);
    await commit("--amend", "-m", "Mine, in other words");
    const rewritten = await stage.git("rev-parse", "main");
    openAll();
    await stage.until(id, "landed", hasLanded);
    expect(await stage.git("rev-parse", "main~1")).toBe(rewritten);
    expect(await stage.git("log", "--format=%s", "main")).not.toMatch(/^Mine$/m);
    expect(await stage.git("status", "--porcelain", "--untracked-files=no")).toBe("");
  },
);

test("a person deletes an agent's branch and moves another: what was published lands all the same", async () => {
  const { stage, stopped, openAll } = await aGatedStage();
  const one = await stage.begin("one", script({ start: adds("work.txt") }));
  await stopped(1);
  await stage.git("update-ref", "-d", "refs/heads/agent/one");
  const two = await stage.begin("two", script({ start: adds("two.txt") }));
  await stage.until(two, "at rest", ({ phase }) => phase === "resting");
  await stage.git("update-ref", "refs/heads/agent/two", "main");
  openAll();
  for (const id of [one, two]) await stage.until(id, "landed", hasLanded);
  const files = (await stage.git("ls-tree", "--name-only", "main")).split("\n");
  expect(files).toEqual(expect.arrayContaining(["work.txt", "two.txt"]));
  for (const id of [one, two]) await stage.until(id, "ended", ({ phase }) => phase === "ended");
  expect(await stage.git("status", "--porcelain", "--untracked-files=no")).toBe("");
});
