/** When the programs that a daemon started were running: what it did itself is the rest. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Span = { readonly fromMs: number; readonly toMs: number };
export type RanProgram = Span & { readonly words: readonly string[] };

/** Makes a daemon write them down in that file; `ranIn` reads it. */
export function writesPrograms(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${join(import.meta.dirname, "time-programs.mjs")}`, BENCH_PROGRAMS: file };
}

export function ranIn(file: string): readonly RanProgram[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return lines.filter((line) => line !== "").map((line): RanProgram => JSON.parse(line));
}

/** How much of the span none of them covers. */
export function uncoveredMs(span: Span, covers: readonly Span[]): number {
  let uncovered = 0;
  let atMs = span.fromMs;
  for (const { fromMs, toMs } of covers.toSorted((a, b) => a.fromMs - b.fromMs)) {
    uncovered += Math.max(0, Math.min(fromMs, span.toMs) - atMs);
    atMs = Math.max(atMs, toMs);
  }
  return uncovered + Math.max(0, span.toMs - atMs);
}
