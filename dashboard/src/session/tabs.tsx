import type { SessionView } from "../../../src/protocol/session/session.ts";
import { formatSessionPath, setQuery, useQuery } from "../lib/address.ts";
import { Link } from "../lib/link.tsx";

export const tabNames = ["conversation", "terminal", "changes", "checks", "timeline"] as const;
export type TabName = (typeof tabNames)[number];

export const parseTab = (text: string): TabName => tabNames.find((name) => name === text) ?? "conversation";

export const formatTabPath = (id: string, tab: TabName): string =>
  formatSessionPath(id, tab === "conversation" ? "" : tab);

const titles: Readonly<Record<TabName, string>> = {
  conversation: "Conversation",
  terminal: "Terminal",
  changes: "Changes",
  checks: "Checks",
  timeline: "Timeline",
};

const shortTitles: Readonly<Record<TabName, string>> = {
  conversation: "Talk",
  terminal: "Term",
  changes: "Diff",
  checks: "Checks",
  timeline: "Time",
};

type Props = { readonly session: SessionView; readonly tab: TabName };

export function Tabs({ session, tab }: Props) {
  return (
    <nav className="tabs" aria-label="Of this session">
      {tabNames.map((name) => (
        <Link
          key={name}
          href={formatTabPath(session.id, name)}
          className="tab"
          aria-current={name === tab ? "page" : undefined}
        >
          <span className="tab-long">{titles[name]}</span>
          <span className="tab-short">{shortTitles[name]}</span>
          <TabCount session={session} tab={name} />
        </Link>
      ))}
      <FactsToggle />
    </nav>
  );
}

/** Where the facts do not fit beside the page. */
function FactsToggle() {
  const isOpen = useQuery("facts") !== null;
  return (
    <button
      className="tab facts-toggle"
      aria-pressed={isOpen}
      onClick={() => setQuery({ facts: isOpen ? null : "open" })}
    >
      Facts
    </button>
  );
}

function TabCount({ session, tab }: Props) {
  if (tab === "changes") return <span className="tab-count">{session.changes.at(-1)?.paths.length ?? ""}</span>;
  if (tab !== "checks") return null;
  const checks = session.changes.flatMap((change) =>
    change.state === "open" || change.state === "draft" ? change.checks : [],
  );
  const failed = checks.filter(({ verdict }) => verdict === "failed").length;
  if (failed > 0) return <span className="tab-count bad">✗{failed}</span>;
  return checks.length === 0 ? null : <span className="tab-count">{checks.length}</span>;
}
