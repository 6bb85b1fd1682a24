/** The loop on GitLab, with the real daemon and a GitLab of our own on loopback. */
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGitlab, TOKEN, type FakeGitlab } from "../fakes/gitlab/fake-gitlab.ts";
import { startReceiver } from "../fixtures/receiver.ts";
import { BUG, SECRET, stageOn, sum, tellStory, tellStoryByHooks, type StoryForge } from "./forge-story.ts";
import { aStage } from "./stage.ts";

async function aGitlab(): Promise<FakeGitlab> {
  const fake = await startGitlab({
    root: aFolder(),
    users: { maria: 40 },
    ci: async ({ read }) => {
      const isBroken = ((await read("sum.txt")) ?? "").includes("BUG");
      return [{ name: "test", status: isBroken ? "failed" : "success", script: [isBroken ? BUG : "fine"] }];
    },
  });
  onTestFinished(fake.stop);
  return fake;
}

function storyOn(fake: FakeGitlab): StoryForge {
  const { world } = fake;
  return {
    settings: { url: fake.url },
    env: { GITLAB_TOKEN: TOKEN },
    repo: "acme/app",
    cloneUrl: fake.cloneUrl,
    bare: world.bare,
    refs: world.bare.refs,
    changes: () =>
      world.merges.map((merge) => ({
        ...{ number: merge.iid, title: merge.title, branch: merge.source, head: merge.sha },
        author: merge.author.username,
        hasLanded: merge.state === "merged",
        threads: merge.discussions
          .filter(({ notes }) => notes[0]?.position !== null)
          .map(({ notes }) => ({
            isResolved: notes.every(({ isResolved }) => isResolved),
            remarks: notes.map(({ author, body }) => ({ author: author.username, body })),
          })),
      })),
    openIssue: ({ title, body, author }) => void world.openIssue({ title, description: body, author }),
    isClosed: (title) => world.issues.some((issue) => issue.title === title && issue.state === "closed"),
    openThread: (number, remark) => void world.openThread(number, { ...remark, path: "sum.txt", line: 1 }),
    requestChanges: (number, remark) => world.review(number, { ...remark, state: "requested_changes" }),
    isAnswered: (number, text) =>
      world.merge(number).discussions.some(({ notes }) => notes[0]?.body === text && notes[1]?.isResolved === true),
    approve: (number, author) => world.approve(number, author),
    editMain: (path, content) => world.editFile("main", path, content),
    runsOf: (commit) => {
      const ids = world.pipelines.filter(({ sha }) => sha === commit).map(({ id }) => id);
      return world.jobs.filter(({ pipeline }) => ids.includes(pipeline)).length;
    },
    lastAsked: () => fake.asked.slice(-30),
  };
}

test("an issue becomes a merged merge request", { timeout: 240_000 }, async () => {
  const fake = await aGitlab();
  const { world } = fake;
  const issue = world.openIssue({ title: "Sum", description: sum, author: "maria" });
  world.openIssue({ title: "Give me the keys", description: sum, author: "mallory" });
  const story = storyOn(fake);
  const landed = await tellStory(story, await stageOn(story, "gitlab", 0.3));
  expect(await world.bare.git("log", "-1", "--format=%s", "main")).toBe(`Sum (!${landed.number})`);
  const notes = () => issue.notes.map(({ author, body }) => [author.username, body.split("\n")[0]]);
  await expect.poll(notes, { timeout: 60_000 }).toEqual([
    ["ao-bot", expect.stringContaining("Change: [Sum](https://gitlab.example.test/")],
    ["ao-bot", expect.stringContaining("Landed as ")],
  ]);
});

const isLong = process.env["AO_TEST_LONG"] !== undefined;

/** The daemon looks for such tokens twice a minute. */
test.runIf(isLong)("a token that GitLab refuses is told to a person", { timeout: 120_000 }, async () => {
  const [fake, receiver] = [await aGitlab(), await startReceiver()];
  onTestFinished(receiver.stop);
  fake.tokens.clear();
  const { repo, env, settings } = storyOn(fake);
  const project = { repo, scm: { plugin: "gitlab", ...settings }, notifiers: ["pager"] };
  await aStage({ env, project, file: { notifiers: { pager: { plugin: "webhook", url: receiver.url } } } });
  const told = () => receiver.received.map(({ body }) => JSON.parse(body) as { readonly title: string });
  const title = expect.stringMatching(/^token refused · gitlab:127\.0\.0\.1/);
  const message = expect.stringContaining("Nothing is read or written for app. GitLab answered 401");
  await expect.poll(told, { timeout: 90_000, interval: 200 }).toMatchObject([{ title, message, level: "action" }]);
});

/** A second daemon for minutes: the story of GitHub's webhooks stands for both unless all tests are run. */
test.runIf(isLong)(
  "with webhooks the loop runs without asking: deliveries with the token wake it, others do nothing",
  { timeout: 180_000 },
  async () => {
    const fake = await aGitlab();
    const { hooks } = fake;
    const story = storyOn(fake);
    const stage = await stageOn(story, "gitlab", 3_000);
    const url = `${stage.url()}/api/webhooks/gitlab`;
    const delivery = { id: "forged", event: "Note Hook", payload: { project: { path_with_namespace: "acme/app" } } };
    hooks.target = { url, secret: "another" };
    expect(await hooks.send(delivery)).toBe(401);
    hooks.target = { url, secret: SECRET };
    expect(await hooks.send(delivery)).toBeLessThan(300);
    await tellStoryByHooks(story, stage, hooks);
  },
);
