/** What GitHub once sent, as it was recorded, through the route of the daemon to a forge that looks: how much is asked for it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { makeGithub } from "../../../test/fakes/github/a-github.ts";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { noForgeSettings } from "../../config/shape/forge-shape.ts";
import { githubWebhook } from "../../plugins/github/webhook.ts";

const SECRET = "s3cret";
const OURS = "Codertocat/Hello-World";

const shape = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));
const file = fileURLToPath(import.meta.resolve("@octokit/webhooks-examples/api.github.com/index.json"));
const recorded = shape
  .parse(JSON.parse(readFileSync(file, "utf8")))
  .flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));

/** A daemon whose forge lives on a clock that only moves with the deliveries. */
async function aDaemon(renamedTo: string | null) {
  const time = { ms: Date.UTC(2026, 0, 5) };
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const clock = {
    wallMs: () => time.ms,
    after: (ms: number, run: () => void) => {
      const timer = { atMs: time.ms + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
  };
  const asked = { overviews: 0, lists: 0 };
  const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 60_000, draft: false };
  const github = await makeGithub({
    ...{ clock, now: clock.wallMs },
    forge: { clock, settings, onNews: () => rig.engine.lookAtProject(rig.app) },
  });
  onTestFinished(github.dispose);
  const { fake, forge } = github;
  fake.world.state.renamedTo = renamedTo;
  fake.onShown = (document) => void (asked.overviews += document.startsWith("query Overview") ? 1 : 0);
  const { scm, tracker, checks } = forge;
  const at = { ...noForgeSettings, plugin: "github", webhook: { secret: SECRET } };
  const api = await anApi({ project: { repo: OURS, tracker: at, scm: at }, slots: { scm, tracker, checks } });
  const rig = { engine: api.engine, app: api.context().projects.all()[0]?.id ?? neverThere() };
  const pass = (ms: number): void => {
    time.ms += ms;
    const due = timers.filter(({ atMs }) => atMs <= time.ms);
    timers = timers.filter((timer) => !due.includes(timer));
    for (const { run } of due) run();
  };
  const count = () => ({ ...asked, lists: fake.asked.filter(({ path }) => path.includes("/issues?")).length });
  return { api, pass, count };
}

function neverThere(): never {
  throw new Error("there is no project");
}

async function deliver({ url }: ApiRig, event: string, payload: object, n: number): Promise<number> {
  const body = Buffer.from(JSON.stringify({ ...payload, told: n }));
  const signed = githubWebhook.signed(body, SECRET, `d-${n}`);
  const headers = { "content-type": "application/json", ...signed, "x-github-event": event };
  const answer = await fetch(`${url}/api/webhooks/github`, { method: "POST", headers, body });
  await answer.body?.cancel();
  return answer.status;
}

type Recorded = (typeof recorded)[number];

/** In 25 seconds. Answers what was asked for them, and with which status each was answered. */
async function storm(deliveries: readonly Recorded[], renamedTo: string | null = null) {
  const { api, pass, count } = await aDaemon(renamedTo);
  await untilQuiet(count);
  pass(60_000);
  await untilQuiet(count);
  const before = count();
  const statuses = new Set<number>();
  for (const [n, { event, payload }] of deliveries.entries()) {
    statuses.add(await deliver(api, event, payload, n));
    pass(25_000 / deliveries.length);
  }
  for (let n = 0; n < 5; n += 1) {
    await settled();
    pass(2_000);
  }
  const after = count();
  return {
    statuses: [...statuses],
    overviews: after.overviews - before.overviews,
    lists: after.lists - before.lists,
    api,
  };
}

/** The first looks are over: nothing more has been asked for a while. */
async function untilQuiet(count: () => object): Promise<void> {
  for (let [quiet, last] = [0, ""]; quiet < 5; await settled()) {
    const now = JSON.stringify(count());
    [quiet, last] = now === last ? [quiet + 1, last] : [0, now];
  }
}

/** What was asked meanwhile is answered. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

const named = (payload: Recorded["payload"], name: string): Recorded["payload"] => ({
  ...payload,
  repository: { ...z.record(z.string(), z.unknown()).parse(payload["repository"] ?? {}), full_name: name },
});

const four = Array.from({ length: 400 }, (_, n) => recorded[n % recorded.length] ?? neverThere());

test("every recorded delivery is taken; four hundred of ours in 25 seconds cost at most ten looks", async () => {
  const { statuses, overviews, lists, api } = await storm(
    four.map(({ event, payload }) => ({ event, payload: named(payload, OURS) })),
  );
  expect(statuses).toEqual([202]);
  expect(overviews).toBeGreaterThanOrEqual(2);
  expect(overviews).toBeLessThanOrEqual(10);
  expect(lists).toBeLessThanOrEqual(10);
  expect(api.complaints).toEqual([]);
});

test("of other repositories they cost nothing", async () => {
  const { statuses, overviews, lists } = await storm(
    four.slice(0, 60).map(({ event, payload }) => ({ event, payload: named(payload, "acme/other") })),
  );
  expect([statuses, overviews, lists]).toEqual([[202], 0, 0]);
});

test("of a repository that was renamed they are heard under the name it has now", async () => {
  const { statuses, overviews } = await storm(
    four.slice(0, 60).map(({ event, payload }) => ({ event, payload: named(payload, "Acme-Inc/Store") })),
    "acme-inc/store",
  );
  expect(statuses).toEqual([202]);
  expect(overviews).toBeGreaterThanOrEqual(2);
  expect(overviews).toBeLessThanOrEqual(10);
});
