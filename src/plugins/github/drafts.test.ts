/** What the daemon's account has written in a review that it has not submitted: only that account sees it. */
import { expect, onTestFinished, test } from "vitest";
import { aChange, numberOf, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGithub } from "../../../test/fakes/github/a-github.ts";
import { known } from "../../domain/model/known.ts";

const DRAFT = { author: "ao-bot", path: "a.txt", line: 1, body: "not yet said" };

async function withThread() {
  const github = await makeGithub();
  onTestFinished(github.dispose);
  const change = await aChange(github);
  const thread = github.fake.world.openThread(numberOf(change), {
    author: "ann",
    path: "a.txt",
    line: 1,
    body: "Why?",
  });
  return { github, change, thread, number: numberOf(change) };
}

test("comments of a review that was not submitted are told to nobody", async () => {
  const { github, change, thread, number } = await withThread();
  github.fake.world.draftReview(number, DRAFT);
  github.fake.world.reply(thread.id, "ao-bot", "half a thought");
  const read = value(await github.forge.scm.read(change.id));
  expect(read.threads.map(({ text }) => text)).toEqual(["Why?"]);
  const shown = value((await github.forge.scm.desk?.show(change.id)) ?? { ok: false, error: noDesk });
  expect(JSON.stringify(shown.said)).not.toMatch(/not yet said|half a thought/);
});

const noDesk = { code: "refused", message: "there is no desk" } as const;

test("nothing is answered where the answer would vanish in a review that was not submitted, and it says why", async () => {
  const { github, change, thread, number } = await withThread();
  github.fake.world.draftReview(number, DRAFT);
  const read = value(await github.forge.scm.read(change.id));
  const answer = { change: change.id, thread: read.threads[0]?.id, text: "Because.", resolve: true, key: "k" };
  if (answer.thread === undefined) throw new Error("there is no thread");
  const answering = () => github.forge.scm.answerThread({ ...answer, thread: answer.thread ?? neverThere() });
  const why = { code: "unavailable", message: expect.stringContaining("has not submitted") };
  expect(await answering()).toMatchObject({ ok: false, error: why });
  const by = { kind: "person", name: "ann", canWrite: known(true) } as const;
  const reply = { thread: answer.thread, text: "Hm.", by, key: "r" };
  expect(await github.forge.scm.desk?.reply(reply)).toMatchObject({ ok: false, error: { code: "refused" } });
  expect(thread).toMatchObject({ isResolved: false, comments: [{ body: "Why?" }] });
  github.fake.world.pull(number).reviews.pop();
  github.fake.world.pull(number).threads.pop();
  value(await answering());
  expect(thread.isResolved).toBe(true);
});

function neverThere(): never {
  throw new Error("there is no thread");
}
