import type { SessionView } from "../../../src/protocol/session/session.ts";
import { client } from "../data/client.ts";
import { useNews } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { formatClockTime, formatUsd, pluralize, shortenCount, shortenSha, formatSpentUsd } from "../lib/words.ts";
import { AddCheck } from "../parts/add-check.tsx";
import { CheckMarks } from "../parts/check-marks.tsx";
import { copy } from "../shell/palette-rows.ts";
import { WhyFacts } from "./why-facts.tsx";

/** The facts, always in the same place. What is not known is a dash. */
export function Rail({ session }: { readonly session: SessionView }) {
  const { id, branch, head, workspace, workspacePath, turns, attention } = session;
  const why = useResource(`why ${id}`, () => client.why({ id }), useNews(id));
  return (
    <aside className="session-rail" aria-label="Facts">
      <dl className="facts">
        <dt>Agent</dt>
        <dd>{describeAgent(session)}</dd>
        <dt>Turn</dt>
        <dd>{turns === 0 ? "none yet" : describeTurn(session)}</dd>
        <dt>Branch</dt>
        <dd className="mono">{branch}</dd>
        <dt>Head</dt>
        <dd className="mono">{head === null ? "–" : shortenSha(head)}</dd>
        <dt>Workspace</dt>
        <dd title={workspacePath ?? undefined}>{workspacePath === null ? "removed" : workspace}</dd>
        <ChangeFacts session={session} />
        <Spent session={session} />
        <Billed session={session} />
        {attention.next !== null && (
          <>
            <dt>Next</dt>
            <dd>
              {attention.next.text}
              {attention.next.at !== null && ` at ${formatClockTime(attention.next.at)}`}
            </dd>
          </>
        )}
        {session.hold !== null && (
          <>
            <dt>Held</dt>
            <dd className="amber">{holds[session.hold]}</dd>
          </>
        )}
        <Saved at={session.ended?.rescueRef ?? null} />
      </dl>
      {why.data !== null && <WhyFacts why={why.data} />}
      {!hasEnded(session) && (
        <div className="attach">
          <code>ao attach {id}</code>
          <button className="button" onClick={() => copy(`ao attach ${id}`)}>
            Copy
          </button>
        </div>
      )}
    </aside>
  );
}

/** Then there is nothing left to attach to. */
export const hasEnded = ({ phase }: Pick<SessionView, "phase">): boolean => phase === "ended" || phase === "ending";

function Saved({ at }: { readonly at: string | null }) {
  return at === null ? null : (
    <>
      <dt>Saved</dt>
      <dd className="mono">{at}</dd>
    </>
  );
}

const holds = {
  pause: "paused: no automatic turn begins",
  trouble: "held by trouble until you resume or restart",
  take_over: "a person types; automatic turns wait",
} as const;

function describeTurn({ turns, turn }: SessionView): string {
  if (turn === null) return `${turns}, ended`;
  return `${turn.n}, ${turn.acknowledged ? "at work" : "not acknowledged yet"}`;
}

function ChangeFacts({ session: { changes, progress } }: { readonly session: SessionView }) {
  const change = changes.at(-1);
  return (
    <>
      <dt>Change</dt>
      <dd>
        {change === undefined
          ? "none yet"
          : `${change.state}, ${change.approvals.length} of ${pluralize(change.approvalsNeeded, "approval")}`}
      </dd>
      <dt>Checks</dt>
      <dd>
        <CheckFact checks={progress.checks} addCheck={change?.addCheck ?? null} />
      </dd>
    </>
  );
}

type CheckFactProps = { readonly checks: SessionView["progress"]["checks"]; readonly addCheck: string | null };

function CheckFact({ checks, addCheck }: CheckFactProps) {
  if (addCheck !== null) return <AddCheck command={addCheck} />;
  return checks === null ? "–" : <CheckMarks {...checks} />;
}

function Spent({ session: { usage, budget, context = null } }: { readonly session: SessionView }) {
  const { usd, tokens, unknownTurns = 0 } = usage;
  // An agent tells what a turn cost when it ends; until the first one has, nothing is known.
  const isUntold = usd === 0 && tokens === 0 && unknownTurns === 0;
  return (
    <>
      <dt>Cost</dt>
      <dd>
        {isUntold ? "–" : formatSpentUsd(usage)}
        {budget.usd !== null && ` of ${formatUsd(budget.usd)}`}
        {tokens > 0 && ` · ${shortenCount(tokens)} tokens`}
      </dd>
      {context !== null && (
        <>
          <dt>Context</dt>
          <dd>{Math.round((100 * context.used) / context.window)} % full</dd>
        </>
      )}
    </>
  );
}

function Billed({ session: { billedTo = null, turns } }: { readonly session: SessionView }) {
  if (turns === 0) return null;
  return (
    <>
      <dt>Billed to</dt>
      <dd>{billedTo === null ? "not told" : `${billedTo.to} (${BILLED_WORDS[billedTo.by]})`}</dd>
    </>
  );
}

const BILLED_WORDS = {
  tool: "the agent says so",
  environment: "the variable it was given",
  login_file: "the login file it was given",
} as const;

const describeAgent = ({ agent, drive, runtime }: SessionView): string =>
  `${agent}${drive === undefined ? "" : ` (${drive})`} on ${runtime}`;
