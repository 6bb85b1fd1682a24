/** The rows of a diff, in the order they are read: a file, its lines, and under a line what was said of it. */
import type { ThreadView } from "../../../src/protocol/change.ts";
import type { Draft } from "./drafts.ts";
import type { DiffLine } from "./patch.ts";
import type { DiffFile } from "./use-diff.ts";

export type DiffRow =
  | { readonly kind: "file"; readonly key: string; readonly file: DiffFile; readonly isFolded: boolean }
  | { readonly kind: "line"; readonly key: string; readonly path: string; readonly line: DiffLine }
  | { readonly kind: "thread"; readonly key: string; readonly thread: ThreadView }
  | { readonly kind: "draft"; readonly key: string; readonly draft: Draft }
  | { readonly kind: "note"; readonly key: string; readonly text: string };

export const LONG_FILE = 1_000;

type Parts = {
  readonly files: readonly DiffFile[];
  readonly threads: readonly ThreadView[];
  /** Drafts, and the one that is being written. */
  readonly drafts: readonly Draft[];
  readonly isFolded: (file: DiffFile) => boolean;
};

export function rowsOf({ files, threads, drafts, isFolded }: Parts): readonly DiffRow[] {
  return files.flatMap((file): readonly DiffRow[] => {
    const folded = isFolded(file);
    const head: DiffRow = { kind: "file", key: `f ${file.path}`, file, isFolded: folded };
    if (folded) return [head];
    return [head, ...notesOf(file), ...ofFile(file, threads, drafts)];
  });
}

function notesOf({ path, patch, isTooLong, lines }: DiffFile): readonly DiffRow[] {
  const note = (text: string): readonly DiffRow[] => [{ kind: "note", key: `n ${path}`, text }];
  if (isTooLong) return note("This file's diff is too long to show. `ao diff` has it whole.");
  if (patch === null) return note("Loading…");
  return lines.length === 0 ? note("No line changed: it was renamed, or its mode changed.") : [];
}

function ofFile(file: DiffFile, threads: readonly ThreadView[], drafts: readonly Draft[]): readonly DiffRow[] {
  const { path } = file;
  const said = threads.filter((thread) => thread.path === path);
  const mine = drafts.filter((draft) => draft.path === path);
  const shown = new Set<string>();
  const rows = file.lines.flatMap((line, index): readonly DiffRow[] => {
    const row: DiffRow = { kind: "line", key: `l ${path} ${index}`, path, line };
    if (line.now === null || line.kind === "hunk") return [row];
    const here = said.filter((thread) => thread.line === line.now);
    for (const { id } of here) shown.add(id);
    return [row, ...here.map(threadRow), ...mine.filter((draft) => draft.line === line.now).map(draftRow)];
  });
  // A remark on a line that is not in the diff any more stands at the end of its file.
  return [...rows, ...said.filter(({ id }) => !shown.has(id)).map(threadRow)];
}

const threadRow = (thread: ThreadView): DiffRow => ({ kind: "thread", key: `t ${thread.id}`, thread });
const draftRow = (draft: Draft): DiffRow => ({ kind: "draft", key: `d ${draft.path} ${draft.line}`, draft });
