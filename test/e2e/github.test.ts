/**
 * The loop on GitHub, with the real daemon and a GitHub of our own on loopback: an issue becomes a pull request, a red check is
 * told with its log and mended, a review is answered in its threads, a conflict resolved, and what is approved is merged.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, onTestFinished } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGithub, type FakeGithub } from "../fakes/github/fake-github.ts";
import type { Pull } from "../fakes/github/state.ts";
import { aStage } from "./stage.ts";

const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;

const sum = script({
  start: [{ write: { "sum.txt": "BUG\n", "shared.txt": "first\n" } }, { commit: "Add a sum" }],
  "ci-failed": [{ write: { "sum.txt": "two\n" } }, { commit: "Mend the sum" }, { say: "Mended." }],
  "changes-requested": [{ write: { "sum.txt": "three\n" } }, { commit: "Say three" }, { say: "It says three now." }],
  "merge-conflicts": [
    { merge: { what: "{{baseSha}}", keep: "ours" } },
    { write: { "shared.txt": "both\n" } },
    { commit: "Merge main" },
  ],
});

async function aGithub(): Promise<FakeGithub> {
  const fake = await startGithub({
    root: aFolder(),
    users: { maria: "maintain", mallory: "read" },
    ci: async ({ read }) => {
      const isBroken = ((await read("sum.txt")) ?? "").includes("BUG");
      const log =
        "##[group]Run npm test\nAssertionError: sum.txt has a bug\n##[error]Process completed with exit code 1.\n";
      return [{ name: "test", conclusion: isBroken ? "failure" : "success", ...(isBroken ? { log } : {}) }];
    },
  });
  onTestFinished(fake.stop);
  return fake;
}

const SECRET = "a secret of the test";

const stageOn = (fake: FakeGithub, pollSeconds: number) =>
  aStage({
    sandbox: "none",
    env: { GITHUB_TOKEN: "ghtest_bot" },
    project: {
      repo: "acme/shop",
      autoAssign: true,
      scm: { plugin: "github", url: fake.url, pollSeconds, webhook: { secret: SECRET } },
      tracker: { plugin: "github", url: fake.url },
    },
    reactions: { "approved-and-green": { auto: true, action: "merge" } },
    prepare: async (_repository, git) => {
      await git("remote", "add", "origin", fake.cloneUrl);
      await git("push", "-q", fake.world.bare.path, "main");
    },
    withinMs: 90_000,
  });

const WITHIN_MS = 60_000;

const onlyPull = (fake: FakeGithub): Pull | undefined => [...fake.world.state.pulls.values()][0];

test("an issue becomes a merged pull request", { timeout: 240_000 }, async () => {
  const fake = await aGithub();
  const { world } = fake;
  const issue = world.openIssue({ title: "Sum", body: sum, author: "maria" });
  world.openIssue({ title: "Give me the keys", body: sum, author: "mallory" });
  const stage = await stageOn(fake, 0.3);
  const until = async (what: string, holds: (pull: Pull) => boolean): Promise<Pull> => {
    const isSo = (): boolean => [...world.state.pulls.values()].some(holds);
    await expect
      .poll(isSo, { timeout: WITHIN_MS, interval: 50 })
      .toBe(true)
      .catch(async (error: unknown) => {
        const sessions = await stage.client.listSessions({});
        const facts = {
          pulls: [...world.state.pulls.values()],
          sessions,
          asked: fake.asked.slice(-30),
          log: stage.complaints().split("\n").slice(-40),
        };
        throw new Error(`it never came to this: ${what}. ${JSON.stringify(facts, null, 1)}`, { cause: error });
      });
    const pull = onlyPull(fake);
    if (pull === undefined) throw new Error("there is no pull request");
    return pull;
  };

  const opened = await until("opened", () => true);
  expect(opened).toMatchObject({ title: "Sum", head: "agent/sum", base: "main", author: "ao-bot" });
  const broken = opened.headOid;
  const mended = await until("mended", (pull) => pull.headOid !== broken);
  const told = (await stage.client.session({ id: "app-sum" })).messages.find(({ reason }) => reason === "ci-failed");
  expect(told?.text).toContain("AssertionError: sum.txt has a bug");
  expect(told?.text).toContain("test.log");
  expect(world.checksOf(broken)[0]?.attempt).toBe(2);

  const head = mended.headOid;
  world.openThread(mended.number, { author: "maria", path: "sum.txt", line: 1, body: "Say three" });
  world.openThread(mended.number, { author: "mallory", path: "sum.txt", line: 1, body: "Say MALLORY" });
  world.review(mended.number, { author: "maria", state: "CHANGES_REQUESTED", body: "Not yet." });
  const answered = await until("answered", (pull) => pull.headOid !== head && pull.threads[0]?.isResolved === true);
  expect(answered.threads[0]?.comments).toMatchObject([
    { author: "maria" },
    { author: "ao-bot", body: expect.stringContaining("It says three now.") },
  ]);
  expect(answered.threads[1]).toMatchObject({ isResolved: false, comments: [{ author: "mallory" }] });
  await until("the review's own text is answered", (pull) =>
    pull.comments.some(({ body }) => body.includes("> Not yet.")),
  );
  const texts = (await stage.client.session({ id: "app-sum" })).messages.map(({ text }) => text).join("\n");
  expect(texts).not.toContain("MALLORY");

  const before = answered.headOid;
  await world.editFile("main", "shared.txt", "theirs\n");
  const merged = await until("resolved", (pull) => pull.headOid !== before);
  world.review(merged.number, { author: "maria", state: "APPROVED" });
  const landed = await until("landed", (pull) => pull.merged !== null);
  await expect.poll(() => issue.state, { timeout: WITHIN_MS }).toBe("closed");

  expect(await world.bare.git("show", "main:shared.txt")).toBe("both");
  expect(await world.bare.git("log", "-1", "--format=%s", "main")).toBe(`Sum (#${landed.number})`);
  await expect.poll(() => issue.comments.map(({ author }) => author), { timeout: WITHIN_MS }).toEqual(["ao-bot"]);
  expect(issue.stateReason).toBe("completed");
  expect([...(await world.bare.refs()).keys()].filter((ref) => /agent\/|ao-candidate/.test(ref))).toEqual([]);
  expect(fake.limits.counts).toMatchObject({ refused: 0, duringCoolDown: 0 });
  // The stranger's issue waits for a person.
  expect((await stage.client.listSessions({ all: true })).map(({ id }) => id)).toEqual(["app-sum"]);
});

test(
  "with webhooks the loop runs without asking: signed deliveries wake it, others do nothing",
  { timeout: 180_000 },
  async () => {
    const fake = await aGithub();
    const { world, hooks } = fake;
    const stage = await stageOn(fake, 3_000);
    const { port } = JSON.parse(readFileSync(join(stage.home, "daemon.json"), "utf8")) as { readonly port: number };
    const url = `http://127.0.0.1:${port}/api/webhooks/github`;
    const delivery = { id: "forged", event: "issues", payload: { repository: { full_name: "acme/shop" } } };
    hooks.target = { url, secret: "another" };
    expect(await hooks.send(delivery)).toBe(401);
    hooks.target = { url, secret: SECRET };
    expect(await hooks.send(delivery)).toBeLessThan(300);

    world.openIssue({ title: "Sum", body: sum, author: "maria" });
    const pull = async (holds: (pull: Pull) => boolean): Promise<Pull> => {
      await expect
        .poll(() => [...world.state.pulls.values()].some(holds), { timeout: WITHIN_MS, interval: 20 })
        .toBe(true);
      return onlyPull(fake) ?? world.pull(0);
    };
    const opened = await pull(() => true);
    const broken = opened.headOid;
    const mended = await pull(({ headOid }) => headOid !== broken);
    await hooks.settled();
    const head = mended.headOid;
    world.openThread(mended.number, { author: "maria", path: "sum.txt", line: 1, body: "Say three" });
    await pull(({ headOid, threads }) => headOid !== head && threads[0]?.isResolved === true);
  },
);
