import type { RefObject } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import type { ListHandle } from "../lib/virtual-list.tsx";
import type { Draft } from "./drafts.ts";
import type { DiffRow } from "./rows.ts";
import type { DiffFile } from "./use-diff.ts";
import { isViewed, setViewed } from "./viewed.ts";

type Parts = {
  readonly change: ChangeDetailView;
  readonly files: readonly DiffFile[];
  readonly rows: readonly DiffRow[];
  readonly list: RefObject<ListHandle | null>;
  readonly setWriting: (draft: Draft | null) => void;
  readonly fold: (path: string, folded: boolean) => void;
};

export function useDiffKeys({ change, files, rows, list, setWriting, fold }: Parts): void {
  const [file, line] = [useQuery("file"), Number(useQuery("line") ?? 0)];
  const lines = rows.filter((row) => row.kind === "line" && row.line.now !== null && row.line.kind !== "hunk");
  const at = lines.findIndex((row) => row.kind === "line" && row.path === file && row.line.now === line);
  const toLine = (row: DiffRow | undefined): void => {
    if (row?.kind !== "line" || row.line.now === null) return;
    setQuery({ file: row.path, line: String(row.line.now) });
    list.current?.reveal(row.key);
  };
  const block = (step: 1 | -1): void => {
    const isChanged = (row: DiffRow | undefined): boolean => row?.kind === "line" && row.line.kind === "added";
    let index = at;
    while (isChanged(lines[index])) index += step;
    while (index >= 0 && index < lines.length && !isChanged(lines[index])) index += step;
    toLine(lines[index]);
  };
  const toFile = (step: number): void => {
    const index = files.findIndex(({ path }) => path === file);
    const next = files[Math.min(Math.max(index + step, 0), files.length - 1)];
    if (next === undefined) return;
    setQuery({ file: next.path, line: null });
    list.current?.reveal(`f ${next.path}`, "start");
  };
  const view = (): void => {
    const current = files.find(({ path }) => path === file) ?? files[0];
    if (current === undefined || current.patch === null) return;
    const mark = { change: change.id, path: current.path, patch: current.patch };
    const viewed = !isViewed(mark);
    setViewed(mark, viewed);
    fold(current.path, viewed);
    if (viewed) toFile(1);
  };
  useKeys("Changes", [
    { keys: "j", label: "next line", run: () => toLine(lines[at + 1]), bar: true },
    { keys: "k", label: "line before", run: () => toLine(lines[Math.max(0, at - 1)]) },
    { keys: "J", label: "next file", run: () => toFile(1), bar: true },
    { keys: "K", label: "file before", run: () => toFile(-1) },
    { keys: "}", label: "next changed block", run: () => block(1) },
    { keys: "{", label: "changed block before", run: () => block(-1) },
    {
      keys: "c",
      label: "comment",
      run: () => file !== null && line > 0 && setWriting({ path: file, line, text: "" }),
      bar: true,
    },
    { keys: "v", label: "viewed, go on", run: view, bar: true },
    { keys: "A", label: "approve", run: () => setQuery({ focus: "review" }) },
    { keys: "R", label: "request changes", run: () => setQuery({ focus: "review" }) },
    { keys: "L", label: "land", run: () => setQuery({ focus: "land" }) },
  ]);
}
