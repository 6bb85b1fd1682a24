/** A thousand lives of changes on a GitHub that loses, doubles, delays, fails and lags behind: no promise is broken. */
import { expect, test } from "vitest";
import { runLives, type LifeReport } from "./stage.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
const LIVES = Number(process.env["AO_LIVES"] ?? (isLong ? 1_000 : 10));
const LIVES_AT_ONCE = 10;
/** So many of them push and fetch with git itself. */
const FAR_EVERY = 10;
const SEEDS = LIVES / LIVES_AT_ONCE;
const FORGE = process.env["AO_LIVES_FORGE"] === "gitlab" ? "gitlab" : "github";
const FIRST_SEED = Number(process.env["AO_LIVES_SEED"] ?? 1);

test(`${LIVES} lives of changes`, { timeout: isLong ? 3_600_000 : 240_000 }, async () => {
  const totals: Record<string, number> = {};
  const broken: unknown[] = [];
  const beganMs = performance.now();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const options = { seed, lives: LIVES_AT_ONCE, isFar: seed % FAR_EVERY === 0, forge: FORGE } as const;
    const { violations, counts } = await runLives(options).catch(neverEnded);
    for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count;
    const [first] = violations;
    if (first !== undefined) broken.push({ seed, ...first, others: violations.length - 1 });
  }
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  const last = FIRST_SEED + SEEDS - 1;
  process.stdout.write(
    `${LIVES} lives of changes, seeds ${FIRST_SEED} to ${last}, ${seconds} s: ${JSON.stringify(totals)}\n`,
  );
  expect(broken).toEqual([]);
  for (const kind of ["before", "after", "stale", "lost", "doubled", "late"])
    expect(totals[kind], kind).toBeGreaterThan(0);
});

/** The other seeds are still lived. */
function neverEnded(error: unknown): Pick<LifeReport, "violations" | "counts"> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { violations: [{ invariant: "end", detail }], counts: {} };
}
