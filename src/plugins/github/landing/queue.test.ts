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
