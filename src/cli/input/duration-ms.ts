import { parseDuration } from "../../config/resolve/parse-duration.ts";
import { WrongUse } from "../run/wrong-use.ts";

/** What a person wrote behind an option, or a sentence about how it is written. */
export function parseDurationMs(text: string, option: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new WrongUse(`${option} ${text} is not a duration such as 90s, 5m or 1h30m; nothing was done`);
  return ms;
}
