import { createHash } from "node:crypto";

/** The same key gives the same id, in the form of a random one: a second deed with it is refused by the tracker itself. */
export function deriveKeyUuid(key: string): string {
  const hex = createHash("sha256").update(`ao:${key}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
