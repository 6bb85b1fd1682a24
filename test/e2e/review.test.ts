/**
 * The loop of one machine as a person drives it, with the verbs they type: issues, a red check told and mended, a review
 * with line comments answered and addressed, a conflict resolved by its agent, and both changes landed.
 */
import { expect, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import type { ChangeDetailView } from "../../src/protocol/change/change.ts";
import type { IssueDetailView } from "../../src/protocol/issue/issue.ts";
import { canaryEnvironment } from "../canary/canary.ts";
import { cli } from "../fixtures/ao-cli.ts";
import { aStage, type Stage } from "./stage.ts";

/** What each agent does, by why its turn began: the script stands in its issue. */
const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;

const first = script({
  start: [{ write: { "sum.txt": "BUG\n", "shared.txt": "first\n" } }, { commit: "Add a sum" }],
  "ci-failed": [{ write: { "sum.txt": "two\n" } }, { commit: "Mend the sum" }, { say: "Mended." }],
  "changes-requested": [{ write: { "sum.txt": "three\n" } }, { commit: "Say three" }, { say: "It says three now." }],
});
const second = script({
  start: [{ write: { "list.txt": "a\n", "shared.txt": "second\n" } }, { commit: "Add a list" }],
  "merge-conflicts": [
    { merge: { what: "main", keep: "ours" } },
    { write: { "shared.txt": "both\n" } },
    { commit: "Merge main" },
  ],
});

/** A machine that does much else needs so long. */
const WITHIN_MS = 40_000;

/** Red as long as a file says BUG. */
const check = `${process.execPath} -e "for (const f of require('fs').readdirSync('.')) if (f.endsWith('.txt') && require('fs').readFileSync(f, 'utf8').includes('BUG')) { console.log('TAP version 13'); console.log('not ok 1 - ' + f + ' has no bug'); console.log('1..1'); process.exit(1) }"`;

test(
  "issues become changes that are mended, reviewed, answered, approved and landed",
  { timeout: 120_000 },
  async () => {
    const stage = await aStage({ checks: { test: check } });
    await stage.git("config", "user.name", "Maria");
    const write = async (title: string, text: string): Promise<string> => {
      const { id } = await json<IssueDetailView>(stage, "issue", "new", title, "--body", text);
      return id;
    };
    const issues = [await write("Sum", first), await write("List", second)];
    // Where there is room they have begun by themselves; else they begin now. Never twice.
    const batch = await json<readonly { session: string }[]>(stage, "batch", ...issues);
    expect(batch.map(({ session }) => session)).toEqual(["app-sum", "app-list"]);
    expect(await json(stage, "batch", ...issues)).toMatchObject([{ outcome: "skipped" }, { outcome: "skipped" }]);

    const mended = await until(stage, "app-sum", "green", ({ code }) => code === "review-you");
    expect(mended.heads).toHaveLength(2);
    const told = (await stage.client.session({ id: "app-sum" })).messages.find(({ reason }) => reason === "ci-failed");
    expect(told?.text).toContain("sum.txt has no bug");
    expect(told?.text).toContain("test.log");

    expect(await ao(stage, "merge", "app-sum")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("0 of 1 on"),
    });
    await json(
      stage,
      "review",
      "app-sum",
      "--request-changes",
      "--comment",
      "sum.txt:1:Say three",
      "--comment",
      "shared.txt:1:Why?",
    );
    // Each thread is answered by an effect of its own, and seen when the forge is asked again.
    const isAnswered = ({ remarks }: ChangeDetailView["threads"][number]): boolean => remarks.length > 1;
    const answered = await until(
      stage,
      "app-sum",
      "answered",
      ({ code, threads }) => code === "answered-review" && threads.length === 2 && threads.every(isAnswered),
    );
    // Two comments are one round: told once, answered each, and nothing of ours comes back to the agent.
    expect(answered.heads).toHaveLength(3);
    expect(answered.threads).toMatchObject([
      {
        open: false,
        path: "sum.txt",
        remarks: [{ by: "Maria" }, { ours: true, text: expect.stringContaining("It says three now.") }],
      },
      // Its file was not touched: the agent's words are the answer, and whoever asked decides.
      { open: true, path: "shared.txt", remarks: [{ by: "Maria" }, { ours: true, text: "It says three now." }] },
    ]);
    const [, about] = answered.threads;
    await json(stage, "review", "app-sum", "--approve", "--resolve", about?.id ?? "");
    expect(await json(stage, "merge", "app-sum")).toMatchObject({ state: "landed" });

    await until(
      stage,
      "app-list",
      "resolved",
      ({ heads, mergeable, code }) => heads.length > 1 && mergeable === true && code === "review-you",
    );
    await json(stage, "review", "app-list", "--approve");
    expect(await json(stage, "merge", "app-list")).toMatchObject({ state: "landed" });
    expect(await stage.git("log", "--first-parent", "--format=%s", "main")).toBe("List\nSum\nBegin");
    expect(await stage.git("show", "main:shared.txt")).toBe("both");
    // Issues are closed after the landing, by deeds of their own.
    const later = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: WITHIN_MS, interval: 200 });
    await later(() => json(stage, "issue", "list", "--all")).toMatchObject([{ state: "done" }, { state: "done" }]);
    await later(() => json(stage, "queue")).toMatchObject([{ landedToday: 2 }]);
  },
);

type Said = { readonly code: number; readonly stdout: string; readonly stderr: string };

async function ao({ home, repository, personHome }: Stage, ...args: readonly string[]): Promise<Said> {
  const env = { PATH: process.env["PATH"], HOME: personHome, AO_HOME: home, LANG: "C.UTF-8", ...canaryEnvironment() };
  const ran = await runProgram({
    program: process.execPath,
    args: [cli, ...args],
    cwd: repository,
    env,
    timeoutMs: 60_000,
  });
  if (!ran.ok) throw new Error(`ao ${args.join(" ")} did not run: ${ran.reason}`);
  return { code: ran.code, stdout: ran.stdout, stderr: ran.stderr };
}

async function json<T>(stage: Stage, ...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await ao(stage, ...args, "--json");
  if (code !== 0) throw new Error(`ao ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

async function until(
  { client }: Stage,
  session: string,
  what: string,
  isSo: (change: ChangeDetailView) => boolean,
): Promise<ChangeDetailView> {
  const deadline = Date.now() + WITHIN_MS;
  let last: unknown = null;
  while (Date.now() < deadline) {
    const change = await client.change({ id: session }).catch((error: unknown) => {
      last = error;
      return null;
    });
    if (change !== null && isSo(change)) return change;
    last = change ?? last;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error(`${session} never came to this: ${what}. It is ${JSON.stringify(last, null, 1)}`);
}
