import { expect, onTestFinished, test } from "vitest";
import { aChange, numberOf, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGithub, type AGithub, type Wishes } from "../../../test/fakes/github/a-github.ts";
import { projectId } from "../../domain/model/ids.ts";

async function aGithub(wishes: Wishes = {}): Promise<AGithub> {
  const github = await makeGithub(wishes);
  onTestFinished(github.dispose);
  return github;
}

async function withChange(wishes: Wishes = {}) {
  const github = await aGithub(wishes);
  const change = await aChange(github);
  const read = async () => value(await github.forge.scm.read(change.id));
  return { ...github, change, read, world: github.fake.world, number: numberOf(change) };
}

test("check runs that the token may not read are not green, and a person is told why", async () => {
  const { world, change, read, forge } = await withChange();
  const { commit, tree } = change.head;
  world.state.statuses.push({ context: "old-ci", commit, state: "success", description: "" });
  world.report(commit, { name: "test", conclusion: "failure" });
  world.state.hidesCheckRuns = true;
  const expected = [
    { name: "old-ci", verdict: "passed" },
    {
      name: "checks that cannot be read",
      verdict: "infrastructure",
      evidence: expect.stringContaining("Resource not accessible by personal access token"),
    },
  ];
  expect((await read()).checks).toMatchObject(expected);
  const of = { kind: "change", change: change.id, tree } as const;
  const results = value(await forge.checks.run({ runId: "r", project: projectId("shop"), of, names: [] }));
  expect(results).toMatchObject(expected);
});

test("checks that GitHub does not show without a word are awaited, and read again though nothing moves", async () => {
  const isHidden = { now: true };
  const { world, change, forge } = await withChange({
    fetch: async (url, init) => (isHidden.now ? withNullContexts(await fetch(url, init)) : fetch(url, init)),
    forge: { settings: { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false } },
  });
  world.report(change.head.commit, { name: "test", conclusion: "success" });
  let cursor: string | null = null;
  const look = async () => {
    const seen = value(await forge.scm.since(cursor));
    ({ cursor } = seen);
    return seen.changes[0]?.checks?.map(({ name, verdict }) => [name, verdict]);
  };
  expect(await look()).toEqual([["checks that cannot be read", "running"]]);
  for (let n = 0; n < 3; n += 1) expect(await look()).toBeUndefined();
  isHidden.now = false;
  expect(await look()).toEqual([["test", "passed"]]);
});

async function withNullContexts(response: Response): Promise<Response> {
  const text = await response.text();
  const shown = text.replaceAll(/\{"__typename":"CheckRun".*?"checkSuite":\{.*?\}\}\}\}/g, "null");
  return new Response(shown, { status: response.status, headers: response.headers });
}

test("of more checks than one page shows all count, also for a candidate's commit", async () => {
  const { world, change, read, forge } = await withChange();
  const { commit, tree } = change.head;
  for (let n = 0; n < 130; n += 1) world.report(commit, { name: `job ${n}`, conclusion: "success" });
  const last = world.report(commit, { name: "last", conclusion: "failure", log: "Error: red\n" });
  const { checks } = await read();
  expect([checks?.length, checks?.at(-1)?.verdict]).toEqual([131, "failed"]);
  const of = { kind: "change", change: change.id, tree } as const;
  const run = { runId: "r", project: projectId("shop"), of, names: ["last"] };
  last.conclusion = "success";
  expect(value(await forge.checks.run(run))).toMatchObject([{ name: "last", verdict: "passed" }]);
});

test("more threads, replies and reviews than one page shows are read to their end", async () => {
  const { world, read, number } = await withChange({ users: { maria: "maintain" } });
  world.review(number, { author: "maria", state: "CHANGES_REQUESTED", body: "No." });
  for (let n = 0; n < 70; n += 1) world.review(number, { author: "ann", state: "COMMENTED" });
  for (let n = 0; n < 60; n += 1) {
    const { id } = world.openThread(number, { author: "ann", path: "a.txt", line: 1, body: `Remark ${n}` });
    world.resolve(id, n !== 59);
  }
  const long = world.openThread(number, { author: "ann", path: "a.txt", line: 1, body: "Long" });
  for (let n = 0; n < 130; n += 1) world.reply(long.id, "ann", `word ${n}.`);
  const { threads, reviews } = await read();
  expect(threads.filter(({ open }) => open).map(({ text }) => text.split("\n")[0])).toEqual([
    "No.",
    "Remark 59",
    "Long",
  ]);
  expect(threads.at(-1)?.text).toContain("word 129.");
  expect(reviews).toMatchObject([{ kind: "changes_requested", by: { name: "maria" } }]);
});

test("an answer under a review's text is found, however much was said below it since", async () => {
  const { world, read, number, change, forge } = await withChange();
  const review = world.review(number, { author: "ann", state: "CHANGES_REQUESTED", body: "No." });
  const [thread] = (await read()).threads;
  if (thread === undefined) throw new Error(`there is no thread of ${review.nodeId}`);
  const answer = { change: change.id, thread: thread.id, text: "Yes.", resolve: true, key: "k" };
  value(await forge.scm.answerThread(answer));
  for (let n = 0; n < 60; n += 1) world.comment(number, "ann", `Chat ${n}`);
  expect((await read()).threads).toMatchObject([{ open: false }]);
});

test("where more was said than is ever read, nobody takes the change for settled", async () => {
  const { world, read, number } = await withChange();
  for (let n = 0; n < 1_060; n += 1) {
    const { id } = world.openThread(number, { author: "ann", path: "a.txt", line: 1, body: `Remark ${n}` });
    world.resolve(id, true);
  }
  expect((await read()).mergeable).toMatchObject({ known: false, why: expect.stringContaining("threads") });
});

test("a thread beyond those that the overview shows is seen to be settled within minutes", async () => {
  let nowMs = Date.UTC(2026, 0, 5);
  const clock = {
    wallMs: () => nowMs,
    after: (ms: number, call: () => void) => (setTimeout(call, ms), () => undefined),
  };
  const { world, forge, number } = await withChange({ now: () => nowMs, clock, forge: { clock } });
  const ids = Array.from({ length: 110 }, () => {
    const { id } = world.openThread(number, { author: "ann", path: "a.txt", line: 1, body: "Why?" });
    world.resolve(id, true);
    return id;
  });
  world.resolve(ids.at(-1) ?? "", false);
  let cursor: string | null = null;
  const openAfter = async (minutes: number) => {
    nowMs += minutes * 60_000;
    const seen = value(await forge.scm.since(cursor));
    ({ cursor } = seen);
    return seen.changes[0]?.threads.filter(({ open }) => open).length;
  };
  expect(await openAfter(1)).toBe(1);
  world.resolve(ids.at(-1) ?? "", true);
  expect(await openAfter(11)).toBe(0);
});
