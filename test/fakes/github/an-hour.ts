/** An hour of a project on GitHub, on a clock of its own, looked at as often as the engine does, and counted by the fake. */
import { makeGithub, type AGithub } from "./a-github.ts";

export type Hour = {
  readonly changes: number;
  readonly arrange?: (github: AGithub) => void;
  readonly meanwhile?: (github: AGithub, minute: number) => Promise<void>;
};

export type HourCounts = {
  /** Those that GitHub counts. */
  readonly requests: number;
  readonly points: number;
  /** Changes that were read as new. */
  readonly seen: number;
  readonly refused: number;
};

const LOOK_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;

export async function anHour({ changes, arrange, meanwhile }: Hour): Promise<HourCounts> {
  const time = { ms: Date.UTC(2026, 0, 5) };
  const clock = { wallMs: () => time.ms, after: (_ms: number, callback: () => void) => cancellable(callback) };
  const github = await makeGithub({
    clock,
    now: clock.wallMs,
    ci: () => [{ name: "test", conclusion: "success" }],
    forge: { clock, settings: { labels: [], assignee: null, bots: [], moves: {}, draft: false, pollMs: 60_000 } },
  });
  try {
    const { fake } = github;
    await fake.world.openPulls(changes);
    for (let n = 0; n < 20; n += 1) fake.world.openIssue({ title: `Issue ${n}` });
    const looks = lookAt(github);
    const first = await looks.look();
    if (first !== changes) throw new Error(`${first} of ${changes} changes were seen`);
    arrange?.(github);
    const before = { ...fake.limits.counts };
    let seen = 0;
    const beganMs = time.ms;
    for (time.ms += LOOK_EVERY_MS; time.ms <= beganMs + HOUR_MS; time.ms += LOOK_EVERY_MS) {
      if ((time.ms - beganMs) % 60_000 === 0) await meanwhile?.(github, (time.ms - beganMs) / 60_000);
      // Once an hour the engine reads everything.
      if (time.ms === beganMs + HOUR_MS) looks.forget();
      seen += await looks.look();
    }
    const { counts } = fake.limits;
    const requests = counts.requests - before.requests - (counts.unchanged - before.unchanged);
    const points = counts.graphqlPoints - before.graphqlPoints;
    return { requests, points, seen, refused: counts.refused + counts.duringCoolDown };
  } finally {
    await github.dispose();
  }
}

/** As the engine's observer does. */
function lookAt({ forge }: AGithub) {
  const cursors: { scm: string | null; tracker: string | null } = { scm: null, tracker: null };
  return {
    look: async (): Promise<number> => {
      const [changes, issues] = [await forge.scm.since(cursors.scm), await forge.tracker.since(cursors.tracker)];
      if (!changes.ok || !issues.ok) throw new Error(JSON.stringify([changes, issues]));
      Object.assign(cursors, { scm: changes.value.cursor, tracker: issues.value.cursor });
      return changes.value.changes.length;
    },
    forget: () => void Object.assign(cursors, { scm: null, tracker: null }),
  };
}

function cancellable(callback: () => void): () => void {
  const soon = setImmediate(callback);
  return () => clearImmediate(soon);
}

/** Ten pushes, twelve comments, six issues: a working hour. */
export async function workingHour({ fake }: AGithub, minute: number): Promise<void> {
  const { world } = fake;
  if (minute % 6 === 0) await world.editFile(`agent/w${minute % 20}`, `w${minute % 20}.txt`, `again ${minute}\n`);
  if (minute % 5 === 0) world.openThread((minute % 20) + 1, { author: "ann", path: "w1.txt", line: 1, body: "Why?" });
  if (minute % 10 === 0) world.openIssue({ title: `Later ${minute}` });
}

export function wakeAll({ forge }: AGithub): void {
  forge.scm.wake?.();
  forge.tracker.wake?.();
}
