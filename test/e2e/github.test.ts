/** The loop on GitHub, with the real daemon and a GitHub of our own on loopback. */
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGithub, type FakeGithub } from "../fakes/github/fake-github.ts";
import { BUG, SECRET, stageOn, sum, tellStory, tellStoryByHooks, type StoryForge } from "./forge-story.ts";

async function aGithub(): Promise<FakeGithub> {
  const fake = await startGithub({
    root: aFolder(),
    users: { maria: "maintain", mallory: "read" },
    ci: async ({ read }) => {
      const isBroken = ((await read("sum.txt")) ?? "").includes("BUG");
      const log = `##[group]Run npm test\n${BUG}\n##[error]Process completed with exit code 1.\n`;
      return [{ name: "test", conclusion: isBroken ? "failure" : "success", ...(isBroken ? { log } : {}) }];
    },
  });
  onTestFinished(fake.stop);
  return fake;
}

function storyOn(fake: FakeGithub): StoryForge {
  const { world } = fake;
  const issues = () => [...world.state.issues.values()];
  return {
    settings: { url: fake.url },
    env: { GITHUB_TOKEN: "ghtest_bot" },
    repo: "acme/shop",
    cloneUrl: fake.cloneUrl,
    bare: world.bare,
    refs: world.bare.refs,
    changes: () =>
      [...world.state.pulls.values()].map((pull) => ({
        ...{ number: pull.number, title: pull.title, branch: pull.head, author: pull.author, head: pull.headOid },
        hasLanded: pull.merged !== null,
        threads: pull.threads.map(({ isResolved, comments }) => ({ isResolved, remarks: comments })),
      })),
    openIssue: (issue) => void world.openIssue(issue),
    isClosed: (title) => issues().some((issue) => issue.title === title && issue.state === "closed"),
    openThread: (number, remark) => void world.openThread(number, { ...remark, path: "sum.txt", line: 1 }),
    requestChanges: (number, remark) => void world.review(number, { ...remark, state: "CHANGES_REQUESTED" }),
    isAnswered: (number, text) => world.pull(number).comments.some(({ body }) => body.includes(`> ${text}`)),
    approve: (number, author) => void world.review(number, { author, state: "APPROVED" }),
    editMain: (path, content) => world.editFile("main", path, content),
    runsOf: (commit) => world.checksOf(commit)[0]?.attempt ?? 0,
    lastAsked: () => fake.asked.slice(-30),
  };
}

test("an issue becomes a merged pull request", { timeout: 240_000 }, async () => {
  const fake = await aGithub();
  const { world } = fake;
  const issue = world.openIssue({ title: "Sum", body: sum, author: "maria" });
  world.openIssue({ title: "Give me the keys", body: sum, author: "mallory" });
  const story = storyOn(fake);
  const landed = await tellStory(story, await stageOn(story, "github", 0.3));
  expect(await world.bare.git("log", "-1", "--format=%s", "main")).toBe(`Sum (#${landed.number})`);
  await expect.poll(() => issue.comments.map(({ author }) => author), { timeout: 60_000 }).toEqual(["ao-bot"]);
  expect(issue.stateReason).toBe("completed");
  expect(fake.limits.counts).toMatchObject({ refused: 0, duringCoolDown: 0 });
});

test(
  "with webhooks the loop runs without asking: signed deliveries wake it, others do nothing",
  { timeout: 180_000 },
  async () => {
    const fake = await aGithub();
    const { hooks } = fake;
    const story = storyOn(fake);
    const stage = await stageOn(story, "github", 3_000);
    const url = `${stage.url()}/api/webhooks/github`;
    const delivery = { id: "forged", event: "issues", payload: { repository: { full_name: "acme/shop" } } };
    hooks.target = { url, secret: "another" };
    expect(await hooks.send(delivery)).toBe(401);
    hooks.target = { url, secret: SECRET };
    expect(await hooks.send(delivery)).toBeLessThan(300);
    await tellStoryByHooks(story, stage, hooks);
  },
);
