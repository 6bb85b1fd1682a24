/** The failing part first, in words; what passed is one line. */
import type { ChangeView, CheckView, SessionView } from "../../../src/protocol/session/session.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { complain, showNotice } from "../data/notices.ts";
import { pluralize, shortenSha } from "../lib/words.ts";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { Rests } from "../parts/rests.tsx";
import { Empty } from "../parts/states.tsx";

const order: Readonly<Record<CheckView["verdict"], number>> = {
  failed: 0,
  infrastructure: 1,
  running: 2,
  cancelled: 3,
  skipped: 4,
  passed: 5,
};
const glyphs: Readonly<Record<CheckView["verdict"], GlyphName>> = {
  failed: "failed",
  infrastructure: "unknown",
  running: "checking",
  cancelled: "stopped",
  skipped: "waiting",
  passed: "done",
};

export function ChecksTab({ session }: { readonly session: SessionView }) {
  const change = session.changes.at(-1);
  if (change !== undefined && change.addCheck !== null)
    return (
      <Empty title="No checks configured.">
        <p>
          In the project's folder: <code>{change.addCheck}</code>
        </p>
      </Empty>
    );
  if (change === undefined || change.checks.length === 0)
    return (
      <Empty title={change === undefined ? "No change yet, so no checks." : "No results for this head yet."}>
        <p>Checks run on every new head of the branch.</p>
      </Empty>
    );
  return (
    <div className="scroll tab-page">
      <div className="tab-summary">
        <p className="quiet">
          head <span className="mono">{shortenSha(change.head)}</span> · {countFinished(change)}
        </p>
        {isOpen(change) && <RunAgain change={change} project={session.project} />}
      </div>
      <Rests what="Checks" />
      <ul className="panel">
        {change.checks
          .toSorted((a, b) => order[a.verdict] - order[b.verdict])
          .map((check) => (
            <Check key={check.name} check={check} told={describeTelling(session, check)} />
          ))}
      </ul>
    </div>
  );
}

const isOpen = ({ state }: ChangeView): boolean => state === "open" || state === "draft";

function RunAgain({ change: { id }, project }: { readonly change: ChangeView; readonly project: string }) {
  const mute = useMute();
  const isUnderWay = useIsUnderWay(id, "check");
  const run = (): void => {
    carryOut(id, "check", async () => {
      await client.checkChange({ id, projectId: project });
      showNotice("The checks run again.");
    }).catch(complain);
  };
  return (
    <button className="button" disabled={isUnderWay || mute !== null} title={mute ?? undefined} onClick={run}>
      Run again
    </button>
  );
}

function countFinished({ checks }: ChangeView): string {
  const done = checks.filter(({ verdict }) => verdict !== "running").length;
  return `${done} of ${pluralize(checks.length, "check")} finished`;
}

/** Whether the agent knows: from the open incident about checks. */
function describeTelling({ incidents }: SessionView, { verdict }: CheckView): string | null {
  if (verdict !== "failed") return null;
  const incident = incidents.find(({ trouble, closedAs }) => trouble === "ci" && closedAs === null);
  if (incident === undefined || incident.attempts === 0) return "the agent was not told";
  return `told the agent, attempt ${incident.attempts}`;
}

function Check({ check, told }: { readonly check: CheckView; readonly told: string | null }) {
  const { name, verdict, evidence } = check;
  return (
    <li className="check" data-verdict={verdict}>
      <div className="check-line">
        <Glyph name={glyphs[verdict]} isNamed={false} />
        <b>{name}</b>
        <span className={verdict === "failed" ? "bad" : verdict === "passed" ? "good" : "quiet"}>{verdict}</span>
        {told !== null && <span className="quiet">{told}</span>}
      </div>
      {evidence !== "" && <pre className="log">{evidence}</pre>}
    </li>
  );
}
