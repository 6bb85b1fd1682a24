/** Our own find, since the browser's sees only what is drawn: it looks into folded files too, and opens them. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { setQuery, useQuery } from "../lib/address.ts";
import type { ListHandle } from "../lib/virtual-list.tsx";
import type { DiffLine } from "./patch.ts";
import type { DiffRow } from "./rows.ts";
import type { DiffFile } from "./use-diff.ts";

type Parts = {
  readonly files: readonly DiffFile[];
  readonly rows: readonly DiffRow[];
  readonly list: RefObject<ListHandle | null>;
  readonly fold: (path: string, folded: boolean) => void;
};

export type Finder = {
  /** In small letters; empty: nothing is looked for. */
  readonly find: string;
  readonly isOpen: boolean;
  readonly text: string;
  readonly count: number;
  /** 1 is the first; 0: none was gone to. */
  readonly at: number;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly open: () => void;
  readonly close: () => void;
  readonly step: (by: 1 | -1) => void;
};

/** Open, and nothing is looked for yet: an address has no empty values. */
const NOTHING = "*";

type Hit = { readonly path: string; readonly line: DiffLine };

export function useFind({ files, rows, list, fold }: Parts): Finder {
  const asked = useQuery("in");
  const text = asked === null || asked === NOTHING ? "" : asked;
  const find = text.toLowerCase();
  const field = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => findHits(files, find), [files, find]);
  const [at, setAt] = useState(0);
  const wanted = hits[at - 1];
  useEffect(() => setAt(0), [find]);
  useEffect(() => {
    const row = wanted === undefined ? undefined : rows.find((one) => holdsHit(one, wanted));
    if (row !== undefined) list.current?.reveal(row.key);
  }, [wanted, rows, list]);
  const step = (by: 1 | -1): void => {
    if (hits.length === 0) return;
    const next = ((at - 1 + by + hits.length) % hits.length) + 1;
    const hit = hits[next - 1];
    if (hit === undefined) return;
    fold(hit.path, false);
    setAt(next);
    setQuery({ file: hit.path, line: hit.line.now === null ? null : String(hit.line.now) });
  };
  return {
    ...{ find, text, at, field, step, isOpen: asked !== null, count: hits.length },
    open: () => {
      if (asked === null) setQuery({ in: NOTHING });
      requestAnimationFrame(() => field.current?.select());
    },
    close: () => setQuery({ in: null }),
  };
}

function findHits(files: readonly DiffFile[], find: string): readonly Hit[] {
  if (find === "") return [];
  return files.flatMap(({ path, lines }) =>
    lines
      .filter(({ kind, text }) => kind !== "hunk" && text.toLowerCase().includes(find))
      .map((line) => ({ path, line })),
  );
}

function holdsHit(row: DiffRow, { line }: Hit): boolean {
  if (row.kind === "line") return row.line === line;
  return row.kind === "pair" && (row.before === line || row.after === line);
}

export function FindBar({ finder }: { readonly finder: Finder }) {
  const { isOpen, text, count, at, field, open, close, step } = finder;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  if (!isOpen)
    return (
      <button className="button plain" onClick={open}>
        Find
      </button>
    );
  return (
    <div className="find-bar" role="search">
      <input
        ref={field}
        className="field"
        type="search"
        aria-label="Find in the diff"
        placeholder="Find in the diff"
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setQuery({ in: target.value === "" ? NOTHING : target.value })}
      />
      <span className="quiet find-count" role="status">
        {text === "" ? "" : count === 0 ? "none" : `${at} of ${count}`}
      </span>
      <button className="button plain" disabled={count === 0} onClick={() => step(-1)} aria-label="Find before">
        ↑
      </button>
      <button className="button plain" disabled={count === 0} onClick={() => step(1)} aria-label="Find next">
        ↓
      </button>
    </div>
  );
}
