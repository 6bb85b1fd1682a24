import type { RefObject } from "react";
import { beginAction } from "../data/deeds.ts";
import type { BoardEntry } from "../data/board-entry.ts";
import { formatEntryPath } from "../data/entry-path.ts";
import { findBoardEntry, fleet, type EntryColumn } from "../data/fleet.ts";
import { go, setQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import { columns, type Arranged } from "./arrange.ts";
import { focusCard } from "./lists.ts";

type Props = {
  readonly arranged: Arranged;
  /** The card that the keys are at. */
  readonly at: string | null;
  readonly isList: boolean;
  readonly filterField: RefObject<HTMLInputElement | null>;
};

export function useBoardKeys({ arranged, at, isList, filterField }: Props): void {
  const place = findPlace(arranged, at);
  const focus = (column: EntryColumn, index: number): void => {
    const ids = arranged[column];
    const id = ids[Math.min(Math.max(index, 0), ids.length - 1)];
    if (id === undefined) return;
    setQuery({ at: id });
    focusCard(isList ? "list" : column, id);
  };
  const alongList = (step: number): void => {
    const all = columns.flatMap((column) => arranged[column]);
    const id = all[Math.min(Math.max((at === null ? -1 : all.indexOf(at)) + step, 0), all.length - 1)];
    if (id === undefined) return;
    setQuery({ at: id });
    focusCard("list", id);
  };
  const along = (step: number): void => {
    if (isList) return alongList(step);
    if (place === null) return focus(columns.find((column) => arranged[column].length > 0) ?? "needs_you", 0);
    focus(place.column, place.index + step);
  };
  const across = (step: number): void => {
    const from = place === null ? (step > 0 ? -1 : columns.length) : columns.indexOf(place.column);
    for (let to = from + step; to >= 0 && to < columns.length; to += step) {
      const column = columns[to];
      if (column !== undefined && arranged[column].length > 0) return focus(column, place?.index ?? 0);
    }
  };
  const onCurrent = (deed: (entry: BoardEntry) => void) => (): void => {
    const entry = at === null ? undefined : findBoardEntry(fleet.get(), at);
    if (entry !== undefined) deed(entry);
  };
  useKeys("Board", [
    { keys: "j", label: "down", run: () => along(1), bar: true },
    { keys: "k", label: "up", run: () => along(-1), bar: true },
    { keys: "h", label: "column to the left", run: () => across(-1) },
    { keys: "l", label: "column to the right", run: () => across(1) },
    ...columns.map((column, index) => ({
      keys: String(index + 1),
      label: `column ${index + 1}`,
      run: () => {
        if (column === "done") setQuery({ open: "done" });
        focus(column, 0);
      },
    })),
    { keys: "Enter", label: "open", run: onCurrent((entry) => go(formatEntryPath(entry))), bar: true },
    { keys: "a", label: "answer or act", run: onCurrent(act), bar: true },
    { keys: "m", label: "message", run: onCurrent(writeTo) },
    { keys: "v", label: "board or list", run: () => setQuery({ view: isList ? null : "list" }, "push") },
    { keys: "/", label: "filter", run: () => filterField.current?.focus(), bar: true },
  ]);
}

function act(entry: BoardEntry): void {
  const first = entry.attention.act.find(({ enabled }) => enabled);
  if (first !== undefined) beginAction(entry, first);
}

/** Behind a change there is no agent to write to: its page takes comments. */
const writeTo = (entry: BoardEntry): void =>
  go(formatEntryPath(entry, entry.ofChange === undefined ? "?focus=message" : ""));

function findPlace(
  arranged: Arranged,
  at: string | null,
): { readonly column: EntryColumn; readonly index: number } | null {
  for (const column of columns) {
    const index = at === null ? -1 : arranged[column].indexOf(at);
    if (index >= 0) return { column, index };
  }
  return null;
}
