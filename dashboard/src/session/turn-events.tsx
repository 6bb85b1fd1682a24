/** What an agent said and did in one turn: words in full, thoughts folded, tools with their outcome. */
import type { ConversationEventView } from "../../../src/protocol/session/conversation.ts";
import { formatClockTime, formatUsd, shortenCount } from "../lib/words.ts";
import { TurnHead } from "./turn-head.tsx";

type Props = {
  readonly agent: string;
  readonly n: number;
  readonly isOpen: boolean;
  readonly events: readonly ConversationEventView[];
};

/** Nothing but frames around the turn: then its output says more. */
export const hasEventText = (events: readonly ConversationEventView[]): boolean =>
  events.some(({ kind }) => ["message", "thought", "tool_began", "tool_ended", "plan"].includes(kind));

export function TurnEvents({ agent, n, isOpen, events }: Props) {
  const lastPlan = events.findLast(({ kind }) => kind === "plan");
  const ended = new Map(events.flatMap((event) => (event.kind === "tool_ended" ? [[event.call, event]] : [])));
  return (
    <section className="output" aria-label={`Turn ${n}`}>
      <TurnHead agent={agent} n={n} isOpen={isOpen} />
      {events.map((event) => {
        if (event.kind === "plan") return event === lastPlan ? <Plan key={event.id} steps={event.steps} /> : null;
        if (event.kind === "tool_began") return <Tool key={event.id} began={event} ended={ended.get(event.call)} />;
        if (event.kind === "message")
          return (
            <div key={event.id} className="message-text">
              {event.text}
            </div>
          );
        if (event.kind === "thought")
          return (
            <details key={event.id} className="thought">
              <summary>thought</summary>
              <div className="message-text">{event.text}</div>
            </details>
          );
        const line = formatEventLine(event);
        return line === null ? null : (
          <p key={event.id} className="quiet event-note">
            {line}
          </p>
        );
      })}
    </section>
  );
}

type Step = Extract<ConversationEventView, { kind: "plan" }>["steps"][number];
const marks: Readonly<Record<Step["state"], string>> = { done: "✓", doing: "●", open: "○" };

function Plan({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="plan" aria-label="Plan">
      {steps.map(({ text, state }, index) => (
        <li key={index} className={state}>
          <span role="img" aria-label={state}>
            {marks[state]}
          </span>{" "}
          {text}
        </li>
      ))}
    </ol>
  );
}

type ToolProps = {
  readonly began: Extract<ConversationEventView, { kind: "tool_began" }>;
  readonly ended: Extract<ConversationEventView, { kind: "tool_ended" }> | undefined;
};

function Tool({ began, ended }: ToolProps) {
  return (
    <details className="tool" open={ended?.ok === false}>
      <summary>
        <span className={ended === undefined ? "quiet" : ended.ok ? "good" : "bad"}>
          {ended === undefined ? "◔" : ended.ok ? "✓" : "✗"}
        </span>{" "}
        <b>{began.name}</b> <span className="mono">{began.title}</span>
      </summary>
      {ended !== undefined && ended.diff !== null && <ToolDiff patch={ended.diff} />}
      {ended !== undefined && ended.output !== "" && <pre className="log">{ended.output}</pre>}
    </details>
  );
}

function ToolDiff({ patch }: { readonly patch: string }) {
  return (
    <pre className="log tool-diff">
      {patch.split("\n").map((line, index) => (
        <span key={index} className={classifyLine(line)}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}

function classifyLine(line: string): "quiet" | "added" | "removed" | undefined {
  if (/^(\+\+\+|---|@@)/.test(line)) return "quiet";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : undefined;
}

/** What is worth a line of its own; the task and the open question stand elsewhere. */
function formatEventLine(event: ConversationEventView): string | null {
  if (event.kind === "answer") return `answered by ${event.by === "policy" ? "the policy" : event.by}: ${event.text}`;
  if (event.kind === "question") return `asked: ${event.text}`;
  if (event.kind === "retry") return `tries again, attempt ${event.attempt}: ${event.why}`;
  if (event.kind === "limit")
    return `limit: ${event.why}${event.untilWallMs === null ? "" : `, until ${formatClockTime(event.untilWallMs)}`}`;
  if (event.kind === "note") return event.text;
  if (event.kind === "usage")
    return event.usd === 0 ? null : `${formatUsd(event.usd)}, ${shortenCount(event.tokens)} tokens`;
  return event.kind === "ended" && event.how !== "done" ? `${event.how}: ${event.why}` : null;
}
