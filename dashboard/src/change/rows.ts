/** The rows of a diff, in the order they are read: a file, its lines, and under a line what was said of it. */
import type { ThreadView } from "../../../src/protocol/change/change.ts";
import type { RemarkDraft } from "./drafts.ts";
import type { DiffLine } from "./patch.ts";
import type { DiffFile } from "./use-diff.ts";

export type DiffRow =
  | { readonly kind: "file"; readonly key: string; readonly file: DiffFile; readonly isFolded: boolean }
  | { readonly kind: "line"; readonly key: string; readonly path: string; readonly line: DiffLine }
  | ({ readonly kind: "pair"; readonly key: string; readonly path: string } & LinePair)
  | { readonly kind: "thread"; readonly key: string; readonly thread: ThreadView }
  | { readonly kind: "draft"; readonly key: string; readonly draft: RemarkDraft }
  | { readonly kind: "note"; readonly key: string; readonly text: string };

/** Before and after, side by side; null: nothing stands there. */
export type LinePair = { readonly before: DiffLine | null; readonly after: DiffLine | null };

export const LONG_FILE = 1_000;

type Parts = {
  readonly files: readonly DiffFile[];
  readonly threads: readonly ThreadView[];
  /** Drafts, and the one that is being written. */
  readonly drafts: readonly RemarkDraft[];
  readonly isFolded: (file: DiffFile) => boolean;
  readonly isSplit: boolean;
};

export function buildRows({ files, threads, drafts, isFolded, isSplit }: Parts): readonly DiffRow[] {
  return files.flatMap((file): readonly DiffRow[] => {
    const folded = isFolded(file);
    const head: DiffRow = { kind: "file", key: `f ${file.path}`, file, isFolded: folded };
    if (folded) return [head];
    const lines = isSplit ? toPairRows(file) : toLineRows(file);
    return [head, ...listNotes(file), ...addRemarks(lines, groupRemarks(file.path, threads, drafts))];
  });
}

/** The line that a remark would be made on: of two side by side, the new one. */
export function getLine(row: DiffRow | undefined): { readonly path: string; readonly line: DiffLine } | null {
  if (row?.kind === "line") return { path: row.path, line: row.line };
  if (row?.kind === "pair" && row.after !== null) return { path: row.path, line: row.after };
  return null;
}

function listNotes({ path, from, patch, isTooLong, lines }: DiffFile): readonly DiffRow[] {
  const note = (text: string): readonly DiffRow[] => [{ kind: "note", key: `n ${path}`, text }];
  if (isTooLong) return note("This file's diff is too long to show. `ao diff` has it whole.");
  if (patch === null) return note("Loading…");
  if (lines.length > 0) return [];
  return note(from === undefined ? "No line changed; its mode did." : "Renamed; no line changed.");
}

const toLineRows = ({ path, lines }: DiffFile): readonly DiffRow[] =>
  lines.map((line, index) => ({ kind: "line", key: `l ${path} ${index}`, path, line }));

function toPairRows({ path, lines }: DiffFile): readonly DiffRow[] {
  return pairLines(lines).map((pair, index): DiffRow => {
    const key = `l ${path} ${index}`;
    const { before, after } = pair;
    const isWhole = after !== null && (after.kind === "hunk" || after.kind === "note");
    return isWhole ? { kind: "line", key, path, line: after } : { kind: "pair", key, path, before, after };
  });
}

/** What went stands beside what came in its place. */
export function pairLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      pairs.push({ before: removed[index] ?? null, after: added[index] ?? null });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "removed" && added.length > 0) flush();
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
}

type Remarks = { readonly threads: readonly ThreadView[]; readonly drafts: readonly RemarkDraft[] };

const groupRemarks = (path: string, threads: readonly ThreadView[], drafts: readonly RemarkDraft[]): Remarks => ({
  threads: threads.filter((thread) => thread.path === path),
  drafts: drafts.filter((draft) => draft.path === path),
});

function addRemarks(rows: readonly DiffRow[], { threads, drafts }: Remarks): readonly DiffRow[] {
  if (threads.length === 0 && drafts.length === 0) return rows;
  const shown = new Set<string>();
  const all = rows.flatMap((row): readonly DiffRow[] => {
    const line = getLine(row)?.line ?? null;
    if (line === null || line.now === null || line.kind === "hunk") return [row];
    const here = threads.filter((thread) => thread.line === line.now);
    const written = drafts.filter((draft) => draft.line === line.now).map(draftRow);
    for (const { id } of here) shown.add(id);
    for (const { key } of written) shown.add(key);
    return [row, ...here.map(toThreadRow), ...written];
  });
  // A remark on a line that is not in the diff any more stands at the end of its file.
  const others = drafts.map(draftRow).filter(({ key }) => !shown.has(key));
  return [...all, ...threads.filter(({ id }) => !shown.has(id)).map(toThreadRow), ...others];
}

const toThreadRow = (thread: ThreadView): DiffRow => ({ kind: "thread", key: `t ${thread.id}`, thread });
const draftRow = (draft: RemarkDraft): DiffRow => ({ kind: "draft", key: `d ${draft.path} ${draft.line}`, draft });
