import { parseDuration } from "../../config/resolve/parse-duration.ts";
import { WrongUse } from "../run/wrong-use.ts";

/** `2h`, `3d`, `2026-11-17` or a whole ISO 8601 time, as a time. */
export function parseSince(text: string, nowMs: number): string {
  const ago = parseDuration(text);
  const ms = ago === null ? Date.parse(text) : nowMs - ago;
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  throw new WrongUse(`--since ${text} is neither a duration such as 2h or 3d nor a date; nothing was done`);
}
