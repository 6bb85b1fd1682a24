import { expect, onTestFinished, test } from "vitest";
import { value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGithub } from "../../../../test/fakes/github/a-github.ts";
import { issueId } from "../../../domain/model/ids.ts";
import { ownClock } from "../../remote/forge/own-clock.ts";

const MINUTE_MS = 60_000;
const usual = { bots: [], moves: {}, pollMs: MINUTE_MS, draft: false };

type Filter = { readonly labels: readonly string[]; readonly assignee: string | null };
type Facts = { readonly labels?: string[]; readonly assignees?: string[] };

async function aGithub(filter: Filter = { labels: [], assignee: null }) {
  const time = { ms: Date.parse("2026-01-05T12:00:00Z") };
  const clock = { ...ownClock, wallMs: () => time.ms };
  const github = await makeGithub({ now: () => time.ms, forge: { settings: { ...usual, ...filter }, clock } });
  onTestFinished(github.dispose);
  return { ...github, time, world: github.fake.world };
}

test.for<[what: string, filter: Filter, issue: Facts, isWanted: boolean]>([
  ["a label, in whatever case", { labels: ["Agents"], assignee: null }, { labels: ["agents"] }, true],
  ["one label of two", { labels: ["agents", "ready"], assignee: null }, { labels: ["agents"] }, false],
  ["both labels", { labels: ["agents", "ready"], assignee: null }, { labels: ["ready", "x", "agents"] }, true],
  ["a label with a comma in it", { labels: ["small, easy"], assignee: null }, { labels: ["small, easy"] }, true],
  ["its assignee, in whatever case", { labels: [], assignee: "Maria" }, { assignees: ["ann", "maria"] }, true],
  ["another assignee", { labels: [], assignee: "maria" }, { assignees: ["ann"] }, false],
  ["anybody as assignee", { labels: [], assignee: "*" }, { assignees: ["ann"] }, true],
  ["nobody, where anybody is asked for", { labels: [], assignee: "*" }, {}, false],
  ["nobody, where nobody is asked for", { labels: [], assignee: "none" }, {}, true],
  ["anybody, where nobody is asked for", { labels: [], assignee: "none" }, { assignees: ["ann"] }, false],
])("an issue with %s is wanted or not", async ([, filter, facts, isWanted]) => {
  const { world, forge } = await aGithub(filter);
  world.openIssue({ title: "First", ...facts });
  expect(value(await forge.tracker.read(issueId("shop#1"))).isWanted).toBe(isWanted);
});

test("a label with a comma in it is found, though GitHub lists labels with commas between them", async () => {
  const { world, forge } = await aGithub({ labels: ["small, easy", "ready"], assignee: null });
  world.openIssue({ title: "First", labels: ["small, easy", "ready"] });
  world.openIssue({ title: "Second", labels: ["ready"] });
  const { issues } = value(await forge.tracker.since(null));
  expect(issues.map(({ id, isWanted }) => [id, isWanted])).toEqual([
    ["shop#1", true],
    ["shop#2", false],
  ]);
});

test("a backlog in which nothing moves is asked for less often, until something does, and where hints come", async () => {
  const { world, forge, time, fake } = await aGithub();
  world.openIssue({ title: "First" });
  let cursor: string | null = null;
  const askedAfter = async (ms: number) => {
    time.ms += ms;
    const before = fake.asked.length;
    ({ cursor } = value(await forge.tracker.since(cursor)));
    return fake.asked.length > before;
  };
  expect([await askedAfter(0), await askedAfter(MINUTE_MS)]).toEqual([true, true]);
  expect([await askedAfter(120 * MINUTE_MS), await askedAfter(3 * MINUTE_MS)]).toEqual([true, false]);
  world.openIssue({ title: "Second" });
  expect([await askedAfter(MINUTE_MS), await askedAfter(MINUTE_MS)]).toEqual([true, true]);
  forge.tracker.wake?.("other");
  expect([await askedAfter(5_000), await askedAfter(MINUTE_MS)]).toEqual([true, true]);
  forge.tracker.wake?.("issues");
  expect([await askedAfter(5_000), await askedAfter(9 * MINUTE_MS), await askedAfter(MINUTE_MS)]).toEqual([
    true,
    false,
    true,
  ]);
});

test("what GitHub could not vouch for is read again from the oldest on, for ten minutes, and for as long the next time", async () => {
  const { world, forge, time, fake } = await aGithub();
  const [one] = ["One", "Two", "Three"].map((title, n) => {
    time.ms += MINUTE_MS;
    return world.openIssue({ title, author: n === 2 ? "maria" : "ann" });
  });
  const newest = world.at();
  let cursor: string | null = null;
  /** Since when changes were asked for at a look then. */
  const sinceAfter = async (minutes: number) => {
    time.ms += minutes * MINUTE_MS;
    ({ cursor } = value(await forge.tracker.since(cursor)));
    const listed = fake.asked.findLast(({ path }) => path.includes("/issues?"))?.path ?? "";
    return new URLSearchParams(listed.split("?")[1]).get("since");
  };
  fake.loses = (_method, path) => path.includes("/collaborators/ann/");
  expect([await sinceAfter(0), await sinceAfter(1)]).toEqual([null, one?.updatedAt]);
  expect([await sinceAfter(9), await sinceAfter(1)]).toEqual([one?.updatedAt, newest]);
  fake.loses = () => false;
  const four = world.openIssue({ title: "Four", author: "ann" });
  expect([await sinceAfter(1), await sinceAfter(1)]).toEqual([newest, four.updatedAt]);
  time.ms += MINUTE_MS;
  const five = world.openIssue({ title: "Five", author: "bob" });
  time.ms += MINUTE_MS;
  world.openIssue({ title: "Six", author: "maria" });
  fake.loses = (_method, path) => path.includes("/collaborators/bob/");
  expect([await sinceAfter(1), await sinceAfter(1)]).toEqual([four.updatedAt, five.updatedAt]);
});
