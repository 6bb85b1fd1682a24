/** Who gave a command or asked for a landing. Rights follow from it, and the audit trail names it. */
import type { SessionId } from "../model/ids.ts";
import { unreachable } from "../model/unreachable.ts";

export type Actor =
  | { readonly kind: "person"; readonly name: string }
  /** The agent of a session, with the token of that session. */
  | { readonly kind: "agent"; readonly session: SessionId }
  /** `ao` itself. */
  | { readonly kind: "ao"; readonly part: AoPart };

/** The parts of `ao` that give commands, by the names that people read. */
const partNames = {
  scheduler: "ao",
  landing: "approved-and-green",
  recovery: "a restart of the daemon",
  restoredBackup: "ao restore-backup",
  environment: "a shell's environment",
  projectRemoval: "ao remove-project",
  triage: "triage",
} as const;
export type AoPart = keyof typeof partNames;

export function formatActor(actor: Actor): string {
  switch (actor.kind) {
    case "person":
      return actor.name;
    case "agent":
      return actor.session;
    case "ao":
      return partNames[actor.part];
    default:
      return unreachable(actor);
  }
}

export const toPerson = (name: string): Actor => ({ kind: "person", name });

/** Nobody asked: it follows from a rule of the project, or from what the daemon found. */
export const isAutomatic = (actor: Actor): boolean => actor.kind === "ao";
