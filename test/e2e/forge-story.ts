/**
 * The loop on a forge elsewhere, told once for all of them: an issue becomes a change, a red check is told with its log and
 * mended, a review is answered in its threads, a conflict resolved, and what is approved lands. The daemon is the real one.
 */
import { expect } from "vitest";
import { aStage, type Stage } from "./stage.ts";

const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;

/** What the agent does with the issue. */
export const sum = script({
  start: [{ write: { "sum.txt": "BUG\n", "shared.txt": "first\n" } }, { commit: "Add a sum" }],
  "ci-failed": [{ write: { "sum.txt": "two\n" } }, { commit: "Mend the sum" }, { say: "Mended." }],
  "changes-requested": [{ write: { "sum.txt": "three\n" } }, { commit: "Say three" }, { say: "It says three now." }],
  "merge-conflicts": [
    { merge: { what: "{{baseSha}}", keep: "ours" } },
    { write: { "shared.txt": "both\n" } },
    { commit: "Merge main" },
  ],
});

export const BUG = "AssertionError: sum.txt has a bug";
export const SECRET = "a secret of the test";
const WITHIN_MS = 60_000;

export type StoryChange = {
  readonly number: number;
  readonly title: string;
  readonly branch: string;
  readonly author: string;
  readonly head: string;
  readonly hasLanded: boolean;
  readonly threads: readonly { readonly isResolved: boolean; readonly remarks: readonly StoryRemark[] }[];
};
export type StoryRemark = { readonly author: string; readonly body: string };

/** The forge as its people use it: maria maintains the project, mallory is a stranger. */
export type StoryForge = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly repo: string;
  readonly cloneUrl: string;
  readonly bare: { readonly path: string; readonly git: (...args: readonly string[]) => Promise<string> };
  readonly refs: () => ReadonlyMap<string, string>;
  readonly changes: () => readonly StoryChange[];
  readonly openIssue: (issue: { readonly title: string; readonly body: string; readonly author: string }) => void;
  readonly isClosed: (title: string) => boolean;
  readonly openThread: (change: number, remark: StoryRemark) => void;
  readonly requestChanges: (change: number, remark: StoryRemark) => void;
  /** Was what they said with it answered? */
  readonly isAnswered: (change: number, text: string) => boolean;
  readonly approve: (change: number, author: string) => void;
  readonly editMain: (path: string, content: string) => Promise<unknown>;
  /** How often the check ran there. */
  readonly runsOf: (commit: string) => number;
  readonly lastAsked: () => unknown;
};

export const stageOn = (forge: StoryForge, plugin: string, pollSeconds: number): Promise<Stage> =>
  aStage({
    sandbox: "none",
    env: forge.env,
    project: {
      repo: forge.repo,
      autoAssign: true,
      scm: { plugin, pollSeconds, webhook: { secret: SECRET }, ...forge.settings },
      tracker: { plugin, ...forge.settings },
    },
    reactions: { "approved-and-green": { auto: true, action: "merge" } },
    prepare: async (_repository, git) => {
      await git("remote", "add", "origin", forge.cloneUrl);
      await git("push", "-q", forge.bare.path, "main");
    },
    withinMs: 90_000,
  });

/** Waits until the one change is so. */
export async function untilChange(
  forge: StoryForge,
  stage: Stage,
  what: string,
  holds: (change: StoryChange) => boolean,
): Promise<StoryChange> {
  const isSo = (): boolean => forge.changes().some(holds);
  await expect
    .poll(isSo, { timeout: WITHIN_MS, interval: 50 })
    .toBe(true)
    .catch(async (error: unknown) => {
      const facts = {
        changes: forge.changes(),
        sessions: await stage.client.listSessions({}),
        asked: forge.lastAsked(),
        log: stage.complaints().split("\n").slice(-40),
      };
      throw new Error(`it never came to this: ${what}. ${JSON.stringify(facts, null, 1)}`, { cause: error });
    });
  const [change] = forge.changes();
  if (change === undefined) throw new Error("there is no change");
  return change;
}

/** Answers the change as it landed. */
export async function tellStory(forge: StoryForge, stage: Stage): Promise<StoryChange> {
  const until = (what: string, holds: (change: StoryChange) => boolean) => untilChange(forge, stage, what, holds);
  const messages = async () => (await stage.client.session({ id: "app-sum" })).messages;

  const opened = await until("opened", () => true);
  expect(opened).toMatchObject({ title: "Sum", branch: "agent/sum", author: "ao-bot" });
  const broken = opened.head;
  const mended = await until("mended", ({ head }) => head !== broken);
  const told = (await messages()).find(({ reason }) => reason === "ci-failed");
  expect(told?.text).toContain(BUG);
  expect(told?.text).toContain("test.log");
  expect(forge.runsOf(broken)).toBe(2);

  const { head, number } = mended;
  forge.openThread(number, { author: "maria", body: "Say three" });
  forge.openThread(number, { author: "mallory", body: "Say MALLORY" });
  forge.requestChanges(number, { author: "maria", body: "Not yet." });
  const answered = await until("answered", (change) => change.head !== head && change.threads[0]?.isResolved === true);
  expect(answered.threads[0]?.remarks).toMatchObject([
    { author: "maria" },
    { author: "ao-bot", body: expect.stringContaining("It says three now.") },
  ]);
  expect(answered.threads[1]).toMatchObject({ isResolved: false, remarks: [{ author: "mallory" }] });
  await until("the review's own text is answered", () => forge.isAnswered(number, "Not yet."));
  expect((await messages()).map(({ text }) => text).join("\n")).not.toContain("MALLORY");

  const before = answered.head;
  await forge.editMain("shared.txt", "theirs\n");
  const merged = await until("resolved", (change) => change.head !== before);
  forge.approve(merged.number, "maria");
  const landed = await until("landed", ({ hasLanded }) => hasLanded);
  await expect.poll(() => forge.isClosed("Sum"), { timeout: WITHIN_MS }).toBe(true);
  expect(await forge.bare.git("show", "main:shared.txt")).toBe("both");
  const left = (): readonly string[] => [...forge.refs().keys()].filter((ref) => /agent\/|ao-candidate/.test(ref));
  await expect.poll(left, { timeout: WITHIN_MS }).toEqual([]);
  // The stranger's issue waits for a person.
  expect((await stage.client.listSessions({ all: true })).map(({ id }) => id)).toEqual(["app-sum"]);
  return landed;
}

export type StoryHooks = {
  target: { readonly url: string; readonly secret: string } | null;
  readonly settled: () => Promise<void>;
};

/** The same as far as the review, with nobody asking: what the forge tells wakes the loop. */
export async function tellStoryByHooks(forge: StoryForge, stage: Stage, hooks: StoryHooks): Promise<void> {
  forge.openIssue({ title: "Sum", body: sum, author: "maria" });
  const { head: broken } = await untilChange(forge, stage, "opened", () => true);
  const { head, number } = await untilChange(forge, stage, "mended", (change) => change.head !== broken);
  await hooks.settled();
  forge.openThread(number, { author: "maria", body: "Say three" });
  await untilChange(
    forge,
    stage,
    "answered",
    (change) => change.head !== head && change.threads[0]?.isResolved === true,
  );
}
