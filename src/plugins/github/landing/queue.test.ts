import { expect, onTestFinished, test } from "vitest";
import { aChange, landing, numberOf, value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGithub, type AGithub, type Wishes } from "../../../../test/fakes/github/a-github.ts";
import { ownClock } from "../../remote/forge/own-clock.ts";

async function aGithub(wishes: Wishes = {}): Promise<AGithub> {
  const github = await makeGithub(wishes);
  onTestFinished(github.dispose);
  return github;
}

test.for<[why: string, happens: (github: AGithub, time: { ms: number }) => unknown, isLandedAgain: boolean]>([
  [
    "it was talked about since",
    ({ fake }) => fake.world.openThread(1, { author: "ann", path: "a.txt", line: 1, body: "Wait!" }),
    true,
  ],
  ["nobody asks for its landing any more", (_github, time) => (time.ms += 11 * 60_000), false],
])("what waits in the merge queue is taken out when %s", async ([, happens, isLandedAgain]) => {
  const time = { ms: Date.now() };
  const github = await aGithub({ forge: { clock: { ...ownClock, wallMs: () => time.ms } } });
  const { world } = github.fake;
  Object.assign(world.state, { queue: [], isClassicQueue: true });
  const request = await landing(github, await aChange(github));
  await github.forge.scm.land(request);
  expect(world.state.queue).toEqual([1]);
  await happens(github, time);
  if (isLandedAgain)
    expect(value(await github.forge.scm.land(request))).toEqual({ kind: "refused", why: "change_moved" });
  else value(await github.forge.scm.since(null));
  expect(world.state.queue).toEqual([]);
});

test("what waits in the merge queue is taken out as soon as it is seen to have moved", async () => {
  const github = await aGithub();
  const { world } = github.fake;
  world.state.queue = [];
  await github.forge.scm.land(await landing(github, await aChange(github)));
  value(await github.forge.scm.since(null));
  expect(world.state.queue).toEqual([1]);
  world.openThread(1, { author: "ann", path: "a.txt", line: 1, body: "Wait!" });
  value(await github.forge.scm.since(null));
  expect(world.state.queue).toEqual([]);
});

test("where the repository has a merge queue, that lands it: it is put there once, followed, and taken back when thrown out", async () => {
  const time = { ms: Date.now() };
  const clock = { ...ownClock, wallMs: () => time.ms };
  const github = await aGithub({ forge: { clock } });
  const { world } = github.fake;
  world.state.queue = [];
  const change = await aChange(github);
  const request = await landing(github, change);
  const land = () => github.forge.scm.land(request);
  const waiting = { ok: false, error: { code: "unavailable", message: expect.stringContaining("merge queue") } };
  expect(await land()).toMatchObject(waiting);
  expect(await land()).toMatchObject(waiting);
  expect(world.state.queue).toEqual([numberOf(change)]);
  await world.runQueue(false);
  time.ms += 60_000;
  expect(await land()).toEqual({ ok: true, value: { kind: "refused", why: "base_moved" } });
  expect(await land()).toMatchObject(waiting);
  // What stands before it in the queue lands with it: GitHub has tested both.
  await world.editFile("main", "other.txt", "o\n");
  await world.runQueue(true);
  expect(await land()).toMatchObject({ ok: true, value: { kind: "landed" } });
});

type Fails = (document: string) => "before" | "after" | "refused" | "broken" | null;

/** A change in the merge queue, under a clock of its own. `fails`: is a document refused, or lost before or after it is done? */
async function inQueue(fails: { of: Fails } = { of: () => null }) {
  const time = { ms: Date.UTC(2026, 0, 5) };
  const github = await aGithub({
    forge: { clock: { ...ownClock, wallMs: () => time.ms } },
    fetch: async (url, init) => {
      const how = fails.of(String(init.body));
      if (how === "refused") return Response.json({ data: null, errors: [{ type: "UNPROCESSABLE", message: "No." }] });
      if (how === "broken") {
        await (await fetch(url, init)).body?.cancel();
        return Response.json({ errors: [{ message: "Something went wrong while executing your query." }] });
      }
      const answer = how === "before" ? null : await fetch(url, init);
      return how === null && answer !== null ? answer : new Response("Bad gateway", { status: 502 });
    },
  });
  const { world } = github.fake;
  world.state.queue = [];
  const request = await landing(github, await aChange(github));
  const after = async (minutes: number, deed: () => Promise<unknown>) => {
    time.ms += minutes * 60_000;
    return deed();
  };
  const land = () => github.forge.scm.land(request);
  const look = async () => value(await github.forge.scm.since(null));
  const talk = () => void world.openThread(1, { author: "ann", path: "a.txt", line: 1, body: "Wait!" });
  return { world, after, land, look, talk, queue: () => world.state.queue };
}

const waits = { ok: false, error: { code: "unavailable", message: expect.stringContaining("merge queue") } };
const thrownOut = { ok: true, value: { kind: "refused", why: "base_moved" } };

test("what is thrown out of the queue after it was seen there is known at once", async () => {
  const { world, after, land } = await inQueue();
  await land();
  expect(await after(1, land)).toMatchObject(waits);
  await world.runQueue(false);
  expect(await land()).toEqual(thrownOut);
});

test("what a replica does not show in the queue yet is waited for, and not put there twice", async () => {
  const { world, after, land } = await inQueue();
  await land();
  world.state.queue = [];
  expect(await after(0.4, land)).toMatchObject(waits);
  expect(world.state.queue).toEqual([]);
  expect(await after(0.2, land)).toEqual(thrownOut);
});

test("what is asked for time and again stays in the queue, however long it takes", async () => {
  const { after, land, look, queue } = await inQueue();
  await land();
  await after(9, land);
  await after(9, look);
  expect(queue()).toEqual([1]);
});

test.for(["after", "broken"] as const)(
  "what got into the queue though the answer was lost (%s) is taken out like all else",
  async (how) => {
    const fails: { of: Fails } = { of: (document) => (document.includes("mutation Enqueue") ? how : null) };
    const { land, look, talk, queue } = await inQueue(fails);
    expect(await land()).toMatchObject({ ok: false, error: { code: "unavailable" } });
    expect(queue()).toEqual([1]);
    talk();
    await look();
    expect(queue()).toEqual([]);
  },
);

test("what could not be taken out just now is taken out at the next look", async () => {
  const fails: { of: Fails } = { of: () => null };
  const { land, look, talk, queue } = await inQueue(fails);
  await land();
  talk();
  fails.of = (document) => (document.includes("mutation Dequeue") ? "before" : null);
  await look();
  expect(queue()).toEqual([1]);
  fails.of = () => null;
  await look();
  expect(queue()).toEqual([]);
});

test("what was refused a place in the queue is put there when it is asked for again", async () => {
  const fails: { of: Fails } = { of: (document) => (document.includes("mutation Enqueue") ? "refused" : null) };
  const { after, land, queue } = await inQueue(fails);
  expect(await land()).toMatchObject({ ok: false, error: { code: "refused" } });
  fails.of = () => null;
  expect(await after(1, land)).toMatchObject(waits);
  expect(queue()).toEqual([1]);
});

test("what was taken out because nobody asked for it is put there again when somebody does", async () => {
  const { after, land, look, queue } = await inQueue();
  await land();
  await after(11, look);
  expect(queue()).toEqual([]);
  expect(await after(1, land)).toMatchObject(waits);
  expect(queue()).toEqual([1]);
});
