/** A lot of output, always the same: what agents print when they go wrong. */
import { setTimeout as delay } from "node:timers/promises";
import { emit } from "./speech.ts";
import type { PrintStyle, ScriptStep } from "./parse-script.ts";

const CHUNK = 64 * 1024;

export async function printMuch({ what, amount, everyMs }: Extract<ScriptStep, { kind: "print" }>): Promise<void> {
  if (what === "lines") return printLines(amount, everyMs);
  const pattern = Buffer.alloc(CHUNK, PATTERNS[what]);
  for (let left = amount; left > 0; left -= CHUNK) {
    await emit(left < CHUNK ? pattern.subarray(0, left) : pattern);
    if (everyMs > 0) await delay(everyMs);
  }
}

/** Numbered from 1, so that a missing one is noticed. */
async function printLines(amount: number, everyMs: number): Promise<void> {
  for (let line = 1; line <= amount; line += 1) {
    await emit(`line ${line}\n`);
    if (everyMs > 0) await delay(everyMs);
  }
}

const PATTERNS: Readonly<Record<Exclude<PrintStyle, "lines">, Uint8Array>> = {
  bytes: Buffer.from(`${"x".repeat(79)}\n`),
  binary: Uint8Array.from({ length: 251 }, (_, index) => (index * 89 + 7) % 256),
  // A title, a cleared screen, the alternate screen, a link, a question to the terminal, a bell.
  escapes: Buffer.from(
    "\u001b]0;owned\u0007\u001b[2J\u001b[?1049h\u001b]8;;http://example.com\u001b\\here\u001b[6n\u0007\u001b[31m\n",
  ),
};
