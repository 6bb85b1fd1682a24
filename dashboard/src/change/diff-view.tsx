import { memo, type RefObject } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change.ts";
import { VirtualList, type ListHandle } from "../lib/virtual-list.tsx";
import { useQuery } from "../lib/address.ts";
import { languageOf, tokensOf } from "./colour.ts";
import { DraftBox, ThreadBox } from "./remarks.tsx";
import type { Draft } from "./drafts.ts";
import type { DiffLine } from "./patch.ts";
import type { DiffRow } from "./rows.ts";
import type { DiffFile } from "./use-diff.ts";
import { setViewed, useIsViewed } from "./viewed.ts";

type Props = {
  readonly change: ChangeDetailView;
  readonly rows: readonly DiffRow[];
  readonly list: RefObject<ListHandle | null>;
  readonly writing: Draft | null;
  readonly onWrite: (draft: Draft | null) => void;
  readonly onFold: (path: string, folded: boolean) => void;
  readonly onSaid: () => void;
};

export function DiffView({ change, rows, list, writing, onWrite, onFold, onSaid }: Props) {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const at = useQuery("line");
  const file = useQuery("file");
  return (
    <VirtualList
      className="diff"
      label="Diff"
      keys={[...byKey.keys()]}
      estimate={20}
      handle={list}
      render={(key) => {
        const row = byKey.get(key);
        if (row === undefined) return null;
        if (row.kind === "file") return <FileHead change={change.id} row={row} onFold={onFold} />;
        if (row.kind === "note") return <p className="diff-note">{row.text}</p>;
        if (row.kind === "thread") return <ThreadBox change={change} thread={row.thread} onSaid={onSaid} />;
        if (row.kind === "draft")
          return (
            <DraftBox
              key={row.key}
              change={change.id}
              draft={row.draft}
              isWriting={writing?.path === row.draft.path && writing.line === row.draft.line}
              onWrite={onWrite}
            />
          );
        const { path, line } = row;
        const isAt = path === file && line.now !== null && String(line.now) === at && line.kind !== "hunk";
        return <Line path={path} line={line} isAt={isAt} onWrite={onWrite} />;
      }}
    />
  );
}

type FileHeadProps = {
  readonly change: string;
  readonly row: { readonly file: DiffFile; readonly isFolded: boolean };
  readonly onFold: (path: string, folded: boolean) => void;
};

function FileHead({ change, row: { file, isFolded }, onFold }: FileHeadProps) {
  const { path, patch, added, deleted, lines } = file;
  const mark = { change, path, patch: patch ?? "" };
  const viewed = useIsViewed(mark);
  return (
    <div className="diff-file" data-file={path}>
      <button className="diff-fold" aria-expanded={!isFolded} onClick={() => onFold(path, !isFolded)}>
        <span aria-hidden>{isFolded ? "▸" : "▾"}</span> <span className="mono diff-path">{path}</span>
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

type LineProps = {
  readonly path: string;
  readonly line: DiffLine;
  readonly isAt: boolean;
  readonly onWrite: (draft: Draft) => void;
};

const signs = { added: "+", removed: "−", same: " ", hunk: " ", note: " " } as const;

const Line = memo(function Line({ path, line, isAt, onWrite }: LineProps) {
  const { kind, text, old, now } = line;
  if (kind === "hunk") return <div className="diff-hunk mono">{text === "" ? "⋯" : `⋯ ${text}`}</div>;
  const write = (): void => {
    if (now !== null) onWrite({ path, line: now, text: "" });
  };
  return (
    <div className={`diff-line ${kind} ${isAt ? "at" : ""}`}>
      <span className="line-no">{old ?? ""}</span>
      {now === null || kind === "note" ? (
        <span className="line-no">{""}</span>
      ) : (
        <button className="line-no" onClick={write} tabIndex={-1} aria-label={`Comment on line ${now}`}>
          {now}
        </button>
      )}
      <span className="line-sign" aria-hidden>
        {signs[kind]}
      </span>
      <code className="line-text">
        {tokensOf(text, languageOf(path)).map((token, index) =>
          token.kind === "plain" ? (
            token.text
          ) : (
            <span key={index} className={`tok-${token.kind}`}>
              {token.text}
            </span>
          ),
        )}
      </code>
    </div>
  );
});
