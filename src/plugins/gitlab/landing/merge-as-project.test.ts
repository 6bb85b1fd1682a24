/** Projects that only fast-forward: `ff`, and `rebase_merge`, which asks for the same and makes a merge commit beside it. */
import { expect, onTestFinished, test } from "vitest";
import { aChange, landing, publish, value } from "../../../../test/fakes/git/forge-deeds.ts";
import { makeGitlab, type Wishes } from "../../../../test/fakes/gitlab/a-gitlab.ts";
import { candidateId, commitSha } from "../../../domain/model/ids.ts";
import { remoteGit, type RemoteGit } from "../../../lib/git/remote.ts";
import type { LandRequest } from "../../../slots/scm.ts";
import type { RemoteClock } from "../../remote/quota/quota-broker.ts";

const MINUTE_MS = 60_000;

/** Time passes when it is told to; whoever waits need not. */
function aClock(): RemoteClock & { pass: (ms: number) => void } {
  let nowMs = Date.now();
  return {
    wallMs: () => nowMs,
    after: (ms, callback) => {
      const timer = setImmediate(() => {
        nowMs += ms;
        callback();
      });
      return () => clearImmediate(timer);
    },
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

/** A change that was judged and tested on a base that had moved. */
async function behind(wishes: Wishes = {}) {
  const clock = aClock();
  const gitlab = await makeGitlab({ ...wishes, forge: { clock, ...wishes.forge } });
  onTestFinished(gitlab.dispose);
  const { world } = gitlab.fake;
  world.mergeMethod = "ff";
  const change = await aChange(gitlab);
  world.approve(1, "ann");
  await world.editFile("main", "other.txt", "o\n");
  value(await gitlab.forge.scm.since(null));
  const request = await landing(gitlab, change);
  const shown = async () => value(await gitlab.forge.scm.read(change.id));
  const tip = (branch: string) => world.bare.tipOf(branch);
  return { gitlab, world, clock, change, request, shown, tip, land: () => gitlab.forge.scm.land(request) };
}

/** Of the merge itself the first answers are these. */
function atMerge(...answers: readonly (() => Promise<Response>)[]): Wishes {
  const left = [...answers];
  return {
    fetch: async (url, init) => {
      const answer = /\/merge$/.test(url.pathname) ? left.shift() : undefined;
      return answer === undefined ? fetch(url, init) : answer();
    },
  };
}

const refusal = (status: number, message: string) => async () => Response.json({ message }, { status });

test("a branch that is behind lands as the very commit that was tested; its change shows the head that was judged", async () => {
  const { world, change, request, shown, tip, land } = await behind();
  expect(value(await land())).toMatchObject({ kind: "landed" });
  expect(await tip("main")).toBe(request.made.commit);
  expect([world.merge(1).state, world.merge(1).askedHead]).toEqual(["merged", request.made.commit]);
  expect(await shown()).toMatchObject({
    head: change.head,
    state: { kind: "landed", commit: request.made.commit },
  });
  expect(await tip("agent/a")).toBe(null);
});

test("a half-linear history gets its merge commit, and the same tree", async () => {
  const { world, request, land } = await behind();
  world.mergeMethod = "rebase_merge";
  expect(value(await land())).toMatchObject({ kind: "landed" });
  expect(await world.bare.git("rev-parse", "main^{tree}", "main^1", "main^2")).toBe(
    [request.made.tree, request.onto, request.made.commit].join("\n"),
  );
});

test("somebody is quicker: nothing lands, and the branch is put back", async () => {
  const { world, change, shown, tip, land } = await behind();
  const before = await shown();
  world.beforeMerge = async () => {
    world.beforeMerge = async () => undefined;
    await world.editFile("main", "quick.txt", "q\n");
  };
  expect(value(await land())).toEqual({ kind: "refused", why: "base_moved" });
  expect([world.merge(1).state, await tip("agent/a")]).toEqual(["opened", change.head.commit]);
  expect(await shown()).toEqual(before);
});

test("a rule of the project stands against it: its reason is told, and the branch is put back", async () => {
  const no = refusal(405, "405 Method Not Allowed");
  const { change, tip, land } = await behind(atMerge(no, no, no, no));
  expect(await land()).toMatchObject({
    ok: false,
    error: { code: "refused", message: "GitLab does not merge !1: 405 Method Not Allowed (mergeable)" },
  });
  expect(await tip("agent/a")).toBe(change.head.commit);
});

test("GitLab has not seen the push yet: it is asked again", async () => {
  const { land } = await behind(atMerge(refusal(422, "Branch cannot be merged")));
  expect(value(await land())).toMatchObject({ kind: "landed" });
});

test("cut off in the middle, the change stays as it was judged, and the next attempt lands it", async () => {
  const { gitlab, request, shown, tip, land } = await behind({
    ...atMerge(refusal(502, "502 Bad Gateway")),
    ci: () => [{ name: "test", status: "success" }],
  });
  const before = await shown();
  expect(await land()).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(await tip("agent/a")).toBe(request.made.commit);
  const { version: _, ...rest } = before;
  expect(await shown()).toMatchObject(rest);
  expect(value(await gitlab.again().scm.land(request))).toMatchObject({ kind: "landed" });
});

test("the answer of the merge gets lost: it has landed once", async () => {
  const { gitlab, world, land } = await behind();
  gitlab.fake.loses = (method) => method === "PUT";
  expect(await land()).toMatchObject({ ok: false, error: { code: "unavailable" } });
  gitlab.fake.loses = () => false;
  expect(value(await land())).toMatchObject({ kind: "landed" });
  expect(await world.bare.git("rev-list", "--count", "main")).toBe("3");
});

test("whoever publishes next puts the branch back first", async () => {
  const published = await behind(atMerge(refusal(502, "502 Bad Gateway")));
  await published.land();
  const { head } = published.change;
  const newer = commitSha(await published.gitlab.commit({ "a.txt": "newer\n" }, [head.commit]));
  const { request } = await publish(published.gitlab, { "b.txt": "b\n" }, "agent/b");
  const again = {
    ...request,
    branch: "agent/a",
    head: newer,
    replaces: { kind: "exactly", commit: head.commit },
  } as const;
  expect(value(await published.gitlab.forge.scm.publish(again))).toMatchObject({ kind: "published" });
});

test("when nobody lands it any more a look puts the branch back, and is none the worse where that fails", async () => {
  let isRefused = true;
  let judged = "none yet";
  const refused = { kind: "failed", message: "git failed", exitCode: 1, stderr: "protected branch" } as const;
  const transport: RemoteGit = {
    ...remoteGit,
    push: async (own, place, push) => {
      const isBack = push.refspecs.some((refspec) => refspec.startsWith(judged));
      return isBack && isRefused ? { ok: false, error: refused } : remoteGit.push(own, place, push);
    },
  };
  const left = await behind({ ...atMerge(refusal(502, "502 Bad Gateway")), forge: { transport } });
  judged = left.change.head.commit;
  await left.land();
  const tipAfter = async (minutes: number) => {
    left.clock.pass(minutes * MINUTE_MS);
    value(await left.gitlab.forge.scm.since(null));
    return left.tip("agent/a");
  };
  expect(await tipAfter(5)).toBe(left.request.made.commit);
  expect(await tipAfter(16)).toBe(left.request.made.commit);
  isRefused = false;
  expect(await tipAfter(5)).toBe(left.request.made.commit);
  expect(await tipAfter(16)).toBe(judged);
});

test("what somebody else pushed meanwhile stays", async () => {
  const { gitlab, change, tip, land } = await behind(atMerge(refusal(502, "502 Bad Gateway")));
  await land();
  const theirs = await gitlab.commit({ "a.txt": "theirs\n" }, [change.head.commit]);
  await gitlab.personPushes("agent/a", theirs);
  expect(value(await land())).toEqual({ kind: "refused", why: "change_moved" });
  expect(await tip("agent/a")).toBe(theirs);
});

test("where pipelines must succeed the landing waits for that of the rebased head", async () => {
  const { world, land } = await behind({ ci: () => [{ name: "test", status: "success" }] });
  world.mustPass = true;
  const waiting: (() => Promise<void>)[] = [];
  world.whenCi = async (run) => void waiting.push(run);
  expect(await land()).toMatchObject({
    ok: false,
    error: {
      code: "unavailable",
      message: expect.stringContaining("when the pipeline of its rebased head has passed"),
    },
  });
  for (const run of waiting) await run();
  expect(value(await land())).toMatchObject({ kind: "landed" });
});

test("where pipelines must succeed and none runs, a person is told what to do", async () => {
  const { world, clock, change, tip, land } = await behind();
  world.mustPass = true;
  await land();
  clock.pass(6 * MINUTE_MS);
  expect(await land()).toMatchObject({
    ok: false,
    error: { code: "refused", message: expect.stringContaining("let one run on each push to a merge request") },
  });
  expect(await tip("agent/a")).toBe(change.head.commit);
});

/** A change on the newest base, in a project where pipelines must succeed; its pipeline runs. */
async function running() {
  const gitlab = await makeGitlab({ forge: { clock: aClock() } });
  onTestFinished(gitlab.dispose);
  const { world } = gitlab.fake;
  const change = await aChange(gitlab);
  world.mustPass = true;
  const pipeline = world.beginPipeline(change.head.commit, "agent/a");
  const report = (status: "running" | "success" | "failed") => world.report(pipeline, { name: "test", status });
  report("running");
  value(await gitlab.forge.scm.since(null));
  const land = async () => gitlab.forge.scm.land(await landing(gitlab, change));
  return { gitlab, world, change, report, land };
}

const waits = { code: "unavailable", message: expect.stringContaining("when the pipeline of its head has passed") };

test.for(["merge", "ff"] as const)(
  "where the head's pipeline still runs the landing waits for it: %s",
  async (method) => {
    const { world, report, land } = await running();
    world.mergeMethod = method;
    expect(await land()).toMatchObject({ ok: false, error: waits });
    report("success");
    expect(value(await land())).toMatchObject({ kind: "landed" });
  },
);

test("a pipeline that fails meanwhile, or a head that moves, lands nothing", async () => {
  const { gitlab, world, change, report, land } = await running();
  expect(await land()).toMatchObject({ ok: false, error: waits });
  const judged = await landing(gitlab, change);
  report("failed");
  expect(await land()).toMatchObject({
    ok: false,
    error: { code: "refused", message: "GitLab does not merge !1: 405 Method Not Allowed (ci must pass)" },
  });
  await gitlab.personPushes("agent/a", await gitlab.commit({ "a.txt": "theirs\n" }, [change.head.commit]));
  expect(value(await gitlab.forge.scm.land(judged))).toEqual({ kind: "refused", why: "change_moved" });
  expect(world.merge(1).state).toBe("opened");
});

test("several changes land one after the other, each on top of those before it", async () => {
  const gitlab = await makeGitlab();
  onTestFinished(gitlab.dispose);
  const { world } = gitlab.fake;
  const { scm } = gitlab.forge;
  world.mergeMethod = "ff";
  const changes = [];
  for (const name of ["a", "b"]) {
    const published = value((await publish(gitlab, { [`${name}.txt`]: "x\n" }, `agent/${name}`)).published);
    if (published.kind !== "published") throw new Error("refused");
    changes.push(published.change);
  }
  await world.editFile("main", "other.txt", "o\n");
  value(await scm.since(null));
  const onto = commitSha((await world.bare.tipOf("main")) ?? "");
  const heads = changes.map(({ id, head }) => ({ id, head: head.commit }));
  const wanted = { candidate: candidateId("c1"), base: "main", onto } as const;
  const built = value(await scm.buildCandidate({ ...wanted, changes: heads, strategy: "squash" }));
  if (built.kind !== "built") throw new Error("they collide");
  const judged = [];
  for (const { id, head } of heads) judged.push({ id, head, version: value(await scm.read(id)).version });
  const request: LandRequest = { ...wanted, made: built.made, changes: judged };
  expect(value(await scm.land(request))).toMatchObject({ kind: "landed" });
  expect(await world.bare.git("rev-parse", "main^{tree}", "main~2")).toBe([built.made.tree, onto].join("\n"));
});
