import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change/change.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { useDraft } from "../data/kept.ts";
import { complain, showNotice } from "../data/notices.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { isMac } from "../lib/keyboard.ts";
import { useIsPhone } from "../lib/narrow.ts";
import { pluralize, shortenSha } from "../lib/words.ts";
import { dropDrafts, type RemarkDraft } from "./drafts.ts";

type Props = {
  readonly change: ChangeDetailView;
  /** What the reader looks at, and how many heads came after it. */
  readonly seen: { readonly head: string; readonly newer: number };
  readonly drafts: readonly RemarkDraft[];
  readonly agent: string;
  readonly onDone: (verdict: ReviewVerdict) => void;
};

export type ReviewVerdict = "request" | "approve" | "land";

const OVERALL = `Overall  ${isMac ? "⌘" : "Ctrl"} Enter`;

/** Always there, so nothing jumps. One of its buttons is primary: the one that a key chose, else that the facts ask for. */
export function ReviewBar({ change, seen, drafts, agent, onDone }: Props) {
  const [text, setText] = useDraft(`review ${change.id}`);
  const field = useRef<HTMLInputElement>(null);
  const placeholder = useIsPhone() ? "Overall" : OVERALL;
  const { chosen, forget } = useChosen(field);
  const missing = change.reasons.find(({ ok }) => ok === false);
  const blocked = missing === undefined ? null : `${missing.name} ${missing.text}`;
  const primary = chosen ?? chooseVerdict(drafts.length, blocked);
  const verdicts = useVerdicts({ change, seen, drafts, agent, text, blocked, onDone, onGiven: () => setText("") });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") field.current?.blur();
    if (!isConfirmed(event)) return;
    event.preventDefault();
    if (verdicts[primary].why !== null) return;
    verdicts[primary].give();
    field.current?.blur();
  };
  if (change.state === "landed" || change.state === "closed")
    return <div className="review-bar">This change {change.state === "landed" ? "has landed" : "was closed"}.</div>;
  const fate =
    primary === "approve" && chosen === null && seen.newer === 0
      ? `Not landing: ${blocked}`
      : describeFate(primary, { drafts: drafts.length, agent, why: verdicts[primary].why });
  return (
    <div className="review-bar" role="group" aria-label="Review">
      <span className="review-fate" title={fate}>
        {fate}
      </span>
      <input
        ref={field}
        className="field"
        value={text}
        aria-label="Overall"
        placeholder={placeholder}
        onBlur={forget}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <VerdictButton verdict={verdicts.approve} isPrimary={primary === "approve"}>
        Approve change
      </VerdictButton>
      <VerdictButton verdict={verdicts.request} isPrimary={primary === "request"}>
        Request changes
      </VerdictButton>
      {change.position === null ? (
        <VerdictButton verdict={verdicts.land} isPrimary={primary === "land"}>
          {verdicts.land.isBusy ? "Landing…" : "Land change"}
        </VerdictButton>
      ) : (
        <span className="good">In the queue, number {change.position}</span>
      )}
    </div>
  );
}

/** What the facts ask for: comments go out first; then what policy misses, mostly an approval. */
function chooseVerdict(drafts: number, blocked: string | null): ReviewVerdict {
  if (drafts > 0) return "request";
  return blocked === null ? "land" : "approve";
}

const isConfirmed = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean => key === "Enter" && (metaKey || ctrlKey);

type Giving = {
  readonly give: () => void;
  readonly isBusy: boolean;
  /** Why it cannot be given; null: it can. */
  readonly why: string | null;
};

type VerdictProps = Props & {
  readonly text: string;
  /** What stands in the way of landing; null: nothing. */
  readonly blocked: string | null;
  readonly onGiven: () => void;
};

function useVerdicts({ change, seen, drafts, agent, text, blocked, onDone, onGiven }: VerdictProps) {
  const mute = useMute();
  const { id, project } = change;
  const { head } = seen;
  const unseen = seen.newer > 0 ? "A newer version was pushed. Show it first." : null;
  const [isReviewing, isLanding] = [useIsUnderWay(id, "review"), useIsUnderWay(id, "land")];
  const saysNothing = drafts.length === 0 && text.trim() === "";
  const review = (verdict: "approved" | "changes_requested"): void => {
    const comments = drafts.map((draft) => ({ ...draft }));
    carryOut(id, "review", async () => {
      const { head: newest } = await client.reviewChange({ id, projectId: project, verdict, head, text, comments });
      dropDrafts(id);
      onGiven();
      showNotice(verdict === "approved" ? describeApproval(head, newest) : `The review is on its way to ${agent}.`);
      onDone(verdict === "approved" ? "approve" : "request");
    }).catch(complain);
  };
  const land = (): void => {
    carryOut(id, "land", async () => {
      await client.landChange({ id, projectId: project });
      onDone("land");
    }).catch(complain);
  };
  return {
    approve: { give: () => review("approved"), isBusy: isReviewing, why: mute ?? unseen },
    request: {
      give: () => review("changes_requested"),
      isBusy: isReviewing,
      why: mute ?? (saysNothing ? "Say what should change first." : null),
    },
    land: { give: land, isBusy: isLanding, why: mute ?? unseen ?? blocked },
  } satisfies Readonly<Record<ReviewVerdict, Giving>>;
}

/** An approval counts on the head it was given for, and on no other. */
export const describeApproval = (head: string, newest: string): string =>
  head === newest
    ? "Approved."
    : `You approved ${shortenSha(head)}, but the head is now ${shortenSha(newest)}: it needs another approval.`;

type ButtonProps = { readonly verdict: Giving; readonly isPrimary: boolean; readonly children: string };

function VerdictButton({ verdict: { give, isBusy, why }, isPrimary, children }: ButtonProps) {
  const id = useId();
  return (
    <>
      <button
        className={`button ${isPrimary ? "primary" : ""}`}
        disabled={why !== null || isBusy}
        title={why ?? undefined}
        aria-describedby={why === null ? undefined : id}
        onClick={give}
      >
        {children}
      </button>
      {why !== null && (
        <span id={id} className="unseen">
          {why}
        </span>
      )}
    </>
  );
}

/** `A`, `R` and `L` lead here, and say what would be done; nothing is done before it is confirmed. */
function useChosen(field: { readonly current: HTMLInputElement | null }) {
  const focus = useQuery("focus");
  const [chosen, setChosen] = useState<ReviewVerdict | null>(null);
  useEffect(() => {
    const verdict = verdictNames.find((name) => name === focus);
    if (verdict === undefined) return;
    setChosen(verdict);
    field.current?.focus();
    setQuery({ focus: null });
  }, [focus, field]);
  return { chosen, forget: () => setChosen(null) };
}

const verdictNames: readonly ReviewVerdict[] = ["request", "approve", "land"];

type Fate = { readonly drafts: number; readonly agent: string; readonly why: string | null };

function describeFate(verdict: ReviewVerdict, { drafts, agent, why }: Fate): string {
  if (why !== null) return verdict === "land" ? `Not landing: ${why}` : why;
  const comments = drafts === 0 ? "" : ` with ${pluralize(drafts, "comment")}`;
  if (verdict === "approve") return `Approves this head${comments}.`;
  if (verdict === "land") return "All that policy asks for is there.";
  return drafts === 0
    ? `Sends what you write to ${agent}.`
    : `Sends ${pluralize(drafts, "comment")} to ${agent} as one message.`;
}
