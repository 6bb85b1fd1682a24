import type { Effect } from "../../domain/core/effect.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import { isDamagedRow } from "../../store/docs/doc.ts";
import type { EngineDeps } from "../deps.ts";
import { chooseEffectSlot } from "../outbox/lanes.ts";

/** Whose limits the effect counts against; null when it speaks to nobody who counts. */
export function findCredential(deps: EngineDeps, effect: Effect): string | null {
  const slot = chooseEffectSlot(effect);
  if (slot !== "scm" && slot !== "tracker" && slot !== "checks") return null;
  const project = findReadableProject(deps, effect);
  const slots: ProjectSlots | undefined = project === null ? undefined : deps.slotsOf(project);
  return slots?.[slot].credential ?? null;
}

/** Null too where the subject cannot be read: its performer says what is wrong, and the others are not held up. */
function findReadableProject(deps: EngineDeps, effect: Effect): ProjectId | null {
  try {
    return findProject(deps, effect);
  } catch (error) {
    if (isDamagedRow(error)) return null;
    throw error;
  }
}

/** The project an effect belongs to; null when its subject is gone. */
export function findProject(deps: EngineDeps, effect: Effect): ProjectId | null {
  if ("project" in effect) return effect.project;
  if ("session" in effect) return deps.store.sessions.get(effect.session)?.project ?? null;
  if ("candidate" in effect) return deps.store.candidates.get(effect.candidate)?.project ?? null;
  return deps.store.changes.get(effect.change)?.project ?? null;
}
