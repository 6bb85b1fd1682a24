/** The cost of one decision must not grow with the number of sessions in the archive. */
import { fileStore, fill, inFolder, engineOn, session } from "./fleet.ts";
import type { Line } from "./report.ts";

const SIZES = [100, 1_000, 10_000] as const;
const DECISIONS = 2_000;
const ROUNDS = 3;

export async function benchGrowth(): Promise<readonly Line[]> {
  const best = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const stored of SIZES)
      best.set(stored, Math.min(best.get(stored) ?? Infinity, await microsPerDecision(stored)));
  }
  const [smallest = 1] = best.values();
  return [...best].map(([stored, micros]) => ({
    what: `a decision among ${stored.toLocaleString("en")} stored sessions`,
    measured: `${micros.toFixed(0)} µs (${(micros / smallest).toFixed(2)} × the smallest)`,
    goal: "≤ 1.3 ×",
    holds: micros / smallest <= 1.3,
  }));
}

/** All in one transaction a hundred, so that the disk does not hide the difference. */
function microsPerDecision(stored: number): Promise<number> {
  return inFolder(async (folder) => {
    const store = fileStore(folder);
    fill(store, { stored, live: 50 });
    const { engine } = engineOn(store, 0);
    const startedAt = performance.now();
    for (let n = 0; n < DECISIONS; n += 100) {
      engine.take(
        Array.from({ length: 100 }, (_, at) => ({
          news: {
            kind: "turn_progressed",
            session: session((n + at) % 50, true).id,
            turn: turnOf((n + at) % 50),
            words: "still at it",
          },
        })),
      );
    }
    const micros = ((performance.now() - startedAt) * 1000) / DECISIONS;
    await engine.stop();
    store.close();
    return micros;
  });
}

function turnOf(n: number) {
  const { phase } = session(n, true);
  if (phase.kind !== "working") throw new Error("the session works");
  return phase.turn.id;
}
