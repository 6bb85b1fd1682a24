/**
 * Redaction of a stream. A secret may come in two pieces, so whole lines are let through, a private key only as a whole,
 * and of a line without an end only what no secret reaches across.
 */
export type LineRedactor = {
  /** Takes the next bytes; the answer is what may be shown of all so far. */
  readonly push: (bytes: Uint8Array) => string;
  /** Nothing more comes: shows the rest. */
  readonly end: () => string;
  /** Bytes taken and not shown yet. */
  readonly heldBack: () => number;
};

const LINE_BYTES_MAX = 64 * 1024;
/** Longer than any secret that is known by its form. */
const REACH_BYTES = 8 * 1024;
const STEP_BYTES = 512;
const LF = 0x0a;

export function createLineRedactor(redact: (text: string) => string): LineRedactor {
  let held = Buffer.alloc(0);
  const show = (length: number): string => {
    const text = held.subarray(0, length).toString("utf8");
    held = Buffer.from(held.subarray(length));
    return redact(text);
  };
  return {
    push: (bytes) => {
      held = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
      const whole = countWholeLines(held);
      let shown = whole > 0 ? show(whole) : "";
      while (held.length > LINE_BYTES_MAX + REACH_BYTES) shown += show(findSafeCut(held, redact));
      return shown;
    },
    end: () => show(held.length),
    heldBack: () => held.length,
  };
}

/** Up to the last line that is whole, but not into a private key that has no end yet. */
function countWholeLines(held: Buffer): number {
  const length = held.lastIndexOf(LF) + 1;
  const begin = held.lastIndexOf("-----BEGIN ", length);
  if (begin < 0 || begin >= length || held.length - begin > LINE_BYTES_MAX) return length;
  const header = held.subarray(begin, begin + 100).toString("latin1");
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(header)) return length;
  const end = held.indexOf("-----END ", begin);
  return end >= 0 && end < length ? length : held.lastIndexOf(LF, begin) + 1;
}

/** A place where nothing that is taken out reaches across: redacted apart both sides are as together. */
function findSafeCut(held: Buffer, redact: (text: string) => string): number {
  const textOf = (from: number, to: number): string => redact(held.subarray(from, to).toString("utf8"));
  const whole = LINE_BYTES_MAX + REACH_BYTES;
  const together = textOf(0, whole);
  for (let cut = LINE_BYTES_MAX; cut > STEP_BYTES; cut -= STEP_BYTES) {
    const at = findLetterStart(held, cut);
    if (textOf(0, at) + textOf(at, whole) === together) return at;
  }
  return findLetterStart(held, LINE_BYTES_MAX);
}

/** Not into the middle of a letter of several bytes. */
function findLetterStart(held: Buffer, at: number): number {
  let start = at;
  while (start > 0 && ((held[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
