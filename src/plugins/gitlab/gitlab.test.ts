import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { aChange, landing, publish, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGitlab, type AGitlab, type Wishes } from "../../../test/fakes/gitlab/a-gitlab.ts";
import { TOKEN } from "../../../test/fakes/gitlab/fake-gitlab.ts";
import { commitSha, issueId, sessionId, threadId } from "../../domain/model/ids.ts";
import { known } from "../../domain/model/known.ts";
import { ownClock } from "../remote/forge/own-clock.ts";
import type { RemoteClock } from "../remote/quota/quota-broker.ts";
import { judgeStatus } from "./checks/verdict.ts";

async function aGitlab(wishes: Wishes = {}): Promise<AGitlab> {
  const gitlab = await makeGitlab(wishes);
  onTestFinished(gitlab.dispose);
  return gitlab;
}

/** Pauses between two attempts are none. */
const quick: RemoteClock = {
  ...ownClock,
  after: (_ms, callback) => {
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  },
};

const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false };

const refusal = (status: number, message: string): Response =>
  Response.json({ message }, { status, headers: { "content-type": "application/json" } });

const ann = { kind: "person", name: "ann", canWrite: known(true) } as const;

test("a project that only fast-forwards lands the squashed commit itself", async () => {
  const gitlab = await aGitlab();
  gitlab.fake.world.mergeMethod = "ff";
  const change = await aChange(gitlab);
  const judged = await landing(gitlab, change);
  const request = { ...judged, changes: judged.changes.map((one) => ({ ...one, evidence: ["Turns: 3"] })) };
  expect(value(await gitlab.forge.scm.land(request))).toMatchObject({ kind: "landed" });
  expect(gitlab.fake.world.merge(1).description).toContain("- Turns: 3");
  expect(await gitlab.fake.world.bare.git("log", "--format=%s %p", "-1", "main")).toMatch(/^Work \(!1\) [0-9a-f]+$/);
  expect(value(await gitlab.forge.scm.read(change.id)).state.kind).toBe("landed");
  expect(gitlab.fake.world.merge(1).askedHead).toBe(change.head.commit);
});

test("an account that may not merge is told so, and its token goes on", async () => {
  const gitlab = await aGitlab({ users: { guest: 20 } });
  const request = await landing(gitlab, await aChange(gitlab));
  gitlab.fake.tokens.set(TOKEN, "guest");
  expect(await gitlab.forge.scm.land(request)).toMatchObject({
    ok: false,
    error: { code: "refused", message: expect.stringContaining("GitLab does not merge !1: 401 Unauthorized") },
  });
  expect((await gitlab.forge.scm.since(null)).ok).toBe(true);
});

test("a merge request that somebody opened for the branch is adopted; one by its title a draft", async () => {
  const gitlab = await aGitlab();
  const head = await gitlab.commit({ "a.txt": "a\n" });
  await gitlab.personPushes("agent/a", head);
  await gitlab.fake.world.openMerge({ title: "Draft: Mine", source: "agent/a", author: "ann" });
  const newer = commitSha(await gitlab.commit({ "a.txt": "b\n" }, [head]));
  const request = {
    session: sessionId("app-a"),
    branch: "agent/a",
    base: "main",
    head: newer,
    title: "Ours",
    body: "",
  };
  const published = value(await gitlab.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
  expect(published).toMatchObject({
    kind: "published",
    change: { id: "shop#1", title: "Mine", state: { kind: "draft" }, head: { commit: newer } },
  });
});

test("an approval counts on the commit that was there when it was given, and on no newer one", async () => {
  const gitlab = await aGitlab();
  const { id, head } = await aChange(gitlab);
  gitlab.fake.world.approve(1, "ann");
  const reviews = async () => value(await gitlab.forge.scm.read(id)).reviews;
  const approved = { by: ann, kind: "approved", head: head.commit };
  expect(await reviews()).toEqual([approved]);
  await gitlab.personPushes("agent/a", await gitlab.commit({ "a.txt": "newer\n" }, [head.commit]));
  expect(await reviews()).toEqual([approved]);
  expect(value(await gitlab.forge.scm.read(id)).head.commit).not.toBe(head.commit);
});

test("a request for changes stands with its own text as a thread, until the same person approves", async () => {
  const gitlab = await aGitlab();
  const { id } = await aChange(gitlab);
  const { world } = gitlab.fake;
  world.discuss(world.merge(1), world.note(world.user("ann"), "Nice weather."), true);
  const read = async () => value(await gitlab.forge.scm.read(id));
  expect((await read()).threads).toEqual([]);
  world.review(1, { author: "ann", state: "requested_changes", body: "Not yet." });
  const [thread] = (await read()).threads.filter(({ text }) => text === "Not yet.");
  expect(await read()).toMatchObject({ reviews: [{ kind: "changes_requested", by: ann }] });
  const answer = { change: id, thread: thread?.id ?? threadId(""), text: "Now.", resolve: true, key: "k" };
  value(await gitlab.forge.scm.answerThread(answer));
  world.approve(1, "ann");
  expect(await read()).toMatchObject({ reviews: [{ kind: "approved" }] });
  expect((await read()).threads.find(({ text }) => text === "Not yet.")?.open).toBe(false);
});

test("a title and a text that are longer than GitLab takes are cut, and say so", async () => {
  const gitlab = await aGitlab({ forge: { settings: { ...settings, draft: true } } });
  const head = commitSha(await gitlab.commit({ "a.txt": "a\n" }));
  const long = { title: "T".repeat(300), body: "word ".repeat(250_000), trailers: ["Issue: shop#12"] };
  const request = { session: sessionId("app-a"), branch: "agent/a", base: "main", head, ...long };
  value(await gitlab.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
  const { title, description } = gitlab.fake.world.merge(1);
  expect([title.length, title.slice(0, 8), title.at(-1)]).toEqual([255, "Draft: T", "…"]);
  expect(description.length).toBeLessThanOrEqual(1_000_000);
  expect(description).toMatch(/Cut here: GitLab takes at most 1,000,000 characters[^]* The whole of it: #12\)/);
});

test("drafts of a review are read by nobody, and nothing here submits them: a request for changes waits, and says why", async () => {
  const gitlab = await aGitlab();
  const { id } = await aChange(gitlab);
  const { world } = gitlab.fake;
  const merge = world.merge(1);
  merge.drafts.push({ author: world.user("ao-bot"), note: "half a thought" });
  world.discuss(merge, world.note(world.user("ann"), "Why?", { isResolvable: true }), false);
  const read = async () => value(await gitlab.forge.scm.read(id));
  expect((await read()).threads.map(({ text }) => text)).toEqual(["Why?"]);
  const thread = (await read()).threads[0]?.id ?? threadId("");
  value(await gitlab.forge.scm.answerThread({ change: id, thread, text: "Because.", resolve: false, key: "a" }));
  const by = { kind: "person", name: "ann", canWrite: known(true) } as const;
  const review = (key: string) =>
    gitlab.forge.scm.desk?.review({ change: id, verdict: "changes_requested", text: "Not yet.", by, key });
  const why = { code: "refused", message: expect.stringContaining("has not submitted") };
  expect(await review("r")).toMatchObject({ ok: false, error: why });
  expect([merge.drafts.length, merge.reviews]).toEqual([1, []]);
  expect((await read()).threads.map(({ text }) => text)).toEqual(["Why?"]);
  merge.drafts = [];
  expect(await review("r")).toMatchObject({ ok: true });
  expect(merge.reviews).toMatchObject([{ kind: "changes_requested" }]);
});

test.for<[status: string, mayFail: boolean, verdict: string]>([
  ["success", false, "passed"],
  ["failed", false, "failed"],
  ["failed", true, "skipped"],
  ["canceled", false, "cancelled"],
  ["skipped", false, "skipped"],
  ["manual", false, "running"],
  ["manual", true, "skipped"],
  ["pending", false, "running"],
  ["waiting_for_resource", false, "running"],
  ["invented next year", false, "infrastructure"],
])("a job that is %s (allowed to fail: %s) has %s", ([status, mayFail, verdict]) => {
  expect(judgeStatus({ status, allow_failure: mayFail })).toBe(verdict);
});

test("where a job left a report of its tests, those that failed are told", async () => {
  const gitlab = await aGitlab();
  const { world } = gitlab.fake;
  const { id, head } = await aChange(gitlab);
  const pipeline = world.beginPipeline(head.commit, "agent/a");
  const tests = [
    { status: "success", name: "adds", classname: "cart", system_output: null, stack_trace: null },
    {
      status: "failed",
      name: "sums",
      classname: "cart",
      system_output: "expected 2, got 3",
      stack_trace: "at cart.js:3",
    },
  ] as const;
  world.report(pipeline, { name: "unit", status: "failed", script: ["Error: it was red"], tests });
  world.report(pipeline, { name: "lint", status: "failed", script: ["Error: no tabs"] });
  const checks = value(await gitlab.forge.scm.read(id)).checks ?? [];
  const evidence = (name: string): string => checks.find((check) => check.name === name)?.evidence ?? "";
  expect(evidence("unit")).toContain("1 test failed:\n\n✗ cart › sums\n  expected 2, got 3\n  at cart.js:3");
  expect(evidence("unit")).not.toContain("it was red");
  expect(evidence("lint")).toContain("no tabs");
});

test("of a failed job the script is told, the whole trace lies in the session's folder; others speak for themselves", async () => {
  const gitlab = await aGitlab();
  const { id, head } = await aChange(gitlab);
  const { world } = gitlab.fake;
  const pipeline = world.beginPipeline(head.commit, "agent/a");
  world.report(pipeline, { name: "unit", status: "failed", script: ["FAIL sum.test.ts: expected 2, got 3"] });
  world.report(pipeline, { name: "cover", status: "failed", isExternal: true, description: "Coverage fell" });
  world.report(pipeline, { name: "lint", status: "failed", reason: "runner_system_failure" });
  const [unit, cover, lint] = value(await gitlab.forge.scm.read(id)).checks ?? [];
  expect(unit?.evidence).toContain("unit failed in the stage “test”.");
  expect(unit?.evidence).toContain("\nFAIL sum.test.ts: expected 2, got 3");
  expect(unit?.evidence).not.toContain("Docker executor");
  const path = /The whole log: (\S.*\.log)/.exec(unit?.evidence ?? "")?.[1] ?? "";
  expect(readFileSync(path, "utf8")).toContain("Docker executor");
  expect(cover?.evidence).toContain("Coverage fell");
  expect(lint).toMatchObject({ verdict: "infrastructure", fingerprint: "" });
});

test("a job that a replica does not know yet has not spoken; a status without a word that is no job has, after a while", async () => {
  let [nowMs, isBehind] = [Date.parse("2026-01-05T12:00:00Z"), true];
  const clock = { ...ownClock, wallMs: () => nowMs };
  const lagging: typeof fetch = async (input, init) =>
    isBehind && /\/jobs\/\d+$/.test(String(input))
      ? Response.json({ message: "404 Not found" }, { status: 404 })
      : fetch(input, init);
  const gitlab = await aGitlab({ clock, fetch: lagging, forge: { clock } });
  const { head } = await aChange(gitlab);
  const { world } = gitlab.fake;
  const pipeline = world.beginPipeline(head.commit, "agent/a");
  world.report(pipeline, { name: "unit", status: "failed", script: ["FAIL sum.test.ts"] });
  world.report(pipeline, { name: "cover", status: "failed", isExternal: true });
  const read = async () => {
    const [change] = value(await gitlab.forge.scm.since(null)).changes;
    const checks = change?.checks ?? [];
    return checks.map(({ name, verdict, evidence }) => [name, verdict, evidence.includes("FAIL sum.test.ts")]);
  };
  const unspoken = [
    ["unit", "running", false],
    ["cover", "running", false],
  ];
  expect(await read()).toEqual(unspoken);
  isBehind = false;
  expect(await read()).toEqual([["unit", "failed", true], unspoken[1]]);
  nowMs += 3 * 60_000;
  expect(await read()).toEqual([
    ["unit", "failed", true],
    ["cover", "failed", false],
  ]);
});

test("a pipeline that cannot begin is red; a project without pipelines has no checks, also where GitLab refuses", async () => {
  const gitlab = await aGitlab();
  const change = await aChange(gitlab);
  expect(change.checks).toBeNull();
  gitlab.fake.world.isCiOff = true;
  value(await gitlab.forge.scm.since(null));
  expect(value(await gitlab.forge.scm.read(change.id)).checks).toBeNull();
  gitlab.fake.world.isCiOff = false;
  gitlab.fake.world.beginPipeline(change.head.commit, "agent/a").yamlErrors = "jobs:test unknown keys: scirpt";
  expect(value(await gitlab.forge.scm.read(change.id)).checks).toMatchObject([
    { name: "pipeline", verdict: "failed", evidence: expect.stringContaining("unknown keys: scirpt") },
  ]);
});

test("a project with a pipeline has not spoken before it ran", async () => {
  const gitlab = await aGitlab({ files: { ".gitlab-ci.yml": "test: { script: [npm test] }\n" } });
  expect((await aChange(gitlab)).checks).toEqual([]);
});

test("a landed change is taken back by a change of its own, once", async () => {
  const gitlab = await aGitlab();
  const change = await aChange(gitlab);
  value(await gitlab.forge.scm.land(await landing(gitlab, change)));
  const { desk: reviewer } = gitlab.forge.scm;
  const revert = async () => (reviewer === undefined ? null : value(await reviewer.revert(change.id, ann)));
  expect([await revert(), await revert()]).toEqual(["shop#2", "shop#2"]);
  const [, inverse] = gitlab.fake.world.merges;
  expect(inverse?.title).toBe('Revert "Work"');
  expect((await gitlab.fake.world.bare.tryGit(["show", `${inverse?.sha}:a.txt`])).code).not.toBe(0);
});

test("a look at many changes is three requests, which GitLab answers with nothing new; one that moved costs a few more", async () => {
  let atMs = Date.now();
  const clock = { ...ownClock, wallMs: () => atMs };
  const gitlab = await aGitlab({ ci: () => [{ name: "test", status: "success" }], forge: { clock } });
  const { fake, forge } = gitlab;
  for (let n = 0; n < 5; n += 1) value((await publish(gitlab, { [`${n}.txt`]: "x\n" }, `agent/w${n}`)).published);
  let { cursor } = value(await forge.scm.since(null));
  const look = async () => {
    atMs += 20_000;
    const before = fake.asked.length;
    const read = value(await forge.scm.since(cursor));
    ({ cursor } = read);
    return { asked: fake.asked.slice(before), ids: read.changes.map(({ id }) => id) };
  };
  // The first look after a push learns whether they merge, and confirms what was read.
  await look();
  const quiet = await look();
  expect([quiet.asked.map(({ status }) => status), quiet.ids]).toEqual([[304, 304, 304], []]);
  fake.world.openThread(2, { author: "ann", path: "1.txt", line: 1, body: "Why?" });
  const busy = await look();
  expect(busy.ids).toEqual(["shop#2"]);
  expect(busy.asked.length).toBeLessThanOrEqual(10);
  // What came piecemeal is read once more, and then no more.
  const [again, over] = [await look(), await look()];
  expect([again.ids, again.asked.length <= 10, over.asked.length]).toEqual([[], true, 3]);
});

test("a merge request of which a replica does not know all yet is published later, not given up", async () => {
  let isBehind = true;
  const gitlab = await aGitlab({
    fetch: async (url, init) =>
      isBehind && /\/merge_requests\/1\/approvals$/.test(url.pathname)
        ? refusal(404, "404 Not found")
        : fetch(url, init),
  });
  const { published, request } = await publish(gitlab, { "a.txt": "a\n" });
  expect(published).toMatchObject({
    ok: false,
    error: { code: "unavailable", message: "GitLab does not show all of !1 yet" },
  });
  isBehind = false;
  const again = value(await gitlab.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
  expect(again).toMatchObject({ kind: "published", change: { id: "shop#1" } });
});

test("a look of many requests comes to its end though each of them fails at first", async () => {
  const failed = new Set<string>();
  let fails = false;
  const gitlab = await aGitlab({
    forge: { clock: quick },
    fetch: async (url, init) => {
      const isFirst = fails && !failed.has(url.href);
      failed.add(url.href);
      return isFirst ? refusal(502, "502 Bad Gateway") : fetch(url, init);
    },
  });
  for (const name of ["a", "b", "c"]) value((await publish(gitlab, { [name]: "x\n" }, `agent/${name}`)).published);
  gitlab.fake.world.approve(2, "ann");
  failed.clear();
  fails = true;
  const { changes } = value(await gitlab.again().scm.since(null));
  expect(changes.map(({ id, reviews }) => [id, reviews.length])).toEqual(
    expect.arrayContaining([
      ["shop#1", 0],
      ["shop#2", 1],
      ["shop#3", 0],
    ]),
  );
});

test("an issue of which GitLab could not say who wrote it, or what it waits for, is read again at the next look", async () => {
  for (const lost of [/\/members\/all\//, /\/issues\/2\/links$/]) {
    const { fake, forge } = await aGitlab({ clock: quick });
    fake.world.openIssue({ title: "One", description: "" });
    fake.world.openIssue({ title: "Two", description: "" });
    fake.loses = (_method, path) => lost.test(path);
    const look = await forge.tracker.since(null);
    const first = look.ok ? look.value : { issues: [], cursor: null };
    fake.loses = () => false;
    const second = value(await forge.tracker.since(first.cursor));
    const titles = [...first.issues, ...second.issues].map(({ title }) => title);
    expect([titles, second.issues.at(-1)?.author]).toEqual([["One", "Two"], ann]);
  }
});

test("a line that GitLab would obey is only read, wherever an agent or an issue put it", async () => {
  const gitlab = await aGitlab();
  const { world } = gitlab.fake;
  const { scm, tracker } = gitlab.forge;
  const head = commitSha(await gitlab.commit({ "a.txt": "a\n" }));
  const request = { session: sessionId("app-a"), branch: "agent/a", base: "main", head, title: "Work" };
  const body = "All of it.\n/merge\n/close";
  const published = value(await scm.publish({ ...request, body, replaces: { kind: "ancestors" } }));
  if (published.kind !== "published") throw new Error("refused");
  const { id } = published.change;
  const thread = threadId(`${id}.${world.openThread(1, { author: "ann", path: "a.txt", line: 1, body: "Why?" }).id}`);
  value(await scm.answerThread({ change: id, thread, text: "/approve", resolve: false, key: "k" }));
  const issue = world.openIssue({ title: "One", description: "" });
  value(await tracker.close({ issue: issueId(`shop#${issue.iid}`), text: "Done.\n/assign @mallory", key: "k" }));
  expect([world.merge(1).state, world.merge(1).approvedBy, issue.assignees]).toEqual(["opened", [], []]);
  expect(world.merge(1).description).toContain("All of it.\n\\/merge\n\\/close");
  expect(scm.desk === undefined ? "" : value(await scm.desk.show(id)).body).toBe(body);
  expect(world.merge(1).discussions[0]?.notes.at(-1)?.body).toMatch(/^\\\/approve\n/);
});
