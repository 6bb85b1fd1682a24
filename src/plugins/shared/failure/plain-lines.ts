/** A program's output as a person would read it: no colours, no progress bars drawn over each other, no repetition. */

// Colours and cursor moves, titles of windows, and the rest of what only a terminal understands.
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;

export function toPlainLines(text: string): readonly string[] {
  const lines = text.replaceAll(escapes, "").split(/\r?\n/).map(keepLastDrawn);
  const kept: string[] = [];
  let repeated = 0;
  for (const line of lines) {
    const before = kept.at(-1);
    if (line === before && line !== "") repeated += 1;
    else if (line !== before || line !== "") {
      if (repeated > 0) kept.push(`[… ${repeated} more like it]`);
      repeated = 0;
      kept.push(line);
    }
  }
  if (repeated > 0) kept.push(`[… ${repeated} more like it]`);
  return kept;
}

/** What a carriage return draws over is not there any more. */
function keepLastDrawn(line: string): string {
  const drawn = line.slice(line.trimEnd().lastIndexOf("\r") + 1);
  return drawn.replaceAll(/[^\P{Cc}\t]/gu, "").trimEnd();
}
