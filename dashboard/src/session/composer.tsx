import { useEffect, useRef, type KeyboardEvent } from "react";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { useMute } from "../data/connection.ts";
import { postMessage, useIsUnderWay } from "../data/deeds.ts";
import { useDraft } from "../data/kept.ts";
import { complain } from "../data/notices.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { isMac } from "../lib/keyboard.ts";

type Props = { readonly session: SessionView; readonly onSent: () => void };

/** Says what will happen before it happens. The draft survives reloads and going elsewhere. */
export function Composer({ session, onSent }: Props) {
  const [text, setText] = useDraft(`message ${session.id}`);
  const mute = useMute();
  const isBusy = useIsUnderWay(session.id, "send");
  const field = useRef<HTMLTextAreaElement>(null);
  const wantsFocus = useQuery("focus") === "message";
  useEffect(() => {
    if (!wantsFocus) return;
    field.current?.focus();
    setQuery({ focus: null });
  }, [wantsFocus]);
  const isOver = session.phase === "ended" || session.phase === "ending";
  const why = mute ?? (isOver ? "The session has ended. Restore it to go on." : null);
  const send = (): void => {
    if (text.trim() === "" || why !== null) return;
    postMessage(session.id, text).then((isDone) => {
      if (isDone) setText("");
      onSent();
    }, complain);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") field.current?.blur();
  };
  return (
    <div className="composer">
      <textarea
        ref={field}
        className="field"
        data-composer
        rows={2}
        value={text}
        aria-label={`Message to ${session.agent}`}
        aria-describedby="composer-fate"
        placeholder={`Message to ${session.agent}`}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="composer-line">
        <span id="composer-fate" className="quiet">
          {why ?? describeDelivery(session)}
        </span>
        <span className="grow" />
        <kbd aria-hidden>{isMac ? "⌘" : "Ctrl"} Enter</kbd>
        <button className="button" onClick={send} disabled={why !== null || isBusy || text.trim() === ""}>
          {isBusy ? "Queueing…" : "Send message"}
        </button>
      </div>
    </div>
  );
}

function describeDelivery({ phase, hold, turn }: SessionView): string {
  if (hold === "take_over") return "Waits until the person who took over hands back.";
  if (phase === "preparing") return "Waits until the workspace is made.";
  if (phase === "asking") return "The agent asks: the question above is answered first.";
  return turn === null ? "Goes now." : "Goes when this turn ends, or at once if the agent can listen.";
}
