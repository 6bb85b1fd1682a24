/**
 * Where a project's issues and changes live, and where they lived first. Every forge counts from one, so what lives elsewhere than
 * at first says so in its id: after a move from the local forge `app#3` is still the issue here, `app~github#3` the one there, and
 * all that happened stays readable by its name.
 */
import { join } from "node:path";
import { projectId, type ProjectId } from "../../../domain/model/ids.ts";
import { readTextIfExists } from "../../../lib/files/if-there.ts";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { RegisteredProject } from "../../context.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { parseSeats, type StoredHomes, type ProjectHomes } from "./parse-homes.ts";

/** What stands before the numbers of a plugin's issues and changes. */
export type HomeNames = { readonly issues: ProjectId; readonly changes: ProjectId };
export type NamesOf = (plugin: string) => HomeNames;

/** It cannot move while sessions are live: their issues and changes would stay behind. */
export class MoveRefusedError extends Error {}

type HomeServices = Pick<PluginServices, "home" | "store">;

/** Takes the seats that the settings name. Throws `MoveRefusedError` where that is a move and sessions are live. */
export function takeSeats({ home, store }: HomeServices, { id, settings }: RegisteredProject): NamesOf {
  const file = join(home.projects, id, "seats.json");
  const now: ProjectHomes = { issues: settings.tracker.plugin, changes: settings.scm.plugin };
  const text = readTextIfExists(file);
  const kept = text === null ? null : parseSeats(text);
  if (kept === null || !areSame(kept.now, now)) {
    const live = store.sessions.page({ live: true, project: id, before: null, limit: LIVE_MAX }).length;
    if (kept !== null && live > 0) throw new MoveRefusedError(staySentence(id, kept.now, live));
    replaceFile(file, JSON.stringify({ first: kept?.first ?? now, now } satisfies StoredHomes));
  }
  return createNames(id, kept?.first ?? now);
}

const LIVE_MAX = 1_000;

const areSame = (one: ProjectHomes, other: ProjectHomes): boolean =>
  one.issues === other.issues && one.changes === other.changes;

function staySentence(id: string, { issues, changes }: ProjectHomes, live: number): string {
  const sessions = live === 1 ? "a session of it is live" : `${live} sessions of it are live`;
  return `${id} has not moved yet (issues: ${issues}, changes: ${changes}): ${sessions}, and it moves when they have ended. \`ao stop --project ${id}\` ends them`;
}

const createNames =
  (id: ProjectId, first: ProjectHomes): NamesOf =>
  (plugin) => ({
    issues: first.issues === plugin ? id : projectId(`${id}~${plugin}`),
    changes: first.changes === plugin ? id : projectId(`${id}~${plugin}`),
  });
