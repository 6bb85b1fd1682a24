/** The change: its diff, what was said of it, and the verdict. Comments become one review, given to the agent at once. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change.ts";
import { client } from "../data/client.ts";
import { useNews } from "../data/fleet.ts";
import { keep, kept } from "../data/kept.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useIsNarrow } from "../lib/narrow.ts";
import type { ListHandle } from "../lib/virtual-list.tsx";
import { plural } from "../lib/words.ts";
import { Failed, Loading } from "../parts/states.tsx";
import { Switch } from "../parts/switch.tsx";
import { DiffView } from "./diff-view.tsx";
import { useDrafts, type Draft } from "./drafts.ts";
import { FileList } from "./file-list.tsx";
import { FindBar, useFind } from "./find.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { LONG_FILE, rowsOf } from "./rows.ts";
import { useDiff, type DiffFile } from "./use-diff.ts";
import { useDiffKeys } from "./use-diff-keys.ts";
import { isViewed } from "./viewed.ts";

type Props = { readonly change: string; readonly project: string; readonly agent: string };

export function ChangesTab({ change, project, agent }: Props) {
  const { data, error, reload } = useResource(
    `change ${change}`,
    () => client.change({ id: change, projectId: project }),
    useNews(change),
  );
  if (data !== null) return <Review change={data} agent={agent} reload={reload} />;
  return error === null ? (
    <Loading what="the change" rows={8} height={32} />
  ) : (
    <Failed what="The change" error={error} onRetry={reload} />
  );
}

type ReviewProps = { readonly change: ChangeDetailView; readonly agent: string; readonly reload: () => void };

function Review({ change, agent, reload }: ReviewProps) {
  const lastSeen = useLastSeen(change);
  const since = useQuery("since") === null ? null : lastSeen;
  const { files, error, isWhole } = useDiff({ change: change.id, project: change.project, head: change.head, since });
  const drafts = useDrafts(change.id);
  const [writing, setWriting] = useState<Draft | null>(null);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const list = useRef<ListHandle | null>(null);
  const isSplit = useIsSplit();
  const isFolded = (file: DiffFile): boolean => folds.get(file.path) ?? isFoldedAtFirst(change.id, file);
  const rows = useMemo(
    () =>
      rowsOf({
        files: files ?? [],
        threads: change.threads,
        drafts: withWriting(drafts, writing),
        isFolded,
        isSplit,
      }),
    [files, change.threads, drafts, writing, folds, isSplit],
  );
  const fold = (path: string, folded: boolean): void => setFolds(new Map([...folds, [path, folded]]));
  const finder = useFind({ files: files ?? [], rows, list, fold });
  useDiffKeys({ change, files: files ?? [], rows, list, setWriting, fold, isFolded, isSplit, onFind: finder.open });
  return (
    <div className="review">
      <div className="tab-bar review-head">
        <span>
          {files === null ? "…" : plural(files.length, "file")} <Sizes files={files ?? []} />
        </span>
        <span className="quiet">
          base {change.base}
          {isWhole ? "" : ", loading…"}
        </span>
        <FindBar finder={finder} />
        <span className="grow" />
        <SplitSwitch isSplit={isSplit} />
        {lastSeen !== null && (
          <Switch
            name="Show"
            of={["all", "since I last looked"]}
            chosen={since === null ? "all" : "since I last looked"}
            onChoose={(next) => setQuery({ since: next === "all" ? null : "seen" })}
          />
        )}
      </div>
      {error !== null && <Failed what="The diff" error={error} onRetry={() => location.reload()} />}
      <div className="review-body">
        <FileList
          change={change.id}
          files={files ?? []}
          onOpen={(path) => {
            fold(path, false);
            setQuery({ file: path });
            requestAnimationFrame(() => list.current?.reveal(`f ${path}`, "start"));
          }}
        />
        <DiffView
          change={change}
          rows={rows}
          list={list}
          writing={writing}
          find={finder.find}
          onWrite={setWriting}
          onFold={fold}
          onSaid={reload}
        />
      </div>
      <ReviewBar change={change} drafts={drafts} agent={agent} onDone={reload} />
    </div>
  );
}

/** Side by side where there is room for it. */
function useIsSplit(): boolean {
  const isNarrow = useIsNarrow();
  return useQuery("split") !== null && !isNarrow;
}

function SplitSwitch({ isSplit }: { readonly isSplit: boolean }) {
  return (
    <div className="split-switch">
      <Switch
        name="Layout"
        of={["unified", "split"]}
        chosen={isSplit ? "split" : "unified"}
        onChoose={(next) => setQuery({ split: next === "split" ? "on" : null })}
      />
    </div>
  );
}

function Sizes({ files }: { readonly files: readonly DiffFile[] }) {
  const sum = (which: "added" | "deleted"): number => files.reduce((total, file) => total + (file[which] ?? 0), 0);
  return (
    <span>
      <span className="good">+{sum("added")}</span> <span className="bad">−{sum("deleted")}</span>
    </span>
  );
}

function withWriting(drafts: readonly Draft[], writing: Draft | null): readonly Draft[] {
  if (writing === null) return drafts;
  return [...drafts.filter(({ path, line }) => path !== writing.path || line !== writing.line), writing];
}

/** What was looked at already, and what is too long to read through, is folded. */
function isFoldedAtFirst(change: string, { path, patch, added, deleted }: DiffFile): boolean {
  return (added ?? 0) + (deleted ?? 0) > LONG_FILE || (patch !== null && isViewed({ change, path, patch }));
}

/** The number of the head that the reader saw at the visit before this one; null: it is the same, or the first visit. */
function useLastSeen({ id, heads }: ChangeDetailView): number | null {
  const [before] = useState(() => Number(kept(`seen.${id}`)));
  const newest = heads.at(-1)?.n ?? 0;
  useEffect(() => {
    if (newest > 0) keep(`seen.${id}`, String(newest));
  }, [id, newest]);
  return before > 0 && before < newest ? before : null;
}
