/** What lands next, and what cannot yet, each with its reason. */
import type { ReactNode } from "react";
import type { ChangeSummaryView } from "../../../src/protocol/change/change.ts";
import type { QueueView } from "../../../src/protocol/change/queue.ts";
import { client } from "../data/client.ts";
import { news, useProjects } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { formatChangePath, formatSessionPath, useQuery } from "../lib/address.ts";
import { useAll } from "../lib/external-store.ts";
import { compareTexts } from "../lib/in-order.ts";
import { Link } from "../lib/link.tsx";
import { useSlowly } from "../lib/slowly.ts";
import { useSteadyClicks } from "../lib/steady-clicks.ts";
import { pluralize, shortenSha } from "../lib/words.ts";
import { Age } from "../parts/age.tsx";
import { CheckMarks } from "../parts/check-marks.tsx";
import { BaseState } from "../parts/base-state.tsx";
import { Unread } from "../parts/rests.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { useTab } from "../shell/tab.ts";
import { QueueActs } from "./queue-acts.tsx";

const READ_EVERY_MS = 1_000;
const LANDED_SHOWN = 12;

export function LandingPage() {
  useTab("Landing");
  const project = useQuery("project") ?? "";
  const all = useAll(news);
  const revision = useSlowly(all, READ_EVERY_MS);
  const { data, error, reload } = useResource(
    `changes ${project}`,
    () => readLanding(project === "" ? {} : { project }),
    [...revision.values()].reduce((a, b) => Math.max(a, b), 0),
  );
  if (data === null)
    return (
      <div className="page">
        <div className="page-title">
          <h1>Landing</h1>
        </div>
        {error === null ? (
          <Loading what="changes" rows={6} height={44} />
        ) : (
          <Failed what="The queue" error={error} onRetry={reload} />
        )}
      </div>
    );
  return <Queue {...data} onMoved={reload} />;
}

type Landing = { readonly changes: readonly ChangeSummaryView[]; readonly queues: readonly QueueView[] };

async function readLanding(of: { readonly project?: string }): Promise<Landing> {
  const [changes, queues] = await Promise.all([client.listChanges({ all: true, ...of }), client.queue(of)]);
  return { changes, queues };
}

type QueueProps = Landing & { readonly onMoved: () => void };

function Queue({ changes, queues, onMoved }: QueueProps) {
  const isOpen = ({ state }: ChangeSummaryView): boolean => state === "open" || state === "draft";
  const queued = changes
    .filter((change) => isOpen(change) && change.position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const isReady = ({ id }: ChangeSummaryView): boolean =>
    queues.some(({ ready }) => ready.some((entry) => entry.id === id));
  const ready = changes.filter((change) => isOpen(change) && change.position === null && isReady(change));
  const waiting = changes.filter((change) => isOpen(change) && change.position === null && !isReady(change));
  // While a candidate is tested, the checks that count are the candidate's, not those that the change passed before.
  const isTested = ({ id }: ChangeSummaryView): boolean =>
    queues.some(({ testing }) => testing.some((candidate) => candidate.changes.some((entry) => entry.id === id)));
  const landed = changes
    .filter(({ state }) => state === "landed")
    .toSorted((a, b) => compareTexts(b.changedAt, a.changedAt));
  return (
    <div className="page">
      <div className="page-title">
        <h1>Landing</h1>
        <Bases />
        <span className="quiet">{pluralize(landed.length, "change")} landed</span>
      </div>
      <Unread of="changes" project={useQuery("project") ?? ""} />
      <div className="queue-columns">
        <div className="queue-left">
          <Part
            title="Queue"
            changes={queued}
            nothing="Nothing waits to land."
            hasMarks={(change) => !isTested(change)}
            acts={(change) => <QueueActs change={change} queues={queues} onMoved={onMoved} />}
          />
          <Part title="Landed last" changes={landed.slice(0, LANDED_SHOWN)} nothing="Nothing has landed yet." />
        </div>
        <div className="queue-left">
          {ready.length > 0 && (
            <Part
              title="Ready to land"
              changes={ready}
              nothing=""
              acts={(change) => (
                <Link
                  className="button"
                  href={formatChangeHref(change, "focus=land")}
                  aria-label={`Land change ${change.name}`}
                >
                  Land change
                </Link>
              )}
            />
          )}
          <Part title="Not ready to land" changes={waiting} nothing="No open change waits for anything." />
        </div>
      </div>
    </div>
  );
}

function Bases() {
  return (
    <>
      {useProjects().map((project) => (
        <span key={project.id} className="with-glyph quiet">
          {project.id}: <BaseState project={project} />
          {project.addCheck !== null && (
            <Link className="link" href="/projects">
              No checks configured
            </Link>
          )}
        </span>
      ))}
    </>
  );
}

type PartProps = {
  readonly title: string;
  readonly changes: readonly ChangeSummaryView[];
  readonly nothing: string;
  readonly acts?: (change: ChangeSummaryView) => ReactNode;
  /** Whether its own checks say something now. */
  readonly hasMarks?: (change: ChangeSummaryView) => boolean;
};

function Part({ title, changes, nothing, acts, hasMarks = () => true }: PartProps) {
  const steady = useSteadyClicks<HTMLUListElement>(changes.map(({ id }) => id).join("\n"));
  return (
    <section className="panel queue-part" aria-label={title}>
      <h2 className="group-head">
        {title} <span className="quiet">{changes.length}</span>
      </h2>
      {changes.length === 0 && <Empty title={nothing} />}
      <ul ref={steady}>
        {changes.map((change) => (
          <li key={change.id} className="queue-row" data-change={change.id}>
            {change.position !== null && <span className="queue-place">{change.position}</span>}
            <span className="queue-main">
              <Link className="queue-title cut" href={formatChangeHref(change)}>
                {change.title}
              </Link>
              <span className="queue-why">{change.why}</span>
              <span className="quiet">
                change {change.name} · {change.session ?? change.author} ·{" "}
                <span className="mono">{shortenSha(change.landedAs ?? change.head)}</span> ·{" "}
                <Age of={change.changedAt} />
              </span>
            </span>
            {change.checks.of > 0 && hasMarks(change) && <CheckMarks {...change.checks} />}
            {acts?.(change)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const formatChangeHref = ({ session, id, project }: ChangeSummaryView, query = ""): string =>
  session === null
    ? formatChangePath(id, project, query)
    : formatSessionPath(session, `changes${query === "" ? "" : `?${query}`}`);
