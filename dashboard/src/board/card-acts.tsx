import type { StatusView } from "../../../src/protocol/session/status.ts";
import type { BoardEntry } from "../data/board-entry.ts";
import { useMute } from "../data/connection.ts";
import { sendAnswer, beginAction, useIsUnderWay, type AttentionAct } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { go, formatSessionPath } from "../lib/address.ts";

const CHOICES_MAX = 3;

/** A question with choices is answered here, in one click; everything else opens the place where it is done. */
export function CardActs({ status, isPrimary }: { readonly status: BoardEntry; readonly isPrimary: boolean }) {
  const { id, question, attention } = status;
  const first = attention.act.find(({ enabled }) => enabled);
  if (question !== null && attention.code === "asks")
    return <Choices id={id} question={question} isPrimary={isPrimary} />;
  return first === undefined ? null : (
    <div className="card-acts">
      <ActButton status={status} act={first} isPrimary={isPrimary} />
    </div>
  );
}

type ChoicesProps = {
  readonly id: string;
  readonly question: NonNullable<StatusView["question"]>;
  readonly isPrimary: boolean;
};

function Choices({ id, question, isPrimary }: ChoicesProps) {
  const mute = useMute();
  const isBusy = useIsUnderWay(id, "answer");
  const shown = question.choices.length <= CHOICES_MAX ? question.choices : [];
  return (
    <div className="card-acts" role="group" aria-label={`Answers to ${id}`}>
      {shown.map((choice) => (
        <button
          key={choice}
          className="button choice cut"
          disabled={mute !== null || isBusy}
          title={mute ?? choice}
          onClick={() => {
            sendAnswer(id, choice, question.id).catch(complain);
          }}
        >
          {isBusy ? "Answering…" : choice}
        </button>
      ))}
      <button
        className={`button ${shown.length > 0 ? "plain" : isPrimary ? "primary" : ""}`}
        onClick={() => go(formatSessionPath(id, "?focus=answer"))}
      >
        {shown.length === 0 ? "Answer" : "Reply…"}
      </button>
    </div>
  );
}

type ActProps = { readonly status: BoardEntry; readonly act: AttentionAct; readonly isPrimary?: boolean };

export function ActButton({ status, act, isPrimary = true }: ActProps) {
  const mute = useMute();
  const isBusy = useIsUnderWay(status.id, act.verb);
  const opens = ["answer", "send", "attach", "review", "diff", "land", "stop"].includes(act.verb);
  const why = act.enabled ? (opens ? null : mute) : (act.reason ?? "not possible now");
  return (
    <>
      <button
        className={`button ${isPrimary ? "primary" : ""}`}
        data-verb={act.verb}
        disabled={why !== null || isBusy}
        aria-describedby={why === null ? undefined : `why-${status.id}`}
        onClick={() => beginAction(status, act)}
      >
        {isBusy ? `${act.label}…` : act.label}
      </button>
      {why !== null && (
        <span id={`why-${status.id}`} className="act-why">
          {why}
        </span>
      )}
    </>
  );
}
