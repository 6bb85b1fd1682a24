import { useEffect, useRef, useState } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { useDraft } from "../data/kept.ts";
import { complain, say } from "../data/notices.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { plural } from "../lib/words.ts";
import { dropDrafts, type Draft } from "./drafts.ts";

type Props = {
  readonly change: ChangeDetailView;
  readonly drafts: readonly Draft[];
  readonly agent: string;
  readonly onDone: () => void;
};

type Primary = "request" | "approve" | "land";

/** Always there, so nothing jumps. One of its buttons is primary: the one that the facts ask for. */
export function ReviewBar({ change, drafts, agent, onDone }: Props) {
  const [text, setText] = useDraft(`review ${change.id}`);
  const field = useRef<HTMLInputElement>(null);
  useFocus(field);
  const blocked = change.reasons.find(({ ok }) => ok === false)?.text ?? null;
  const primary: Primary = drafts.length > 0 ? "request" : blocked === null ? "land" : "approve";
  if (change.state === "landed" || change.state === "closed")
    return <div className="review-bar">This change {change.state === "landed" ? "has landed" : "was closed"}.</div>;
  return (
    <div className="review-bar" role="group" aria-label="Review">
      <span className="review-fate">
        {blocked === null || drafts.length > 0 ? fateOf(drafts.length, agent) : `Not landing: ${blocked}`}
      </span>
      <input
        ref={field}
        className="field"
        value={text}
        aria-label="Overall"
        placeholder="Overall"
        onChange={({ target }) => setText(target.value)}
      />
      <Verdicts {...{ change, drafts, agent, text, primary, onDone }} onGiven={() => setText("")} />
      <LandButton change={change} blocked={blocked} isPrimary={primary === "land"} onDone={onDone} />
    </div>
  );
}

type VerdictProps = Props & { readonly text: string; readonly primary: Primary; readonly onGiven: () => void };

function Verdicts({ change, drafts, agent, text, primary, onDone, onGiven }: VerdictProps) {
  const mute = useMute();
  const isBusy = useIsUnderWay(change.id, "review");
  const saysNothing = drafts.length === 0 && text.trim() === "";
  const review = (verdict: "approved" | "changes_requested"): void => {
    const { id, project, head } = change;
    const comments = drafts.map((draft) => ({ ...draft }));
    carryOut(id, "review", () => client.reviewChange({ id, projectId: project, verdict, head, text, comments })).then(
      (isDone) => {
        if (!isDone) return;
        dropDrafts(id);
        onGiven();
        say(verdict === "approved" ? "Approved." : `The review is on its way to ${agent}.`);
        onDone();
      },
      complain,
    );
  };
  const classOf = (name: Primary): string => `button ${primary === name ? "primary" : ""}`;
  return (
    <>
      <button className={classOf("approve")} disabled={mute !== null || isBusy} onClick={() => review("approved")}>
        Approve change
      </button>
      <button
        className={classOf("request")}
        disabled={mute !== null || isBusy || saysNothing}
        title={saysNothing ? "Say what should change first." : undefined}
        onClick={() => review("changes_requested")}
      >
        Request changes
      </button>
    </>
  );
}

type LandProps = {
  readonly change: ChangeDetailView;
  /** What stands in the way; null: nothing. */
  readonly blocked: string | null;
  readonly isPrimary: boolean;
  readonly onDone: () => void;
};

function LandButton({ change: { id, project, position }, blocked, isPrimary, onDone }: LandProps) {
  const mute = useMute();
  const isBusy = useIsUnderWay(id, "land");
  const land = (): void => {
    carryOut(id, "land", () => client.landChange({ id, projectId: project })).then(onDone, complain);
  };
  if (position !== null) return <span className="good">In the queue, number {position}</span>;
  return (
    <>
      <button
        className={`button ${isPrimary ? "primary" : ""}`}
        disabled={mute !== null || isBusy || blocked !== null}
        aria-describedby="land-why"
        onClick={land}
      >
        {isBusy ? "Landing…" : "Land change"}
      </button>
      <span id="land-why" className="unseen">
        {blocked ?? ""}
      </span>
    </>
  );
}

function useFocus(field: { readonly current: HTMLInputElement | null }): void {
  const focus = useQuery("focus");
  const [wanted] = useState(focus);
  useEffect(() => {
    if (wanted !== "review" && wanted !== "land") return;
    field.current?.focus();
    setQuery({ focus: null });
  }, [wanted, field]);
}

const fateOf = (drafts: number, agent: string): string =>
  drafts === 0
    ? "All that policy asks for is there."
    : `Sends ${plural(drafts, "comment")} to ${agent} as one message.`;
