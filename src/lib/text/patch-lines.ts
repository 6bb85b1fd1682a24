/** Which lines of a file a patch changes, and where the others are afterwards. A patch is one file's `git diff`. */

/** Lines of the old side that went, and those that something stands beside that replaces nothing. */
export function listChangedLines(patch: string): readonly number[] {
  const lines = new Set<number>();
  let replaces = false;
  for (const { sign, old } of readPatch(patch)) {
    if (sign === "-") lines.add(old);
    if (sign === "+" && !replaces) lines.add(old).add(old - 1);
    replaces = sign === "-" || (sign === "+" && replaces);
  }
  return [...lines].filter((line) => line > 0);
}

/** The line of the new side where an old line is now; where it went, the line that stands in its place. */
export function followLine(patch: string, line: number): number {
  let now = line;
  for (const { sign, old } of readPatch(patch)) {
    if (sign === "+" && old <= line) now += 1;
    if (sign === "-" && old < line) now -= 1;
  }
  return Math.max(1, now);
}

/** How many lines a file has, by its patch from nothing; null: it is no text, or not there. */
export function countNewLines(patch: string): number | null {
  const hunk = /^@@ -0,0 \+1(?:,(\d+))? @@/m.exec(patch);
  return hunk === null ? null : Number(hunk[1] ?? "1");
}

type PatchLine = { readonly sign: string; readonly old: number };

/** `old`: the line of the old side that it is, or that it stands before. */
function* readPatch(patch: string): Generator<PatchLine> {
  let old = 0;
  for (const line of patch.split("\n")) {
    const start = parseHunkStart(line);
    const sign = old === 0 || start !== null ? "" : line.charAt(0);
    if (sign === "-" || sign === "+") yield { sign, old };
    old = start ?? (sign === "-" || sign === " " ? old + 1 : old);
  }
}

/** The first old line of a hunk; null: it begins none. One that only adds names the line before. */
function parseHunkStart(line: string): number | null {
  const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
  return hunk === null ? null : Number(hunk[1]) + (hunk[2] === "0" ? 1 : 0);
}
