import { expect, onTestFinished, test } from "vitest";
import { aChange, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGithub, type AGithub, type Wishes } from "../../../test/fakes/github/a-github.ts";
import { issueId, sessionId } from "../../domain/model/ids.ts";
import { known } from "../../domain/model/known.ts";
import type { IssueEdit } from "../../slots/issue-editor.ts";
import { failed } from "../../slots/result.ts";

async function aGithub(wishes: Wishes = {}): Promise<AGithub> {
  const github = await makeGithub(wishes);
  onTestFinished(github.dispose);
  return github;
}

test("a label that somebody sets while we change others stays", async () => {
  const happens = { before: "" };
  const github = await aGithub({
    fetch: async (url, init) => {
      if (init.method !== "GET" && url.pathname.includes("/issues/1") && happens.before !== "") {
        issue.labels.push(happens.before);
        happens.before = "";
      }
      return fetch(url, init);
    },
  });
  const { fake, forge } = github;
  const issue = fake.world.openIssue({ title: "Fix it", labels: ["bug", "ao: stopped"] });
  const id = issueId("shop#1");
  const by = { by: { kind: "person", name: "Ann", canWrite: known(true) } } as const;
  happens.before = "first";
  const move = { issue: id, to: "started", session: sessionId("app-a"), change: null, key: "m" } as const;
  value((await forge.tracker.move?.(move)) ?? failed("refused", "it moves nothing"));
  expect(issue.labels.toSorted()).toEqual(["ao: working", "bug", "first"]);
  happens.before = "second";
  const edit = { title: "Mend it", addLabels: ["agents"], removeLabels: ["bug"], priority: 1 };
  value((await forge.tracker.desk?.edit(id, { ...edit, ...by, key: "e" })) ?? failed("refused", "there is no desk"));
  expect([issue.title, issue.labels.toSorted()]).toEqual([
    "Mend it",
    ["P1", "agents", "ao: working", "first", "second"],
  ]);
  happens.before = "third";
  value(await forge.tracker.close({ issue: id, text: "Landed.", key: "k" }));
  expect([issue.state, issue.labels.toSorted()]).toEqual(["closed", ["P1", "agents", "first", "second", "third"]]);
});

test("what people ask for is done in the share that loops leave them", async () => {
  const github = await aGithub();
  const { fake, forge } = github;
  const change = await aChange(github);
  const issue = fake.world.openIssue({ title: "Fix it" });
  const { desk: changes } = forge.scm;
  const { desk: issues } = forge.tracker;
  if (changes === undefined || issues === undefined) throw new Error("there is no desk");
  fake.limits.leave(500);
  value(await forge.scm.read(change.id));
  value(await forge.tracker.since(null));
  for (const asked of [forge.scm.read(change.id), forge.tracker.read(issueId(`shop#${issue.number}`))])
    expect(await asked).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  const deed = (key: string) => ({ by: { kind: "person", name: "Ann", canWrite: known(true) }, key }) as const;
  const comments = [{ path: "a.txt", line: 1, text: "Why?" }];
  value(await changes.review({ change: change.id, verdict: "commented", comments, ...deed("1") }));
  const [thread] = value(await changes.show(change.id)).said.threads;
  if (thread === undefined) throw new Error("there is no thread");
  value(await changes.reply({ thread: thread.id, text: "Fine.", resolve: true, ...deed("2") }));
  value(await changes.close(change.id, deed("3")));
  value(await issues.comment(`${issue.number}`, { text: "Hm.", ...deed("4") }));
  value(await issues.edit(`${issue.number}`, { addLabels: ["bug"], ...deed("5") }));
  value(await issues.setState(`${issue.number}`, { as: "done", text: "", ...deed("6") }));
  expect(value(await issues.show(`${issue.number}`))).toMatchObject({ labels: ["bug"], comments: [{ text: "Hm." }] });
});

test("a remark on a whole file is written once, beside the review", async () => {
  const github = await aGithub();
  const { id } = await aChange(github);
  const { desk: reviewer } = github.forge.scm;
  if (reviewer === undefined) throw new Error("there is no desk");
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  const comments = [{ path: "a.txt", line: null, text: "All of it?" }];
  const review = { change: id, verdict: "commented", text: "Hm.", comments, by, key: "1" } as const;
  github.fake.loses = (method, path) => method === "POST" && path.endsWith("/reviews");
  expect((await reviewer.review(review)).ok).toBe(false);
  github.fake.loses = () => false;
  value(await reviewer.review(review));
  const { threads } = value(await github.forge.scm.read(id));
  expect(threads.map(({ place, text }) => [place, text])).toEqual([
    [null, "Hm."],
    ["a.txt", "All of it?"],
  ]);
});

test("what the daemon's account opened itself: words that ask for changes are heard, and who may approve is said", async () => {
  const github = await aGithub();
  const { id } = await aChange(github);
  const { desk: reviewer } = github.forge.scm;
  if (reviewer === undefined) throw new Error("there is no desk");
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  const deed = (verdict: "approved" | "changes_requested", key: string) => ({ change: id, verdict, by, key });
  expect(await reviewer.review(deed("approved", "1"))).toMatchObject({
    error: {
      code: "refused",
      message: expect.stringMatching(/nobody approve what they opened.*acme\/shop\/pull\/1\.$/),
    },
  });
  expect(await reviewer.review(deed("changes_requested", "2"))).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("Say what is to change: `ao review 1 --request") },
  });
  value(await reviewer.review({ ...deed("changes_requested", "3"), text: "Please add a test" }));
  const { threads } = value(await github.forge.scm.read(id));
  expect(threads).toMatchObject([{ text: "Please add a test", open: true, author: { kind: "person" } }]);
});

test("an issue waits for one of another repository, under its own name, as long as that is open", async () => {
  const { fake, forge } = await aGithub();
  const other = { repository: "Acme/Library", number: 1, state: "open" as "open" | "closed" };
  fake.world.openIssue({ title: "Fix it", blockedElsewhere: [other] });
  const blockers = async () => value(await forge.tracker.since(null)).issues[0]?.blockedBy;
  expect(await blockers()).toEqual(["acme/library#1"]);
  other.state = "closed";
  expect(await blockers()).toEqual([]);
});

test("what an App has made before a lost answer is found by its own login", async () => {
  const { fake, forge } = await aGithub({ bots: ["ao-app[bot]"] });
  fake.tokens.set("ghtest_bot", "ao-app[bot]");
  const { desk: editor } = forge.tracker;
  if (editor === undefined) throw new Error("there is no desk");
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  let left = 1;
  fake.loses = (method, path) => method === "POST" && path.endsWith("/issues") && left-- > 0;
  expect((await editor.create([{ title: "One" }], { by, key: "k" })).ok).toBe(false);
  value(await editor.create([{ title: "One" }], { by, key: "k" }));
  expect(fake.world.state.issues.size).toBe(1);
});

async function anIssue(labels: string[], wishes: Wishes = {}) {
  const github = await aGithub(wishes);
  const { fake, forge } = github;
  const issue = fake.world.openIssue({ title: "Fix it", labels });
  const { desk: editor } = forge.tracker;
  if (editor === undefined) throw new Error("there is no desk");
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  const id = issueId("shop#1");
  const edit = async (wish: IssueEdit, key = "e") => value(await editor.edit(id, { ...wish, by, key }));
  const writes = () => fake.asked.filter(({ method, path }) => method !== "GET" && !path.includes("graphql"));
  return { ...github, issue, id, desk: editor, by, edit, writes };
}

test("an edit or a move that changes nothing writes nothing", async () => {
  const { forge, id, edit, writes } = await anIssue(["bug", "ao: working"]);
  await edit({ addLabels: ["bug"], removeLabels: ["wip"] });
  const move = { issue: id, to: "started", session: sessionId("app-a"), change: null, key: "m" } as const;
  value((await forge.tracker.move?.(move)) ?? failed("refused", "it moves nothing"));
  expect(writes().filter(({ path }) => !path.includes("/assignees"))).toEqual([]);
});

test("a label of any name is taken away, also one that somebody has taken away already", async () => {
  const { issue, edit } = await anIssue(["what's next? #1/2", "bug"], {
    fetch: async (url, init) => {
      if (init.method === "DELETE") issue.labels = issue.labels.filter((label) => label !== "bug");
      return fetch(url, init);
    },
  });
  await edit({ removeLabels: ["what's next? #1/2", "bug"] });
  expect(issue.labels).toEqual([]);
});

test("a text that is edited through us stays a person's, and the list shows it at once", async () => {
  const { forge, fake, desk: editor, by, edit } = await anIssue([]);
  const [id] = value(await editor.create([{ title: "Mend it" }], { by, key: "c" }));
  const author = async () => value(await forge.tracker.read(id ?? issueId(""))).author;
  const before = await author();
  value(await editor.edit(id ?? issueId(""), { body: "All of it.", by, key: "e2" }));
  expect(await author()).toEqual(before);
  expect([...fake.world.state.issues.values()].at(-1)?.body).toMatch(/^All of it\.\n\n<!-- ao-desk /);
  await edit({ title: "Fix all of it" });
  expect(value(await editor.list({ all: false })).map(({ title }) => title)).toEqual(["Fix all of it", "Mend it"]);
});

test("a locked issue is closed all the same, and what cannot be said there is not tried again", async () => {
  const { fake, forge } = await aGithub();
  const issue = fake.world.openIssue({ title: "Locked", isLocked: true, labels: ["ao: working"] });
  const closing = () => forge.tracker.close({ issue: issueId("shop#1"), text: "Landed.", key: "k" });
  expect(value(await closing())).toMatchObject({ state: { kind: "closed" } });
  expect([issue.state, issue.labels]).toEqual(["closed", []]);
  const writes = () => fake.asked.filter(({ method }) => method !== "GET").length;
  const before = writes();
  value(await closing());
  expect(writes()).toBe(before);
  const by = { kind: "person", name: "ann", canWrite: known(true) } as const;
  expect(await forge.tracker.desk?.comment(issueId("shop#1"), { by, key: "c", text: "Hello" })).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("issue is locked") },
  });
});

test.for(["ghes-3.17", "ghes-3.18"])(
  "on %s, which keeps no order of issues, they are made once, and the order is written below them",
  async (server) => {
    const { fake, forge } = await aGithub();
    fake.world.state.server = server;
    const issues = [{ title: "First" }, { title: "Second", after: [0] }];
    const by = { kind: "person", name: "ann", canWrite: known(true) } as const;
    const creating = async () =>
      value((await forge.tracker.desk?.create(issues, { by, key: "n" })) ?? failed("refused", "no desk"));
    expect(await creating()).toEqual(["shop#1", "shop#2"]);
    expect(await creating()).toEqual(["shop#1", "shop#2"]);
    expect(fake.world.find(2)?.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("is to wait for #1"),
    ]);
    expect(fake.world.find(1)?.comments).toEqual([]);
  },
);
