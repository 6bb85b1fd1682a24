/**
 * Where a project's issues and changes live, and where they lived first. Every forge counts from one, so what lives elsewhere than
 * at first says so in its id: after a move from the local forge `app#3` is still the issue here, `app~github#3` the one there, and
 * all that happened stays readable by its name.
 */
import { join } from "node:path";
import { projectId, type ProjectId } from "../../domain/model/ids.ts";
import { textIfThere } from "../../lib/if-there.ts";
import { replaceFile } from "../../lib/replace-file.ts";
import type { RegisteredProject } from "../context.ts";
import type { Ground } from "../ground.ts";
import { parseSeats, type KeptSeats, type Seats } from "./parse-seats.ts";

/** What stands before the numbers of a plugin's issues and changes. */
export type SeatNames = { readonly issues: ProjectId; readonly changes: ProjectId };
export type NamesOf = (plugin: string) => SeatNames;

/** It cannot move while sessions are live: their issues and changes would stay behind. */
export class StaysError extends Error {}

type SeatGround = Pick<Ground, "home" | "store">;

/** Takes the seats that the settings name. Throws `StaysError` where that is a move and sessions are live. */
export function takeSeats({ home, store }: SeatGround, { id, settings }: RegisteredProject): NamesOf {
  const file = join(home.projects, id, "seats.json");
  const now: Seats = { issues: settings.tracker.plugin, changes: settings.scm.plugin };
  const text = textIfThere(file);
  const kept = text === null ? null : parseSeats(text);
  if (kept === null || !areSame(kept.now, now)) {
    const live = store.sessions.page({ live: true, project: id, before: null, limit: LIVE_MAX }).length;
    if (kept !== null && live > 0) throw new StaysError(staySentence(id, kept.now, live));
    replaceFile(file, JSON.stringify({ first: kept?.first ?? now, now } satisfies KeptSeats));
  }
  return namesOf(id, kept?.first ?? now);
}

const LIVE_MAX = 1_000;

const areSame = (one: Seats, other: Seats): boolean => one.issues === other.issues && one.changes === other.changes;

function staySentence(id: string, { issues, changes }: Seats, live: number): string {
  const sessions = live === 1 ? "a session of it is live" : `${live} sessions of it are live`;
  return `${id} has not moved yet (issues: ${issues}, changes: ${changes}): ${sessions}, and it moves when they have ended. \`ao stop --project ${id}\` ends them`;
}

const namesOf =
  (id: ProjectId, first: Seats): NamesOf =>
  (plugin) => ({
    issues: first.issues === plugin ? id : projectId(`${id}~${plugin}`),
    changes: first.changes === plugin ? id : projectId(`${id}~${plugin}`),
  });
