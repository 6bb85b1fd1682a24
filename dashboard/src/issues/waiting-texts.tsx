/** What people without write access have written: it starts and steers nobody until a person has read exactly that text. */
import type { ApprovalView } from "../../../src/protocol/daemon/webhook.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { pluralize } from "../lib/words.ts";
import { Glyph } from "../parts/glyph.tsx";
import { useWaitingTexts } from "./use-waiting-texts.ts";

type Props = { readonly project: string; readonly onChanged: () => void };

export function WaitingTexts({ project, onChanged }: Props) {
  const { data, reload } = useWaitingTexts();
  const texts = (data ?? []).filter((text) => project === "" || text.project === project);
  if (texts.length === 0) return null;
  const onDone = (): void => {
    reload();
    onChanged();
  };
  return (
    <section className="panel waiting-texts" aria-label="Waits for your approval">
      <h2 className="with-glyph">
        <Glyph name="needs" isNamed={false} />
        {pluralize(texts.length, "text")} by people without write access
      </h2>
      <p className="quiet">No agent gets to read them before you let them through. An edit makes a new text.</p>
      {texts.map((text) => (
        <WaitingText key={text.digest} text={text} onDone={onDone} />
      ))}
    </section>
  );
}

function WaitingText({ text, onDone }: { readonly text: ApprovalView; readonly onDone: () => void }) {
  const { kind, id, by, digest } = text;
  const mute = useMute();
  const isBusy = useIsUnderWay(digest, "approve");
  const approve = (): void => {
    carryOut(digest, "approve", () => client.approve({ digest })).then(onDone, complain);
  };
  return (
    <details className="waiting-text" data-approval={id}>
      <summary>
        <b>{by}</b> in {kind === "issue" ? "issue" : "a review of"} <span className="mono">{id}</span>
        <span className="quiet cut">{text.text.split("\n")[0]}</span>
      </summary>
      <div className="message-text">{text.text}</div>
      <button className="button" disabled={mute !== null || isBusy} onClick={approve}>
        {isBusy ? "Letting it through…" : "Let this text through"}
      </button>
    </details>
  );
}
