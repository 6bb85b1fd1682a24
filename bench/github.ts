/**
 * The loop on GitHub, with the built daemon and a GitHub of our own on loopback: from a delivery to the message acknowledged by the
 * agent; the log of a job of a hundred megabytes; and what an hour with a hundred open changes asks for.
 */
import { createHmac } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../src/lib/run.ts";
import { anHour, wakeAll, workingHour } from "../test/fakes/github/an-hour.ts";
import { startGithub, type FakeGithub } from "../test/fakes/github/fake-github.ts";
import type { Pull } from "../test/fakes/github/state.ts";
import type { JobResult } from "../test/fakes/github/world.ts";
import { until } from "../test/fixtures/real-turns.ts";
import { memoryOf, resetHighest } from "./memory.ts";
import { ranIn, uncoveredMs, writesPrograms } from "./programs.ts";
import { toldOf, toldOfFailure, withRealDaemon, type RealDaemon, type Setting } from "./real-daemon.ts";
import { atMost, exactly, percentile, type Line } from "./report.ts";

const ROUNDS = 30;
const TOLD_MS = 300;
const OWN_MS = 50;
const MEGABYTES = 100;
const LOG_MS = 3_000;
const MORE_MB = 64;
const CHANGES = 100;
const SECRET = "a secret of the bench";
const QUIET_MS = 400;
const LOOK_EVERY_MS = TOLD_MS;

export async function benchGithub(): Promise<readonly Line[]> {
  return [...(await benchDelivery()), ...(await benchLog()), ...(await benchHour())];
}

/** Told of a review it is at work long enough that its end is no part of what is measured. */
const AGENT = `[ "$AO_REASON" = start ] || exec sleep 0.5
echo "$AO_SESSION" > work.txt && git add -A && git commit -qm "Work"`;

type OnGithub = { readonly daemon: RealDaemon; readonly fake: FakeGithub };

/** `ci` says what the jobs of a commit come to. */
function onGithub<T>(ci: () => readonly JobResult[], work: (stage: OnGithub) => Promise<T>): Promise<T> {
  let fake: FakeGithub | null = null;
  const setting = async (folder: string): Promise<Setting> => {
    fake = await startGithub({ root: join(folder, "server"), users: { maria: "maintain" }, ci });
    return {
      files: 50,
      agent: ["sh", "-c", AGENT],
      turnsMax: 4,
      project: {
        ...{ sandbox: "none", repo: "acme/shop", autoAssign: false },
        scm: { plugin: "github", url: fake.url, pollSeconds: 3_000, webhook: { secret: SECRET } },
        tracker: { plugin: "github", url: fake.url },
      },
      env: { ...writesPrograms(join(folder, "programs")), GITHUB_TOKEN: "ghtest_bot" },
      prepare: async (repository) => {
        const args = ["push", "--quiet", fake?.world.bare.path ?? "", "main"];
        const pushed = await runProgram({ program: "git", args, cwd: repository, timeoutMs: 60_000 });
        if (!pushed.ok || pushed.code !== 0) throw new Error(`main was not pushed: ${pushed.stderr}`);
      },
    };
  };
  return withRealDaemon(setting, async (daemon) => {
    if (fake === null) throw new Error("there is no GitHub");
    const url = `${daemon.url()}/api/webhooks/github`;
    fake.hooks.target = { url, secret: SECRET };
    try {
      return await work({ daemon, fake });
    } finally {
      await fake.stop();
    }
  });
}

type Took = { readonly toldMs: number; readonly ownMs: number };

function benchDelivery(): Promise<readonly Line[]> {
  return onGithub(
    () => [{ name: "test", conclusion: "success" }],
    async (stage) => {
      const took: Took[] = [];
      // The first round opens repositories and warms caches.
      for (let n = 0; n <= ROUNDS; n += 1) {
        const one = await review(stage, n);
        if (n > 0) took.push(one);
      }
      const p95 = (of: (one: Took) => number): number => percentile(took.map(of), 95);
      return [
        atMost(
          "a webhook received until the message is acknowledged, p95",
          p95(({ toldMs }) => toldMs),
          TOLD_MS,
          "ms",
        ),
        atMost(
          "of that the daemon itself, p95",
          p95(({ ownMs }) => ownMs),
          OWN_MS,
          "ms",
        ),
      ];
    },
  );
}

/** A reviewer asks for something; what the agent got to read is acknowledged. */
async function review({ daemon, fake }: OnGithub, n: number): Promise<Took> {
  const { client, home, folder } = daemon;
  const { id } = await client.startSession({ projectId: "app", name: `hook-${n}`, prompt: "Begin." });
  const pull = await pullOf(fake, `agent/hook-${n}`);
  await until(async () => (await client.session({ id })).phase === "resting", `${id} rests`);
  await fake.hooks.settled();
  // What its own publishing set off is read to its end.
  await until(() => Date.now() - (fake.asked.at(-1)?.toMs ?? 0) > QUIET_MS, "nothing is asked any more");
  const { target } = fake.hooks;
  // Nothing but the one delivery that is measured is sent.
  fake.hooks.target = null;
  fake.world.openThread(pull.number, { author: "maria", path: "work.txt", line: 1, body: `Why ${n}?` });
  const fromMs = Date.now();
  await deliver(target?.url ?? "", n);
  fake.hooks.target = target;
  const told = await toldOf(daemon.client, id, "changes-requested", LOOK_EVERY_MS);
  const toMs = Date.parse(told.acknowledgedAt ?? "");
  const begunMs = statSync(join(home, "turns", told.turn ?? "", "started")).mtimeMs;
  await client.stopSession({ id });
  await until(async () => (await client.session({ id })).phase === "ended", `${id} ends`);
  // Programs are written down when they end, the agent too.
  const ran = ranIn(join(folder, "programs")).filter((one) => one.toMs > fromMs && one.fromMs < toMs);
  const programs = ran.map((one) => ({ fromMs: one.fromMs, toMs: one.toMs > toMs ? begunMs : one.toMs }));
  return { toldMs: toMs - fromMs, ownMs: uncoveredMs({ fromMs, toMs }, [...programs, ...fake.asked]) };
}

async function deliver(url: string, n: number): Promise<void> {
  const body = JSON.stringify({ action: "created", repository: { full_name: "acme/shop" }, n });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-github-event": "pull_request_review_comment",
    "x-github-delivery": `bench-${n}`,
    "x-hub-signature-256": `sha256=${signature}`,
  };
  const { status } = await fetch(url, { method: "POST", body, headers });
  if (status !== 202) throw new Error(`the delivery was answered with ${status}`);
}

async function pullOf({ world }: FakeGithub, branch: string): Promise<Pull> {
  const find = (): Pull | undefined => [...world.state.pulls.values()].find(({ head }) => head === branch);
  await until(() => find() !== undefined, `there is a pull request of ${branch}`);
  const pull = find();
  if (pull === undefined) throw new Error("it is gone");
  return pull;
}

function benchLog(): Promise<readonly Line[]> {
  const log = `##[group]Run npm test\n${`${"progress ".repeat(111)}\n`.repeat(MEGABYTES * 1_000)}Error: the end\n##[error]Process completed with exit code 1.\n`;
  const ci = (): readonly JobResult[] => [{ name: "test", conclusion: "failure", log, failingStep: "Run npm test" }];
  return onGithub(ci, async ({ daemon, fake }) => {
    const { client, pid } = daemon;
    const { id } = await client.startSession({ projectId: "app", name: "log", prompt: "Begin." });
    await until(async () => (await client.session({ id })).phase !== "preparing", `${id} is prepared`);
    const before = memoryOf(pid()).now;
    resetHighest(pid());
    const told = await toldOfFailure(client, id);
    const moreMb = memoryOf(pid()).highest - before;
    if (!told.text.includes("Error: the end")) throw new Error(`the message does not say how it ended: ${told.text}`);
    // The second run decides.
    const last = fake.asked.findLast(({ path }) => path.endsWith("/logs"));
    const tookMs = Date.parse(told.acknowledgedAt ?? "") - (last?.fromMs ?? Number.NaN);
    return [
      atMost(`the log of a job of ${MEGABYTES} MB becomes a message`, tookMs, LOG_MS, "ms"),
      atMost("memory of the daemon for it", moreMb, MORE_MB, "MB"),
    ];
  });
}

async function benchHour(): Promise<readonly Line[]> {
  const { requests, points, refused } = await anHour({ changes: CHANGES, meanwhile: workingHour });
  const hinted = await anHour({ changes: CHANGES, arrange: wakeAll });
  return [
    atMost(`requests in an hour with ${CHANGES} open changes, without webhooks`, requests, 200.01, ""),
    atMost("GraphQL points for it", points, 600.01, ""),
    atMost("requests in such an hour with webhooks, while nothing happens", hinted.requests, 30.01, ""),
    exactly("requests that GitHub refused", refused + hinted.refused, 0),
  ];
}
