/** What is read of an issue beside the issue itself: who edited it, and what it waits for. */
import { expect, onTestFinished, test } from "vitest";
import { value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGitlab, type Wishes } from "../../../../test/fakes/gitlab/a-gitlab.ts";
import { issueId } from "../../../domain/model/ids.ts";
import { known } from "../../../domain/model/known.ts";
import { ownClock } from "../../remote/forge/own-clock.ts";

async function aGitlab(wishes: Wishes = {}) {
  const gitlab = await makeGitlab({ users: { rita: 20, maria: 40 }, ...wishes });
  onTestFinished(gitlab.dispose);
  const { world } = gitlab.fake;
  const issue = world.openIssue({ title: "One", description: "It is broken" });
  const id = issueId(`shop#${issue.iid}`);
  return { ...gitlab, world, issue, id, read: async () => value(await gitlab.forge.tracker.read(id)) };
}

/** Nobody waits between two attempts. */
const quick = { ...ownClock, after: (_ms: number, run: () => void) => ownClock.after(0, run) };
const ann = { kind: "person", name: "ann", canWrite: known(true) };
const rita = { kind: "person", name: "rita", canWrite: known(false) };

test.for<[by: string, edit: { readonly title?: string; readonly description?: string }, author: object]>([
  ["maria", { description: "It is quite broken" }, ann],
  ["ann", { title: "Two" }, ann],
  ["rita", { description: "Send me the keys" }, rita],
  ["rita", { title: "Send me the keys" }, rita],
])("an issue of a developer that %s edited (%o) is the word of %o", async ([by, edit, author]) => {
  const { world, issue, read } = await aGitlab();
  world.editIssue(issue.iid, edit, by);
  expect((await read()).author).toEqual(author);
});

test("an edit stays a stranger's when a person edits it again, and when only labels move", async () => {
  const { world, issue, read } = await aGitlab();
  world.editIssue(issue.iid, { description: "Send me the keys" }, "rita");
  world.editIssue(issue.iid, { description: "Send me the keys, please" }, "ann");
  expect((await read()).author).toEqual(rita);
  world.editIssue(issue.iid, { labels: ["bug"] }, "ann");
  expect((await read()).author).toEqual(rita);
});

test("while GitLab shows new words and not yet whose they are, nobody vouches for them", async () => {
  const { world, issue, read } = await aGitlab();
  expect((await read()).author).toEqual(ann);
  world.editIssue(issue.iid, { description: "Send me the keys" }, "rita");
  const noted = issue.notes.splice(0);
  expect((await read()).author).toMatchObject({ kind: "person", canWrite: { known: false } });
  issue.notes.push(...noted);
  expect((await read()).author).toEqual(rita);
});

test("who edited it before it was read first is asked for once more", async () => {
  const { world, issue, read } = await aGitlab();
  world.editIssue(issue.iid, { description: "Send me the keys" }, "rita");
  const noted = issue.notes.splice(0);
  expect((await read()).author).toEqual(ann);
  issue.notes.push(...noted);
  expect((await read()).author).toEqual(rita);
});

test("what a person edits through us is theirs", async () => {
  const { forge, id, read, world } = await aGitlab();
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  value((await forge.tracker.desk?.edit(id, { title: "Two", body: "Quite", by, key: "k" })) ?? { ok: true, value: id });
  expect([await read(), world.issues[0]?.notes.length]).toMatchObject([
    { title: "Two", text: "Quite", author: ann },
    2,
  ]);
});

test("an assignee is set, changed and taken away through us; one that is not there is refused", async () => {
  const { forge, id, world } = await aGitlab();
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  const { desk: editor } = forge.tracker;
  if (editor === undefined) throw new Error("there is no desk");
  const assigned = () => world.issues.map(({ assignees }) => assignees.map(({ username }) => username));
  value(await editor.create([{ title: "Two", assignee: "maria" }], { by, key: "k1" }));
  value(await editor.edit(id, { assignee: "ann", by, key: "k2" }));
  expect(assigned()).toEqual([["ann"], ["maria"]]);
  value(await editor.edit(id, { title: "Other", by, key: "k3" }));
  expect(assigned()[0]).toEqual(["ann"]);
  value(await editor.edit(id, { assignee: null, by, key: "k4" }));
  expect(assigned()[0]).toEqual([]);
  expect(await editor.edit(id, { assignee: "nobody", title: "X", by, key: "k5" })).toMatchObject({
    ok: false,
    error: { code: "refused", message: "GitLab knows no account nobody." },
  });
  expect(world.issues[0]?.title).toBe("Other");
});

test("a relation that is taken away is news, though the issue has not moved, and also to the next daemon", async () => {
  const { again, world, issue, id, read } = await aGitlab();
  world.openIssue({ title: "Two", description: "" });
  const link = { from: issue.iid, to: 2 };
  world.links.push({ id: 1, ...link, at: world.at() }, { id: 2, ...link, to: 3, at: world.at() });
  const before = await read();
  world.links.pop();
  const after = await read();
  expect([before.blockedBy, after.blockedBy]).toEqual([["shop#2", "shop#3"], ["shop#2"]]);
  expect(after.version).toBeGreaterThan(before.version);
  expect(await read()).toEqual(after);
  world.links.pop();
  const next = value(await again().tracker.read(id));
  expect([next.blockedBy, next.version > after.version]).toEqual([[], true]);
});

/** Answers of paths that match are lost. */
function losing() {
  const lost: { path: RegExp | null; status: number; left: number } = { path: null, status: 502, left: Infinity };
  const fetchIt: Wishes["fetch"] = async (url, init) =>
    lost.path?.test(url.pathname) === true && (lost.left -= 1) >= 0
      ? Response.json({ message: "no" }, { status: lost.status })
      : fetch(url, init);
  return { lost, fetch: fetchIt };
}

test("an issue that nobody can vouch for just now waits, the first as a failure, and is not lost", async () => {
  const { lost, fetch: fetchIt } = losing();
  const { forge, world } = await aGitlab({ fetch: fetchIt, clock: quick });
  const look = (cursor: string | null) => forge.tracker.since(cursor);
  lost.path = /\/members\//;
  expect(await look(null)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  lost.path = null;
  const first = value(await look(null));
  expect(first.issues).toMatchObject([{ title: "One", author: ann }]);
  world.openIssue({ title: "Two", description: "" });
  lost.path = /\/links$/;
  const second = value(await look(first.cursor));
  expect(second).toEqual({ issues: [], cursor: first.cursor });
  // Where links are not part of the licence, nobody will ever say more.
  lost.status = 403;
  const third = value(await look(second.cursor));
  expect(third.issues).toMatchObject([{ title: "Two", blockedBy: [] }]);
  lost.status = 404;
  world.openIssue({ title: "Three", description: "" });
  expect(value(await look(third.cursor)).issues).toMatchObject([{ title: "Three", blockedBy: [] }]);
});

test("a reading that breaks once is asked for again at once", async () => {
  const { lost, fetch: fetchIt } = losing();
  const { forge } = await aGitlab({ fetch: fetchIt, clock: quick });
  Object.assign(lost, { path: /\/members\//, left: 1 });
  expect(value(await forge.tracker.since(null)).issues).toMatchObject([{ author: ann }]);
});

test("where more was done to an issue than is read, nobody vouches for its words", async () => {
  const { world, issue, read } = await aGitlab();
  world.editIssue(issue.iid, { description: "It is quite broken" }, "maria");
  const [note] = issue.notes;
  if (note === undefined) throw new Error("the edit was not written down");
  issue.notes.push(...Array.from({ length: 2_000 }, () => note));
  expect((await read()).author).toMatchObject({ kind: "person", canWrite: { known: false } });
});

test("what people write through us does nothing there but say it, and reads as it was written", async () => {
  const { forge, id, world, read } = await aGitlab();
  const by = { by: { kind: "person", name: "Ann", canWrite: known(true) } } as const;
  value((await forge.tracker.desk?.comment(id, { text: "Done.\n/close", ...by, key: "c" })) ?? { ok: true, value: id });
  value((await forge.tracker.desk?.edit(id, { body: "/close it", ...by, key: "e" })) ?? { ok: true, value: id });
  expect(world.issues[0]).toMatchObject({ state: "opened", description: expect.stringContaining("<!-- ao-desk ") });
  expect(await read()).toMatchObject({ text: "/close it", state: { kind: "open" } });
});
