import { useMemo, type RefObject } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change/change.ts";
import { VirtualList, type ListHandle } from "../lib/virtual-list.tsx";
import { useQuery } from "../lib/address.ts";
import { DraftBox, ThreadBox } from "./remarks.tsx";
import type { RemarkDraft } from "./drafts.ts";
import { Line, Pair } from "./line.tsx";
import { getLine, type DiffRow } from "./rows.ts";
import type { DiffFile } from "./use-diff.ts";
import { setViewed, useIsViewed } from "./viewed.ts";

type Props = {
  readonly change: ChangeDetailView;
  readonly rows: readonly DiffRow[];
  readonly list: RefObject<ListHandle | null>;
  readonly writing: RemarkDraft | null;
  readonly find: string;
  readonly onWrite: (draft: RemarkDraft | null) => void;
  readonly onFold: (path: string, folded: boolean) => void;
  readonly onSaid: () => void;
};

export function DiffView({ change, rows, list, writing, find, onWrite, onFold, onSaid }: Props) {
  const byKey = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows]);
  const keys = useMemo(() => [...byKey.keys()], [byKey]);
  const at = useQuery("line");
  const file = useQuery("file");
  const isAt = (row: DiffRow): boolean => {
    const found = getLine(row);
    return found?.path === file && String(found?.line.now) === at && found?.line.kind !== "hunk";
  };
  return (
    <VirtualList
      className="diff"
      label="Diff"
      keys={keys}
      estimate={20}
      handle={list}
      render={(key) => {
        const row = byKey.get(key);
        if (row === undefined) return null;
        if (row.kind === "line" || row.kind === "pair")
          return <CodeRow row={row} isAt={isAt(row)} find={find} onWrite={onWrite} />;
        if (row.kind === "file") return <FileHead change={change.id} row={row} onFold={onFold} />;
        if (row.kind === "note") return <p className="diff-note">{row.text}</p>;
        if (row.kind === "thread") return <ThreadBox change={change} thread={row.thread} onSaid={onSaid} />;
        return (
          <DraftBox
            key={row.key}
            change={change.id}
            draft={row.draft}
            isWriting={writing?.path === row.draft.path && writing.line === row.draft.line}
            onWrite={onWrite}
          />
        );
      }}
    />
  );
}

type CodeRowProps = {
  readonly row: Extract<DiffRow, { readonly kind: "line" | "pair" }>;
  readonly isAt: boolean;
  readonly find: string;
  readonly onWrite: (draft: RemarkDraft) => void;
};

function CodeRow({ row, ...common }: CodeRowProps) {
  if (row.kind === "line") return <Line path={row.path} line={row.line} {...common} />;
  return <Pair path={row.path} before={row.before} after={row.after} {...common} />;
}

type FileHeadProps = {
  readonly change: string;
  readonly row: { readonly file: DiffFile; readonly isFolded: boolean };
  readonly onFold: (path: string, folded: boolean) => void;
};

function FileHead({ change, row: { file, isFolded }, onFold }: FileHeadProps) {
  const { path, from, patch, added, deleted, lines } = file;
  const mark = { change, path, patch: patch ?? "" };
  const viewed = useIsViewed(mark);
  return (
    <div className="diff-file" data-file={path}>
      <button className="diff-fold" aria-expanded={!isFolded} onClick={() => onFold(path, !isFolded)}>
        <span aria-hidden>{isFolded ? "▸" : "▾"}</span>{" "}
        {from !== undefined && <span className="mono diff-path quiet">{from} →</span>}{" "}
        <span className="mono diff-path">{path}</span>
      </button>
      <span className="good">{added === null ? "" : `+${added}`}</span>
      <span className="bad">{deleted === null || deleted === 0 ? "" : `−${deleted}`}</span>
      {isFolded && !viewed && lines.length > 0 && <span className="quiet">{lines.length} lines, folded</span>}
      <span className="grow" />
      <label className="check-label">
        <input
          type="checkbox"
          checked={viewed}
          onChange={({ target }) => {
            setViewed(mark, target.checked);
            onFold(path, target.checked);
          }}
        />
        viewed
      </label>
    </div>
  );
}
