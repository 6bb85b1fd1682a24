import { textIfThere } from "../../../lib/if-there.ts";

/**
 * Whether a frame stands in the journal of its turn, one JSON array `[id, bytes]` a line. A line without its end was
 * being written when its writer died, and so did not count.
 */
export function wasFrameWritten(journal: string, frameId: string): boolean {
  const start = `[${JSON.stringify(frameId)},`;
  return (textIfThere(journal) ?? "")
    .split("\n")
    .slice(0, -1)
    .some((line) => line.startsWith(start));
}
