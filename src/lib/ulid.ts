/** ULIDs: 48 bits of time, 80 of randomness, sortable as text. Within one millisecond they count up. */
import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomDigits = 16;

/** A source of its own: ids of one source are strictly increasing, also when the clock is set back. */
export function createUlidSource(wallMs: () => number): () => string {
  let lastMs = 0;
  let digits: number[] = [];
  return () => {
    const ms = Math.max(wallMs(), lastMs);
    digits = ms === lastMs ? increment(digits) : [...randomBytes(randomDigits)].map((byte) => byte & 31);
    lastMs = ms;
    return encodeTime(ms) + digits.map((digit) => alphabet[digit]).join("");
  };
}

function encodeTime(ms: number): string {
  let text = "";
  for (let rest = ms, n = 0; n < 10; n += 1, rest = Math.floor(rest / 32)) text = `${alphabet[rest % 32]}${text}`;
  return text;
}

function increment(digits: readonly number[]): number[] {
  const next = [...digits];
  for (let at = next.length - 1; at >= 0; at -= 1) {
    const digit = next[at] ?? 0;
    if (digit < 31) {
      next[at] = digit + 1;
      return next;
    }
    next[at] = 0;
  }
  return next;
}
