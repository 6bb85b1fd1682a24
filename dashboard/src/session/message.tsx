import type { MessageView } from "../../../src/protocol/session/message.ts";
import { useMute } from "../data/connection.ts";
import { decideReaction, postMessage, useIsUnderWay } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { formatClockTime, formatExactTime } from "../lib/words.ts";
import { receiptWords } from "../parts/receipt.ts";

type Props = { readonly message: MessageView; readonly onAgain: () => void };

const LONG = 700;

export function Message({ message, onAgain }: Props) {
  const { by, text, createdAt, reason, state } = message;
  return (
    <article className={`message ${by === null ? "ours" : "person"}`} data-message={message.id}>
      <header className="message-head">
        <b>{by ?? "orchestrator"}</b>
        {by === null && <span className="quiet">{reason.replaceAll("-", " ")}</span>}
        <time className="quiet" dateTime={createdAt} title={formatExactTime(createdAt)}>
          {formatClockTime(createdAt)}
        </time>
      </header>
      {text.length > LONG && state !== "prepared" ? (
        <details>
          <summary>{text.slice(0, 160).split("\n")[0]} …</summary>
          <div className="message-text">{text}</div>
        </details>
      ) : (
        <div className="message-text">{text}</div>
      )}
      <p className={`receipt ${state}`} data-receipt={state}>
        {describeReceipt(message)}
        {state === "failed" && by !== null && (
          <button
            className="button plain"
            onClick={() => {
              postMessage(message.session, text).then(onAgain, complain);
            }}
          >
            Send again
          </button>
        )}
      </p>
      {state === "prepared" && <Decision session={message.session} onDecided={onAgain} />}
    </article>
  );
}

/** Nothing of it is sent before a person says so: one click, or the key of the session's first button. */
function Decision({ session, onDecided }: { readonly session: string; readonly onDecided: () => void }) {
  const mute = useMute();
  const isSending = useIsUnderWay(session, "approve_reaction");
  const isDropping = useIsUnderWay(session, "decline_reaction");
  const decide = (what: "send" | "drop"): void => {
    decideReaction(session, what).then(onDecided, complain);
  };
  const isBusy = mute !== null || isSending || isDropping;
  return (
    <div className="question-choices" role="group" aria-label="Prepared message">
      <button className="button" disabled={isBusy} title={mute ?? undefined} onClick={() => decide("send")}>
        {isSending ? "Sending…" : "Send it as it is"}
      </button>
      <button className="button plain" disabled={isBusy} title={mute ?? undefined} onClick={() => decide("drop")}>
        {isDropping ? "Dropping…" : "Drop it"}
      </button>
    </div>
  );
}

function describeReceipt({ state, why, waitsFor, position, acknowledgedAt }: MessageView): string {
  const words = receiptWords[state];
  if (state === "acknowledged")
    return `${words}${acknowledgedAt === null ? "" : ` ${formatClockTime(acknowledgedAt, true)}`}`;
  if (state === "queued") {
    const place = position !== null && position > 1 ? `, number ${position}` : "";
    return `${words}${place}${waitsFor === null ? "" : `: ${waitsFor}`}`;
  }
  return `${words}${why === null ? "" : `: ${why}`}`;
}
