import { expect, onTestFinished, test } from "vitest";
import { aChange, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGithub, type AGithub, type Wishes } from "../../../test/fakes/github/a-github.ts";
import { issueId, sessionId } from "../../domain/model/ids.ts";
import { known } from "../../domain/model/known.ts";
import { failed } from "../../slots/result.ts";

async function aGithub(wishes: Wishes = {}): Promise<AGithub> {
  const github = await makeGithub(wishes);
  onTestFinished(github.dispose);
  return github;
}

const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false };
/** What an agent's beginning shows on the issue. */
async function begin({ forge }: AGithub) {
  const move = { issue: ours, to: "started", session: sessionId("app-a"), change: null, key: "m" } as const;
  return (await forge.tracker.move?.(move)) ?? failed("refused", "it moves nothing");
}

function deskOf({ forge }: AGithub) {
  const { desk: editor } = forge.tracker;
  if (editor === undefined) throw new Error("it has no desk");
  return editor;
}

const [ours, other] = [issueId("shop#1"), issueId("shop#2")];

test("an issue that was transferred is gone, and the one of ours with its new number stays as it is", async () => {
  const github = await aGithub();
  const { fake, forge } = github;
  const { world } = fake;
  world.openIssue({ title: "Transferred", body: "theirs" });
  const second = world.openIssue({ title: "Ours", body: "ours" });
  value(await forge.tracker.since(null));
  world.transferIssue(1, "acme/other", 2);
  expect(await forge.tracker.read(ours)).toMatchObject({ ok: false, error: { code: "gone" } });
  expect(await begin(github)).toMatchObject({ ok: false, error: { code: "gone" } });
  expect(await forge.tracker.close({ issue: ours, text: "Landed.", key: "k" })).toMatchObject({
    error: { code: "gone" },
  });
  const editor = deskOf(github);
  const by = { kind: "person", name: "ann", canWrite: known(true) } as const;
  await editor.edit(ours, { by, key: "e", title: "Edited", addLabels: ["x"] });
  await editor.comment(ours, { by, key: "c", text: "Hello" });
  await editor.setState(ours, { by, key: "s", as: "done", text: "" });
  expect(second).toMatchObject({ title: "Ours", state: "open", labels: [], assignees: [], comments: [] });
  expect(value(await forge.tracker.read(other))).toMatchObject({ id: "shop#2", title: "Ours", text: "ours" });
  expect(value(await editor.list({ all: true })).map(({ title }) => title)).toContain("Ours");
});

test("an issue that is shown as another repository's, without a redirect, is gone", async () => {
  const theirs = { number: 1, repository_url: "https://github.test/api/v3/repos/acme/other", title: "Theirs" };
  const github = await aGithub({
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (!url.pathname.endsWith("/issues/1") || answer.status !== 200) return answer;
      return Response.json({ ...((await answer.json()) as object), ...theirs });
    },
  });
  const issue = github.fake.world.openIssue({ title: "Was ours" });
  expect(await github.forge.tracker.read(ours)).toMatchObject({ ok: false, error: { code: "gone" } });
  expect(await begin(github)).toMatchObject({ ok: false, error: { code: "gone" } });
  expect(issue).toMatchObject({ labels: [], assignees: [] });
});

test("what is transferred between its reading and a write is not written there", async () => {
  const github = await aGithub();
  const { fake } = github;
  fake.world.openIssue({ title: "Soon transferred" });
  const second = fake.world.openIssue({ title: "Ours" });
  const transferred = fake.loses;
  fake.loses = (method, path) => {
    if (method === "GET" && path.endsWith("/issues/1")) fake.world.transferIssue(1, "acme/other", 2);
    fake.loses = transferred;
    return false;
  };
  expect((await begin(github)).ok).toBe(false);
  expect(second).toMatchObject({ labels: [], assignees: [] });
});

test("a repository that was renamed is followed, for reading, writing and choosing", async () => {
  const github = await aGithub({ forge: { settings: { ...settings, query: "label:agents" } } });
  const { fake, forge } = github;
  fake.world.openIssue({ title: "Chosen", labels: ["agents"] });
  fake.world.openIssue({ title: "Waits", labels: ["agents"], blockedBy: [1] });
  fake.world.state.renamedTo = "acme-inc/store";
  const listed = value(await forge.tracker.since(null)).issues;
  expect(listed.map(({ id, isWanted, blockedBy }) => [id, isWanted, blockedBy])).toEqual([
    ["shop#1", true, []],
    ["shop#2", true, ["shop#1"]],
  ]);
  value(await begin(github));
  expect(fake.world.find(1)).toMatchObject({ labels: ["agents", "ao: working"], assignees: ["ao-bot"] });
  const change = await aChange(github);
  expect(change).toMatchObject({ id: "shop#3", state: { kind: "open" } });
});

test("a repository that is renamed between a reading and a write is written to all the same", async () => {
  const github = await aGithub();
  const { fake, forge } = github;
  fake.world.openIssue({ title: "One" });
  value(await forge.tracker.since(null));
  const before = fake.asked.length;
  fake.loses = (method, path) => {
    if (method === "GET" && path.endsWith("/issues/1")) fake.world.state.renamedTo = "acme-inc/store";
    return false;
  };
  value(await begin(github));
  expect(fake.world.find(1)).toMatchObject({ labels: ["ao: working"], assignees: ["ao-bot"] });
  const sentOn = fake.asked.slice(before).filter(({ status }) => status === 307);
  expect(sentOn.map(({ method }) => method)).toEqual(["POST"]);
});

test("a pull request of a fork whose branch has the name of ours is not taken for ours", async () => {
  const github = await aGithub();
  const { world } = github.fake;
  const tip = (await world.bare.tipOf("main")) ?? "";
  await world.openPull({ title: "Theirs", head: "agent/a", base: "main", author: "ann", forkHead: tip });
  world.state.forksAreOurs = true;
  expect((await aChange(github)).id).not.toBe("shop#1");
});

test.for(["ghes-3.17", "ghes-3.18", "ghes-3.19"])(
  "%s, which counts sub-issues and does not list them, is read all the same",
  async (server) => {
    const { fake, forge } = await aGithub();
    fake.world.state.server = server;
    fake.world.openIssue({ title: "Part" });
    fake.world.openIssue({ title: "Whole", subIssues: [1] });
    const listed = value(await forge.tracker.since(null)).issues;
    expect(listed.map(({ id, blockedBy }) => [id, blockedBy])).toEqual([
      ["shop#1", []],
      ["shop#2", []],
    ]);
  },
);

test("what an issue is to wait for is seen also where it came to wait in the second in which it was read", async () => {
  const { fake, forge } = await aGithub({ now: () => Date.UTC(2026, 0, 5) });
  fake.world.openIssue({ title: "First" });
  const second = fake.world.openIssue({ title: "Second" });
  expect(value(await forge.tracker.read(issueId("shop#2"))).blockedBy).toEqual([]);
  second.blockedBy.push(1);
  fake.world.touch(second, "issues", "edited");
  expect(value(await forge.tracker.read(issueId("shop#2"))).blockedBy).toEqual(["shop#1"]);
});
