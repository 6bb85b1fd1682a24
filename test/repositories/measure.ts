/** How long the steps took, by the event log and what is kept of checks; and what lies on the disk. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { measureTree } from "../../src/lib/files/measure-tree.ts";
import type { EventView } from "../../src/protocol/daemon/event.ts";
import type { Person } from "./person.ts";
import type { SessionEnd } from "./sessions.ts";

/** In milliseconds. Null: there was none. */
export type Times = {
  readonly workspace: number | null;
  readonly firstSetup: number | null;
  readonly laterSetup: number | null;
  /** With the set-up of its workspace, and its layout. */
  readonly firstCheck: number | null;
  readonly laterCheck: number | null;
  /** From the end of the last turn until it landed, without the time in which checks ran: the longest of the sessions. */
  readonly landing: number | null;
};

type Span = { readonly fromMs: number; readonly toMs: number };

export async function measureTimes(person: Person, project: string, ends: readonly SessionEnd[]): Promise<Times> {
  const { events } = await person.client.eventPage({ limit: 1_000 });
  const checks = readChecks(join(person.home, "projects", project, "forge.db"));
  const steps = ends
    .map(({ id }) => events.filter(({ subject }) => subject === id))
    .toSorted((one, other) => (one[0]?.seq ?? 0) - (other[0]?.seq ?? 0));
  const between = (from: string, to: string) => steps.map((of) => msBetween(of, from, to)).filter((ms) => ms !== null);
  const [firstSetup = null, ...laterSetups] = between("workspace_created", "setup_finished");
  const [firstCheck, ...laterChecks] = checks;
  const landings = steps.map((of) => landingMs(of, checks)).filter((ms) => ms !== null);
  return {
    workspace: median(between("command_given", "workspace_created")),
    ...{ firstSetup, laterSetup: median(laterSetups) },
    firstCheck: firstCheck === undefined ? null : length(firstCheck),
    laterCheck: median(laterChecks.map(length)),
    landing: landings.length === 0 ? null : Math.max(...landings),
  };
}

const length = ({ fromMs, toMs }: Span): number => toMs - fromMs;

function msBetween(events: readonly EventView[], from: string, to: string): number | null {
  const [began, ended] = [events.find(({ kind }) => kind === from), events.find(({ kind }) => kind === to)];
  return began === undefined || ended === undefined ? null : Date.parse(ended.at) - Date.parse(began.at);
}

/** From the end of the turn that made what landed. */
function landingMs(events: readonly EventView[], checks: readonly Span[]): number | null {
  const ended = events.findLast(({ kind }) => kind === "turn_ended");
  const landed = events.findLast(({ kind }) => kind === "change_landed");
  if (ended === undefined || landed === undefined) return null;
  const whole = { fromMs: Date.parse(ended.at), toMs: Date.parse(landed.at) };
  return length(whole) - coveredMs(whole, checks);
}

/** How much of the span is covered by the others, which may overlap. */
export function coveredMs({ fromMs, toMs }: Span, spans: readonly Span[]): number {
  let [covered, at] = [0, fromMs];
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const [from, to] = [Math.max(span.fromMs, at), Math.min(span.toMs, toMs)];
    if (to <= from) continue;
    covered += to - from;
    at = to;
  }
  return covered;
}

function readChecks(file: string): readonly Span[] {
  if (!existsSync(file)) return [];
  const db = new Database(file, { readonly: true });
  try {
    const rows = db.prepare<[], Span>(
      "SELECT started_ms AS fromMs, ended_ms AS toMs FROM check_results WHERE reused = 0 ORDER BY started_ms",
    );
    return rows.all();
  } finally {
    db.close();
  }
}

function median(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}

/** In bytes of blocks. */
export type Disk = {
  readonly workspace: number | null;
  readonly checks: number;
  /** What package managers downloaded, and what set-up prepared. */
  readonly caches: number;
};

export async function measureDisk({ home }: Person, workspace: number | null): Promise<Disk> {
  const projects = join(home, "projects");
  const checks = existsSync(projects) ? readdirSync(projects).map((name) => join(projects, name, "checks")) : [];
  let sum = 0;
  for (const path of checks) sum += await bytesIn(path);
  const caches = (await bytesIn(join(home, "cache"))) + (await bytesIn(join(home, "prepared")));
  return { workspace, checks: sum, caches };
}

export const bytesIn = async (path: string): Promise<number> => (await measureTree(path)).bytes;
