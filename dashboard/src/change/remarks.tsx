import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { ChangeDetailView, ThreadView } from "../../../src/protocol/change/change.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { formatClockTime, shortenSha } from "../lib/words.ts";
import { Remark } from "../parts/remark.tsx";
import { receiptWords } from "../parts/receipt.ts";
import { dropDraft, saveDraft, type RemarkDraft } from "./drafts.ts";

type ThreadProps = {
  readonly change: ChangeDetailView;
  readonly thread: ThreadView;
  readonly onSaid: () => void;
};

export function ThreadBox({ change, thread, onSaid }: ThreadProps) {
  const mute = useMute();
  const [isOpen, setOpen] = useState(thread.open);
  const settle = (): void => {
    carryOut(change.id, `thread ${thread.id}`, () =>
      client.replyThread({ id: change.id, projectId: change.project, thread: thread.id, resolve: thread.open }),
    ).then(onSaid, complain);
  };
  return (
    <section className={`remarks ${thread.open ? "open" : ""}`} aria-label={`Thread ${thread.name}`}>
      <header className="message-head">
        <button className="button plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {thread.open ? "open" : "settled"} · {thread.remarks.length}
        </button>
        <span className="quiet thread-fate">{describeFate(thread)}</span>
        <span className="grow" />
        <button className="button plain" disabled={mute !== null} onClick={settle}>
          {thread.open ? "Settle" : "Open again"}
        </button>
      </header>
      {isOpen &&
        thread.remarks.map(({ by, ours, at, text }, index) => (
          <Remark key={index} by={by} ours={ours} at={at} text={text} />
        ))}
    </section>
  );
}

/** Each part is a fact: the agent has read it, and a commit has changed its lines. */
function describeFate({ told, answeredIn }: ThreadView): string {
  const receipt = told === null ? "the agent was not told" : receiptWords[told.state];
  const at = told?.acknowledgedAt ?? null;
  return [
    at === null ? receipt : `${receipt} ${formatClockTime(at, true)}`,
    answeredIn === null ? "" : `answered in ${shortenSha(answeredIn)}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

type DraftProps = {
  readonly change: string;
  readonly draft: RemarkDraft;
  readonly isWriting: boolean;
  readonly onWrite: (draft: RemarkDraft | null) => void;
};

export function DraftBox({ change, draft, isWriting, onWrite }: DraftProps) {
  const [text, setText] = useState(draft.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isWriting) field.current?.focus();
  }, [isWriting]);
  const add = (): void => {
    saveDraft(change, { ...draft, text });
    onWrite(null);
  };
  const discard = (): void => {
    dropDraft(change, draft);
    onWrite(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      add();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      add();
    }
  };
  if (!isWriting)
    return (
      <section className="remarks draft" aria-label={`Draft on line ${draft.line}`}>
        <header className="message-head">
          <b>you, draft</b>
          <span className="grow" />
          <button className="button plain" onClick={() => onWrite(draft)}>
            Edit
          </button>
          <button className="button plain" onClick={discard}>
            Discard
          </button>
        </header>
        <div className="message-text">{draft.text}</div>
      </section>
    );
  return (
    <section className="remarks draft" aria-label={`Comment on line ${draft.line}`}>
      <textarea
        ref={field}
        className="field"
        rows={3}
        value={text}
        aria-label={`Comment on ${draft.path}, line ${draft.line}`}
        placeholder="What should be different here?"
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value);
          // Also what is not finished survives a reload.
          saveDraft(change, { ...draft, text: target.value });
        }}
      />
      <div className="form-end">
        <button className="button" onClick={add} disabled={text.trim() === ""}>
          Add to review
        </button>
        <button className="button plain" onClick={discard}>
          Discard
        </button>
      </div>
    </section>
  );
}
