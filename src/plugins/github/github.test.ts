import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { makeGithub, type AGithub, type Wishes } from "../../../test/fakes/github/a-github.ts";
import { ownClock } from "../remote/forge/own-clock.ts";
import { aChange, landing, numberOf, value } from "../../../test/fakes/git/forge-deeds.ts";
import type { Conclusion } from "../../../test/fakes/github/state.ts";
import { issueId, projectId, threadId } from "../../domain/model/ids.ts";

const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false };

async function aGithub(wishes: Wishes = {}): Promise<AGithub> {
  const github = await makeGithub(wishes);
  onTestFinished(github.dispose);
  return github;
}

test("a comment whose answer got lost is written once", async () => {
  const { fake, forge } = await aGithub();
  const lost = new Set<string>();
  fake.loses = (method, path) => method === "POST" && lost.size !== lost.add(path).size && !path.includes("graphql");
  const issue = fake.world.openIssue({ title: "Fix it" });
  const closing = () => forge.tracker.close({ issue: issueId(`shop#${issue.number}`), text: "Landed.", key: "k" });
  for (let n = 0; n < 4; n += 1) await closing();
  expect([issue.comments.length, lost.size]).toEqual([1, 1]);
});

test("an answer of a replica that lags behind changes nothing", async () => {
  const github = await aGithub();
  const change = await aChange(github);
  const pull = github.fake.world.pull(numberOf(change));
  const stale = { ...pull };
  pull.labels = ["new"];
  pull.updatedAt = "2099-01-01T00:00:00Z";
  const read = async () => value(await github.forge.scm.read(change.id));
  const fresh = await read();
  Object.assign(pull, { labels: [], updatedAt: stale.updatedAt });
  expect(await read()).toEqual(fresh);
});

test.for<[conclusion: Conclusion, verdict: string]>([
  ["success", "passed"],
  ["neutral", "passed"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["cancelled", "cancelled"],
  ["skipped", "skipped"],
  ["action_required", "running"],
  ["startup_failure", "infrastructure"],
  ["stale", "infrastructure"],
])("a check that ended with %s has %s", async ([conclusion, verdict]) => {
  const github = await aGithub();
  const { id, head } = await aChange(github);
  github.fake.world.report(head.commit, { name: "test", conclusion });
  expect(value(await github.forge.scm.read(id)).checks).toMatchObject([{ name: "test", verdict }]);
});

test("a commit status counts, a required check that has not begun is awaited, and two jobs of one name are two", async () => {
  const github = await aGithub();
  const { world } = github.fake;
  Object.assign(world.state, { required: ["deploy"], classicRequired: ["audit"] });
  const { id, head } = await aChange(github);
  world.state.statuses.push({ context: "old-ci", commit: head.commit, state: "failure", description: "It broke" });
  world.report(head.commit, { name: "test", conclusion: "success", workflow: "Linux" });
  world.report(head.commit, { name: "test", conclusion: "failure", workflow: "macOS", log: "Error: no brew\n" });
  const checks = value(await github.forge.scm.read(id)).checks ?? [];
  expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["Linux / test", "passed"],
    ["macOS / test", "failed"],
    ["old-ci", "failed"],
    ["deploy", "running"],
    ["audit", "running"],
  ]);
  expect(checks[2]?.evidence).toContain("It broke");
});

test("a repository that never ran a check has none; one with workflows has not spoken yet", async () => {
  const none = await aGithub();
  expect((await aChange(none)).checks).toBeNull();
  const some = await aGithub();
  some.fake.world.state.workflows = 1;
  expect((await aChange(some)).checks).toEqual([]);
});

test("of a failed job the failing step is told, the whole log lies in the session's folder, and the credential stays home", async () => {
  const github = await aGithub();
  const { id, head } = await aChange(github);
  const at = "2026-01-05T00:00:00.0000000Z ";
  const log = [
    ...["##[group]Run npm ci", "added 200 packages", "##[endgroup]", "##[group]Run npm test"],
    ...["FAIL sum.test.ts: expected 2, got 3", "##[error]Process completed with exit code 1.", "Post job cleanup."],
  ];
  github.fake.world.report(head.commit, {
    name: "test",
    conclusion: "failure",
    log: log.map((line) => at + line).join("\n"),
  });
  const [check] = value(await github.forge.scm.read(id)).checks ?? [];
  expect(check?.evidence).toContain("FAIL sum.test.ts: expected 2, got 3");
  expect(check?.evidence).not.toContain("added 200 packages");
  const path = /The whole log: (\S.*\.log)/.exec(check?.evidence ?? "")?.[1] ?? "";
  expect(readFileSync(path, "utf8")).toContain("added 200 packages");
  expect(github.fake.hasLeaked).toBe(false);
});

test("a step with a name of its own is found by its times, and what the job said at places of the tree is told, too", async () => {
  const github = await aGithub();
  const { id, head } = await aChange(github);
  const log = [
    ...["00:01.1Z ##[group]Run lint", "00:01.2Z odd spacing", "00:01.3Z ##[error]Process completed with exit code 1."],
    ...[
      "00:05.1Z ##[group]Run test",
      "00:06.1Z expected 2, got 3",
      "00:07.1Z ##[error]Process completed with exit code 1.",
    ],
    ...["00:09.1Z ##[group]Run upload", "00:09.2Z ##[error]Nothing to upload."],
  ];
  const check = github.fake.world.report(head.commit, {
    ...{ name: "test", conclusion: "failure", failingStep: "Unit tests" },
    log: log.map((line) => `2026-01-05T10:${line}`).join("\n"),
  });
  check.stepTimes = { started_at: "2026-01-05T10:00:05Z", completed_at: "2026-01-05T10:00:07Z" };
  check.annotations = [
    { path: "sum.ts", line: 3, message: "expected 2, got 3" },
    { path: "sum.ts", line: 7, message: "unused import" },
    { path: "sum.ts", line: 9, message: "Internal error in sum()" },
    { path: ".github", line: 1, message: "Node 16 is old" },
  ];
  const [{ evidence } = { evidence: "" }] = value(await github.forge.scm.read(id)).checks ?? [];
  for (const told of ["expected 2, got 3", "sum.ts:7: unused import"]) expect(evidence).toContain(told);
  for (const other of ["odd spacing", "Nothing to upload", "sum.ts:3", "Node 16"])
    expect(evidence).not.toContain(other);
});

const junit = (message: string): string =>
  `<testsuite><testcase classname="cart" name="adds"/><testcase classname="cart" name="sums"><failure message="${message}"/></testcase></testsuite>`;

test("where artifacts with JUnit are named, failing tests are told; those of the attempt before are not", async () => {
  const clock = { wallMs: () => atMs, after: ownClock.after };
  let atMs = Date.UTC(2026, 0, 5);
  const named = { ...settings, junit: { test: "junit-*" } };
  const github = await aGithub({ now: clock.wallMs, clock, forge: { clock, settings: named } });
  const { fake, forge } = github;
  const { id, head } = await aChange(github);
  const failing = { conclusion: "failure", log: "Error: it was red\n", run: 7 } as const;
  const evidence = async (name: string): Promise<string> =>
    value(await forge.scm.read(id)).checks?.find((check) => check.name === name)?.evidence ?? "";

  const report = {
    "junit-20": { "unit.xml": junit("expected 2, got 3"), "notes.txt": "no" },
    other: { "o.xml": "<x/>" },
  };
  fake.world.report(head.commit, { ...failing, name: "lint" });
  fake.world.report(head.commit, { ...failing, name: "test", artifacts: report });
  expect(await evidence("test")).toContain("1 test failed:\n\n✗ cart › sums\n  expected 2, got 3");
  expect(await evidence("test")).not.toContain("it was red");
  // No report is named for this one.
  expect(await evidence("lint")).toContain("it was red");
  expect(fake.hasLeaked).toBe(false);
  const artifacts = () => fake.asked.filter(({ path }) => path.includes("artifacts")).length;
  expect(artifacts()).toBe(2);

  atMs += 60_000;
  fake.world.report(head.commit, { ...failing, name: "test", log: "Error: npm broke\n", attempt: 2 });
  expect(await evidence("test")).toContain("npm broke");
  expect(artifacts()).toBe(3);
});

test("a log that is not there yet, or does not arrive, is asked for again though nothing moves; one that never comes is none", async () => {
  const clock = { wallMs: () => atMs, after: ownClock.after };
  let atMs = Date.UTC(2026, 0, 5);
  const github = await aGithub({ now: clock.wallMs, clock, forge: { clock } });
  const { fake, forge } = github;
  const { id, head } = await aChange(github);
  const [late, never] = ["late", "never"].map((name) =>
    fake.world.report(head.commit, { name, conclusion: "failure", log: "Error: red\n" }),
  );
  if (late === undefined || never === undefined) throw new Error("there are two");
  Object.assign(late, { log: null });
  Object.assign(never, { log: null });
  let cursor: string | null = null;
  const seen = new Map<string, string>();
  const look = async (): Promise<void> => {
    atMs += 60_000;
    const read = value(await forge.scm.since(cursor));
    ({ cursor } = read);
    const checks = read.changes.find((change) => change.id === id)?.checks ?? [];
    for (const { name, verdict, evidence } of checks) seen.set(name, `${verdict}: ${evidence}`);
  };
  await look();
  expect([...seen.values()].map((text) => text.split(":")[0])).toEqual(["running", "running"]);
  late.log = "Error: red\n";
  fake.loses = (_method, path) => path.endsWith(`${late.id}/logs`);
  await look();
  fake.loses = () => false;
  await look();
  expect(seen.get("late")).toContain("failed: late failed");
  expect(seen.get("late")).toContain("Error: red");
  await look();
  expect(seen.get("never")).toContain("It printed nothing.");
});

test("a replica that does not show what failed does not make a flake a failure", async () => {
  let chance = 1;
  const github = await aGithub({
    random: () => chance,
    ci: ({ attempt }) => (attempt === 1 ? [] : [{ name: "test", conclusion: "success" }]),
  });
  const { fake, forge } = github;
  fake.faults = { before: 0, after: 0, stale: 0.5 };
  const change = await aChange(github);
  const { id, head } = change;
  fake.world.report(head.commit, { name: "test", conclusion: "failure", log: "Error: flake\n" });
  expect(value(await forge.scm.read(id)).checks).toMatchObject([{ name: "test", verdict: "failed" }]);
  const of = { kind: "change", change: id, tree: head.tree } as const;
  const request = { runId: "r", project: projectId("shop"), of, names: [] };
  chance = 0;
  expect(await forge.checks.run(request)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  chance = 1;
  expect(value(await forge.checks.run(request))).toMatchObject([{ name: "test", verdict: "passed" }]);
});

test("a thread that was resolved a moment ago is not open again because a replica says so", async () => {
  let chance = 1;
  const github = await aGithub({ random: () => chance });
  const { fake, forge } = github;
  fake.faults = { before: 0, after: 0, stale: 0.5 };
  const change = await aChange(github);
  const { id } = change;
  const thread = fake.world.openThread(numberOf(change), { author: "ann", path: "a.txt", line: 1, body: "Why?" });
  await forge.scm.read(id);
  const answer = { change: id, thread: threadId(`${id}.${thread.id}`), text: "So.", resolve: true, key: "k" };
  await forge.scm.answerThread(answer);
  const isOpen = async () => value(await forge.scm.read(id)).threads[0]?.open;
  expect(await isOpen()).toBe(false);
  chance = 0;
  expect(await isOpen()).toBe(false);
});

test("a thread is shown on the head it was made on", async () => {
  const github = await aGithub();
  const change = await aChange(github);
  github.fake.world.openThread(numberOf(change), { author: "ann", path: "a.txt", line: 1, body: "Why?" });
  await github.fake.world.editFile("agent/a", "a.txt", "again\n");
  await github.forge.scm.read(change.id);
  const { desk: reviewer } = github.forge.scm;
  if (reviewer === undefined) throw new Error("there is no desk");
  const { said, head } = value(await reviewer.show(change.id));
  expect([said.threads[0]?.head, head.commit === change.head.commit]).toEqual([change.head.commit, false]);
});

test("a job that never ran for want of money blames nobody", async () => {
  const github = await aGithub();
  const { id, head } = await aChange(github);
  const check = github.fake.world.report(head.commit, { name: "test", conclusion: "failure" });
  check.log = null;
  check.annotations = [
    { path: ".github", line: 1, message: "The job was not started because recent account payments have failed" },
  ];
  expect(value(await github.forge.scm.read(id)).checks).toMatchObject([{ verdict: "infrastructure" }]);
});

test("a limit is honoured: nothing is asked before it is over", async () => {
  const github = await aGithub();
  github.fake.limits.refuseFor(60_000);
  const first = await github.forge.tracker.since(null);
  expect(first).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  const { requests } = github.fake.limits.counts;
  expect(await github.forge.scm.since(null)).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  expect(github.fake.limits.counts.requests).toBe(requests);
});

test("an issue of which GitHub could not say whether its author may write is read again at the next look", async () => {
  let nowMs = Date.now();
  const clock = { ...ownClock, wallMs: () => nowMs };
  const { fake, forge } = await aGithub({ users: { ann: "write" }, forge: { clock } });
  const accessOf = async (cursor: string | null) => {
    nowMs += 60_001;
    const look = value(await forge.tracker.since(cursor));
    const { author } = look.issues.find(({ title }) => title === "One") ?? {};
    return { cursor: look.cursor, isKnown: author?.kind === "person" ? author.canWrite.known : null };
  };
  Object.assign(fake.world.openIssue({ title: "One", author: "ann" }), { updatedAt: "2026-01-01T00:00:00Z" });
  fake.world.openIssue({ title: "Two", author: "renovate" });
  fake.loses = (_method, path) => path.includes("/collaborators/ann/");
  const first = await accessOf(null);
  fake.loses = () => false;
  expect([first.isKnown, (await accessOf(first.cursor)).isKnown]).toEqual([false, true]);
});

test("issues wait for what blocks them and for their sub-issues; a label says how urgent they are", async () => {
  const { fake, forge } = await aGithub();
  const [first, second] = [fake.world.openIssue({ title: "One" }), fake.world.openIssue({ title: "Two" })];
  fake.world.openIssue({ title: "Both", blockedBy: [first.number], subIssues: [second.number], labels: ["P1"] });
  const { issues } = value(await forge.tracker.since(null));
  expect(issues.find(({ title }) => title === "Both")).toMatchObject({ blockedBy: ["shop#1", "shop#2"], priority: 1 });
});

test.for(["/rules/branches/main", "/branches/main", "/graphql"])(
  "while %s cannot be read, nobody knows what the repository requires",
  async (path) => {
    const github = await aGithub();
    const { fake, forge } = github;
    fake.world.state.required = ["deploy"];
    const { id } = await aChange(github);
    const again = github.again();
    fake.loses = (_method, asked) => asked.endsWith(path);
    expect(await again.scm.read(id)).toMatchObject({ ok: false, error: { code: "unavailable" } });
    fake.loses = () => false;
    expect(value(await again.scm.read(id)).checks).toMatchObject([{ name: "deploy", verdict: "running" }]);
    expect(value(await forge.scm.read(id)).checks).toMatchObject([{ name: "deploy", verdict: "running" }]);
  },
);

test("a required check is there when jobs of several workflows have its name", async () => {
  const github = await aGithub();
  const { world } = github.fake;
  world.state.required = ["test"];
  const { id, head } = await aChange(github);
  for (const workflow of ["Linux", "macOS"])
    world.report(head.commit, { name: "test", conclusion: "success", workflow });
  const checks = value(await github.forge.scm.read(id)).checks ?? [];
  expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["Linux / test", "passed"],
    ["macOS / test", "passed"],
  ]);
});

test("what a webhook told of is read a minute later where GitHub was down just then", async () => {
  const time = { ms: Date.UTC(2026, 0, 5), isDown: false };
  const clock = { wallMs: () => time.ms, after: ownClock.after };
  const github = await aGithub({
    ...{ clock, now: clock.wallMs, forge: { clock, settings: { ...settings, pollMs: 60_000 } } },
    fetch: async (url, init) => (time.isDown ? new Response("{}", { status: 502 }) : fetch(url, init)),
  });
  const { forge, fake } = github;
  const change = await aChange(github);
  const issue = fake.world.openIssue({ title: "Fix it" });
  const at = { scm: value(await forge.scm.since(null)).cursor, tracker: value(await forge.tracker.since(null)).cursor };
  const look = async () => [await forge.scm.since(at.scm), await forge.tracker.since(at.tracker)] as const;
  time.ms += 1_000;
  fake.world.report(change.head.commit, { name: "test", conclusion: "failure" });
  Object.assign(issue, { title: "Fix it all", updatedAt: new Date(time.ms).toISOString() });
  forge.scm.wake?.();
  forge.tracker.wake?.();
  time.isDown = true;
  expect(await look()).toMatchObject([{ ok: false }, { ok: false }]);
  time.isDown = false;
  time.ms += 60_000;
  const [changes, issues] = await look();
  expect(value(changes).changes).toMatchObject([{ checks: [{ name: "test", verdict: "failed" }] }]);
  expect(value(issues).issues).toMatchObject([{ title: "Fix it all" }]);
});

test("the branch of a candidate that nobody landed is gone a day later, and the next look does not mind", async () => {
  const time = { ms: Date.UTC(2026, 0, 5) };
  const clock = { wallMs: () => time.ms, after: ownClock.after };
  const github = await aGithub({ ...{ clock, now: clock.wallMs, forge: { clock } } });
  const { forge, fake } = github;
  const change = await aChange(github);
  await github.personPushes("main", await github.commit({ "b.txt": "b\n" }));
  const { candidate, made } = await landing(github, change);
  fake.world.report(made.commit, { name: "test", conclusion: "failure" });
  const of = { kind: "candidate", candidate, tree: made.tree } as const;
  value(await forge.checks.run({ runId: "r", project: projectId("shop"), of, names: ["test"] }));
  const branch = () => fake.world.bare.tipOf("ao-candidate/c1");
  value(await forge.scm.since(null));
  expect(await branch()).toBe(made.commit);
  time.ms += 25 * 60 * 60_000;
  value(await forge.scm.since(null));
  expect(await branch()).toBeNull();
  value(await forge.scm.since(null));
});
