/** One kind of repository from `ao start` to three landings, or to the sentence that says what keeps it from landing. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parse } from "yaml";
import type { RepositoryKind } from "./kind.ts";
import { bytesIn, measureDisk, measureTimes, type Disk, type Times } from "./measure.ts";
import { createPerson, type Person } from "./person.ts";
import { runSessions, runUntilTold, type SessionEnd } from "./sessions.ts";

export type Detected = {
  readonly setup: readonly string[];
  readonly checks: Readonly<Record<string, string>>;
  readonly cache: readonly string[];
};

/** `told`: it cannot land on this machine, and the product named the reason. `failed`: anything else but a landing. */
export type Outcome = "landed" | "told" | "failed";

export type TrialReport = {
  readonly id: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly detected: Detected;
  /** What `ao start` and `ao doctor` said of the repository. */
  readonly said: readonly string[];
  readonly sessions: readonly SessionEnd[];
  readonly times: Times;
  readonly disk: Disk;
  /** Why it could not land, or what was wrong. */
  readonly reasons: readonly string[];
};

export type TrialOptions = {
  readonly kind: RepositoryKind;
  readonly path: string;
  /** What it downloads from answers. */
  readonly isOnline: boolean;
  readonly withinMs: number;
  readonly keep?: boolean;
  readonly defaults?: Readonly<Record<string, unknown>>;
};

export async function tryKind(options: TrialOptions): Promise<TrialReport> {
  const folder = mkdtempSync(join(tmpdir(), `ao-${options.kind.id}-`));
  const person = await createPerson({ ...options, folder });
  try {
    return await tryOn(person, options);
  } finally {
    await person.leave();
    if (options.keep === true) console.error(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function tryOn(person: Person, { kind, isOnline, withinMs }: TrialOptions): Promise<TrialReport> {
  const started = await person.ao("start", "--no-open", "--port", "0");
  // A coding agent that is installed here stands in the file that was written.
  await person.ao("config", "set", "defaults.agent", "command");
  const detected = readDetected(person.repository, kind.id);
  const said = [...started.stderr.split("\n"), ...(await findings(person, kind.id))].filter((line) => line !== "");
  let workspace: number | null = null;
  const onWorkspace = async (path: string): Promise<void> => void (workspace = await bytesIn(path));
  const story = { person, kind, withinMs, onWorkspace };
  const isTold = (words: string): boolean => namesObstacle(person, words);
  const sessions = await (person.missing.length > 0 ? runUntilTold(story, isTold) : runSessions(story));
  const report = {
    ...{ id: kind.id, title: kind.title, detected, said, sessions },
    times: await measureTimes(person, kind.id, sessions),
    disk: await measureDisk(person, workspace),
  };
  const words = sessions.map((session) => session.words);
  // A registry that does not answer us may have a mirror that the person's settings name.
  const mustLand = person.missing.length === 0 && (isOnline || sessions.every(({ isLanded }) => isLanded));
  if (mustLand) return { ...report, ...(await judgeLanded(person, sessions)) };
  return { ...report, outcome: words.some(isTold) ? "told" : "failed", reasons: words };
}

/** What was found, as it was written for the person. */
function readDetected(repository: string, project: string): Detected {
  const text = readFileSync(join(repository, "agent-orchestrator.yaml"), "utf8");
  const { projects } = parse(text) as { readonly projects: Readonly<Record<string, Partial<Detected>>> };
  const { setup = [], checks = {}, cache = [] } = projects[project] ?? {};
  return { setup, checks, cache };
}

async function findings(person: Person, project: string): Promise<readonly string[]> {
  const { stdout } = await person.ao("doctor", "--json").catch((error: Error) => ({ stdout: error.message }));
  return stdout.split("\n").filter((line) => line.includes(`"${project}"`) && !line.includes('"ok"'));
}

type Judgement = { readonly outcome: Outcome; readonly reasons: readonly string[] };

async function judgeLanded(person: Person, sessions: readonly SessionEnd[]): Promise<Judgement> {
  const left = sessions.filter(({ isLanded }) => !isLanded).map(({ name, words }) => `${name}: ${words}`);
  const wrong = left.length > 0 ? left : [...wronglyTold(sessions), ...(await wrongOnMain(person))];
  return { outcome: wrong.length === 0 ? "landed" : "failed", reasons: wrong };
}

const TOLD = { edit: [], conflict: ["merge-conflicts"], fix: ["ci-failed"] } as const;

/** An agent hears of its own mistake, and of nothing else. */
function wronglyTold(sessions: readonly SessionEnd[]): readonly string[] {
  return sessions
    .filter(({ name, told }) => told.join() !== TOLD[name].join())
    .map(({ name, told }) => `${name} was told: ${told.join(", ") || "nothing"}`);
}

async function wrongOnMain(person: Person): Promise<readonly string[]> {
  const landed = await person.git("log", "--format=%s", "main");
  const changes = await person.git("show", "main:CHANGES.md");
  const status = await person.git("status", "--porcelain");
  const base = await settledBase(person);
  return [
    ...(["edit", "conflict", "fix"].every((name) => landed.includes(name)) ? [] : [`main has only: ${landed}`]),
    ...(changes === "# Changes\n- three\n- two" || changes === "# Changes\n- two\n- three"
      ? []
      : [`CHANGES: ${changes}`]),
    ...(status === "?? agent-orchestrator.yaml" ? [] : [`the checkout is not clean: ${status}`]),
    ...(base === "green" ? [] : [`main is ${base}`]),
  ];
}

const BASE_MS = 60_000;

async function settledBase({ client }: Person): Promise<string> {
  const deadlineMs = Date.now() + BASE_MS;
  for (;;) {
    const base = (await client.listProjects({}))[0]?.base ?? "unknown";
    if ((base !== "unknown" && base !== "checking") || Date.now() > deadlineMs) return base;
    await delay(200);
  }
}

/** As the product says it of what is nobody's mistake. */
const NETWORK = /did not reach the network/;

/** Which program is missing, or that a download failed. */
function namesObstacle({ missing }: Person, words: string): boolean {
  return missing.length > 0 ? missing.every((name) => words.includes(name)) : NETWORK.test(words);
}
