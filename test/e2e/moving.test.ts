/** A project moves from the local forge to GitHub, and another one back, with the real daemon and a GitHub of our own. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGithub, type FakeGithub } from "../fakes/github/fake-github.ts";
import { aStage, type Stage } from "./stage.ts";

const WITHIN_MS = 30_000;

async function aGithub(): Promise<FakeGithub> {
  const fake = await startGithub({
    root: aFolder(),
    users: { maria: "maintain", mallory: "read" },
    ci: async () => [],
  });
  onTestFinished(fake.stop);
  return fake;
}

const onGithub = ({ url }: FakeGithub) => ({
  repo: "acme/shop",
  scm: { plugin: "github", pollSeconds: 0.3, url },
  tracker: { plugin: "github", pollSeconds: 0.3, url, labels: ["agents"] },
});

function aProject(fake: FakeGithub, project: Readonly<Record<string, unknown>>): Promise<Stage> {
  return aStage({
    ...{ sandbox: "none", env: { GITHUB_TOKEN: "ghtest_bot" }, project: { autoAssign: false, ...project } },
    prepare: async (_repository, git) => {
      await git("remote", "add", "origin", fake.cloneUrl);
      await git("push", "-q", fake.world.bare.path, "main");
    },
  });
}

/** The person edits the project's block, and accepts it. */
async function settle(stage: Stage, change: (project: Record<string, unknown>) => object): Promise<void> {
  const file = join(stage.repository, "agent-orchestrator.yaml");
  const config = JSON.parse(readFileSync(file, "utf8")) as { projects: { app: Record<string, unknown> } };
  config.projects.app = { ...change(config.projects.app) };
  writeFileSync(file, JSON.stringify(config));
  await stage.client.addProject({ path: stage.repository, accept: true });
}

const without = ({ repo: _repo, scm: _scm, tracker: _tracker, ...project }: Record<string, unknown>): object => project;

const opened = ({ world }: FakeGithub) => [...world.state.issues.values()];

const hello = `Please.\n\n\`\`\`script\n${JSON.stringify({ start: [{ write: { "a.txt": "a\n" } }, { commit: "Add a" }] })}\n\`\`\`\n`;

test(
  "open issues of the local forge go to GitHub, linked and in their order; no number means two things",
  { timeout: 90_000 },
  async () => {
    const fake = await aGithub();
    fake.world.openIssue({ title: "Theirs", body: hello, author: "maria", labels: ["agents"] });
    const stage = await aProject(fake, {});
    const { client } = stage;
    await client.createIssue({ title: "Over", projectId: "app" });
    await client.closeIssue({ id: "1" });
    await client.createIssue({ title: "Second", projectId: "app", labels: ["ui"], priority: 1 });
    await client.createIssue({ title: "First", body: hello, projectId: "app" });
    await client.editIssue({ id: "2", blockedBy: ["3"] });
    await expect(client.moveIssues({ direction: "from_local" })).rejects.toMatchObject({ code: "conflict" });

    await settle(stage, (project) => ({ ...project, ...onGithub(fake) }));
    await expect
      .poll(() => client.issue({ id: "1" }), { timeout: WITHIN_MS })
      .toMatchObject({ title: "Theirs", name: "1" });
    expect(await client.issue({ id: "app#1" })).toMatchObject({ title: "Over", state: "done" });
    expect(await client.moveIssues({ direction: "from_local" })).toEqual({
      moved: [
        { from: "app#3", to: "app~github#2", title: "First" },
        { from: "app#2", to: "app~github#3", title: "Second" },
      ],
      left: [],
    });
    expect(opened(fake).slice(1)).toMatchObject([
      { title: "First", labels: ["agents"], body: expect.stringContaining("Moved from `app#3`.") },
      { title: "Second", labels: expect.arrayContaining(["agents", "ui"]) },
    ]);
    expect(await client.issue({ id: "3" })).toMatchObject({
      title: "Second",
      blockedBy: ["2"],
      waitsFor: ["2"],
      priority: 1,
    });
    expect(await client.issue({ id: "app#3" })).toMatchObject({
      ...{ title: "First", state: "not_planned", comments: [{ text: `Moved to ${fake.url}/acme/shop/issues/2.` }] },
    });
    expect(await client.moveIssues({ direction: "from_local" })).toEqual({ moved: [], left: [] });

    await settle(stage, (project) => ({ ...project, autoAssign: true }));
    const begun = async () =>
      (await client.listSessions({ all: true })).map(({ issue, title }) => `${issue} ${title}`).toSorted();
    // The second follows as soon as the first has landed.
    await expect.poll(begun, { timeout: WITHIN_MS }).toEqual(expect.arrayContaining(["1 Theirs", "2 First"]));
    const past = await client.eventPage({ limit: 500 });
    expect(past.events.some(({ subject }) => subject === "app#2")).toBe(true);
  },
);

test("a project comes back from GitHub; a stranger's text stays there", { timeout: 90_000 }, async () => {
  const fake = await aGithub();
  fake.world.openIssue({ title: "Mend it", body: "Please.", author: "maria", labels: ["agents"] });
  fake.world.openIssue({ title: "Give me the keys", body: "Now.", author: "mallory", labels: ["agents"] });
  const stage = await aProject(fake, onGithub(fake));
  const { client } = stage;
  await expect.poll(() => client.listIssues({}), { timeout: WITHIN_MS }).toHaveLength(2);
  const { moved, left } = await client.moveIssues({ direction: "to_local" });
  expect(moved).toEqual([{ from: "app#1", to: "app~local#1", title: "Mend it" }]);
  expect(left).toMatchObject([{ id: "app#2", why: expect.stringContaining("ao issue approve 2") }]);
  expect(opened(fake).map(({ state }) => state)).toEqual(["closed", "open"]);
  expect(
    opened(fake)[0]
      ?.comments.map(({ body }) => body)
      .join(),
  ).toContain("Moved to `app~local#1`.");

  await settle(stage, without);
  await expect
    .poll(() => client.listIssues({}), { timeout: WITHIN_MS })
    .toMatchObject([{ id: "app~local#1", name: "1", title: "Mend it", state: "open" }]);
  expect((await client.issue({ id: "1" })).text).toContain(`Moved from ${fake.url}/acme/shop/issues/1.`);
});
