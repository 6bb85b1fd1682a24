import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { commitSha, sessionId, threadId } from "../../../domain/model/ids.ts";
import { known } from "../../../domain/model/known.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { aForge, ann, type AForge } from "../testing/a-forge.ts";
import { aChange, landForTest, createKey, publishChange, takeValue } from "../testing/deeds.ts";

const bob: Author = { kind: "person", name: "Bob", canWrite: known(true) };
const self: Author = { kind: "self" };
const deed = (by: Author = ann) => ({ by, key: createKey() });
const read = async (at: AForge, change: Parameters<AForge["forge"]["scm"]["read"]>[0]) =>
  takeValue(await at.forge.scm.read(change));

test("a published head is pinned under the change's number, each one, in the person's repository", async () => {
  const at = await aForge();
  const first = await aChange(at, { files: { "a.txt": "1\n" } });
  const head = await at.repository.commit({ files: { "a.txt": "2\n" }, parents: [first.head.commit] });
  await publishChange(at, { head });
  expect(await at.repository.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/ao/changes")).toBe(
    `refs/ao/changes/1/1 ${first.head.commit}\nrefs/ao/changes/1/2 ${head}`,
  );
  expect(takeValue(at.forge.changes.show("#1")).heads.map(({ commit }) => commit)).toEqual([first.head.commit, head]);
});

test("a change says what it touches; a renamed file counts by both names, and only its changed lines do", async () => {
  const at = await aForge({ files: { "old.txt": "same\ncontent\n", "b.txt": "b\n" } });
  const change = await aChange(at, { files: { "old.txt": null, "new.txt": "same\ncontent\n", "b.txt": "c\n" } });
  expect(change).toMatchObject({ paths: ["b.txt", "new.txt", "old.txt"], diffLines: 2, checks: null, conflicts: [] });
  const { files, between } = takeValue(await at.forge.changes.files("1"));
  const asked = ["old.txt", "b.txt"].map((path) => ({ path }));
  const [old, patch] = takeValue(await at.forge.changes.patches({ between, files: asked }));
  expect(old).toMatchObject({ isTooLong: false, text: expect.stringContaining("-same\n-content\n") });
  expect(files).toEqual([
    { path: "b.txt", added: 1, deleted: 1 },
    { path: "new.txt", from: "old.txt", added: 0, deleted: 0 },
  ]);
  const [renamed] = takeValue(await at.forge.changes.patches({ between, files: files.toReversed() }));
  expect(renamed?.text).toMatch(/^diff --git a\/old.txt b\/new.txt\nsimilarity index 100%/);
  expect(patch).toMatchObject({ isTooLong: false, text: expect.stringContaining("-b\n+c\n") });
});

test.for([["a b.txt", "ü.txt", "z/deep.txt"], ["plain.txt", 'with "quotes".txt'], ["one.txt"]])(
  "of several files each has its own patch, in the order asked for: %j",
  async (paths) => {
    const at = await aForge();
    const text = (path: string): string => `${path}\ndiff --git a/x b/x\n\rdiff --git a/x b/x\n`;
    await aChange(at, { files: Object.fromEntries(paths.map((path) => [path, text(path)])) });
    const { files, between } = takeValue(await at.forge.changes.files("1"));
    const asked = files.map(({ path }) => ({ path })).toReversed();
    const patches = takeValue(await at.forge.changes.patches({ between, files: asked }));
    for (const [index, { path }] of asked.entries()) {
      expect(patches[index]?.text).toMatch(/^diff --git /);
      expect(
        patches[index]?.text.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++")),
      ).toEqual(
        text(path)
          .trimEnd()
          .split("\n")
          .map((line) => `+${line}`),
      );
    }
    expect(patches).toHaveLength(paths.length);
  },
);

test("what came after an earlier head is shown by itself", async () => {
  const at = await aForge();
  const first = await aChange(at, { files: { "a.txt": "1\n" } });
  await publishChange(at, {
    head: await at.repository.commit({ files: { "b.txt": "2\n" }, parents: [first.head.commit] }),
  });
  const { files } = takeValue(await at.forge.changes.files("1", { since: 1 }));
  expect(files).toEqual([{ path: "b.txt", added: 1, deleted: 0 }]);
});

test("issues and changes share their numbers", async () => {
  const at = await aForge();
  takeValue(at.forge.issues.create({ title: "First", ...deed() }));
  expect((await aChange(at, { files: { "a.txt": "1" } })).id).toBe("shop#2");
  expect(takeValue(at.forge.issues.create({ title: "Third", ...deed() })).number).toBe(3);
});

test("a base that moves makes news of the change that no longer merges, and of no other", async () => {
  const at = await aForge({ files: { "a.txt": "0\n" } });
  const bad = await aChange(at, { name: "bad", files: { "a.txt": "1\n" } });
  const good = await aChange(at, { name: "good", files: { "b.txt": "1\n" } });
  const { cursor } = takeValue(await at.forge.scm.since(null));
  await at.repository.git("reset", "--hard", "--quiet", await at.repository.commit({ files: { "a.txt": "2\n" } }));
  const { changes, base } = takeValue(await at.forge.scm.since(cursor));
  expect(changes).toMatchObject([{ id: bad.id, mergeable: { known: true, value: false }, conflicts: ["a.txt"] }]);
  expect(changes[0]?.theirs).toContain("+++ b/a.txt");
  expect(base?.commit).toBe(await at.repository.git("rev-parse", "main"));
  expect((await read(at, good.id)).version).toBe(good.version);
});

test("a base that is not there leaves it unknown whether a change merges", async () => {
  const at = await aForge();
  const head = await at.repository.commit({ files: { "a.txt": "1" } });
  const request = { session: sessionId("s"), branch: "b", base: "nowhere", head, title: "t", body: "" };
  const published = takeValue(await at.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
  expect(published).toMatchObject({ change: { mergeable: { known: false }, paths: ["README.md", "a.txt"] } });
});

test("a change that a person merged by hand has landed; one that was never ahead of the base has not", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "1" } });
  const empty = await publishChange(at, {
    head: commitSha(await at.repository.git("rev-parse", "main")),
    name: "empty",
  });
  await at.repository.git("merge", "--quiet", "--no-ff", "-m", "By hand", change.head.commit);
  const main = await at.repository.git("rev-parse", "main");
  expect((await read(at, change.id)).state).toEqual({ kind: "landed", commit: main });
  expect((await read(at, empty.id)).state.kind).toBe("open");
});

test("a branch that landed and goes on gets a new change", async () => {
  const at = await aForge();
  const first = await aChange(at, { files: { "a.txt": "1" } });
  await landForTest(at, [first]);
  expect((await publishChange(at, { head: first.head.commit })).state.kind).toBe("landed");
  const second = await aChange(at, { files: { "a.txt": "2" } });
  expect([second.id, second.state.kind]).toEqual(["shop#2", "open"]);
});

test("a person's own branch becomes a change, follows it, and is not theirs to approve", async () => {
  const at = await aForge();
  await at.repository.git("branch", "idea", await at.repository.commit({ files: { "a.txt": "1" } }));
  const id = takeValue(await at.forge.changes.open({ branch: "idea", title: "An idea", isDraft: true, by: ann }));
  expect(takeValue(await at.forge.changes.open({ branch: "idea", by: ann }))).toBe(id);
  expect(takeValue(await at.forge.scm.read(id)).author).toEqual(ann);
  const head = await at.repository.commit({ files: { "a.txt": "2" } });
  await at.repository.git("branch", "--force", "idea", head);
  const { changes } = takeValue(await at.forge.scm.since(null));
  expect(changes).toMatchObject([{ id, title: "An idea", state: { kind: "draft" }, head: { commit: head } }]);
  takeValue(await at.forge.changes.edit(id, { isDraft: false, addLabels: ["ui"], title: "A plan", ...deed() }));
  expect(await read(at, id)).toMatchObject({ state: { kind: "open" }, labels: ["ui"], title: "A plan" });
  const own = await at.forge.changes.review({ change: id, verdict: "approved", ...deed() });
  expect(own).toMatchObject({ ok: false, error: { message: expect.stringContaining("Ann's own") } });
  takeValue(await at.forge.changes.review({ change: id, verdict: "approved", ...deed(bob) }));
});

test.for(["main", "nowhere"])("%s is no branch to open a change for", async (branch) => {
  const at = await aForge();
  expect(await at.forge.changes.open({ branch, by: ann })).toMatchObject({ ok: false, error: { code: "refused" } });
});

test("an approval is bound to the head its giver saw", async () => {
  const at = await aForge();
  const first = await aChange(at, { files: { "a.txt": "1" } });
  takeValue(await at.forge.changes.review({ change: first.id, verdict: "approved", text: "Nice.", ...deed() }));
  const head = await at.repository.commit({ files: { "a.txt": "2" }, parents: [first.head.commit] });
  const { reviews, threads } = await publishChange(at, { head });
  expect(reviews).toEqual([{ by: ann, kind: "approved", head: first.head.commit }]);
  expect(threads).toEqual([]);
});

test("an agent's approval is refused, and nothing is written of it", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "1" } });
  const answer = await at.forge.changes.review({ change: change.id, verdict: "approved", ...deed(self) });
  expect(answer).toMatchObject({ ok: false, error: { code: "refused" } });
  expect(await read(at, change.id)).toEqual(change);
});

test("a review with line comments opens a thread for each, and one for its own words", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "1" } });
  const comments = [
    { path: "a.txt", line: 1, text: "Why one?" },
    { path: "b/c.txt", line: null, text: "Where is it?" },
  ];
  const review = { change: change.id, verdict: "changes_requested" as const, text: "Not yet.", comments, ...deed() };
  takeValue(await at.forge.changes.review(review));
  takeValue(await at.forge.changes.review(review));
  const { reviews, threads } = await read(at, change.id);
  expect(reviews).toEqual([{ by: ann, kind: "changes_requested", head: change.head.commit }]);
  expect(threads.map(({ id, text, place, open }) => [id, text, place, open])).toEqual([
    ["shop#1.1", "Not yet.", null, true],
    ["shop#1.2", "Why one?", "a.txt:1", true],
    ["shop#1.3", "Where is it?", "b/c.txt", true],
  ]);
});

test.for([
  { review: {}, says: "say what should change" },
  { review: { comments: [{ path: "", line: 1, text: "x" }] }, says: "a comment needs a file" },
  { review: { comments: [{ path: "a", line: 0, text: "x" }] }, says: "a line from 1 on" },
  { review: { comments: [{ path: "a", line: 1, text: " " }] }, says: "and a text" },
])("$says: no review is written", async ({ review, says }) => {
  const at = await aForge();
  const { id } = await aChange(at, { files: { "a.txt": "1" } });
  const answer = await at.forge.changes.review({ change: id, verdict: "changes_requested", ...review, ...deed() });
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining(says) } });
});

test("an agent's answer is kept but never told back; a person's further words make the thread news again", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "1" } });
  takeValue(
    await at.forge.changes.review({ change: change.id, verdict: "changes_requested", text: "Why?", ...deed() }),
  );
  const thread = threadId(`${change.id}.1`);
  const answer = { change: change.id, thread, text: "Because.", resolve: false, key: createKey() };
  expect(takeValue(await at.forge.scm.answerThread(answer))?.threads).toMatchObject([{ text: "Why?", open: true }]);
  takeValue(await at.forge.scm.answerThread({ ...answer, text: "Done.", resolve: true, key: createKey() }));
  expect((await read(at, change.id)).threads).toMatchObject([{ text: "Why?", open: false }]);
  takeValue(await at.forge.changes.reply({ thread, text: "No.", ...deed(bob) }));
  expect((await read(at, change.id)).threads).toMatchObject([{ text: "Why?\n\nBob: No.", open: true, author: ann }]);
  takeValue(await at.forge.changes.reply({ thread, text: "", resolve: true, ...deed() }));
  expect((await read(at, change.id)).threads).toMatchObject([{ open: false }]);
  const said = takeValue(at.forge.changes.show(change.id)).said.threads[0]?.remarks.map(({ text }) => text);
  expect(said).toEqual(["Why?", "Because.", "Done.", "No."]);
  const lost = { ...answer, thread: threadId("shop#1.9"), key: createKey() };
  expect(await at.forge.scm.answerThread(lost)).toMatchObject({ ok: false, error: { code: "gone" } });
});

test("a dismissed review holds nothing up any more", async () => {
  const at = await aForge();
  const { id } = await aChange(at, { files: { "a.txt": "1" } });
  takeValue(await at.forge.changes.review({ change: id, verdict: "changes_requested", text: "No.", ...deed(bob) }));
  takeValue(await at.forge.changes.review({ change: id, verdict: "approved", ...deed() }));
  takeValue(await at.forge.changes.dismiss({ change: id, reviewer: bob, ...deed() }));
  expect((await read(at, id)).reviews).toMatchObject([{ by: ann, kind: "approved" }]);
});

test("a closed change is no longer listed, can be opened again, and not beside another on its branch", async () => {
  const at = await aForge();
  const first = await aChange(at, { files: { "a.txt": "1" } });
  takeValue(await at.forge.changes.close(first.id, deed()));
  expect(takeValue(await at.forge.scm.since(null)).changes).toEqual([]);
  expect(at.forge.changes.list({ all: true }).map(({ state }) => state.kind)).toEqual(["closed"]);
  takeValue(await at.forge.changes.reopen(first.id, deed()));
  takeValue(await at.forge.changes.close(first.id, deed()));
  const second = await aChange(at, { files: { "a.txt": "2" } });
  expect(second.id).not.toBe(first.id);
  expect(await at.forge.changes.reopen(first.id, deed())).toMatchObject({ ok: false, error: { code: "refused" } });
});

test("whoever opened the forge hears of news: what was written, and a base that moved", async () => {
  let heard = 0;
  const at = await aForge({ onNews: () => (heard += 1) });
  const hears = async (): Promise<boolean> => {
    for (const end = Date.now() + 10_000; heard === 0; await pause(5)) if (Date.now() > end) return false;
    heard = 0;
    return true;
  };
  takeValue(at.forge.issues.create({ title: "Open", ...deed() }));
  expect(await hears()).toBe(true);
  takeValue(await at.forge.scm.since(null));
  await at.repository.git("commit", "--quiet", "--allow-empty", "-m", "Mine");
  expect(await hears()).toBe(true);
});

test("a change belongs to the session that published last", async () => {
  const at = await aForge();
  const first = await aChange(at, { files: { "a.txt": "1" } });
  const head = await at.repository.commit({ files: { "a.txt": "2" }, parents: [first.head.commit] });
  const request = { session: sessionId("shop-a-2"), branch: "agent/a", base: "main", head, title: "t", body: "" };
  takeValue(await at.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
  expect(takeValue(at.forge.changes.show(first.id)).session).toBe("shop-a-2");
});
