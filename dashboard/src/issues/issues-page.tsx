/** What is the plan? The backlog by priority, what starts next, and why the rest waits. */
import { useMemo, useRef, useState, type RefObject } from "react";
import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { setQuery, useAddress, useQuery } from "../lib/address.ts";
import { Link } from "../lib/link.tsx";
import { Unread } from "../parts/rests.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { openNewIssue } from "../shell/overlays.ts";
import { Switch } from "../parts/switch.tsx";
import { useTab } from "../shell/tab.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { formatIssuePath } from "./issue-deeds.ts";
import { IssueGraph } from "./issue-graph.tsx";
import { IssueList } from "./issue-list.tsx";
import { useIssueKeys } from "./use-issue-keys.ts";
import { useIssues } from "./use-issues.ts";
import { WaitingTexts } from "./waiting-texts.tsx";

const NEXT_SHOWN = 4;

export function IssuesPage() {
  useTab("Issues");
  const { query } = useAddress();
  const value = (name: string): string => query.get(name) ?? "";
  const [label, text] = [value("label"), value("q")];
  const { data, error, reload } = useIssues({ project: value("project"), all: value("state") === "all" });
  const shown = useMemo(() => (data ?? []).filter((issue) => matchesFilter(issue, label, text)), [data, label, text]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  useIssueKeys({
    shown,
    at: query.get("at"),
    selected,
    setSelected,
    focusFilter: () => field.current?.focus(),
    reload,
  });
  return (
    <div className="page fills issues-page">
      <IssuesHead issues={data} count={shown.length} field={field} />
      <div className="page-notes">
        <Unread of="issues" project={value("project")} />
        <WaitingTexts project={value("project")} onChanged={reload} />
      </div>
      {data === null && error === null && <Loading what="issues" rows={10} height={36} />}
      {error !== null && <Failed what="The backlog" error={error} onRetry={reload} />}
      {data !== null && shown.length === 0 && <NoIssues isFiltered={data.length > 0} />}
      {shown.length > 0 && <Backlog issues={shown} selected={selected} onSelect={setSelected} onChanged={reload} />}
    </div>
  );
}

type HeadProps = {
  readonly issues: readonly IssueView[] | null;
  readonly count: number;
  readonly field: RefObject<HTMLInputElement | null>;
};

function IssuesHead({ issues, count, field }: HeadProps) {
  const { query } = useAddress();
  return (
    <div className="page-title">
      <h1>Issues</h1>
      <span className="quiet">{issues === null ? "" : count}</span>
      <input
        ref={field}
        className="field"
        type="search"
        aria-label="Filter issues"
        placeholder="Filter  /"
        value={query.get("q") ?? ""}
        onChange={({ target }) => setQuery({ q: target.value })}
      />
      <LabelChoice issues={issues ?? []} chosen={query.get("label") ?? ""} />
      <span className="grow" />
      <Switch
        name="State"
        of={["open", "all"]}
        chosen={query.get("state") === "all" ? "all" : "open"}
        onChoose={(next) => setQuery({ state: next === "all" ? next : null })}
      />
      <Switch
        name="View"
        of={["list", "graph"]}
        chosen={query.get("view") === "graph" ? "graph" : "list"}
        onChoose={(next) => setQuery({ view: next === "graph" ? next : null }, "push")}
      />
      <button className="button primary" onClick={openNewIssue}>
        New issue <kbd aria-hidden>c</kbd>
      </button>
    </div>
  );
}

type BacklogProps = {
  readonly issues: readonly IssueView[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (next: ReadonlySet<string>) => void;
  readonly onChanged: () => void;
};

function Backlog({ issues, selected, onSelect, onChanged }: BacklogProps) {
  const isGraph = useQuery("view") === "graph";
  const chosen = issues.filter(({ id }) => selected.has(id));
  return (
    <div className="issues-body">
      <NextUp issues={issues} />
      {isGraph ? (
        <IssueGraph issues={issues} />
      ) : (
        <IssueList issues={issues} selected={selected} onSelect={onSelect} onChanged={onChanged} />
      )}
      {chosen.length > 0 && !isGraph && (
        <BulkBar chosen={chosen} onDone={() => onSelect(new Set())} onChanged={onChanged} />
      )}
    </div>
  );
}

function matchesFilter({ name, title, labels }: IssueView, label: string, text: string): boolean {
  const all = [`#${name}`, title, ...labels].join(" ").toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return (label === "" || labels.includes(label)) && words.every((word) => all.includes(word));
}

function NoIssues({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No issue matches.">
      <button className="button" onClick={() => setQuery({ q: null, label: null })}>
        Clear filters
      </button>
    </Empty>
  ) : (
    <Empty title="The backlog is empty.">
      <p>
        An issue is a unit of work; a session is started on it. In a terminal: <code>ao issue new "Fix the login"</code>
        , or <code>ao issue import backlog.md</code>
      </p>
    </Empty>
  );
}

/** Who would be next, in the order of the backlog, and what each waits for; the core says both. */
function NextUp({ issues }: { readonly issues: readonly IssueView[] }) {
  const next = issues.filter(({ notStarted }) => notStarted !== null).slice(0, NEXT_SHOWN);
  if (next.length === 0) return null;
  return (
    <p className="next-up">
      <b>Next up</b>
      {next.map((issue) => (
        <span key={issue.id}>
          <Link className="link" href={formatIssuePath(issue)}>
            #{issue.name}
          </Link>{" "}
          {issue.notStarted}
        </span>
      ))}
    </p>
  );
}

function LabelChoice({ issues, chosen }: { readonly issues: readonly IssueView[]; readonly chosen: string }) {
  const labels = [...new Set(issues.flatMap((issue) => issue.labels))].toSorted();
  if (labels.length === 0 && chosen === "") return null;
  return (
    <select
      className="field"
      aria-label="Label"
      value={chosen}
      onChange={({ target }) => setQuery({ label: target.value }, "push")}
    >
      <option value="">all labels</option>
      {labels.map((label) => (
        <option key={label}>{label}</option>
      ))}
    </select>
  );
}
