/** What `git diff --numstat -z` prints: how many lines of each file changed, and which file was renamed. */

/** More new files than this are not compared with those that went: then they are told as added and deleted. */
export const findRenames: readonly string[] = ["--find-renames", "-l400"];

export type FileCounts = {
  readonly path: string;
  /** Its name before, if it was renamed. */
  readonly from?: string;
  /** Null: a binary file. */
  readonly added: number | null;
  readonly deleted: number | null;
};

/** `added TAB deleted TAB path NUL`, and with a rename `added TAB deleted TAB NUL from NUL path NUL`. */
export function readCounts(printed: string): readonly FileCounts[] {
  const fields = printed.split("\0");
  const files: FileCounts[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const [, added, deleted, path = ""] = /^\n?(-|\d+)\t(-|\d+)\t(.*)$/s.exec(fields[at] ?? "") ?? [];
    if (added === undefined || deleted === undefined) continue;
    const counts = { added: countIn(added), deleted: countIn(deleted) };
    if (path !== "") files.push({ path, ...counts });
    else {
      files.push({ path: fields[at + 2] ?? "", from: fields[at + 1] ?? "", ...counts });
      at += 2;
    }
  }
  return files;
}

const countIn = (text: string): number | null => (text === "-" ? null : Number(text));
