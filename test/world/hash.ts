/** Cheap hashes for names of things. Not for secrets: 53 bits, fast, and the same on every machine. */

const FIRST_PRIME = 2_654_435_761;
const SECOND_PRIME = 1_597_334_677;

export function hash53(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, FIRST_PRIME);
    low = Math.imul(low ^ code, SECOND_PRIME);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** A short name with a letter in front, so that it reads as an id and never as a number. */
export function nameFrom(letter: string, text: string): string {
  return letter + hash53(text).toString(36).padStart(11, "0");
}

/** A fraction in [0, 1) that depends on the text alone: chance that no other draw can shift. */
export function fractionFrom(text: string): number {
  return hash53(text) / 9_007_199_254_740_992;
}
