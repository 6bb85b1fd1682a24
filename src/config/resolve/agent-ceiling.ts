/** What one agent may take, on a machine with this much memory. */
import type { Ceiling } from "../../lib/ceiling/ceiling.ts";
import type { AgentLimits } from "./project-settings.ts";

/** Four agents at their worst leave the machine alive; a type check or a build of some size fits in two gigabytes. */
const SHARE = 0.25;
const MIN_BYTES = 2_000_000_000;

export function computeCeiling(
  { memoryBytes, processes }: Pick<AgentLimits, "memoryBytes" | "processes">,
  totalBytes: number,
): Ceiling {
  const usual = Math.min(totalBytes, Math.max(MIN_BYTES, Math.floor(totalBytes * SHARE)));
  return { memoryBytes: memoryBytes ?? usual, processes };
}
