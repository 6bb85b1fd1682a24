import { expect, onTestFinished, test } from "vitest";
import { value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGithub } from "../../../../test/fakes/github/a-github.ts";
import { issueId } from "../../../domain/ids.ts";
import type { IssueSnapshot } from "../../../domain/issue.ts";
import { ownClock } from "../../remote/forge/own-clock.ts";

/** Looked at once a minute. */
async function aGithub(query: string) {
  let nowMs = Date.parse("2026-01-05T12:00:00Z");
  const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false, query };
  const clock = { ...ownClock, wallMs: () => nowMs };
  const github = await makeGithub({ forge: { settings, clock } });
  onTestFinished(github.dispose);
  const { world } = github.fake;
  let cursor: string | null = null;
  const look = async (): Promise<Readonly<Record<string, boolean | undefined>>> => {
    nowMs += 60_000;
    const read: { issues: readonly IssueSnapshot[]; cursor: string } = value(await github.forge.tracker.since(cursor));
    ({ cursor } = read);
    return Object.fromEntries(read.issues.map(({ title, isWanted }) => [title, isWanted]));
  };
  return { github, world, look };
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
});

test("a search that lags behind is caught up with, though the issue does not move again", async () => {
  const { world, look } = await aGithub("no:assignee");
  const issue = world.openIssue({ title: "First" });
  expect(await look()).toEqual({ First: true });
  world.indexed.set(issue.number, { ...issue });
  world.editIssue(issue.number, { assignees: ["maria"] });
  expect((await look())["First"]).not.toBe(false);
  world.indexed.clear();
  expect(await look()).toEqual({ First: false });
  expect(await look()).toEqual({});
});
