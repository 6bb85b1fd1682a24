import { useMemo, type RefObject } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change/change.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import type { ListHandle } from "../lib/virtual-list.tsx";
import type { RemarkDraft } from "./drafts.ts";
import { getLine, type DiffRow } from "./rows.ts";
import type { DiffFile } from "./use-diff.ts";
import { isViewed, setViewed } from "./viewed.ts";

type Parts = {
  readonly change: ChangeDetailView;
  readonly files: readonly DiffFile[];
  readonly rows: readonly DiffRow[];
  readonly list: RefObject<ListHandle | null>;
  readonly setWriting: (draft: RemarkDraft | null) => void;
  readonly fold: (path: string, folded: boolean) => void;
  readonly isFolded: (file: DiffFile) => boolean;
  readonly isSplit: boolean;
  readonly onFind: () => void;
};

const isCommentable = (row: DiffRow): boolean => {
  const line = getLine(row)?.line;
  return line !== undefined && line.now !== null && line.kind !== "hunk";
};

export function useDiffKeys(parts: Parts): void {
  const { change, files, rows, list, setWriting, fold, isFolded, isSplit, onFind } = parts;
  const [file, line] = [useQuery("file"), Number(useQuery("line") ?? 0)];
  const lines = useMemo(() => rows.filter(isCommentable), [rows]);
  const isThere = (row: DiffRow, wanted: number | null): boolean => {
    const found = getLine(row);
    return found?.path === file && (wanted === null || found?.line.now === wanted);
  };
  const at = lines.findIndex((row) => isThere(row, line));
  // A file that was just gone to is read from its first line.
  const next =
    at < 0
      ? Math.max(
          0,
          lines.findIndex((row) => isThere(row, null)),
        )
      : at + 1;
  const toLine = (row: DiffRow | undefined): void => {
    const found = getLine(row);
    if (row === undefined || found === null) return;
    setQuery({ file: found.path, line: String(found.line.now) });
    list.current?.reveal(row.key);
  };
  const toFile = (step: number): void => {
    const index = files.findIndex(({ path }) => path === file);
    const path = files[Math.min(Math.max(index + step, 0), files.length - 1)]?.path ?? "";
    setQuery({ file: path, line: null });
    list.current?.reveal(`f ${path}`, "start");
  };
  const current = files.find(({ path }) => path === file) ?? files[0];
  const view = (): void => {
    if (typeof current?.patch !== "string") return;
    const mark = { change: change.id, path: current.path, patch: current.patch };
    const viewed = !isViewed(mark);
    setViewed(mark, viewed);
    fold(current.path, viewed);
    if (viewed) toFile(1);
  };
  useKeys("Changes", [
    { keys: "j", label: "next line", run: () => toLine(lines[next]), bar: true },
    { keys: "k", label: "line before", run: () => toLine(lines[Math.max(0, at - 1)]) },
    { keys: "J", label: "next file", run: () => toFile(1), bar: true },
    { keys: "K", label: "file before", run: () => toFile(-1) },
    { keys: "}", label: "next changed block", run: () => toLine(findBlock(lines, at, 1)) },
    { keys: "{", label: "changed block before", run: () => toLine(findBlock(lines, at, -1)) },
    {
      keys: "c",
      label: "comment",
      run: () => file !== null && line > 0 && setWriting({ path: file, line, text: "" }),
      bar: true,
    },
    { keys: "v", label: "viewed, go on", run: view, bar: true },
    { keys: "s", label: "side by side", run: () => setQuery({ split: isSplit ? null : "on" }) },
    { keys: "z", label: "fold", run: () => current !== undefined && fold(current.path, !isFolded(current)) },
    { keys: "Mod+f", label: "find in the diff", run: onFind, inFields: true },
    { keys: "A", label: "approve", run: () => setQuery({ focus: "approve" }) },
    { keys: "R", label: "request changes", run: () => setQuery({ focus: "request" }) },
    { keys: "L", label: "land", run: () => setQuery({ focus: "land" }) },
  ]);
}

/** The next line that is new, behind those that the reader is among. */
function findBlock(lines: readonly DiffRow[], at: number, step: 1 | -1): DiffRow | undefined {
  const isNew = (row: DiffRow | undefined): boolean => getLine(row)?.line.kind === "added";
  let index = at;
  while (isNew(lines[index])) index += step;
  while (index >= 0 && index < lines.length && !isNew(lines[index])) index += step;
  return lines[index];
}
