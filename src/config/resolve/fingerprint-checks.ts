/** One fingerprint of every setting that the verdicts of a project's checks depend on: another one makes earlier verdicts stale. */
import { createHash } from "node:crypto";
import type { ProjectSettings } from "./project-settings.ts";

/** Empty where there are no checks, so that nothing is asked again. */
export function fingerprintChecks(project: ProjectSettings): string {
  const { checks, setup, setupKey, cache, copy, symlinks, sandbox, network, limits } = project;
  if (Object.keys(checks).length === 0) return "";
  // The order in which checks are written decides nothing.
  const named = Object.entries(checks).toSorted(([left], [right]) => (left < right ? -1 : 1));
  // What is beyond its limits has failed. Memory that is kept free for turns decides nothing.
  const { reservationBytes: _, ...ofChecks } = limits;
  const parts = [named, setup, setupKey, cache, copy, symlinks, sandbox, network, ofChecks];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
