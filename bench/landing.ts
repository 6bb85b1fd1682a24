/**
 * What landing adds to the checks: from the end of the check that made a change green to the moment the branch holds it,
 * without the check of the candidate where there is one; and the same from the end of the agent's turn, without any check.
 * In a checkout of the branch, as people have it.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../test/fixtures/real-turns.ts";
import { withRealDaemon, type RealDaemon, type Setting } from "./real-daemon.ts";
import { atMost, median, percentile, type Line } from "./report.ts";
import { git } from "./repository.ts";

const ROUNDS = 15;
const OVERHEAD_MS = 200;
const FROM_TURN_MS = 1_000;

/** `as it was`: the candidate is the tree that was checked. `moved`: it is another one, and checked by itself. */
const BASES = ["as it was", "moved"] as const;
type Base = (typeof BASES)[number];

/** Each change is ready only when it is let go. */
const agentOf = (folder: string): string =>
  `echo "$AO_SESSION" > "$AO_SESSION.txt"; git add -A; git commit -qm "$AO_SESSION"
   while [ ! -e "${folder}/$AO_SESSION.go" ]; do sleep 0.02; done
   date +%s%N > "${folder}/$AO_SESSION.ended"`;
const checkOf = (folder: string): string =>
  `from=$(date +%s%N); sleep 0.1; echo "$from $(date +%s%N)" >> '${folder}/checks'`;

type Took = { readonly fromCheckMs: number; readonly fromTurnMs: number };
type Checked = { readonly fromMs: number; readonly toMs: number };

export function benchLanding(): Promise<readonly Line[]> {
  return withLanding(async (daemon) => {
    await daemon.client.checkBase({ id: "app" });
    await until(async () => (await daemon.client.listProjects({}))[0]?.base === "green", "the base is known");
    const took = new Map<Base, Took[]>(BASES.map((base) => [base, []]));
    for (let n = 0; n <= ROUNDS; n += 1) {
      for (const base of n % 2 === 0 ? BASES : BASES.toReversed()) {
        const one = await round(daemon, base, `${base.replaceAll(" ", "-")}-${n}`);
        // The first round opens repositories and warms caches.
        if (n > 0) took.get(base)?.push(one);
      }
    }
    return [...took].flatMap(([base, all]) => [
      ...linesFor(`landing, beyond its checks, the base ${base}`, all.map(fromCheck), OVERHEAD_MS),
      ...linesFor(`end of a turn to landed, beyond its checks, the base ${base}`, all.map(fromTurn), FROM_TURN_MS),
    ]);
  });
}

const fromCheck = ({ fromCheckMs }: Took): number => fromCheckMs;
const fromTurn = ({ fromTurnMs }: Took): number => fromTurnMs;

const linesFor = (what: string, ms: readonly number[], limitMs: number): readonly Line[] => [
  atMost(`${what}: median`, median(ms), limitMs, "ms"),
  atMost(`${what}: p95`, percentile(ms, 95), limitMs, "ms"),
];

function withLanding<T>(work: (daemon: RealDaemon) => Promise<T>): Promise<T> {
  const setting = (folder: string): Setting => ({
    files: 200,
    agent: ["sh", "-c", agentOf(folder)],
    turnsMax: 4,
    project: { sandbox: "none", checks: { test: ["sh", "-c", checkOf(folder)] } },
    file: { policy: { preset: "hands-off" }, reactions: { "approved-and-green": { auto: true, action: "merge" } } },
  });
  return withRealDaemon(setting, work);
}

async function round(daemon: RealDaemon, base: Base, name: string): Promise<Took> {
  const { client, repository, folder } = daemon;
  const main = join(repository, ".git/refs/heads/main");
  const { id } = await client.startSession({ projectId: "app", name, prompt: "Begin." });
  await until(async () => (await client.session({ id })).phase === "working", `${id} works`);
  if (base === "moved") await moveBase(daemon, name);
  const before = checksIn(folder).length;
  // A branch that is packed has no file yet.
  const tipOf = (): string => (existsSync(main) ? readFileSync(main, "utf8") : "");
  const tip = tipOf();
  writeFileSync(join(folder, `${id}.go`), "");
  await until(() => tipOf() !== tip, `${id} lands`);
  const landedMs = statSync(main).mtimeMs;
  await until(async () => (await client.session({ id })).phase === "ended", `${id} ends`);
  const checks = checksIn(folder).slice(before);
  const [ofChange, ofCandidate] = checks;
  if (ofChange === undefined || checks.length !== (base === "moved" ? 2 : 1))
    throw new Error(`${id} was checked ${checks.length} times`);
  const candidateMs = ofCandidate === undefined ? 0 : ofCandidate.toMs - ofCandidate.fromMs;
  const endedMs = Number(readFileSync(join(folder, `${id}.ended`), "utf8")) / 1_000_000;
  return {
    fromCheckMs: landedMs - ofChange.toMs - candidateMs,
    fromTurnMs: landedMs - endedMs - (ofChange.toMs - ofChange.fromMs) - candidateMs,
  };
}

/** A person commits. */
async function moveBase({ repository }: RealDaemon, name: string): Promise<void> {
  writeFileSync(join(repository, `mine-${name}.txt`), "mine\n");
  await git(repository, "add", `mine-${name}.txt`);
  await git(repository, "-c", "user.name=Bench", "-c", "user.email=bench@localhost", "commit", "--quiet", "-m", name);
}

function checksIn(folder: string): readonly Checked[] {
  const file = join(folder, "checks");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.map((line) => {
    const [fromMs = Number.NaN, toMs = Number.NaN] = line
      .split(" ")
      .map((nanoseconds) => Number(nanoseconds) / 1_000_000);
    return { fromMs, toMs };
  });
}
