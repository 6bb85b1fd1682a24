/** Lives of changes on forges that lose, double, delay, fail and lag behind, a thousand on GitHub: no promise is broken. */
import { expect, test } from "vitest";
import { runLives, type LifeReport } from "./stage.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
const asked = process.env["AO_LIVES"];
const only = process.env["AO_LIVES_FORGE"];
const LIVES_AT_ONCE = 10;
/** So many of them push and fetch with git itself. */
const FAR_EVERY = 10;
const FIRST_SEED = Number(process.env["AO_LIVES_SEED"] ?? 1);

const forges = [
  { forge: "github", lives: isLong ? 1_000 : 10 },
  { forge: "gitlab", lives: isLong ? 100 : 10 },
  { forge: "gitlab-ff", lives: isLong ? 100 : 0 },
] as const;

const wanted = forges.filter(({ forge, lives }) => (only === undefined ? lives > 0 : forge === only));

for (const { forge, lives: usual } of wanted) {
  const lives = Number(asked ?? (usual === 0 ? LIVES_AT_ONCE : usual));
  test(`${lives} lives of changes on ${forge}`, { timeout: isLong ? 3_600_000 : 240_000 }, async () => {
    const totals: Record<string, number> = {};
    const broken: unknown[] = [];
    const beganMs = performance.now();
    const endSeed = FIRST_SEED + lives / LIVES_AT_ONCE;
    for (let seed = FIRST_SEED; seed < endSeed; seed += 1) {
      const options = { seed, lives: LIVES_AT_ONCE, isFar: seed % FAR_EVERY === 0, forge };
      const { violations, counts } = await runLives(options).catch(neverEnded);
      for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count;
      const [first] = violations;
      if (first !== undefined) broken.push({ seed, ...first, others: violations.length - 1 });
    }
    const seconds = Math.round((performance.now() - beganMs) / 1_000);
    const where = `${forge}, seeds ${FIRST_SEED} to ${endSeed - 1}`;
    process.stdout.write(`${lives} lives of changes on ${where}, ${seconds} s: ${JSON.stringify(totals)}\n`);
    expect(broken).toEqual([]);
    for (const kind of ["before", "after", "stale", "lost", "doubled", "late"])
      expect(totals[kind], kind).toBeGreaterThan(0);
  });
}

/** The other seeds are still lived. */
function neverEnded(error: unknown): Pick<LifeReport, "violations" | "counts"> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { violations: [{ invariant: "end", detail }], counts: {} };
}
