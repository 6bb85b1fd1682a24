/** The change: its diff, what was said of it, and the verdict. Comments become one review, given to the agent at once. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change/change.ts";
import { client } from "../data/client.ts";
import { fleet, useNews, type FleetData } from "../data/fleet.ts";
import { keep, readKept } from "../data/kept.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useStore } from "../lib/external-store.ts";
import { useIsNarrow } from "../lib/narrow.ts";
import { useSlowly } from "../lib/slowly.ts";
import type { ListHandle } from "../lib/virtual-list.tsx";
import { pluralize, shortenSha } from "../lib/words.ts";
import { Failed, Loading } from "../parts/states.tsx";
import { Switch } from "../parts/switch.tsx";
import { DiffView } from "./diff-view.tsx";
import { useDrafts, type RemarkDraft } from "./drafts.ts";
import { FileList } from "./file-list.tsx";
import { FindBar, useFind } from "./find.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { LONG_FILE, buildRows } from "./rows.ts";
import { useDiff, type Diff, type DiffFile } from "./use-diff.ts";
import { useDiffKeys } from "./use-diff-keys.ts";
import { countHeadsAfter, useShownHead } from "./use-shown-head.ts";
import { isViewed } from "./viewed.ts";

/** Signs of life of an agent come often; what its change says is read again so often at most. */
const READ_EVERY_MS = 1_000;

type Props = {
  readonly change: string;
  readonly project: string;
  /** Whose change it is; null: no session's. */
  readonly session: string | null;
  readonly agent: string;
};

export function ChangesTab({ change, project, session, agent }: Props) {
  const stage = useStore(fleet, (state) => fingerprintStage(state, session));
  const heard = useSlowly(Math.max(useNews(change), useNews(session ?? change)), READ_EVERY_MS);
  const { data, error, reads, reload } = useResource(
    `change ${change}`,
    () => client.change({ id: change, projectId: project }),
    `${heard} ${stage}`,
  );
  const [readsBefore] = useState(reads);
  const isFresh = reads > readsBefore;
  if (data !== null) return <Review change={data} isFresh={isFresh} agent={agent} reload={reload} />;
  return error === null ? (
    <Loading what="the change" rows={8} height={32} />
  ) : (
    <Failed what="The change" error={error} onRetry={reload} />
  );
}

/** Another text when the change may be another: its head, its place in the queue, what it waits for. */
function fingerprintStage({ sessions }: FleetData, session: string | null): string {
  const status = session === null ? undefined : sessions.get(session);
  return status === undefined ? "" : `${status.change?.state} ${status.change?.head} ${status.attention.why}`;
}

type ReviewProps = {
  readonly change: ChangeDetailView;
  /** It was read since the reader came here. */
  readonly isFresh: boolean;
  readonly agent: string;
  readonly reload: () => void;
};

function Review({ change, isFresh, agent, reload }: ReviewProps) {
  const drafts = useDrafts(change.id);
  const [writing, setWriting] = useState<RemarkDraft | null>(null);
  const shown = useShownHead(change, isFresh, drafts.length > 0 || writing !== null);
  const lastSeen = useLastSeen(change, shown.head);
  const since = useQuery("since") === null ? null : lastSeen;
  const diff = useDiff({ change: change.id, project: change.project, head: shown.head, since });
  const { error } = diff;
  const files = diff.files ?? [];
  const head = diff.head ?? shown.head;
  const newer = countHeadsAfter(change.heads, head);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const list = useRef<ListHandle | null>(null);
  const isSplit = useIsSplit();
  const isFolded = (file: DiffFile): boolean => folds.get(file.path) ?? isFoldedAtFirst(change.id, file);
  const rows = useMemo(
    () =>
      buildRows({
        files,
        threads: change.threads,
        drafts: addWriting(drafts, writing),
        isFolded,
        isSplit,
      }),
    [diff.files, change.threads, drafts, writing, folds, isSplit],
  );
  const fold = (path: string, folded: boolean): void => setFolds(new Map([...folds, [path, folded]]));
  const finder = useFind({ files, rows, list, fold });
  useDiffKeys({ change, files, rows, list, setWriting, fold, isFolded, isSplit, onFind: finder.open });
  return (
    <div className="review">
      <ReviewHead diff={diff} base={change.base} finder={finder} isSplit={isSplit} hasSeen={lastSeen !== null} />
      {newer > 0 && <NewerHead change={change} newer={newer} onShow={shown.showNewest} />}
      {error !== null && <Failed what="The diff" error={error} onRetry={() => location.reload()} />}
      <div className="review-body">
        <FileList
          change={change.id}
          files={files}
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
      <ReviewBar
        change={change}
        seen={{ head, newer }}
        drafts={drafts}
        agent={agent}
        onDone={(verdict) => {
          if (verdict === "request") shown.waitForNext();
          reload();
        }}
      />
    </div>
  );
}

type HeadProps = {
  readonly diff: Diff;
  readonly base: string;
  readonly finder: ReturnType<typeof useFind>;
  readonly isSplit: boolean;
  /** The reader has looked at an older head before. */
  readonly hasSeen: boolean;
};

function ReviewHead({ diff: { files, isWhole }, base, finder, isSplit, hasSeen }: HeadProps) {
  const isSince = useQuery("since") !== null;
  return (
    <div className="tab-bar review-head">
      <span>
        {files === null ? "…" : pluralize(files.length, "file")} <Sizes files={files ?? []} />
      </span>
      <span className="quiet">
        base {base}
        {isWhole ? "" : ", loading…"}
      </span>
      <FindBar finder={finder} />
      <span className="grow" />
      <SplitSwitch isSplit={isSplit} />
      {hasSeen && (
        <Switch
          name="Show"
          of={["all", "since I last looked"]}
          chosen={isSince ? "since I last looked" : "all"}
          onChoose={(next) => setQuery({ since: next === "all" ? null : "seen" })}
        />
      )}
    </div>
  );
}

type NewerProps = { readonly change: ChangeDetailView; readonly newer: number; readonly onShow: () => void };

/** What the reader reads stays as it is until they ask for the rest. */
function NewerHead({ change, newer, onShow }: NewerProps) {
  return (
    <div className="newer-head" role="status">
      <span>
        {newer === 1 ? "A newer version was" : `${newer} newer versions were`} pushed since you opened this; the head is
        now <span className="mono">{shortenSha(change.head)}</span>.
      </span>
      <button className="button" onClick={onShow}>
        Show it
      </button>
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

function addWriting(drafts: readonly RemarkDraft[], writing: RemarkDraft | null): readonly RemarkDraft[] {
  if (writing === null) return drafts;
  return [...drafts.filter(({ path, line }) => path !== writing.path || line !== writing.line), writing];
}

/** What was looked at already, and what is too long to read through, is folded. */
function isFoldedAtFirst(change: string, { path, patch, added, deleted }: DiffFile): boolean {
  return (added ?? 0) + (deleted ?? 0) > LONG_FILE || (patch !== null && isViewed({ change, path, patch }));
}

/** The number of the head that the reader saw at the visit before this one; null: it is the same, or the first visit. */
function useLastSeen({ id, heads }: ChangeDetailView, shown: string): number | null {
  const [before] = useState(() => Number(readKept(`seen.${id}`)));
  const newest = heads.findLast(({ commit }) => commit === shown)?.n ?? 0;
  useEffect(() => {
    if (newest > 0) keep(`seen.${id}`, String(newest));
  }, [id, newest]);
  return before > 0 && before < newest ? before : null;
}
