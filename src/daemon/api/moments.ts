/** Facts count time that somebody could act in; people read the clock on the wall. */
import type { Ms, Now } from "../../domain/model/now.ts";

export type ClockFormat = {
  /** A moment of the counted clock. */
  readonly counted: (ms: Ms) => string;
  readonly countedOrNull: (ms: Ms | null) => string | null;
  readonly wall: (ms: Ms) => string;
};

export function createClockFormat({ wallMs, countedMs }: Pick<Now, "wallMs" | "countedMs">): ClockFormat {
  const wall = (ms: Ms): string => new Date(Math.round(ms)).toISOString();
  const counted = (ms: Ms): string => wall(ms + wallMs - countedMs);
  return { wall, counted, countedOrNull: (ms) => (ms === null ? null : counted(ms)) };
}
