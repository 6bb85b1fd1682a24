/** What a project costs on GitHub: an hour of looks at a hundred open changes, on a clock of its own, counted by the fake. */
import { expect, onTestFinished, test } from "vitest";
import { makeGithub, type AGithub } from "../../../test/fakes/github/a-github.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
/** The overview of a hundred costs what the overview of twenty does; the long run shows it. */
const CHANGES = isLong ? 100 : 20;
const LOOK_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;

async function anHour(
  arrange: (github: AGithub) => void,
  meanwhile: (github: AGithub, minute: number) => Promise<void>,
) {
  const time = { ms: Date.UTC(2026, 0, 5) };
  const clock = { wallMs: () => time.ms, after: (_ms: number, callback: () => void) => cancellable(callback) };
  const github = await makeGithub({
    clock,
    now: clock.wallMs,
    ci: () => [{ name: "test", conclusion: "success" }],
    forge: {
      wallMs: clock.wallMs,
      settings: { labels: [], assignee: null, bots: [], moves: {}, draft: false, pollMs: 60_000 },
    },
  });
  onTestFinished(github.dispose);
  const { fake, forge } = github;
  await fake.world.openPulls(CHANGES);
  for (let n = 0; n < 20; n += 1) fake.world.openIssue({ title: `Issue ${n}` });
  const cursors: { scm: string | null; tracker: string | null } = { scm: null, tracker: null };
  const look = async (): Promise<number> => {
    const [changes, issues] = [await forge.scm.since(cursors.scm), await forge.tracker.since(cursors.tracker)];
    if (!changes.ok || !issues.ok) throw new Error(JSON.stringify([changes, issues]));
    Object.assign(cursors, { scm: changes.value.cursor, tracker: issues.value.cursor });
    return changes.value.changes.length;
  };
  expect(await look()).toBe(CHANGES);
  arrange(github);
  const before = { ...fake.limits.counts };
  let seen = 0;
  const beganMs = time.ms;
  for (time.ms += LOOK_EVERY_MS; time.ms <= beganMs + HOUR_MS; time.ms += LOOK_EVERY_MS) {
    if ((time.ms - beganMs) % 60_000 === 0) await meanwhile(github, (time.ms - beganMs) / 60_000);
    // Once an hour the engine reads everything.
    if (time.ms === beganMs + HOUR_MS) Object.assign(cursors, { scm: null, tracker: null });
    seen += await look();
  }
  const { counts } = fake.limits;
  const requests = counts.requests - before.requests - (counts.unchanged - before.unchanged);
  const points = counts.graphqlPoints - before.graphqlPoints;
  process.stdout.write(`${CHANGES} changes, an hour: ${requests} counted requests, ${points} GraphQL points\n`);
  return { requests, points, seen, refused: counts.refused + counts.duringCoolDown };
}

function cancellable(callback: () => void): () => void {
  const soon = setImmediate(callback);
  return () => clearImmediate(soon);
}

/** Ten pushes, twelve comments, six issues: a working hour. */
async function work({ fake, forge }: AGithub, minute: number, tell: boolean): Promise<void> {
  const { world } = fake;
  if (minute % 6 === 0) await world.editFile(`agent/w${minute % 20}`, `w${minute % 20}.txt`, `again ${minute}\n`);
  if (minute % 5 === 0) world.openThread((minute % 20) + 1, { author: "ann", path: "w1.txt", line: 1, body: "Why?" });
  if (minute % 10 === 0) world.openIssue({ title: `Later ${minute}` });
  if (!tell || (minute % 6 !== 0 && minute % 5 !== 0 && minute % 10 !== 0)) return;
  forge.scm.wake?.();
  forge.tracker.wake?.();
}

test.runIf(isLong)(
  "without webhooks: at most 200 requests and 600 points, each change seen within a minute",
  { timeout: 400_000 },
  async () => {
    const { requests, points, seen, refused } = await anHour(
      () => undefined,
      (github, minute) => work(github, minute, false),
    );
    expect(requests).toBeLessThanOrEqual(200);
    expect(points).toBeLessThanOrEqual(600);
    expect(seen).toBeGreaterThanOrEqual(CHANGES + 18);
    expect(refused).toBe(0);
  },
);

test("with webhooks, while nothing happens: at most 30 requests", { timeout: 400_000 }, async () => {
  const { requests } = await anHour(
    ({ forge }) => {
      forge.scm.wake?.();
      forge.tracker.wake?.();
    },
    async () => undefined,
  );
  expect(requests).toBeLessThanOrEqual(30);
});
