/** Reads what changed in a project's tracker and forge. Snapshots are taken once per version; a stale one is late news. */
import { hasNewChecks } from "../../domain/checks/base-health.ts";
import type { HttpHead } from "../../domain/change/change.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { News } from "../../domain/core/observation.ts";
import { limits } from "../../domain/model/limits.ts";
import type { SlotError, SlotResult } from "../../slots/result.ts";
import { isCooling, noteLimit } from "../outbox/cool-down.ts";
import type { EngineDeps } from "../deps.ts";
import type { Arrival } from "../inbox/arrival.ts";
import { readBlockers, type BlockersAsked } from "./blockers.ts";
import { toIssueArrival } from "./issue-arrival.ts";

/**
 * Where the last reading ended, for each source. Forgotten at a restart and once an hour: a reading of everything heals
 * what a lagging replica or a lost page left out.
 */
export type Cursors = { tracker: Cursor; scm: Cursor; readAllAtMs: number; blockersAsked: BlockersAsked };
/** Of one plugin: to another one, where a project has moved, it means nothing. */
type Cursor = { readonly of: string; readonly at: string | null };

const noCursor: Cursor = { of: "", at: null };

export const createCursors = (): Cursors => ({
  ...{ tracker: noCursor, scm: noCursor, readAllAtMs: -Infinity },
  blockersAsked: new Map(),
});

export async function observeProject(
  deps: EngineDeps,
  project: ProjectId,
  cursors: Cursors,
): Promise<readonly Arrival[]> {
  const wallMs = deps.clock.wallMs();
  // Also when the clock was set back by as much: or it would be read whole only when that time has passed again.
  if (Math.abs(wallMs - cursors.readAllAtMs) >= limits.readAllEveryMs)
    Object.assign(cursors, { ...createCursors(), readAllAtMs: wallMs });
  return [...(await observeTracker(deps, project, cursors)), ...(await observeScm(deps, project, cursors))];
}

async function observeTracker(deps: EngineDeps, project: ProjectId, cursors: Cursors): Promise<readonly Arrival[]> {
  const tracker = deps.slotsOf(project)?.tracker;
  if (tracker === undefined || isCooling(deps, tracker.credential)) return [];
  const from = cursors.tracker.of === tracker.name ? cursors.tracker.at : null;
  const isWhole = from === null;
  const read = await tracker.since(from);
  if (!read.ok) return reportSlotError(deps, project, tracker.credential, read.error);
  cursors.tracker = { of: tracker.name, at: read.value.cursor };
  const { issues } = read.value;
  const open = isWhole ? deps.store.issues.watchedOf(project) : [];
  const missing = await readMissing(deps, tracker.credential, open, issues, (id) => tracker.read(id));
  const listed = [...issues, ...missing];
  const blockers = await readBlockers(deps, { project, tracker, asked: cursors.blockersAsked }, listed);
  return [...listed, ...blockers].map((issue) => toIssueArrival(deps, project, issue));
}

async function observeScm(deps: EngineDeps, project: ProjectId, cursors: Cursors): Promise<readonly Arrival[]> {
  const scm = deps.slotsOf(project)?.scm;
  if (scm === undefined || isCooling(deps, scm.credential)) return [];
  const from = cursors.scm.of === scm.name ? cursors.scm.at : null;
  const isWhole = from === null;
  const read = await scm.since(from);
  if (!read.ok) return reportSlotError(deps, project, scm.credential, read.error);
  cursors.scm = { of: scm.name, at: read.value.cursor };
  const { base, changes, baseHasChecks = false } = read.value;
  const open = isWhole ? deps.store.changes.openOf(project) : [];
  const missing = await readMissing(deps, scm.credential, open, changes, (id) => scm.read(id));
  return [
    ...(base !== null && isBaseNews(deps, project, { base, baseHasChecks })
      ? [{ news: reportBase(project, base, baseHasChecks) }]
      : []),
    ...[...changes, ...missing].map((change): Arrival => ({
      news: { kind: "change_observed", project, change },
      dedupKey: `change:${project}:${change.id}:${change.version}`,
    })),
  ];
}

type ReadBase = { readonly base: HttpHead; readonly baseHasChecks: boolean };

function isBaseNews({ store, rulesOf }: EngineDeps, project: ProjectId, { base, baseHasChecks }: ReadBase): boolean {
  const known = store.projects.get(project)?.base;
  const { checks, checksKey } = rulesOf(project);
  if (known?.head !== base.commit || known.checksKey !== checksKey) return true;
  return hasNewChecks(known, baseHasChecks || checks.length > 0);
}

/**
 * A whole reading lists what is open. What we hold for open and is not in it was closed while nobody looked: it is read
 * by itself, a few at a time; the next whole reading goes on.
 */
async function readMissing<Id extends string, T extends { readonly id: Id }>(
  deps: EngineDeps,
  credential: string,
  open: readonly Id[],
  listed: readonly T[],
  read: (id: Id) => Promise<SlotResult<T, "gone">>,
): Promise<readonly T[]> {
  const seen = new Set(listed.map(({ id }) => id));
  const missing = open.filter((id) => !seen.has(id)).slice(0, limits.missingReadMax);
  const answers: T[] = [];
  for (const id of missing) {
    const answer = isCooling(deps, credential) ? null : await read(id);
    if (answer?.ok === true) answers.push(answer.value);
    else if (answer !== null) noteLimit(deps, credential, answer.error);
  }
  return answers;
}

function reportBase(project: ProjectId, head: HttpHead, hasChecks: boolean): News {
  return { kind: "base_observed", project, head, ...(hasChecks ? { hasChecks } : {}) };
}

function reportSlotError(
  deps: EngineDeps,
  project: ProjectId,
  credential: string,
  error: SlotError,
): readonly Arrival[] {
  noteLimit(deps, credential, error);
  deps.log.warn({ project, error }, "the project could not be read; it is tried again");
  return [];
}
