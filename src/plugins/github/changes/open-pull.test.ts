import { expect, onTestFinished, test } from "vitest";
import { aChange, landing, numberOf, publish, value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGithub, type AGithub } from "../../../../test/fakes/github/a-github.ts";
import { commitSha, sessionId } from "../../../domain/model/ids.ts";

async function aGithub(): Promise<AGithub> {
  const github = await makeGithub();
  onTestFinished(github.dispose);
  return github;
}

test("published again, a pull request says what is known now; what people wrote themselves stays", async () => {
  const github = await aGithub();
  const { request, published } = await publish(github, { "a.txt": "a\n" });
  const first = value(published);
  if (first.kind !== "published") throw new Error("refused");
  const pull = github.fake.world.pull(numberOf(first.change));
  const again = { ...request, replaces: { kind: "ancestors" } } as const;
  value(await github.forge.scm.publish({ ...again, title: "More", body: "And that.", evidence: ["Turns: 2"] }));
  expect([pull.title, pull.body]).toEqual(["More", expect.stringMatching(/^And that\.[^]*- Turns: 2/)]);
  pull.title = "Theirs";
  pull.body = pull.body.replace("And that.", "In our words.");
  value(await github.forge.scm.publish({ ...again, title: "Third", body: "Else.", evidence: ["Turns: 3"] }));
  expect([pull.title, pull.body]).toEqual(["Theirs", expect.stringMatching(/^In our words\.[^]*- Turns: 3/)]);
  const edits = () => github.fake.asked.filter(({ method }) => method === "PATCH").length;
  const before = edits();
  value(await github.forge.scm.publish({ ...again, title: "Third", body: "Else.", evidence: ["Turns: 3"] }));
  expect(edits()).toBe(before);
});

test("a pull request of the branch into another base is not taken for ours", async () => {
  const github = await aGithub();
  const { world } = github.fake;
  await world.push("other", (await world.bare.tipOf("main")) ?? "");
  const head = commitSha(await github.commit({ "a.txt": "a\n" }));
  await github.personPushes("agent/a", head);
  const theirs = await world.openPull({ title: "Theirs", head: "agent/a", base: "other", author: "ann" });
  const request = { session: sessionId("app-a"), branch: "agent/a", base: "main", head, title: "Work", body: "" };
  const published = value(await github.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
  if (published.kind !== "published") throw new Error("refused");
  const { change } = published;
  expect([change.base, numberOf(change) === theirs.number]).toEqual(["main", false]);
});

test("one that was put onto another base meanwhile does not land", async () => {
  const github = await aGithub();
  const { world } = github.fake;
  await world.push("other", (await world.bare.tipOf("main")) ?? "");
  const change = await aChange(github);
  world.pull(numberOf(change)).base = "other";
  const answer = await github.forge.scm.land(await landing(github, change));
  expect(answer).toMatchObject({ ok: false, error: { code: "refused", message: expect.stringContaining("other") } });
  expect(world.pull(numberOf(change)).merged).toBeNull();
});

test("a text that is longer than GitHub takes is cut, says so, and is not written again for that", async () => {
  const github = await aGithub();
  const head = commitSha(await github.commit({ "a.txt": "a\n" }));
  const long = { title: "T".repeat(300), body: "word ".repeat(20_000), trailers: ["Issue: shop#12"] };
  const request = { session: sessionId("app-a"), branch: "agent/a", base: "main", head, ...long };
  const publishing = () => github.forge.scm.publish({ ...request, replaces: { kind: "ancestors" } });
  value(await publishing());
  const pull = github.fake.world.pull(1);
  expect([pull.title.length, pull.title.endsWith("…")]).toEqual([256, true]);
  expect(pull.body.length).toBeLessThanOrEqual(65_536);
  expect(pull.body).toMatch(
    /Cut here: GitHub takes at most 65,536 characters[^]* The whole of it: #12\)[^]*- Issue: #12/,
  );
  value(await publishing());
  expect(github.fake.asked.filter(({ method }) => method === "PATCH")).toEqual([]);
});

test("answers and comments that are too long are cut, too", async () => {
  const github = await aGithub();
  const change = await aChange(github);
  const { world } = github.fake;
  const thread = world.openThread(numberOf(change), { author: "ann", path: "a.txt", line: 1, body: "Why?" });
  const read = value(await github.forge.scm.read(change.id));
  const id = read.threads[0]?.id;
  if (id === undefined) throw new Error("there is no thread");
  const text = "word ".repeat(20_000);
  const answer = { change: change.id, thread: id, text, resolve: false, key: "k" };
  value(await github.forge.scm.answerThread(answer));
  value(await github.forge.scm.answerThread(answer));
  expect(thread.comments.map(({ body }) => body.length)).toEqual([4, expect.any(Number)]);
  expect(thread.comments[1]?.body).toContain("Cut here: GitHub takes");
});
