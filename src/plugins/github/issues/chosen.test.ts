import { expect, onTestFinished, test } from "vitest";
import { value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGithub, type Wishes } from "../../../../test/fakes/github/a-github.ts";
import { issueId } from "../../../domain/model/ids.ts";
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import { ownClock } from "../../remote/forge/own-clock.ts";

/** Looked at once a minute. */
async function aGithub(query: string, wishes: Wishes = {}) {
  let nowMs = Date.parse("2026-01-05T12:00:00Z");
  const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false, query };
  const clock = { ...ownClock, wallMs: () => nowMs };
  const github = await makeGithub({ now: () => nowMs, forge: { settings, clock }, ...wishes });
  onTestFinished(github.dispose);
  const { world } = github.fake;
  let cursor: string | null = null;
  let { tracker } = github.forge;
  /** The daemon comes up again with other settings. */
  const chooseBy = (words: string) => {
    settings.query = words;
    ({ tracker } = github.again());
  };
  const wanted = async (id: string) => value(await tracker.read(issueId(id))).isWanted;
  const look = async (): Promise<Readonly<Record<string, boolean | undefined>>> => {
    nowMs += 60_000;
    const read: { issues: readonly IssueSnapshot[]; cursor: string } = value(await tracker.since(cursor));
    ({ cursor } = read);
    expect(new Set(read.issues.map(({ id }) => id)).size).toBe(read.issues.length);
    return Object.fromEntries(read.issues.map(({ title, isWanted }) => [title, isWanted]));
  };
  return { github, world, look, chooseBy, wanted };
}

test("only what the query finds is wanted; of the rest nothing is asked, not even who wrote it", async () => {
  const { github, world, look } = await aGithub('no:assignee label:"good first issue"');
  world.openIssue({ title: "Chosen", labels: ["good first issue"] });
  world.openIssue({ title: "Other", author: "mallory" });
  expect(await look()).toEqual({ Chosen: true });
  expect(github.fake.asked.filter(({ path }) => path.includes("mallory"))).toEqual([]);
  expect(value(await github.forge.tracker.read(issueId("shop#2")))).toMatchObject({ title: "Other", isWanted: false });
});

test("what comes to be chosen, or is not chosen any more, is told", async () => {
  const { world, look } = await aGithub("no:assignee");
  const first = world.openIssue({ title: "First" });
  const second = world.openIssue({ title: "Second", assignees: ["maria"] });
  expect(await look()).toEqual({ First: true });
  world.editIssue(second.number, { assignees: [] });
  expect(await look()).toMatchObject({ Second: true });
  world.editIssue(first.number, { assignees: ["maria"] });
  expect(await look()).toMatchObject({ First: false });
  world.editIssue(first.number, { title: "First of all" });
  expect(await look()).toMatchObject({ "First of all": false });
});

test("a search that lags behind is caught up with, though the issue does not move again", async () => {
  const { world, look } = await aGithub("no:assignee");
  const issue = world.openIssue({ title: "First" });
  expect(await look()).toEqual({ First: true });
  world.indexed.set(issue.number, { ...issue });
  world.editIssue(issue.number, { assignees: ["maria"] });
  expect((await look())["First"]).not.toBe(false);
  world.openIssue({ title: "Later" });
  expect(await look()).toEqual({ Later: true });
  world.indexed.clear();
  expect(await look()).toEqual({ First: false });
  expect(await look()).toEqual({});
});

test("where the settings have another query, what the one before chose does not count, and all is read anew", async () => {
  const { world, look, chooseBy, wanted } = await aGithub("no:assignee");
  world.openIssue({ title: "First", labels: ["good first issue"] });
  await look();
  world.openIssue({ title: "Later", assignees: ["maria"] });
  await look();
  chooseBy('label:"good first issue"');
  expect(await wanted("shop#1")).toBe(false);
  expect(await look()).toEqual({ First: true });
});

test("all pages of what the query finds count", async () => {
  const { world, look } = await aGithub("no:assignee");
  for (let n = 0; n < 101; n += 1) world.openIssue({ title: `Issue ${n}` });
  expect(Object.values(await look())).toEqual(Array.from({ length: 101 }, () => true));
});

test("what is closed is not chosen any more", async () => {
  const { world, look } = await aGithub("no:assignee");
  const { number } = world.openIssue({ title: "First" });
  expect(await look()).toEqual({ First: true });
  world.editIssue(number, { state: "closed" });
  expect(await look()).toEqual({ First: false });
});

test("a search that reaches into other repositories chooses of this one only, however its name is written", async () => {
  const named = ["", "ACME/Shop", "acme/other"];
  const { world, look } = await aGithub("no:assignee", {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const text = (await response.text()).replaceAll(
        /"number":(\d),"repository":\{"nameWithOwner":"acme\/shop"\}/g,
        (_, n: string) => `"number":${n},"repository":{"nameWithOwner":"${named[Number(n)] ?? ""}"}`,
      );
      return new Response(text, { status: response.status, headers: response.headers });
    },
  });
  for (const title of ["First", "Second"]) world.openIssue({ title });
  expect(await look()).toEqual({ First: true });
});
