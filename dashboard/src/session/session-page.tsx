/** What is this session doing? */
import { Suspense, useEffect } from "react";
import { ApiError } from "../../../src/protocol/client/api-error.ts";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { client } from "../data/client.ts";
import { useNews } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { loadLazily } from "../lib/lazy-part.ts";
import { Link } from "../lib/link.tsx";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { openStop } from "../shell/overlays.ts";
import { useTab } from "../shell/tab.ts";
import { ChecksTab } from "./checks-tab.tsx";
import { ConversationTab } from "./conversation-tab.tsx";
import { Rail } from "./rail.tsx";
import { SessionHead } from "./session-head.tsx";
import { parseTab, Tabs, type TabName } from "./tabs.tsx";
import { TimelineTab } from "./timeline-tab.tsx";
import { useSessionKeys } from "./use-session-keys.ts";

const TerminalTab = loadLazily(() => import("./terminal-tab.tsx").then((part) => part.TerminalTab));
const ChangesTab = loadLazily(() => import("../change/changes-tab.tsx").then((part) => part.ChangesTab));

type Props = { readonly id: string; readonly tab: string };

export function SessionPage({ id, tab }: Props) {
  const { data, error, reload } = useResource(`session ${id}`, () => client.session({ id }), useNews(id));
  useTab(data?.title ?? id);
  if (data !== null) return <Known session={data} tab={parseTab(tab)} reload={reload} />;
  if (error instanceof ApiError && error.status === 404) return <Missing id={id} error={error} />;
  if (error !== null) return <Failed what={id} error={error} onRetry={reload} />;
  return (
    <div className="page">
      <Loading what={id} rows={6} height={56} />
    </div>
  );
}

type KnownProps = { readonly session: SessionView; readonly tab: TabName; readonly reload: () => void };

function Known({ session, tab, reload }: KnownProps) {
  const wantsStop = useQuery("focus") === "stop";
  const areFactsOpen = useQuery("facts") !== null;
  useSessionKeys(session, tab);
  useEffect(() => {
    if (!wantsStop) return;
    setQuery({ focus: null });
    openStop(session.id);
  }, [wantsStop, session.id]);
  return (
    <div className="session">
      <SessionHead session={session} tab={tab} />
      <Tabs session={session} tab={tab} />
      <div className={`session-body ${areFactsOpen ? "facts-open" : ""}`}>
        <div className="session-main">
          <PartBoundary key={tab}>
            {tab === "conversation" && <ConversationTab session={session} reload={reload} />}
            {tab === "terminal" && (
              <Suspense fallback={<Loading what="the terminal" rows={1} height={320} />}>
                <TerminalTab key={session.id} session={session} />
              </Suspense>
            )}
            {tab === "changes" && <SessionChange session={session} />}
            {tab === "checks" && <ChecksTab session={session} />}
            {tab === "timeline" && <TimelineTab session={session} />}
          </PartBoundary>
        </div>
        <Rail session={session} />
      </div>
    </div>
  );
}

function SessionChange({ session }: { readonly session: SessionView }) {
  const change = session.changes.at(-1);
  if (change === undefined)
    return (
      <Empty title="No change yet.">
        <p>It opens with the first commit of the agent; then its diff is shown here.</p>
      </Empty>
    );
  return (
    <Suspense fallback={<Loading what="the change" rows={8} height={32} />}>
      <ChangesTab
        key={change.id}
        change={change.id}
        project={session.project}
        session={session.id}
        agent={session.agent}
      />
    </Suspense>
  );
}

function Missing({ id, error }: { readonly id: string; readonly error: ApiError }) {
  return (
    <div className="whole-page">
      <h1>No session {id}.</h1>
      {error.candidates.length > 0 && <p className="quiet">Did you mean one of these?</p>}
      {error.candidates.map((candidate) => (
        <Link key={candidate} className="link" href={`/sessions/${encodeURIComponent(candidate)}`}>
          {candidate}
        </Link>
      ))}
      <Link className="button" href="/">
        Open the board
      </Link>
    </div>
  );
}
