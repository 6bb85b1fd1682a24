/** A file's patch as rows: what was there, what is there now, and where. */
export type DiffLine = {
  readonly kind: "hunk" | "same" | "added" | "removed" | "note";
  readonly text: string;
  readonly old: number | null;
  readonly now: number | null;
};

export function parsePatch(patch: string): readonly DiffLine[] {
  const found: DiffLine[] = [];
  let [old, now, isInside] = [0, 0, false];
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(line);
    if (hunk !== null) {
      [old, now, isInside] = [Number(hunk[1]), Number(hunk[2]), true];
      found.push({ kind: "hunk", text: (hunk[3] ?? "").trim(), old, now });
    } else if (!isInside) {
      // What stands before the first hunk names the file; that is shown already.
      if (/^(Binary files|GIT binary)/.test(line))
        found.push({ kind: "note", text: "A binary file.", old: null, now: null });
    } else if (line.startsWith("+")) {
      found.push({ kind: "added", text: line.slice(1), old: null, now });
      now += 1;
    } else if (line.startsWith("-")) {
      found.push({ kind: "removed", text: line.slice(1), old, now: null });
      old += 1;
    } else if (line.startsWith("\\")) found.push({ kind: "note", text: line.slice(2), old: null, now: null });
    else {
      found.push({ kind: "same", text: line.slice(1), old, now });
      [old, now] = [old + 1, now + 1];
    }
  }
  return found;
}
