/** What is different between two lists of settings, each a line `name: value`. */
export type LineDifference = { readonly added: readonly string[]; readonly removed: readonly string[] };

export function compareLines(before: readonly string[], after: readonly string[]): LineDifference {
  return {
    added: after.filter((line) => !before.includes(line)),
    removed: before.filter((line) => !after.includes(line)),
  };
}

/** A line for each setting: what it becomes, and instead of what, in words that are true also once it is accepted. */
export function describeDifference({ added, removed }: LineDifference): readonly string[] {
  const single = (lines: readonly string[], name: string): boolean =>
    lines.filter((line) => nameIn(line) === name).length === 1;
  const isReplaced = (name: string): boolean => single(added, name) && single(removed, name);
  const before = (name: string): string => parseValue(removed.find((line) => nameIn(line) === name) ?? "");
  const changed = added.map((line) =>
    isReplaced(nameIn(line)) ? `${line} (instead of ${before(nameIn(line))})` : line,
  );
  const gone = removed.filter((line) => !isReplaced(nameIn(line))).map((line) => `no longer ${line}`);
  // Nothing came and nothing went, and yet it is not the same.
  return changed.length + gone.length === 0 ? ["the same settings in another order"] : [...changed, ...gone];
}

/** Of the setting that a line is about. */
export const nameIn = (line: string): string => line.slice(0, Math.max(0, line.indexOf(": ")));
const parseValue = (line: string): string => line.slice(line.indexOf(": ") + 2);
