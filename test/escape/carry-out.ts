/** Lets sessions make the attempts, acts as the person whom they were made against, and looks at what came of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writePrelude, type Attack } from "./attack.ts";
import { rounds } from "./classes.ts";
import type { Machine, Target } from "./target.ts";

export type Place = "agent" | "setup" | "check";

export type Outcome = {
  readonly title: string;
  readonly attack: Attack;
  readonly place: Place;
  readonly reached: boolean;
  /** Exit code and last words of the attempt. */
  readonly said: string;
};

type Attempt = {
  readonly title: string;
  readonly attack: Attack;
  readonly onlyInTurns: boolean;
  readonly file: string;
};

const ALL = `
round=$1 place=$2
mkdir -p "scratch-$place" && cd "scratch-$place" || exit 1
for file in "../attacks/$round"/*.sh; do
  PLACE=$place timeout -k 1 20 sh "$file" > said.txt 2>&1 < /dev/null
  printf 'ATTEMPT %s %s %s\\n' "$(basename "$file")" "$?" "$(tail -n 1 said.txt | tr -d '\\n' | cut -c 1-200)"
done
`;

/** `places`: of the first round; the others are played by agents alone. */
export async function carryOut(machine: Machine, places: readonly Place[]): Promise<readonly Outcome[]> {
  const plans = rounds.map((classes) => attemptsOf(classes, machine));
  await commitScripts(machine, plans);
  const outcomes: Outcome[] = [];
  for (const [at, attempts] of plans.entries()) {
    const inRound: readonly Place[] = at === 0 ? places : ["agent"];
    const played = await playRound(machine, attempts, { n: at + 1, places: inRound });
    assertAllMade(attempts, inRound, played);
    outcomes.push(...played);
  }
  return outcomes;
}

/** An attempt that was never made proves nothing: one may have ended those that were to follow. */
function assertAllMade(attempts: readonly Attempt[], places: readonly Place[], outcomes: readonly Outcome[]): void {
  const missing = places.flatMap((place) =>
    attempts
      .filter(({ onlyInTurns }) => place === "agent" || !onlyInTurns)
      .filter(({ attack }) => !outcomes.some((one) => one.place === place && one.attack === attack))
      .map(({ title, attack }) => `${place}: ${title}: ${attack.name}`),
  );
  if (missing.length > 0) throw new Error(`${missing.length} attempts were not made:\n${missing.join("\n")}`);
}

function attemptsOf(classes: (typeof rounds)[number], { target }: Machine): readonly Attempt[] {
  return classes
    .flatMap(({ title, onlyInTurns = false, attacks }) =>
      attacks(target).map((attack) => ({ title, attack, onlyInTurns })),
    )
    .map((attempt, index) => ({ ...attempt, file: `${String(index + 1).padStart(3, "0")}.sh` }));
}

async function commitScripts(
  { target, asPerson, hasWalls }: Machine,
  plans: readonly (readonly Attempt[])[],
): Promise<void> {
  const { repository, aoHome } = target;
  const prelude = writePrelude({ node: process.execPath, tokenFile: join(aoHome, "token"), undoes: !hasWalls });
  const texts = plans.flatMap((attempts, at) =>
    attempts.map(({ file, attack, onlyInTurns }) => {
      const text = `${onlyInTurns ? '[ "$PLACE" = agent ] || exit 99\n' : ""}${prelude}\n${attack.script}\n`;
      return [`attacks/${at + 1}/${file}`, text] as const;
    }),
  );
  const files = Object.fromEntries([["attacks/all.sh", ALL], ...texts]);
  const writing = `const fs = require("fs"), path = require("path");
    for (const [name, text] of Object.entries(JSON.parse(process.argv[1]))) {
      fs.mkdirSync(path.dirname(name), { recursive: true }); fs.writeFileSync(name, text);
    }`;
  for (const part of partsOf(Object.entries(files), 40))
    await asPerson(repository, process.execPath, "-e", writing, JSON.stringify(Object.fromEntries(part)));
  await asPerson(repository, "git", "add", "attacks");
  await asPerson(repository, "git", "commit", "-q", "-m", "Add what is tried");
}

/** Arguments of a program have a limit of their own. */
function partsOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

type Round = { readonly n: number; readonly places: readonly Place[] };

async function playRound(machine: Machine, attempts: readonly Attempt[], round: Round): Promise<readonly Outcome[]> {
  const { ao, finished, target, hasWalls } = machine;
  const name = `attack-${round.n}`;
  const { id } = JSON.parse(await ao("new", `attack ${round.n}`, "--name", name, "--json")) as { readonly id: string };
  const workspace = await finished(id);
  const ofCheck = round.places.includes("check") ? await readCheckResults(target, attempts.at(-1)?.file ?? "") : [];
  await actAsVictim(machine, workspace);
  const results = [
    ...readResults("agent", join(workspace, "results-agent.txt")),
    ...readResults("setup", join(workspace, "results-setup.txt")),
    ...ofCheck,
  ];
  const harms = new Map<Attack, boolean>();
  for (const { attack } of attempts) {
    const look = attack.harm ?? (hasWalls ? attack.trace : undefined);
    harms.set(attack, look?.(target) ?? true);
  }
  return results.flatMap(({ place, file, code, said }) => {
    const attempt = attempts.find((one) => one.file === file);
    if (attempt === undefined || (attempt.onlyInTurns && place !== "agent")) return [];
    const { title, attack } = attempt;
    return [{ title, attack, place, reached: code === 0 && harms.get(attack) === true, said: `exit ${code} ${said}` }];
  });
}

const CHECK_WITHIN_MS = 180_000;

/** The check prints its results when all are there; `last` is the last attempt of the round. */
async function readCheckResults({ aoHome }: Target, last: string): Promise<readonly Result[]> {
  const folder = join(aoHome, "projects/app/checks/logs");
  const deadlineMs = Date.now() + CHECK_WITHIN_MS;
  for (; Date.now() < deadlineMs; await pause(200)) {
    const logs = existsSync(folder) ? readdirSync(folder) : [];
    const results = logs.flatMap((name) => readResults("check", join(folder, name)));
    if (results.some(({ file }) => file === last)) return results;
  }
  throw new Error("the check of the session does not end");
}

/** A person looks at what the agent made: in its workspace, and in their own repository. */
async function actAsVictim({ asPerson, target }: Machine, workspace: string): Promise<void> {
  const commands = [
    ["status", "--short"],
    ["diff", "--stat"],
    ["diff"],
    ["log", "-1"],
    ["checkout", "--", "README.md"],
  ];
  for (const cwd of [workspace, target.repository]) {
    for (const args of commands) {
      const done = await asPerson(cwd, "git", ...args).catch((error: unknown) => String(error));
      if (process.env["AO_TEST_VERBOSE"] !== undefined)
        process.stderr.write(`${args.join(" ")}: ${done.slice(0, 400)}\n`);
    }
  }
}

type Result = { readonly place: Place; readonly file: string; readonly code: number; readonly said: string };

function readResults(place: Place, file: string): readonly Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, name, code, said = ""] = /ATTEMPT (\d+\.sh) (\d+) ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ place, file: name, code: Number(code), said }];
  });
}
